import Measurement
import TLSSim

/// Whole handshakes of both sides, against the public-key operations that they cannot do without.
enum HandshakeRate {
    private static let handshakes = 50

    static func measure(_ options: Options, _ world: World, _ report: inout Report) throws {
        let suites = CipherSuite.all.filter { options.wants($0.name) }
        let used = suites.flatMap { PublicKeyOperation.contained(in: $0.keyExchange).map(\.operation) }
        for operation in PublicKeyOperation.allCases where used.contains(operation) {
            let seconds = try (0..<options.repetitions).map { _ in try operation.cost(world) }
            report.add(Figure(operation.name, unit: "µs", seconds.map { $0 * 1e6 }))
        }
        for suite in suites {
            // The operations are measured beside each handshake: others on the machine change what both take.
            var least: [Double] = []
            var elapsed: [Peers.Tracing: [Double]] = [:]
            for _ in 0..<options.repetitions {
                var sum = 0.0
                for part in PublicKeyOperation.contained(in: suite.keyExchange) {
                    sum += try part.operation.cost(world) * Double(part.times)
                }
                least.append(sum)
                for tracing in Peers.Tracing.allCases {
                    elapsed[tracing, default: []].append(cost(suite, world, tracing))
                }
            }
            for tracing in Peers.Tracing.allCases {
                let times = elapsed[tracing] ?? []
                let name = tracing == .none ? suite.name : "  \(tracing.rawValue)"
                report.add(Figure(name, unit: "handshakes/s", times.map { 1 / $0 }))
                report.add(Figure("    time, in that of the operations", unit: "", zip(times, least).map { $0 / $1 }))
            }
            report.add(Figure("  its public-key operations alone", unit: "handshakes/s", least.map { 1 / $0 }))
        }
    }

    /// The seconds that one handshake takes.
    private static func cost(_ suite: CipherSuite, _ world: World, _ tracing: Peers.Tracing) -> Double {
        let elapsed = seconds {
            for number in 0..<handshakes {
                var peers = Peers(suite, world, tracing, seed: UInt64(number))
                peers.shakeHands()
            }
        }
        return elapsed / Double(handshakes)
    }
}
