/// A server's store of sessions, by session ID (RFC 5246 section F.1.4).
///
/// It is a value: each connection gets a copy of the cache when it is accepted. The driver of the connections inserts their new
/// sessions, and removes the sessions whose connections have ended with a fatal alert.
public struct SessionCache: Hashable, Sendable {
    /// How many sessions are kept. When the cache is full, a new session replaces the oldest one.
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

    /// Inserts a session under its ID. A session without an ID could not be found again and is not inserted.
    public mutating func insert(_ session: ResumableSession) {
        guard !session.sessionID.isEmpty, capacity > 0 else { return }
        remove(session.sessionID)
        if sessions.count >= capacity { sessions.removeFirst(sessions.count - capacity + 1) }
        sessions.append(session)
    }

    /// Removes a session. This is necessary after a fatal alert (RFC 5246 section 7.2.2).
    public mutating func remove(_ sessionID: [UInt8]) {
        sessions.removeAll { $0.sessionID == sessionID }
    }

    /// The session with this ID; nil if there is none, or if it is not fresh at `now` (seconds since 1970).
    public func session(named sessionID: [UInt8], at now: Int64) -> ResumableSession? {
        sessions.first { $0.sessionID == sessionID && $0.isFresh(at: now, lifetime: lifetime) }
    }
}
