import Crypto
import PKI

/// What the two hellos settled.
struct Negotiated: Hashable, Sendable {
    let suite: CipherSuite
    let clientRandom: [UInt8]
    let serverRandom: [UInt8]
    let offeredVersion: ProtocolVersion
    let extendedMasterSecret: Bool
    let encryptThenMAC: Bool
    /// The host the client asked for.
    let serverName: String?
    let applicationProtocol: String?
    let maximumFragment: MaximumFragment?
    /// The name the server gave the session; empty for none.
    let sessionID: [UInt8]
    /// Whether the server has promised a NewSessionTicket (RFC 5077 section 3.2).
    let ticketIsDue: Bool
    /// Whether a CertificateStatus may follow the server's Certificate (RFC 6066 section 8).
    var stapling = false
    /// The compression method: 0 but in the museum.
    var compression: UInt8 = 0
}

/// Everything that a handshake agrees on and that is needed once it is proved: the hellos, the keys, and the peer's identity.
struct Agreement: Hashable, Sendable {
    let negotiated: Negotiated
    let schedule: KeySchedule
    /// The group of the key exchange, if there was one.
    var group: String?
    /// The peer, with the proof of what is known of it.
    var peer: PeerIdentity
    /// The session that goes on, if this is no new one.
    var resumed: ResumableSession?
    /// The ticket that the server gave.
    var ticket: NewSessionTicket?

    var suite: CipherSuite { negotiated.suite }

    /// What protects a recording of the connection later.
    var secrecy: HandshakeNote.Secrecy {
        guard suite.keyExchange.isForwardSecret else { return .none }
        if let group, FiniteFieldGroup.named(group)?.isToy == true { return .toyGroup(group) }
        return .forward
    }

    /// What may be told of it.
    var parameters: SecurityParameters {
        SecurityParameters(
            version: .tls12, suite: RegisteredSuite(suite.codePoint), group: group,
            applicationProtocol: negotiated.applicationProtocol,
            isResumed: resumed != nil, extendedMasterSecret: negotiated.extendedMasterSecret,
            encryptThenMAC: negotiated.encryptThenMAC, maximumFragment: negotiated.maximumFragment,
            serverName: negotiated.serverName, peer: peer)
    }

    /// What is to be remembered for later connections, as it stands at `now`.
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
    /// The host that is asked for; nil if none is.
    public var serverName: String? {
        for case .serverName(let name) in extensions { return name }
        return nil
    }

    /// The ticket that is presented, empty if one is only wished for; nil if tickets are not spoken of.
    var sessionTicket: [UInt8]? {
        for case .sessionTicket(let ticket) in extensions { return ticket }
        return nil
    }

    /// The limit for fragments that is asked for.
    var maximumFragmentCode: UInt8? {
        for case .maxFragmentLength(let code) in extensions { return code }
        return nil
    }

    /// The protocols to speak inside, preferred first.
    var applicationProtocols: [[UInt8]]? {
        for case .applicationProtocols(let names) in extensions { return names }
        return nil
    }
}
