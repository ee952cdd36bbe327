import Trace

/// The clock behind the timestamps of a connection: one tick a millisecond (RFC 7323 5.4 asks for 1 ms to 1 s).
public struct TimestampClock: Hashable, Sendable {
    /// The offset that is added to the time. If each connection has its own offset, an observer cannot see how long the host has run.
    public var offset: UInt32

    /// A clock that starts at `offset`.
    public init(offset: UInt32 = 0) {
        self.offset = offset
    }

    /// TSval at `now`.
    public func value(at now: Instant) -> UInt32 {
        UInt32(truncatingIfNeeded: now.microseconds / 1_000) &+ offset
    }
}

/// The state of the timestamps of a connection (RFC 7323 3 to 5). Each segment carries our clock and echoes the other side's.
///
/// The echo gives the round-trip time, even for segments that were sent twice (RTTM). The other side's clock never runs backwards. So
/// a segment with an old timestamp is an old duplicate, even if its numbers fit because the sequence numbers have wrapped around
/// (PAWS).
struct Timestamps: Hashable, Sendable {
    let clock: TimestampClock
    /// TS.Recent: the timestamp that we echo.
    private(set) var recent: UInt32
    /// When TS.Recent was taken over.
    private var taken: Instant

    /// How long TS.Recent is valid. After that the clock may have moved half around the circle (RFC 7323 5.5).
    private static let validity = TimeSpan.seconds(24 * 24 * 3_600)

    /// Timestamps agreed upon by a SYN with the timestamp `recent`.
    init(clock: TimestampClock, recent: UInt32, at now: Instant) {
        self.clock = clock
        self.recent = recent
        taken = now
    }

    /// Whether a segment with this timestamp is new enough: SEG.TSval is not before TS.Recent on the circle of 2^32 (RFC 7323 5.3, R1).
    func accepts(_ value: UInt32, at now: Instant) -> Bool {
        !Self.isEarlier(value, than: recent) || Self.validity < now - taken
    }

    /// Takes over the timestamp of an acceptable segment (RFC 7323 4.3), unless the segment begins after the number that we last
    /// acknowledged: if one acknowledgment covers several segments, it must echo the timestamp of the first.
    mutating func take(_ value: UInt32, of sequence: SequenceNumber, lastAcknowledged: SequenceNumber, at now: Instant)
    {
        guard sequence <= lastAcknowledged, accepts(value, at: now) else { return }
        recent = value
        taken = now
    }

    /// The round-trip time from an echo; nil if the echo is 0, or more than an hour old, and so cannot be valid.
    func roundTrip(_ echo: UInt32, at now: Instant) -> TimeSpan? {
        let elapsed = clock.value(at: now) &- echo
        return echo == 0 || elapsed > 3_600_000 ? nil : .milliseconds(Int64(elapsed))
    }

    /// Whether `left` lies less than half the circle before `right`.
    static func isEarlier(_ left: UInt32, than right: UInt32) -> Bool { Int32(bitPattern: left &- right) < 0 }
}

extension Segment {
    /// Its timestamps, if it carries any.
    public var timestamps: (value: UInt32, echo: UInt32)? { optionList.timestamps }
}

extension Connection {
    /// The first half of the first check, if timestamps are in use: false if the segment is an old duplicate by its timestamp, or has
    /// no timestamp.
    ///
    /// A reset always passes: its sender may have lost its clock, like all other state (RFC 7323 5.2).
    @inline(__always)
    mutating func passesTimestampCheck(_ segment: Segment, _ turn: inout Turn) -> Bool {
        guard let timestamps = tcb.options.timestamps, !segment.control.contains(.rst) else { return true }
        guard let arrived = segment.timestamps else {
            turn.note(.refusal(.dropped(.withoutTimestamp)))
            return false
        }
        guard timestamps.accepts(arrived.value, at: turn.now) else {
            let answer = Note.option(
                .timestampOutOfDate(arrived.value, recent: timestamps.recent, sequence: segment.sequence))
            // Without a limit for these answers two hosts would answer each other without end.
            if segment.length > 0 { turn.owe(answer) } else { challenge(answer, &turn) }
            return false
        }
        return true
    }

    /// Takes over the timestamp of a segment that has passed the first check.
    @inline(__always)
    mutating func takeTimestamp(of segment: Segment, _ turn: borrowing Turn) {
        guard let arrived = segment.timestamps else { return }
        tcb.options.timestamps?.take(
            arrived.value, of: segment.sequence, lastAcknowledged: tcb.receiving.lastAcknowledged, at: turn.now)
    }
}
