import Trace

/// RTO: how long to wait for an acknowledgment before a segment is sent again (RFC 6298).
public struct RetransmissionTimeout: Hashable, Sendable {
    /// SRTT: the smoothed round-trip time; nil before the first measurement.
    public private(set) var smoothed: TimeSpan?
    /// RTTVAR: the mean variation of the round-trip time.
    public private(set) var variation = TimeSpan.microseconds(0)
    /// RTO: the timeout itself.
    public private(set) var value: TimeSpan

    /// RTO's lower bound.
    private let minimum: TimeSpan
    /// RTO's upper bound.
    private let maximum: TimeSpan

    /// G: the granularity of the clock that measures.
    private static let granularity = TimeSpan.milliseconds(1)

    /// A timeout of `initial` until a round-trip time is measured, and then from `minimum` to `maximum`.
    init(initial: TimeSpan, minimum: TimeSpan, maximum: TimeSpan) {
        value = initial
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Adds a measured round-trip time to the averages and computes RTO again (RFC 6298 2.2 and 2.3).
    mutating func measure(_ sample: TimeSpan) {
        // An hour is more than any RTO. With this bound the sums below cannot overflow, whatever the clock says.
        let sample = min(max(sample, .microseconds(0)), .seconds(3_600)).microseconds
        if let before = smoothed?.microseconds {
            // RTTVAR is updated with the old SRTT: alpha = 1/8, beta = 1/4.
            let difference = Int64((before - sample).magnitude)
            variation = .microseconds((3 * variation.microseconds + difference) / 4)
            smoothed = .microseconds((7 * before + sample) / 8)
        } else {
            smoothed = .microseconds(sample)
            variation = .microseconds(sample / 2)
        }
        let margin = max(Self.granularity, variation * 4)
        let sum = (smoothed ?? .microseconds(sample)).microseconds + margin.microseconds
        value = min(max(.microseconds(sum), minimum), maximum)
    }

    /// Doubles RTO after it ran out (RFC 6298 5.5): the network may be slower than we think, or congested.
    mutating func backOff() {
        value = min(value * 2, maximum)
    }

    /// Sets RTO to three seconds for the data after a handshake whose SYN had to be sent again (RFC 6298 5.7).
    mutating func restartAfterLostSYN() {
        value = min(max(.seconds(3), minimum), maximum)
    }
}
