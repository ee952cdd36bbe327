import Trace

/// The time since a run began, by a clock that never goes backwards.
package struct Stopwatch: Sendable {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    /// The time of the start, in microseconds since 1970-01-01T00:00:00Z.
    package let began = WallClock.microseconds

    package init() { start = clock.now }

    /// The time since the start.
    package var now: Instant {
        let elapsed = (clock.now - start).components
        return Instant(microseconds: elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000)
    }
}
