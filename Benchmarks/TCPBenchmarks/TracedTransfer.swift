import Measurement
import TCPSim
import Trace

/// A bulk transfer of which everything is written down: each note, timer and change, and each octet on the wire with its meaning.
enum TracedTransfer {
    static func measure(_ options: Options, _ report: inout Report) {
        let name = "bulk, 10 connections, traced"
        guard options.wants(name) else { return }
        var configuration = BulkTransfer.configuration()
        configuration.tracing = true
        var network = Network(
            pairs: 10, use: .bulk, chunk: configuration.receiveBuffer, configuration: configuration)
        network.run { $0.segments >= 1_000 }
        var (rates, events) = ([Double](), [Double]())
        for _ in 0..<options.repetitions {
            let (start, before) = (network.segments, network.chronicle?.events ?? 0)
            let elapsed = seconds { network.run { $0.segments >= start + 20_000 } }
            rates.append(Double(network.segments - start) / elapsed)
            events.append(Double((network.chronicle?.events ?? 0) - before) / elapsed)
        }
        report.add(Figure(name, unit: "segments/s", rates))
        report.add(Figure("  and so written down", unit: "events/s", events))
    }
}
