import Synchronization
import Testing

/// Checks a property under `count` seeds, 1 to `count`, and names the first seed under which it fails.
///
/// `body` gets the seed and a generator of its own. An expectation that fails, or an error thrown, ends the search with the
/// seed in the test's output, so that a failure can be repeated: `forEachSeed(in: 17...17)`.
package func forEachSeed(
    _ count: UInt64, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (UInt64, inout SplitMix64) throws -> Void
) {
    forEachSeed(in: 1...max(1, count), sourceLocation: sourceLocation, body)
}

/// Checks a property under each seed of a range; see ``forEachSeed(_:sourceLocation:_:)``.
package func forEachSeed(
    in seeds: ClosedRange<UInt64>, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (UInt64, inout SplitMix64) throws -> Void
) {
    for seed in seeds {
        let failed = Mutex(false)
        var generator = SplitMix64(seed: seed)
        // Nothing is known to fail here: this is the way to hear of the issues that a block of code records.
        withKnownIssue(isIntermittent: true, sourceLocation: sourceLocation) {
            do {
                try body(seed, &generator)
            } catch {
                failed.withLock { $0 = true }
                // An unmet #require has recorded its issue already.
                guard !(error is ExpectationFailedError) else { return }
                Issue.record(error, "thrown under seed \(seed)", sourceLocation: sourceLocation)
            }
        } matching: { _ in
            failed.withLock { $0 = true }
            return false
        }
        if failed.withLock({ $0 }) {
            Issue.record("the seed of this failure is \(seed)", sourceLocation: sourceLocation)
            return
        }
    }
}

/// Seeds 1 to `count`, for a test with arguments: `@Test(arguments: seeds(20))` names the failing ones by itself.
package func seeds(_ count: UInt64) -> [UInt64] { Array(1...max(1, count)) }
