import Synchronization

/// Processors that share one piece of work.
///
/// A pure target starts no threads: the program that has some hands them in. What is shared is cut by places in an order, so that the
/// outcome does not depend on how many there are.
public struct Crew: Sendable {
    /// How many work at the same time.
    public let count: Int
    /// Calls the task with each number from 0 to `count` - 1, if possible at the same time, and returns after the last of them.
    private let share: @Sendable (_ count: Int, _ task: @Sendable (Int) -> Void) -> Void

    /// A crew of `count` that `share` puts to work.
    public init(count: Int, share: @escaping @Sendable (_ count: Int, _ task: @Sendable (Int) -> Void) -> Void) {
        self.count = max(1, count)
        self.share = share
    }

    /// One processor, the one that asks.
    public static let alone = Crew(count: 1) { count, task in for number in 0..<count { task(number) } }

    private final class Desk<Result: Sendable>: Sendable {
        let result = Mutex<Result?>(nil)
    }

    /// What `work` makes of each number from 0 to ``count`` - 1, in that order.
    func map<Result: Sendable>(_ work: @Sendable (Int) -> Result) -> [Result] {
        guard count > 1 else { return [work(0)] }
        let desks = (0..<count).map { _ in Desk<Result>() }
        share(count) { number in
            let result = work(number)
            desks[number].result.withLock { $0 = result }
        }
        return desks.compactMap { desk in desk.result.withLock { $0 } }
    }
}
