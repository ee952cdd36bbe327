import Measurement
import TLSSim

/// Whole handshakes of both sides, against the public-key operations that they cannot do without.
enum HandshakeRate {
    private static let handshakes = 50

    static func measure(_ options: Options, _ world: World, _ report: inout Report) throws {
        let suites = CipherSuite.all.filter { options.wants($0.name) }
        let used = suites.flatMap { PublicKeyOperation.contained(in: $0.keyExchange).map(\.operation) }
        var costs: [PublicKeyOperation: Double] = [:]
        for operation in PublicKeyOperation.allCases where used.contains(operation) {
            let seconds = try (0..<options.repetitions).map { _ in try operation.cost(world) }
            costs[operation] = seconds.min()
            report.add(Figure(operation.name, unit: "µs", seconds.map { $0 * 1e6 }))
        }
        for suite in suites {
            let least = PublicKeyOperation.contained(in: suite.keyExchange).reduce(0) { sum, part in
                sum + Double(part.times) * (costs[part.operation] ?? .nan)
            }
            func add(_ name: String, tracing: Bool) {
                let elapsed = (0..<options.repetitions).map { _ in cost(suite, world, tracing: tracing) }
                report.add(Figure(name, unit: "handshakes/s", elapsed.map { 1 / $0 }))
                report.add(Figure("    time, in that of the operations", unit: "", elapsed.map { $0 / least }))
            }
            add(suite.name, tracing: false)
            add("  traced", tracing: true)
            report.add(Figure("  its public-key operations alone", unit: "handshakes/s", [1 / least]))
        }
    }

    /// The seconds that one handshake takes.
    private static func cost(_ suite: CipherSuite, _ world: World, tracing: Bool) -> Double {
        let elapsed = seconds {
            for number in 0..<handshakes {
                var peers = Peers(suite, world, tracing: tracing, seed: UInt64(number))
                peers.shakeHands()
            }
        }
        return elapsed / Double(handshakes)
    }
}
