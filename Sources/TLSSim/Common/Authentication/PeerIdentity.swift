import PKI

/// The identity of the peer, as a completed handshake has established it.
public enum PeerIdentity: Hashable, Sendable {
    /// The peer showed no certificate.
    case anonymous
    /// The peer showed a chain that a judge accepted, and has proved that it owns the key of the leaf.
    case judged(JudgedCertificates)
    /// The peer showed a chain that was accepted without any check. The certificates (DER, leaf first) prove nothing.
    case unjudged([[UInt8]])

    /// The peer whose chain a judge has accepted, or a chain that was accepted without any check.
    init(_ chain: VerifiedChain) {
        self = chain.isUnverified ? .unjudged(chain.path) : .judged(JudgedCertificates(judged: chain.path))
    }

    /// The peer of an earlier handshake, restored from a session that this side has kept, or from a ticket that it has sealed itself. No
    /// judgment is made again; the caller is responsible for `wasJudged`.
    ///
    /// - Parameters:
    ///   - chain: the certificates, leaf first; empty for a peer that showed none.
    ///   - wasJudged: whether a judge accepted the chain then, as it is written down in the session or the ticket.
    init(restoring chain: [[UInt8]], wasJudged: Bool) {
        if chain.isEmpty {
            self = .anonymous
        } else {
            self = wasJudged ? .judged(JudgedCertificates(judged: chain)) : .unjudged(chain)
        }
    }

    /// Whether the peer is no chain that was accepted without a check. A session and a ticket store this flag.
    var isJudgedOrAnonymous: Bool {
        if case .unjudged = self { false } else { true }
    }

    /// The peer's certificates (DER, leaf first); empty if it showed none.
    public var chain: [[UInt8]] {
        switch self {
        case .anonymous: []
        case .judged(let certificates): certificates.path
        case .unjudged(let certificates): certificates
        }
    }
}

/// Certificates that a judge has accepted. Only ``PeerIdentity`` makes them: from a judged chain, or from a stored session.
public struct JudgedCertificates: Hashable, Sendable {
    /// From the leaf to the trust anchor, in DER.
    public let path: [[UInt8]]

    fileprivate init(judged path: [[UInt8]]) {
        self.path = path
    }
}
