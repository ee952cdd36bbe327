import Measurement
import Simulator

/// How many states of two connections the explorer finds in a second.
@main
struct ExplorerBenchmarks {
    static func main() throws {
        let options = Options.ofThisProcess()
        var report = Report(json: options.isJSON)
        let spaces: [(name: String, bounds: TCPSpace.Bounds)] = [
            ("no faults", .init()),
            // What "HandshakeSim explore" does if it is not told otherwise.
            ("one loss", .init(loss: 1, timeouts: 1)),
            ("one of each fault", .init(loss: 1, duplicate: 1, reorder: 1, timeouts: 1)),
        ]
        for (name, bounds) in spaces where options.wants(name) {
            var (rates, states) = ([Double](), 0)
            for _ in 0..<options.repetitions {
                let elapsed = seconds { states = Explorer(TCPSpace(bounds: bounds), limit: 200_000).explore().states }
                rates.append(Double(states) / elapsed)
            }
            report.add(Figure("explorer, \(name), \(Report.grouped(states)) states", unit: "states/s", rates))
        }
        report.finish()
    }
}
