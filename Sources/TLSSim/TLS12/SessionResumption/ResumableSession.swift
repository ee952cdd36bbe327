import Crypto
import Trace

/// The stored state of a session, with which a later connection can be secured without a key exchange (RFC 5246 section 7.3, figure 2).
///
/// Both sides store one. It contains the master secret, so a party that reads it can decrypt every connection of the session.
///
/// It does not contain what each connection agrees on again: the application protocol (RFC 7301 section 3.1) and the order of encryption
/// and MAC (RFC 7366).
public struct ResumableSession: Hashable, Sendable {
    /// The session ID, up to 32 octets; empty if the server gave only a ticket.
    public var sessionID: [UInt8] = []
    /// The ticket that the client keeps for the server; nil if there is none, and always nil on the server's side.
    public var ticket: [UInt8]?
    /// How long the server intends to accept the ticket, in seconds; 0 if it does not say (RFC 5077 section 5.6).
    public var ticketLifetime: UInt32 = 0
    /// When the server gave the ticket or the session ID, in seconds since 1970.
    public var issued: Int64
    /// When the master secret was made, in seconds since 1970. A renewed ticket does not make the secret younger.
    public let created: Int64
    /// The master secret, 48 octets, from which the keys of every connection of the session are derived.
    public let masterSecret: [UInt8]
    /// The session's suite; a resumption may not change it.
    public let suite: CipherSuite
    /// Whether the master secret is an extended master secret (RFC 7627).
    public let extendedMasterSecret: Bool
    /// The host that the client asked for; nil if it named none.
    public let serverName: String?
    /// The agreed limit for fragments, which is valid for all connections of the session (RFC 6066 section 4); nil if there is none.
    public let maximumFragment: MaximumFragment?
    /// The identity of the peer, from the handshake that made the session.
    public let peer: PeerIdentity

    /// How long a master secret may be used, in seconds: a day, as RFC 5246 section F.1.4 suggests.
    public static let longestLife: Int64 = 86_400

    /// Whether the session may still be resumed at `now` (seconds since 1970). `lifetime` is the lifetime of session IDs or tickets, in
    /// seconds.
    ///
    /// A session from the future is not fresh. Otherwise a clock that was set back would extend the lifetime.
    public func isFresh(at now: Int64, lifetime: Int64) -> Bool {
        // The numbers may come from a file, so the sums are checked for overflow.
        let (issuedEnd, issuedOverflow) = issued.addingReportingOverflow(max(0, min(lifetime, Self.longestLife)))
        let (createdEnd, createdOverflow) = created.addingReportingOverflow(Self.longestLife)
        guard !issuedOverflow, !createdOverflow, created <= issued else { return false }
        return issued <= now && now < issuedEnd && now < createdEnd
    }
}
