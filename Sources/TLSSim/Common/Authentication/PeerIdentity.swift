import PKI

/// What a completed handshake knows of the peer.
public enum PeerIdentity: Hashable, Sendable {
    /// The peer showed no certificate.
    case anonymous
    /// The peer showed a chain that was judged and found good, and has proved that the leaf's key is its own.
    case judged(JudgedCertificates)
    /// The peer showed a chain that was accepted without any check: certificates (DER, leaf first) that prove nothing.
    case unjudged([[UInt8]])

    /// The peer whose chain a judge let pass.
    init(_ chain: VerifiedChain) {
        self = chain.isUnverified ? .unjudged(chain.path) : .judged(JudgedCertificates(judged: chain.path))
    }

    /// The peer of an earlier handshake, as this side has remembered it: in a session that it kept, or in a ticket that it
    /// sealed itself. No judgment is made again; the caller vouches that one was made.
    ///
    /// - Parameters:
    ///   - chain: the certificates, leaf first; empty for a peer that showed none.
    ///   - wasJudged: what was remembered of the judgment.
    init(restoring chain: [[UInt8]], wasJudged: Bool) {
        if chain.isEmpty {
            self = .anonymous
        } else {
            self = wasJudged ? .judged(JudgedCertificates(judged: chain)) : .unjudged(chain)
        }
    }

    /// Whether nothing was accepted unseen: what a session writes down to be restored.
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

/// Certificates that were judged and found good. Only a judgment makes them, or the memory of one.
public struct JudgedCertificates: Hashable, Sendable {
    /// From the leaf to the trust anchor, in DER.
    public let path: [[UInt8]]

    fileprivate init(judged path: [[UInt8]]) {
        self.path = path
    }
}
