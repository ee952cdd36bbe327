import Synchronization

/// Threads that share one piece of work.
///
/// A pure target starts no threads: the program passes them in. The work is divided by places in an order, so the result does not depend on
/// the number of workers.
package struct Workers: Sendable {
    /// How many workers there are.
    package let count: Int
    /// Calls the task with each number from 0 to `count` - 1, if possible at the same time, and returns after the last call has ended.
    private let share: @Sendable (_ count: Int, _ task: @Sendable (Int) -> Void) -> Void

    /// Workers that `share` runs; at least one.
    package init(count: Int, share: @escaping @Sendable (_ count: Int, _ task: @Sendable (Int) -> Void) -> Void) {
        self.count = max(1, count)
        self.share = share
    }

    /// One worker: the thread of the caller.
    package static let alone = Workers(count: 1) { count, task in for number in 0..<count { task(number) } }

    private final class Outcome<Result: Sendable>: Sendable {
        let result = Mutex<Result?>(nil)
    }

    /// The results of `work` for each number from 0 to ``count`` - 1, in that order.
    package func map<Result: Sendable>(_ work: @Sendable (Int) -> Result) -> [Result] {
        guard count > 1 else { return [work(0)] }
        let outcomes = (0..<count).map { _ in Outcome<Result>() }
        share(count) { number in
            let result = work(number)
            outcomes[number].result.withLock { $0 = result }
        }
        return outcomes.compactMap { outcome in outcome.result.withLock { $0 } }
    }
}
