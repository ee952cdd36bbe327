/// How much is looked at, for tests that count steps: the time that the steps take is different on every machine.
///
/// Only builds for debugging count.
enum Work {
    #if DEBUG
        /// Called for each step, where a test has set it.
        @TaskLocal static var onStep: (@Sendable () -> Void)?
    #endif

    /// One more node, segment or piece was looked at.
    static func count() {
        #if DEBUG
            onStep?()
        #endif
    }
}
