import Crypto
import PKI

/// RSA key transport: the client draws the premaster secret and encrypts it to the server (RFC 5246 section 7.4.7.1).
///
/// There is no forward secrecy: the key of the certificate decrypts the secret, and this key is not deleted after the handshake.
public enum RSAKeyExchange {
    /// The length of the premaster secret in octets: two of version, 46 random.
    public static let premasterLength = 48

    /// The server's offer, which is the key in its certificate.
    struct Offer: Hashable, Sendable {
        /// The key.
        let key: RSAPublicKey

        /// The key of the leaf; nil if it is no RSA key. Only a ``VerifiedChain`` makes an offer, so a key that was not judged makes none.
        init?(_ chain: VerifiedChain) {
            guard let key = chain.leafKey.rsa else { return nil }
            self.key = key
        }
    }

    /// The client's answer: a premaster secret that it draws, the padded block with the secret, and the encrypted block.
    ///
    /// - Parameter offeredVersion: the version that the client has *offered*, not the agreed one. With it the server can detect a
    ///   version rollback.
    /// - Throws: ``TLSError/internalFault(_:)`` if the key is too short for 48 octets and their padding.
    static func answer<R: RandomSource>(
        _ offer: Offer, offeredVersion: ProtocolVersion, using random: inout R
    ) throws(TLSError) -> (encrypted: [UInt8], block: [UInt8], premaster: PremasterSecret) {
        let premaster = offeredVersion.octets + random.octets(premasterLength - 2)
        do {
            let block = try PKCS1v15.block(for: premaster, to: offer.key, using: &random)
            return (try PKCS1v15.encrypt(block: block, to: offer.key), block, PremasterSecret(octets: premaster))
        } catch {
            throw .internalFault("encrypting the premaster secret: \(error)")
        }
    }

    /// The premaster secret, which the server decrypts. The server never reveals whether the padding was right.
    ///
    /// Bleichenbacher's attack (1998) only needs a server that reveals whether the padding is right. So a random premaster secret is drawn
    /// *first*, in every case. If the padding is wrong, it replaces the decrypted octets, without a branch. The handshake then fails at
    /// Finished, as with any wrong key.
    public static func conclude<R: RandomSource>(
        _ encrypted: [UInt8], remembering key: RSAPrivateKey, offeredVersion: ProtocolVersion, using random: inout R
    ) -> PremasterSecret {
        let substitute = offeredVersion.octets + random.octets(premasterLength - 2)
        let size = key.publicKey.size
        let decrypted = try? PKCS1v15.encodedMessage(encrypted, with: key, blindedBy: &random)
        // Everyone can see that a ciphertext has a wrong length or is out of range, so this branch reveals no secret.
        let encoded = decrypted ?? [UInt8](repeating: 0, count: size)
        return PremasterSecret(octets: select(encoded, offeredVersion, orElse: substitute))
    }

    /// What a server reveals about the padding of a wrong premaster secret (RFC 5246 section 7.4.7.1).
    package enum PaddingOracle: Hashable, Sendable {
        /// Nothing, as the rule demands.
        case nothing
        /// WRONG: whether the block begins with 00 02.
        case beginning
        /// WRONG: whether the block has the form of RFC 8017 section 7.2.1: 00 02, at least eight octets that are not zero, and a zero.
        case padding

        /// Whether the server refuses a block in a way that the client can see.
        package func refuses(_ block: [UInt8]) -> Bool {
            guard self != .nothing else { return false }
            guard block.starts(with: [0, 2]) else { return true }
            let isPadded = block.dropFirst(2).firstIndex(of: 0).map { $0 >= 10 } ?? false
            return self == .padding && !isPadded
        }
    }

    /// The additional check of a server that breaks the rule. It comes before ``conclude(_:remembering:offeredVersion:using:)``.
    ///
    /// - Throws: ``TLSError/badPremasterSecret``, but never with ``PaddingOracle/nothing``.
    static func check<R: RandomSource>(
        _ encrypted: [UInt8], with key: RSAPrivateKey, oracle: PaddingOracle, using random: inout R
    ) throws(TLSError) {
        guard oracle != .nothing else { return }
        let block = (try? PKCS1v15.encodedMessage(encrypted, with: key, blindedBy: &random)) ?? []
        guard !oracle.refuses(block) else { throw .badPremasterSecret }
    }

    /// The last 48 octets of EM = 00 02 PS 00 M if the form and the version are right, else `substitute`. The work is the same in both cases.
    static func select(_ encoded: [UInt8], _ version: ProtocolVersion, orElse substitute: [UInt8]) -> [UInt8] {
        let separator = encoded.count - premasterLength - 1
        // 00 02, at least eight octets of padding, 00 (RFC 8017 section 7.2.1). Smaller keys cannot carry 48 octets.
        guard separator >= 10 else { return substitute }
        var wrong = encoded[0] | (encoded[1] ^ 2) | encoded[separator]
        for octet in encoded[2..<separator] { wrong |= isZero(octet) }
        let message = encoded[(separator + 1)...]
        for (octet, expected) in zip(message, version.octets) { wrong |= octet ^ expected }
        let keep = isZero(wrong)
        return zip(message, substitute).map { octet, other in (octet & keep) | (other & ~keep) }
    }

    /// 0xff for zero, 0x00 for anything else, without a branch.
    private static func isZero(_ octet: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt16(octet) &- 1) >> 8)
    }
}
