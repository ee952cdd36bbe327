import LiveIO
import Simulator

/// Work on many things at a time whose outcomes are taken in order. So few of them wait that memory is bounded.
enum InOrder {
    /// So many outcomes may wait for one before them, for each processor.
    private static let waiting = 4

    /// Makes an outcome for each number from 0 to `count` - 1 on all processors, and takes them in that order.
    ///
    /// - Throws: what the first of them throws in that order, as far as they were made.
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

    /// The same where nothing is waited for.
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
