import Measurement
import TLSSim

/// Whole handshakes of both sides, against the public-key operations that they cannot do without.
enum HandshakeRate {
    private static let handshakes = 50

    static func measure(_ options: Options, _ world: World, _ rival: Rival, _ report: inout Report) throws {
        let subjects = (Subject.ofTLS12(world) + Subject.ofTLS13(world)).filter { options.wants($0.name) }
        let used = subjects.flatMap { $0.operations.map(\.operation) }
        let theirs = used.isEmpty || options.isShort ? [:] : rival.operations()
        for operation in PublicKeyOperation.allCases where used.contains(operation) {
            let seconds = try (0..<options.repetitions).map { _ in try operation.cost(world) }
            report.add(Figure(operation.name, unit: "µs", seconds.map { $0 * 1e6 }))
            if let time = theirs[operation.name] { report.add(Figure("  OpenSSL's", unit: "µs", [time])) }
        }
        for subject in subjects {
            let samples = try (0..<options.repetitions).map { _ in try Sample(of: subject, world, rival, options) }
            // A profiler that is to count instructions looks at one of the three alone.
            for tracing in options.isShort ? [.none] : Peers.Tracing.allCases {
                let name = tracing == .none ? subject.name : "  \(tracing.rawValue)"
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
                guard !subject.precautions.isEmpty else { continue }
                report.add(
                    Figure(
                        "    and of the precautions", unit: "",
                        zip(times, samples).map { $0 / ($1.operations + $1.precautions) }))
            }
            report.add(
                Figure(
                    "  its public-key operations alone", unit: "handshakes/s", samples.map { 1 / $0.operations }))
            guard subject.rivalsSuite != nil else { continue }
            report.add(Figure("  OpenSSL's, by Python's ssl", unit: "handshakes/s", samples.compactMap(\.rival)))
        }
    }

    /// The seconds of processor time that a handshake and its operations take, measured in turn: a machine that others use changes its
    /// speed from one moment to the next, and both have to be measured in the same moments.
    private struct Sample {
        var operations = 0.0
        var precautions = 0.0
        var symmetric = 0.0
        var handshake: [Peers.Tracing: Double] = [:]
        /// OpenSSL's handshakes a second.
        let rival: Double?

        init(of subject: Subject, _ world: World, _ openSSL: Rival, _ options: Options) throws {
            typealias Part = (operation: () throws -> Void, times: Int)
            let parts = try subject.operations.map { part -> Part in
                (try part.operation.prepared(world), part.times)
            }
            let others = try subject.precautions.map { part -> Part in
                (try part.operation.prepared(world), part.times)
            }
            var measured = subject.peers(.none, 0)
            measured.shakeHands()
            let work = subject.symmetric(measured.octets)
            func run(_ parts: [Part]) throws {
                for part in parts { for _ in 0..<part.times { try part.operation() } }
            }
            let handshakes = options.amount(handshakes)
            let tracings = options.isShort ? [.none] : Peers.Tracing.allCases
            for number in 0..<handshakes {
                operations += try seconds { try run(parts) }
                precautions += try seconds { try run(others) }
                symmetric += try seconds { try work() }
                for tracing in tracings {
                    handshake[tracing, default: 0] += seconds {
                        var peers = subject.peers(tracing, UInt64(number))
                        peers.shakeHands()
                    }
                }
            }
            operations /= Double(handshakes)
            precautions /= Double(handshakes)
            symmetric /= Double(handshakes)
            for tracing in tracings { handshake[tracing]? /= Double(handshakes) }
            let theirs = options.isShort ? nil : subject.rivalsSuite
            rival = theirs.flatMap { openSSL.handshakes($0, count: handshakes) }
        }
    }
}
