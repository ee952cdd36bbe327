import Measurement
import TCPSim

/// Opening and closing, with nothing in between.
enum ConnectionTurnover {
    static func measure(_ options: Options, _ report: inout Report) {
        let name = "set-up and tear-down, 1,000 at a time"
        guard options.wants(name) else { return }
        var configuration = BulkTransfer.configuration()
        configuration.msl = .seconds(1)
        var network = Network(pairs: 1_000, use: .turnover, chunk: 0, configuration: configuration)
        network.run { $0.turnovers >= 10_000 }
        var rates: [Double] = []
        for _ in 0..<options.repetitions {
            let start = network.turnovers
            let elapsed = seconds { network.run { $0.turnovers >= start + 100_000 } }
            rates.append(Double(network.turnovers - start) / elapsed)
        }
        report.add(Figure(name, unit: "connections/s", rates))
    }
}
