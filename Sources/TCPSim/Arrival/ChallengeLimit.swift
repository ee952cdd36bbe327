import Trace

/// The largest number of challenge ACKs that a connection sends in an interval (RFC 5961 7).
///
/// A challenge answers a segment that may be forged. Without a limit a forger could make us send a segment for each
/// forged one, and two hosts that disagree could answer each other for ever. Each connection must count for itself: a
/// limit that all connections shared told an attacker whether a guess was right (CVE-2016-5696).
public struct ChallengeLimit: Hashable, Sendable {
    /// The largest number of challenge ACKs in an interval.
    public var count: Int
    /// The length of an interval.
    public var interval: TimeSpan

    /// RFC 5961 proposes ten in five seconds.
    public init(count: Int = 10, interval: TimeSpan = .seconds(5)) {
        self.count = count
        self.interval = interval
    }

    /// The number of challenge ACKs in the present interval.
    struct Tally: Hashable, Sendable {
        private var start: Instant?
        private var count = 0

        /// Counts one more challenge ACK; false if that would be too many.
        mutating func admit(_ limit: ChallengeLimit, at now: Instant) -> Bool {
            if let start, now - start < limit.interval {
                guard count < limit.count else { return false }
                count += 1
            } else {
                start = now
                count = 1
            }
            return true
        }
    }
}

extension Connection {
    /// Owes the other side a challenge ACK, unless the limit is reached.
    mutating func challenge(_ why: @autoclosure () -> Note, _ turn: inout Turn) {
        if let limit = configuration.challengeLimit, !tcb.challenges.admit(limit, at: turn.now) {
            return turn.note(.refusal(.challengeWithheld(limit)))
        }
        turn.owe(why())
    }
}
