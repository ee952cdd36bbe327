import Crypto
import Trace

/// What is left of a session when its connection is over: enough to secure another one without a key exchange (RFC 5246
/// section 7.3, figure 2).
///
/// Both sides keep one. It holds the master secret: a reader of it can read every connection of the session.
///
/// Some things are not in it, since each connection agrees on them anew: the application protocol (RFC 7301 section 3.1)
/// and the order of encryption and MAC (RFC 7366).
public struct ResumableSession: Hashable, Sendable {
    /// The name the server gave the session, up to 32 octets; empty if it gave only a ticket.
    public var sessionID: [UInt8]
    /// The server's sealed memory of the session, which the client keeps for it; nil where there is none, and always on the
    /// server's side.
    public var ticket: [UInt8]?
    /// How long the server means to accept the ticket, in seconds; 0 says nothing (RFC 5077 section 5.6).
    public var ticketLifetime: UInt32
    /// When the ticket, or the name, was given out, in seconds since 1970.
    public var issued: Int64
    /// When the master secret was made, in seconds since 1970. A renewed ticket does not make the secret younger.
    public let created: Int64
    /// 48 octets from which the keys of every connection of the session are made.
    public let masterSecret: [UInt8]
    /// The session's suite; a resumption may not change it.
    public let suite: CipherSuite
    /// Whether the master secret is bound to the handshake that made it (RFC 7627).
    public let extendedMasterSecret: Bool
    /// The host the client asked for; nil if it named none.
    public let serverName: String?
    /// The longest fragment agreed; it stays for all the session's connections (RFC 6066 section 4).
    public let maximumFragment: MaximumFragment?
    /// The peer as the handshake that made the session came to know it.
    public let peer: PeerIdentity

    /// A session of these parts.
    public init(
        sessionID: [UInt8] = [], ticket: [UInt8]? = nil, ticketLifetime: UInt32 = 0, issued: Int64, created: Int64,
        masterSecret: [UInt8], suite: CipherSuite, extendedMasterSecret: Bool, serverName: String?,
        maximumFragment: MaximumFragment? = nil, peer: PeerIdentity = .anonymous
    ) {
        self.sessionID = sessionID
        self.ticket = ticket
        self.ticketLifetime = ticketLifetime
        self.issued = issued
        self.created = created
        self.masterSecret = masterSecret
        self.suite = suite
        self.extendedMasterSecret = extendedMasterSecret
        self.serverName = serverName
        self.maximumFragment = maximumFragment
        self.peer = peer
    }

    /// How long a master secret may live, in seconds: a day, as RFC 5246 section F.1.4 suggests.
    public static let longestLife: Int64 = 86_400

    /// Whether it may still be resumed at `now` (seconds since 1970), given how long names or tickets are good for.
    ///
    /// A moment before its making does not count as fresh: a clock that was set back is no reason to trust it longer.
    public func isFresh(at now: Int64, lifetime: Int64) -> Bool {
        // Ages are compared without subtracting: the numbers may come from a file.
        let (issuedEnd, issuedOverflow) = issued.addingReportingOverflow(max(0, min(lifetime, Self.longestLife)))
        let (createdEnd, createdOverflow) = created.addingReportingOverflow(Self.longestLife)
        guard !issuedOverflow, !createdOverflow, created <= issued else { return false }
        return issued <= now && now < issuedEnd && now < createdEnd
    }
}
