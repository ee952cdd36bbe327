import Testing

/// Lets a suite's tests go before the others.
///
/// A suite that waits for programs outside, one after the other, uses little of the processor and much of the time. Each of its steps would
/// wait until all tests of the package have had their turn, and the suite would end long after the rest. With this trait it waits while the
/// others compute.
struct StartsFirst: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        // The tasks of the suite's tests are children of this one and inherit its priority.
        withUnsafeCurrentTask { $0?.escalatePriority(to: .high) }
        try await function()
    }
}

extension Trait where Self == StartsFirst {
    /// The suite's tests go before the others.
    static var startsFirst: Self { Self() }
}
