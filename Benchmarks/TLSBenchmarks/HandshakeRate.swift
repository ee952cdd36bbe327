import Measurement
import TLSSim

/// Whole handshakes of both sides, against the public-key operations that they cannot do without.
enum HandshakeRate {
    private static let handshakes = 50

    static func measure(_ options: Options, _ world: World, _ rival: Rival, _ report: inout Report) throws {
        let suites = CipherSuite.all.filter { options.wants($0.name) }
        let used = suites.flatMap { PublicKeyOperation.contained(in: $0.keyExchange).map(\.operation) }
        let theirs = used.isEmpty || options.isShort ? [:] : rival.operations()
        for operation in PublicKeyOperation.allCases where used.contains(operation) {
            let seconds = try (0..<options.repetitions).map { _ in try operation.cost(world) }
            report.add(Figure(operation.name, unit: "µs", seconds.map { $0 * 1e6 }))
            if let time = theirs[operation.name] { report.add(Figure("  OpenSSL's", unit: "µs", [time])) }
        }
        for suite in suites {
            let samples = try (0..<options.repetitions).map { _ in try Sample(of: suite, world, rival, options) }
            // A profiler that is to count instructions looks at one of the three alone.
            for tracing in options.isShort ? [.none] : Peers.Tracing.allCases {
                let name = tracing == .none ? suite.name : "  \(tracing.rawValue)"
                let times = samples.map { $0.handshake[tracing] ?? .nan }
                report.add(Figure(name, unit: "handshakes/s", times.map { 1 / $0 }))
                report.add(
                    Figure(
                        "    time, in that of the operations", unit: "",
                        zip(times, samples).map { $0 / $1.operations }))
                report.add(
                    Figure(
                        "    and of all that the libraries do", unit: "",
                        zip(times, samples).map { $0 / ($1.operations + $1.precautions + $1.symmetric) }))
                guard !PublicKeyOperation.precautions(in: suite.keyExchange).isEmpty else { continue }
                report.add(
                    Figure(
                        "    and of the precautions", unit: "",
                        zip(times, samples).map { $0 / ($1.operations + $1.precautions) }))
            }
            report.add(
                Figure(
                    "  its public-key operations alone", unit: "handshakes/s", samples.map { 1 / $0.operations }))
            report.add(Figure("  OpenSSL's, by Python's ssl", unit: "handshakes/s", samples.compactMap(\.rival)))
        }
    }

    /// The seconds that a handshake and its operations take, measured in turn: a machine that others use changes its speed from
    /// one moment to the next, and both have to be measured in the same moments.
    private struct Sample {
        var operations = 0.0
        var precautions = 0.0
        var symmetric = 0.0
        var handshake: [Peers.Tracing: Double] = [:]
        /// OpenSSL's handshakes a second.
        let rival: Double?

        init(of suite: CipherSuite, _ world: World, _ openSSL: Rival, _ options: Options) throws {
            typealias Part = (operation: () throws -> Void, times: Int)
            let parts = try PublicKeyOperation.contained(in: suite.keyExchange).map { part -> Part in
                (try part.operation.prepared(world), part.times)
            }
            let others = try PublicKeyOperation.precautions(in: suite.keyExchange).map { part -> Part in
                (try part.operation.prepared(world), part.times)
            }
            var measured = Peers(suite, world, .none, seed: 0)
            measured.shakeHands()
            let work = SymmetricWork(suite, octets: measured.octets)
            func run(_ parts: [Part]) throws {
                for part in parts { for _ in 0..<part.times { try part.operation() } }
            }
            let handshakes = options.amount(handshakes)
            let tracings = options.isShort ? [.none] : Peers.Tracing.allCases
            for number in 0..<handshakes {
                operations += try seconds { try run(parts) }
                precautions += try seconds { try run(others) }
                symmetric += try seconds { try work.run() }
                for tracing in tracings {
                    handshake[tracing, default: 0] += seconds {
                        var peers = Peers(suite, world, tracing, seed: UInt64(number))
                        peers.shakeHands()
                    }
                }
            }
            operations /= Double(handshakes)
            precautions /= Double(handshakes)
            symmetric /= Double(handshakes)
            for tracing in tracings { handshake[tracing]? /= Double(handshakes) }
            rival = options.isShort ? nil : openSSL.handshakes(suite.name, count: handshakes)
        }
    }
}
