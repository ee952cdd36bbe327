import Dispatch
import Simulator

extension Workers {
    /// The processors of this machine, at most eight.
    package static var processors: Workers {
        Workers(count: min(OperatingSystem.processors, 8)) { count, task in
            DispatchQueue.concurrentPerform(iterations: count) { task($0) }
        }
    }
}

/// Starts work on a thread of its own. Work that waits needs one: on the threads that tasks share it would keep computations waiting.
package func onThreadOfItsOwn(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "waiting").async(execute: work)
}
