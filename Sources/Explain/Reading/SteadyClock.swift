/// The clock of a capture without its jumps. Spans are measured by it.
///
/// A time stamp that steps back by more than a second, or forward by more than a day, says nothing of the time that has passed: a clock was
/// set, files were put one behind the other, or the stamp is damaged. From the frame before to such a frame no time passes here.
package struct SteadyClock: Sendable {
    /// The longest step back, in microseconds, that is no jump. Frames of several queues of a network card are a little out of order.
    private static let mostBack: Int64 = 1_000_000
    /// The longest step forward that is no jump, in microseconds.
    private static let mostForward: Int64 = 86_400_000_000
    /// The longest distance of a time from 1970, in microseconds: 142 years. Within it, sums and differences do not overflow.
    private static let farthest: Int64 = 1 << 52

    /// The latest time so far, in microseconds since 1970; nil before the first frame with a time.
    package private(set) var latest: Int64?
    /// What is subtracted from a time stamp, in microseconds.
    private var offset: Int64 = 0

    /// A time stamp within the limits that are counted with.
    static func bounded(_ stamp: Int64) -> Int64 { min(max(stamp, -farthest), farthest) }

    /// Takes the time stamp of the next frame, in microseconds since 1970; nil for a frame without one.
    ///
    /// - Returns: the time by this clock, and whether the time stamp has jumped.
    mutating func take(_ stamp: Int64?) -> (time: Int64, hasJumped: Bool) {
        guard let stamp = stamp.map(Self.bounded) else { return (latest ?? 0, false) }
        guard let latest else {
            self.latest = stamp
            return (stamp, false)
        }
        let time = stamp &- offset
        if time < latest - Self.mostBack || time > latest + Self.mostForward {
            offset = stamp &- latest
            return (latest, true)
        }
        self.latest = max(latest, time)
        return (time, false)
    }
}
