import Crypto

/// Proof that a chain was accepted.
///
/// A value can be made in two ways only. An ``Evaluator`` makes one for a chain that passed every check.
/// ``acceptedWithoutAnyCheck(_:)`` makes one for any chain, like apps that switch certificate checks off. So a client that uses
/// `leafKey` has either judged the chain or left the checks out on purpose.
public struct VerifiedChain: Sendable, Hashable {
    /// The key in the leaf.
    public let leafKey: PublicKey
    /// The host name for which the chain was verified. Nil for a question without a host name, and for a chain that was accepted
    /// without any check.
    public let hostName: String?
    /// Whether the chain was accepted without any check.
    public let isUnverified: Bool
    /// Whether the key may sign handshakes: keyUsage lists digitalSignature, or the leaf has no keyUsage (RFC 5246 section 7.4.2).
    public let allowsSignatures: Bool
    /// Whether a premaster secret may be encrypted with the key (RSA key transport): keyUsage lists keyEncipherment, or the leaf
    /// has no keyUsage (RFC 5246 section 7.4.2).
    public let allowsKeyEncipherment: Bool
    /// The certificates from the leaf to the trust anchor in DER. For a chain that was accepted without any check: the chain as
    /// it was sent.
    public let path: [[UInt8]]

    /// The proof of a path that passed every check. Only ``Evaluator`` may call this.
    init(
        verified path: [[UInt8]], leafKey: PublicKey, hostName: String?, allowsSignatures: Bool,
        allowsKeyEncipherment: Bool
    ) {
        self.path = path
        self.leafKey = leafKey
        self.hostName = hostName
        isUnverified = false
        self.allowsSignatures = allowsSignatures
        self.allowsKeyEncipherment = allowsKeyEncipherment
    }

    private init(unverified chain: [[UInt8]], leafKey: PublicKey) {
        path = chain
        self.leafKey = leafKey
        hostName = nil
        isUnverified = true
        allowsSignatures = true
        allowsKeyEncipherment = true
    }

    /// Accepts any chain, like a client that talks to every server.
    ///
    /// The data that follows is still encrypted and protected, but the identity of the other side is not proved.
    /// - Throws: ``TrustError`` if the first certificate has no key of a kind that is known here, because a handshake needs one.
    public static func acceptedWithoutAnyCheck(_ chain: [[UInt8]]) throws(TrustError) -> VerifiedChain {
        guard let leaf = chain.first else { throw .emptyChain }
        return VerifiedChain(unverified: chain, leafKey: try CertificateStructure(leaf).certifiedKey())
    }
}
