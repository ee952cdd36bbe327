/// A server's memory of its sessions by name (RFC 5246 section F.1.4).
///
/// A value: each connection is given the cache as it was when the connection was accepted, and the driver of the
/// connections puts in what they yield and takes out what they spoil.
public struct SessionCache: Hashable, Sendable {
    /// How many sessions are kept; the oldest gives way to a new one.
    public let capacity: Int
    /// How long a session may be resumed, in seconds.
    public let lifetime: Int64
    /// The sessions, oldest first.
    public private(set) var sessions: [ResumableSession] = []

    /// An empty cache.
    public init(capacity: Int = 1024, lifetime: Int64 = 7200) {
        self.capacity = max(0, capacity)
        self.lifetime = lifetime
    }

    /// Keeps a session under its name; one without a name cannot be found again and is not kept.
    public mutating func insert(_ session: ResumableSession) {
        guard !session.sessionID.isEmpty, capacity > 0 else { return }
        remove(session.sessionID)
        if sessions.count >= capacity { sessions.removeFirst(sessions.count - capacity + 1) }
        sessions.append(session)
    }

    /// Forgets a session: after a fatal alert its name may not be good for anything any more (RFC 5246 section 7.2.2).
    public mutating func remove(_ sessionID: [UInt8]) {
        sessions.removeAll { $0.sessionID == sessionID }
    }

    /// The session of that name, if there is one and it is fresh at `now` (seconds since 1970).
    public func session(named sessionID: [UInt8], at now: Int64) -> ResumableSession? {
        sessions.first { $0.sessionID == sessionID && $0.isFresh(at: now, lifetime: lifetime) }
    }
}
