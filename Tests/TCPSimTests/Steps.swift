import Synchronization

@testable import TCPSim

/// How many nodes, segments and pieces `body` looks at, and what it returns.
func steps<Result>(of body: () -> Result) -> (count: Int, result: Result) {
    let counter = Counter()
    let result = Work.$onStep.withValue({ counter.value.add(1, ordering: .relaxed) }, operation: body)
    return (counter.value.load(ordering: .relaxed), result)
}

private final class Counter: Sendable {
    let value = Atomic(0)
}

/// How many steps are few where `count` things are held: some times the logarithm.
func few(_ count: Int) -> Int { 16 * (Int.bitWidth - count.leadingZeroBitCount) }
