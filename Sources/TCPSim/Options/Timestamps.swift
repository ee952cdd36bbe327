import Trace

/// The clock behind the timestamps of a connection: one tick a millisecond (RFC 7323 5.4 asks for 1 ms to 1 s).
public struct TimestampClock: Hashable, Sendable {
    /// The offset that is added to the time. Because each connection has its own, an observer does not learn how long the host has run.
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

/// What the timestamps of a connection are about (RFC 7323 3 to 5): each segment carries our clock and echoes the other side's.
///
/// The echo tells how long the way there and back took, even of segments sent twice (RTTM). And since the other side's clock
/// never runs backwards, a segment with an old timestamp is an old duplicate, though its numbers may fit because the sequence
/// space has wrapped around meanwhile (PAWS).
struct Timestamps: Hashable, Sendable {
    let clock: TimestampClock
    /// TS.Recent: the timestamp that we echo.
    private(set) var recent: UInt32
    /// When it was taken.
    private var taken: Instant

    /// After so long without a segment TS.Recent means nothing: the clock may have gone half around (RFC 7323 5.5).
    private static let validity = TimeSpan.seconds(24 * 24 * 3_600)

    /// Timestamps agreed upon by a SYN with the timestamp `recent`.
    init(clock: TimestampClock, recent: UInt32, at now: Instant) {
        self.clock = clock
        self.recent = recent
        taken = now
    }

    /// Whether a segment with this timestamp is new enough: not SEG.TSval < TS.Recent, on the circle of 2^32 (RFC 7323 5.3, R1).
    func accepts(_ value: UInt32, at now: Instant) -> Bool {
        !Self.isEarlier(value, than: recent) || Self.validity < now - taken
    }

    /// Takes over the timestamp of an acceptable segment (RFC 7323 4.3). Only one that does not begin after what we have
    /// acknowledged counts: of several segments acknowledged at once, the first one's delay is to be measured.
    mutating func take(_ value: UInt32, of sequence: SequenceNumber, lastAcknowledged: SequenceNumber, at now: Instant)
    {
        guard sequence <= lastAcknowledged, accepts(value, at: now) else { return }
        recent = value
        taken = now
    }

    /// The round-trip time that an echo tells; nil when it cannot be one of ours.
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
    /// The first half of the first check, when timestamps are in use: is the segment an old duplicate by its timestamp?
    ///
    /// A reset is exempt: its sender may have lost its clock with everything else (RFC 7323 5.2).
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
            // Limit these answers, or two hosts loop.
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
