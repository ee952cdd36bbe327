import Foundation
import Simulator

extension Workers {
    /// The processors of this machine, at most eight.
    package static var processors: Workers {
        Workers(count: min(ProcessInfo.processInfo.activeProcessorCount, 8)) { count, task in
            DispatchQueue.concurrentPerform(iterations: count) { task($0) }
        }
    }
}
