import Measurement
import TCPSim

/// What one end of an open connection takes of the heap when nothing is under way.
enum ConnectionMemory {
    static func measure(_ options: Options, _ report: inout Report) {
        let name = "memory of one end of an idle connection"
        guard options.wants(name) else { return }
        let ends = 20_000
        var octets: [Double] = []
        for _ in 0..<options.repetitions {
            let before = Memory.inUse
            var connections: [Connection] = []
            do {
                var network = Network(
                    pairs: ends / 2, use: .idle, chunk: 0, configuration: BulkTransfer.configuration())
                network.run { _ in false }
                connections = network.connections
            }
            if let before, let after = Memory.inUse { octets.append(Double(after - before) / Double(ends)) }
            precondition(connections.allSatisfy { $0.state == .established })
        }
        report.add(Figure(name, unit: "octets", octets))
        report.add(Figure("  of these the value itself", unit: "octets", [Double(MemoryLayout<Connection>.stride)]))
    }
}
