import Trace

/// How often a wire harms what it carries: shares of all datagrams, 0 to 1 each.
package struct Faults: Hashable, Sendable {
    /// The share that vanishes.
    package var loss = 0.0
    /// The share that arrives with one bit changed.
    package var corrupt = 0.0
    /// The share that arrives twice, one latency apart.
    package var duplicate = 0.0
    /// The share that arrives one latency late, behind datagrams that were sent after it.
    package var reorder = 0.0
    /// The share that is held up for ``hold``, and arrives behind datagrams that were sent meanwhile.
    package var delay = 0.0
    /// For how long a datagram of the share ``delay`` is held up.
    package var hold = TimeSpan.milliseconds(500)

    /// A wire that does nothing wrong.
    package init() {}

    /// Whether nothing can go wrong.
    package var isPerfect: Bool { loss == 0 && corrupt == 0 && duplicate == 0 && reorder == 0 && delay == 0 }
}
