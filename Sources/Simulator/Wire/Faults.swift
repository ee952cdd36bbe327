import Trace

/// How often a wire harms what it carries: shares of all datagrams, 0 to 1 each.
package struct Faults: Hashable, Sendable {
    /// Vanish.
    package var loss = 0.0
    /// Arrive with one bit changed.
    package var corrupt = 0.0
    /// Arrive twice, one latency apart.
    package var duplicate = 0.0
    /// Are overtaken by what is sent up to one latency later.
    package var reorder = 0.0
    /// Are held up for ``hold``, and overtaken by what is sent meanwhile.
    package var delay = 0.0
    /// For how long those are held up.
    package var hold = TimeSpan.milliseconds(500)

    /// A wire that does nothing wrong.
    package init() {}

    /// Whether nothing can go wrong.
    package var isPerfect: Bool { loss == 0 && corrupt == 0 && duplicate == 0 && reorder == 0 && delay == 0 }
}
