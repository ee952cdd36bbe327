import Trace

/// A wire in one direction: what is put in at one end comes out at the other, later.
///
/// This one is perfect: it keeps the order, loses nothing and changes nothing.
struct Link: Hashable, Sendable {
    /// How long a datagram takes from end to end.
    var latency: TimeSpan
    /// When the last datagram comes out; none may overtake it.
    private var lastArrival = Instant.zero

    /// A wire of that latency.
    init(latency: TimeSpan) {
        self.latency = latency
    }

    /// When a datagram put in `now` comes out.
    mutating func arrival(putInAt now: Instant) -> Instant {
        lastArrival = max(lastArrival, now + latency)
        return lastArrival
    }
}
