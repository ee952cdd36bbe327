import Crypto

/// Proof that a chain was judged and found good: its holder need not ask again.
///
/// There are two ways to come by one. An ``Evaluator`` mints it for a chain that passed every check, and
/// ``acceptedWithoutAnyCheck(_:)`` mints it for any chain at all, as apps do that switch certificate checks off. A client
/// that encrypts to `leafKey` or verifies signatures with it has to show where it got it from.
public struct VerifiedChain: Sendable, Hashable {
    /// The key in the first certificate.
    public let leafKey: PublicKey
    /// The name that the chain was verified for; nil for a client's chain, and if it was accepted without any check.
    public let hostName: String?
    /// Whether the chain was accepted without any check.
    public let isUnverified: Bool
    /// Whether the key may sign handshakes (DHE_RSA, ECDHE_RSA): keyUsage lists digitalSignature or is not there.
    public let allowsSignatures: Bool
    /// Whether the key may be encrypted to (RSA key transport): keyUsage lists keyEncipherment or is not there.
    public let allowsKeyEncipherment: Bool
    /// Certificates from the leaf to the trust anchor in DER; what was sent, if it was accepted without any check.
    public let path: [[UInt8]]

    /// Only an evaluator calls this.
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

    /// Accepts any chain of the other side, like a client that encrypts to every server.
    ///
    /// All data after this is still encrypted and protected, but the identity of the other side is not proved.
    /// - Throws: ``TrustError`` if no key of a known kind can be found in the first certificate, without which there is
    ///   nothing to go on with.
    public static func acceptedWithoutAnyCheck(_ chain: [[UInt8]]) throws(TrustError) -> VerifiedChain {
        guard let leaf = chain.first else { throw .emptyChain }
        return VerifiedChain(unverified: chain, leafKey: try CertificateStructure(leaf).certifiedKey())
    }
}
