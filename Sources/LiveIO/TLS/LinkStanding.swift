import Trace

/// What counts when a connection has to go because others wait for room.
struct LinkStanding: Hashable {
    /// Whether all is said: it only waits for the other side's last octets.
    let isOver: Bool
    /// Whether the peer has sent anything.
    let hasSpoken: Bool
    /// When the peer last brought it a step forward: the connection itself, a flight of the handshake, a whole request. Octets alone do not,
    /// or a peer that sends one now and then would keep its place for good.
    let lastStep: Instant
    /// From when on it may be given up.
    let isExpendableFrom: Instant
    /// Whether octets that are not read yet may be the rest of a step: a busy server would otherwise give up those that wait for it.
    let mayHaveStepped: Bool

    /// Which one goes first; nil where all of them may stay for now. One that is over goes before all others. Then goes who has said nothing
    /// at all, since the longest time: silence costs its peer nothing, and a client with a long round trip is not it. Then goes who has not
    /// made a step for the longest time.
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
