import Measurement
import Simulator

/// How many states of two connections the explorer finds in a second, and how many octets it keeps of each.
@main
struct ExplorerBenchmarks {
    static func main() throws {
        let options = Options.ofThisProcess()
        var report = Report(json: options.isJSON)
        let spaces: [(name: String, bounds: TCPSpace.Bounds)] = [
            ("no faults", .init()),
            ("one loss", .init(loss: 1, timeouts: 1)),
            // What "HandshakeSim explore" does if it is not told otherwise.
            ("one loss, two timeouts", .init(loss: 1, timeouts: 2)),
            ("one of each fault", .init(loss: 1, duplicate: 1, reorder: 1, timeouts: 1)),
        ]
        for (name, bounds) in spaces where options.wants(name) {
            var (rates, octets, states) = ([Double](), [Double](), 0)
            for _ in 0..<options.repetitions {
                // What is in use at each report of progress: the tables grow, so the last is the largest.
                let before = Memory.inUse
                var peak: Int?
                let elapsed = seconds {
                    let found = TCPSpace(bounds: bounds).explore(limit: 3_000_000) { _ in
                        if let now = Memory.inUse { peak = max(peak ?? 0, now) }
                    }
                    states = found.states
                }
                rates.append(Double(states) / elapsed)
                if let before, let peak { octets.append(Double(peak - before) / Double(states)) }
            }
            report.add(Figure("explorer, \(name), \(Report.grouped(states)) states", unit: "states/s", rates))
            report.add(Figure("  octets of memory for each", unit: "octets", octets))
        }
        report.finish()
    }
}
