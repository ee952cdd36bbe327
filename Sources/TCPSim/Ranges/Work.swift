/// A count of steps for tests. A test cannot measure the time of the steps, because it is different on every machine.
///
/// Only debug builds count, as those for `make test` are.
package enum Work {
    #if DEBUG
        /// The function that is called for each step; nil unless a test has set it.
        @TaskLocal package static var onStep: (@Sendable () -> Void)?
    #endif

    /// Counts one step: a node, segment or piece that is examined.
    package static func count() {
        #if DEBUG
            onStep?()
        #endif
    }
}
