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

/// Work that waits, and so has a thread of its own: the tasks that compute share the others.
package func onThreadOfItsOwn(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "waiting").async(execute: work)
}
