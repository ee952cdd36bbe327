import Synchronization

/// Processors that share one piece of work.
///
/// A pure target starts no threads: the program that has some hands them in. What is shared is cut by places in an order, so that the
/// outcome does not depend on how many there are.
package struct Workers: Sendable {
    /// How many work at the same time.
    package let count: Int
    /// Calls the task with each number from 0 to `count` - 1, if possible at the same time, and returns after the last of them.
    private let share: @Sendable (_ count: Int, _ task: @Sendable (Int) -> Void) -> Void

    /// As many as `count`, which `share` puts to work.
    package init(count: Int, share: @escaping @Sendable (_ count: Int, _ task: @Sendable (Int) -> Void) -> Void) {
        self.count = max(1, count)
        self.share = share
    }

    /// The processor of the caller alone.
    package static let alone = Workers(count: 1) { count, task in for number in 0..<count { task(number) } }

    private final class Outcome<Result: Sendable>: Sendable {
        let result = Mutex<Result?>(nil)
    }

    /// What `work` makes of each number from 0 to ``count`` - 1, in that order.
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
