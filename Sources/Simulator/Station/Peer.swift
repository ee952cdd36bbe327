import Trace

/// One of the two ends of a scripted or explored connection, as the figures of RFC 9293 name them.
package enum Peer: Hashable, Sendable, CaseIterable {
    /// TCP Peer A, drawn on the left. In the explorer it opens actively.
    case a
    /// TCP Peer B, drawn on the right. In the explorer it listens.
    case b

    /// The other end.
    package var other: Peer { self == .a ? .b : .a }

    /// Its letter: "A".
    var letter: String { self == .a ? "A" : "B" }

    /// The name that the RFC gives it: "TCP Peer A".
    var name: String { "TCP Peer \(letter)" }

    /// Its name in a journal.
    var principal: Principal { self == .a ? .client : .server }
}
