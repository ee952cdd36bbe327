import Trace

/// How often a wire harms a datagram by chance. Each rate is a share of all datagrams, from 0 to 1.
package struct Faults: Hashable, Sendable {
    /// The share that is lost.
    package var loss = 0.0
    /// The share that arrives with one bit changed.
    package var corrupt = 0.0
    /// The share that arrives twice, one latency apart.
    package var duplicate = 0.0
    /// The share that arrives one latency late, behind datagrams that were sent after it.
    package var reorder = 0.0
    /// The share that is delayed by ``hold``, and arrives behind datagrams that were sent meanwhile.
    package var delay = 0.0
    /// How long a datagram of the share ``delay`` is delayed.
    package var hold = TimeSpan.milliseconds(500)

    /// A wire without faults.
    package init() {}

    /// Whether all rates are 0.
    package var isPerfect: Bool { loss == 0 && corrupt == 0 && duplicate == 0 && reorder == 0 && delay == 0 }
}
