import Trace

/// The properties of a connection that decide whether it is closed to make room for a new one.
struct LinkStanding: Hashable {
    /// Whether nothing more will be sent, and the connection only waits for the last octets of the other side.
    let isOver: Bool
    /// Whether the peer has sent anything.
    let hasSpoken: Bool
    /// When the peer last made a step: it connected, completed a flight of the handshake, or completed a request. Octets alone are not a
    /// step, or else a peer that sends an octet now and then would keep its connection for ever.
    let lastStep: Instant
    /// The time from which the connection may be closed.
    let isExpendableFrom: Instant
    /// Whether unread octets may complete a step. Without this, a busy server would close connections that wait for the server itself.
    let mayHaveStepped: Bool

    /// The index of the connection to close first; nil if none may be closed now.
    ///
    /// A connection that is over is closed first. The next is the one whose peer has sent nothing for the longest time: silence costs an
    /// attacker nothing, while an honest client, even one with a long round trip, has sent something. The next is the one whose last
    /// step is the oldest.
    static func first(toGoOf standings: [LinkStanding], at now: Instant) -> Int? {
        let candidates = standings.indices.filter { index in
            standings[index].isExpendableFrom <= now && !standings[index].mayHaveStepped
        }
        return candidates.min { first, second in standings[first].goes(before: standings[second]) }
    }

    private func goes(before other: LinkStanding) -> Bool {
        if isOver != other.isOver { return isOver }
        if hasSpoken != other.hasSpoken { return !hasSpoken }
        return lastStep < other.lastStep
    }
}
