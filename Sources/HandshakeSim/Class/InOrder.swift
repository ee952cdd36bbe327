import LiveIO
import Simulator

/// Parallel work whose results are taken in order. The number of results that wait is limited, so memory is bounded.
enum InOrder {
    /// The number of results for each processor that may wait for an earlier result.
    private static let waiting = 4

    /// Makes a result for each number from 0 to `count` - 1 on all processors, and takes the results in this order.
    ///
    /// - Throws: the first error by the clock, of `make` or of `take`. If several calls of `make` fail, it need not be that of the lowest
    ///   number.
    static func make<Outcome: Sendable>(
        _ count: Int, _ make: @escaping @Sendable (Int) async throws -> Outcome, take: (Outcome) throws -> Void
    ) async throws {
        let processors = Workers.processors.count
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var (begun, taken) = (0, 0)
            var ready: [Int: Outcome] = [:]
            while taken < count {
                while begun < count, begun - taken - ready.count < processors, begun - taken < processors * waiting {
                    let place = begun
                    group.addTask { (place, try await make(place)) }
                    begun += 1
                }
                guard let (place, outcome) = try await group.next() else { return }
                ready[place] = outcome
                while let outcome = ready.removeValue(forKey: taken) {
                    try take(outcome)
                    taken += 1
                }
            }
        }
    }

    /// The same for work that does not suspend. All results are made before the first is taken.
    static func compute<Outcome: Sendable>(
        _ range: Range<Int>, _ make: @Sendable (Int) -> Outcome, take: (Outcome) throws -> Void
    ) rethrows {
        let workers = Workers.processors
        let outcomes = workers.map { worker in
            stride(from: range.lowerBound + worker, to: range.upperBound, by: workers.count).map(make)
        }
        for place in 0..<range.count { try take(outcomes[place % workers.count][place / workers.count]) }
    }
}
