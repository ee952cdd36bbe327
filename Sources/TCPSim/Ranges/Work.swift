/// How much is looked at, for tests that count steps: the time that the steps take is different on every machine.
///
/// Only builds for debugging count, and those for `make test`, which have COUNTS_STEPS.
enum Work {
    #if DEBUG || COUNTS_STEPS
        /// Called for each step, where a test has set it.
        @TaskLocal static var onStep: (@Sendable () -> Void)?
    #endif

    /// One more node, segment or piece was looked at.
    static func count() {
        #if DEBUG || COUNTS_STEPS
            onStep?()
        #endif
    }
}
