import Trace

/// A listening socket: the connection that stays in LISTEN, and the list of the connections that it has opened.
///
/// The RFC's connection leaves LISTEN with the first SYN. A server continues to listen, so the listening connection is copied for
/// each SYN, and the copy answers it. The host keeps the copies. The listener remembers which of them wait to be accepted, and
/// how many may wait.
public struct Listener: Hashable, Sendable {
    /// The connection that is copied.
    public private(set) var connection: Connection
    /// The largest number of connections that may wait to be accepted, open and half open together.
    public let backlog: Int
    /// The other sides of connections in SYN-RECEIVED, the oldest first.
    public private(set) var halfOpen = SocketQueue()
    /// The other sides of connections that wait to be accepted, the oldest first.
    public private(set) var acceptable = SocketQueue()

    /// When a SYN was last answered by a cookie; nil if no SYN was. Without it no acknowledgment can bring a cookie back.
    private var lastCookie: Instant?
    /// The cookies that have opened a connection already.
    var spent = SpentCookies()

    /// Whether the number of waiting connections, open and half open together, has reached ``backlog``.
    public var isFull: Bool { halfOpen.count + acceptable.count >= backlog }

    /// Whether the number of open connections that wait has reached ``backlog``. SYN cookies open connections while others are half
    /// open. Then no further connection is opened until the user accepts one.
    public var isCrowded: Bool { acceptable.count >= backlog }

    /// Whether the next SYN opens a connection at once, without a cookie.
    public var opensAtOnce: Bool { !isFull && connection.configuration.synCookies?.use != .always }

    /// Whether the connection that `segment` requests may replace `connection`: that one is in TIME-WAIT, and the segment cannot be an
    /// old one (RFC 9293 3.6.1, MAY-2). If so, the host ends it with ``Connection/giveWay(at:)`` and passes it to
    /// ``segmentArrives(_:from:replacing:at:)``.
    public func replaces(_ connection: Connection, by segment: Segment) -> Bool {
        opensAtOnce && connection.givesWay(to: segment)
    }

    /// A listener's reaction to a segment.
    public enum Answer: Hashable, Sendable {
        /// The segment has opened this connection; the host must still perform these actions.
        case opened(Connection, [Connection.Action])
        /// The segment opens no connection. These actions answer it.
        case answered([Connection.Action])
    }

    /// A listener on `local`.
    ///
    /// - Parameter backlog: how many connections may wait to be accepted; a number below 1 is taken for 1.
    public init(local: Socket, backlog: Int, configuration: Connection.Configuration) {
        connection = Connection(local: local, configuration: configuration)
        self.backlog = max(1, backlog)
    }

    /// Begins to listen.
    public mutating func open(at now: Instant) -> [Connection.Action] { connection.handle(.passiveOpen, at: now) }

    /// Stops listening. The host must abort the connections that wait.
    public mutating func close(at now: Instant) -> [Connection.Action] { connection.handle(.close, at: now) }

    /// Turns the Nagle algorithm on or off for future connections.
    public mutating func setNagle(_ isOn: Bool, at now: Instant) { _ = connection.handle(.nagle(isOn), at: now) }

    /// Handles a segment that belongs to no connection of this port.
    ///
    /// - Parameter predecessor: the connection in TIME-WAIT that this segment replaces; nil if there is none.
    public mutating func segmentArrives(
        _ segment: Segment, from source: IPv4Address, replacing predecessor: Connection? = nil, at now: Instant
    ) -> Answer {
        let opens = segment.control.contains(.syn) && segment.control.isDisjoint(with: [.ack, .rst])
        let remote = Socket(source, segment.sourcePort)
        var copy = connection
        var actions: [Connection.Action] = []
        if let cookies = connection.configuration.synCookies {
            if opens, !opensAtOnce, !isCrowded {
                return .answered(answer(segment, from: remote, by: cookies, at: now))
            }
            if mayBringCookie(segment, at: now) {
                guard !isCrowded else { return .answered(traced(.opening(.acceptQueueFull(limit: backlog)))) }
                if let cookie = cookies.cookie(in: segment, from: remote, to: connection.local, at: now) {
                    if spent.spend(cookie, of: remote, first: segment.sequence - 1, at: now) {
                        actions = copy.resume(by: segment, from: source, cookie, at: now)
                        halfOpen.append(remote)
                        return .opened(copy, actions)
                    }
                    actions = traced(.cookie(.spent(cookie)))
                } else {
                    actions = traced(.cookie(.refused(segment.acknowledgment - 1)))
                }
            }
        }
        if opens, isFull { return .answered(traced(.opening(.backlogFull(limit: backlog)))) }
        if opens, let predecessor {
            copy = connection.succeeding(predecessor, from: remote, at: now)
            if connection.configuration.tracing {
                let novelty = predecessor.novelty(of: segment) ?? .number(segment.sequence)
                actions.append(.note(.timeWait(.yields(novelty))))
            }
        }
        copy.handle(.segmentArrives(segment, from: source), at: now, into: &actions)
        guard copy.state != .listen else { return .answered(actions) }
        halfOpen.append(remote)
        connection.countOpening()
        return .opened(copy, actions)
    }

    /// The note as an action; no action without tracing.
    private func traced(_ note: Note) -> [Connection.Action] {
        connection.configuration.tracing ? [.note(note)] : []
    }

    /// Answers a SYN with a cookie, and remembers nothing but the time.
    private mutating func answer(
        _ syn: Segment, from remote: Socket, by cookies: SYNCookies, at now: Instant
    ) -> [Connection.Action] {
        let cookie = cookies.cookie(for: syn, from: remote, to: connection.local, at: now)
        lastCookie = now
        return traced(.cookie(.sent(cookie, announced: syn.maximumSegmentSize)))
            + [.transmit(connection.synAck(answering: syn, cookie))]
    }

    /// Whether a segment may be the third of a handshake whose second segment carried a cookie.
    private func mayBringCookie(_ segment: Segment, at now: Instant) -> Bool {
        guard let lastCookie, now - lastCookie <= SYNCookies.lifetime else { return false }
        return segment.control.contains(.ack) && segment.control.isDisjoint(with: [.syn, .rst])
    }

    /// The connection to `remote` has reached ESTABLISHED: from now on it may be accepted.
    public mutating func established(_ remote: Socket) {
        if halfOpen.removeOldest(remote) { acceptable.append(remote) }
    }

    /// The connection to `remote` has ended before it was open.
    public mutating func forget(_ remote: Socket) { halfOpen.removeAll(remote) }

    /// The newest connection to `remote` that waits to be accepted may no longer be accepted.
    public mutating func withdraw(_ remote: Socket) { acceptable.removeNewest(remote) }

    /// The other side of the connection to be accepted next; nil if no connection waits.
    public mutating func accept() -> Socket? { acceptable.removeFirst() }
}
