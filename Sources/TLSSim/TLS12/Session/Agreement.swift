import Crypto
import PKI

/// What the two hellos have settled.
struct Negotiated: Hashable, Sendable {
    let suite: CipherSuite
    let clientRandom: [UInt8]
    let serverRandom: [UInt8]
    let offeredVersion: ProtocolVersion
    let extendedMasterSecret: Bool
    let encryptThenMAC: Bool
    /// The host that the client asked for; nil if it named none.
    let serverName: String?
    let applicationProtocol: String?
    let maximumFragment: MaximumFragment?
    /// The session ID in the ServerHello; empty if there is none.
    let sessionID: [UInt8]
    /// Whether the server has promised a NewSessionTicket (RFC 5077 section 3.2).
    let ticketIsDue: Bool
    /// Whether a CertificateStatus may follow the server's Certificate (RFC 6066 section 8).
    var stapling = false
    /// The compression method. Outside the museum it is always 0.
    var compression: UInt8 = 0

    /// The keys of a full handshake. `transcript` contains the messages up to ClientKeyExchange.
    func schedule(from premaster: PremasterSecret, after transcript: Transcript) -> KeySchedule {
        KeySchedule(
            premasterSecret: premaster.octets, clientRandom: clientRandom, serverRandom: serverRandom, suite: suite,
            sessionHash: extendedMasterSecret ? transcript.digest(by: suite.hash) : nil,
            encryptThenMAC: encryptThenMAC)
    }

    /// The keys of a handshake that resumes a session with this master secret.
    func schedule(resuming masterSecret: [UInt8]) -> KeySchedule {
        KeySchedule(
            resuming: masterSecret, clientRandom: clientRandom, serverRandom: serverRandom, suite: suite,
            encryptThenMAC: encryptThenMAC)
    }
}

/// Everything that a handshake has agreed: the contents of the hellos, the keys, and the peer's identity. It is used when the handshake
/// is complete.
struct Agreement: Hashable, Sendable {
    let negotiated: Negotiated
    let schedule: KeySchedule
    /// The name of the group of the key exchange; nil if there was none.
    var group: String?
    /// The identity of the peer.
    var peer: PeerIdentity
    /// The old session if this handshake resumes one; nil in a full handshake.
    var resumed: ResumableSession?
    /// The ticket that the client has received in this handshake; nil if there was none.
    var ticket: NewSessionTicket?

    var suite: CipherSuite { negotiated.suite }

    /// The protection of a recording of the connection against later attacks.
    var secrecy: HandshakeNote.Secrecy {
        guard suite.keyExchange.isForwardSecret else { return .none }
        if let group, FiniteFieldGroup.named(group)?.isToy == true { return .toyGroup(group) }
        return .forward
    }

    /// The public parameters of the connection.
    var parameters: SecurityParameters {
        SecurityParameters(
            version: .tls12, suite: RegisteredSuite(suite.codePoint), group: group,
            applicationProtocol: negotiated.applicationProtocol,
            isResumed: resumed != nil, extendedMasterSecret: negotiated.extendedMasterSecret,
            encryptThenMAC: negotiated.encryptThenMAC, maximumFragment: negotiated.maximumFragment,
            serverName: negotiated.serverName, peer: peer)
    }

    /// The session to store for later connections. `now` is the time in seconds since 1970.
    func session(at now: Int64) -> ResumableSession {
        ResumableSession(
            sessionID: negotiated.sessionID, ticket: ticket.flatMap { $0.ticket.isEmpty ? nil : $0.ticket },
            ticketLifetime: ticket?.lifetimeHint ?? 0, issued: now, created: resumed?.created ?? now,
            masterSecret: schedule.masterSecret, suite: suite,
            extendedMasterSecret: negotiated.extendedMasterSecret, serverName: negotiated.serverName,
            maximumFragment: negotiated.maximumFragment, peer: peer)
    }
}

extension ClientHello {
    /// The host that the client asks for; nil if it names none.
    public var serverName: String? {
        for case .serverName(let name) in extensions { return name }
        return nil
    }

    /// The ticket in the hello; empty if the client only asks for one; nil if the hello does not have the extension.
    var sessionTicket: [UInt8]? {
        for case .sessionTicket(let ticket) in extensions { return ticket }
        return nil
    }

    /// The code of the limit for fragments that the client asks for; nil if it asks for none.
    var maximumFragmentCode: UInt8? {
        for case .maxFragmentLength(let code) in extensions { return code }
        return nil
    }

    /// The application protocols that the client offers, preferred first; nil if it offers none.
    var applicationProtocols: [[UInt8]]? {
        for case .applicationProtocols(let names) in extensions { return names }
        return nil
    }
}
