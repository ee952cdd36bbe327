import Dispatch
import Foundation
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
            measureWorkers(on: bounds, options, &report)
        }
        report.finish()
    }

    /// The processors of this machine, at most eight, as `HandshakeSim explore` uses them.
    private static let workers = Workers(count: min(ProcessInfo.processInfo.activeProcessorCount, 8)) { count, task in
        DispatchQueue.concurrentPerform(iterations: count) { task($0) }
    }

    /// What all processors make of it together.
    ///
    /// On the wall counts whatever else the machine does. The thread that begins the search does all that is not shared and at least its
    /// own part of what is, so its processor time is what the search would take if no other work had the processors.
    private static func measureWorkers(on bounds: TCPSpace.Bounds, _ options: Options, _ report: inout Report) {
        guard workers.count > 1 else { return }
        var (wall, idle, work) = ([Double](), [Double](), [Double]())
        let clock = ContinuousClock()
        for _ in 0..<options.repetitions {
            var states = 0.0
            let (begin, before) = (clock.now, processorSeconds())
            let longest = seconds {
                states = Double(TCPSpace(bounds: bounds).explore(limit: 3_000_000, by: workers).states)
            }
            wall.append(states / ((clock.now - begin) / .seconds(1)))
            idle.append(states / longest)
            work.append((processorSeconds() - before) / states * 1e9)
        }
        let name = "  by \(workers.count) processors"
        report.add(Figure("\(name), on the wall", unit: "states/s", wall))
        report.add(Figure("\(name), had they nothing else to do", unit: "states/s", idle))
        report.add(Figure("\(name), processor time of all", unit: "ns/state", work))
    }
}
