import Foundation
import Simulator

extension Crew {
    /// The processors of this machine, at most eight.
    public static var processors: Crew {
        Crew(count: min(ProcessInfo.processInfo.activeProcessorCount, 8)) { count, task in
            DispatchQueue.concurrentPerform(iterations: count) { task($0) }
        }
    }
}
