import Crypto
import PKI

/// RSA key transport: the client draws the premaster secret and encrypts it to the server (RFC 5246 section 7.4.7.1).
///
/// No forward secrecy: the key that decrypts is the key in the certificate, and it stays.
public enum RSAKeyExchange {
    /// Octets of the premaster secret: two of version, 46 random.
    public static let premasterLength = 48

    /// The key in the certificate is the offer.
    struct Offer: Hashable, Sendable {
        /// The key.
        let key: RSAPublicKey

        /// The key of a chain that was judged; nil where it is of another kind. A key that was not judged makes no offer.
        init?(_ chain: VerifiedChain) {
            guard let key = chain.leafKey.rsa else { return nil }
            self.key = key
        }
    }

    /// The client's move: a premaster secret that it draws, the padded block around it, and the same encrypted.
    ///
    /// - Parameter offeredVersion: the version that the client *offered*, not the one agreed: it lets the server notice a
    ///   rollback.
    /// - Throws: ``TLSError/internalFault(_:)``, if the key is too short for 48 octets and their padding.
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

    /// The server's conclusion: decrypts, and never says whether that went well.
    ///
    /// Bleichenbacher's attack (1998) needs only a server that tells good padding from bad. So a random premaster secret is
    /// drawn *first*, in every case, and takes the place of a bad one without a branch; the handshake then fails where every
    /// wrong key fails, at Finished.
    public static func conclude<R: RandomSource>(
        _ encrypted: [UInt8], remembering key: RSAPrivateKey, offeredVersion: ProtocolVersion, using random: inout R
    ) -> PremasterSecret {
        let substitute = offeredVersion.octets + random.octets(premasterLength - 2)
        let size = key.publicKey.size
        let decrypted = try? PKCS1v15.encodedMessage(encrypted, with: key, blindedBy: &random)
        // A ciphertext of the wrong length or out of range is visible to everyone: no secret is betrayed by this branch.
        let encoded = decrypted ?? [UInt8](repeating: 0, count: size)
        return PremasterSecret(octets: select(encoded, offeredVersion, orElse: substitute))
    }

    /// What a server lets slip of a premaster secret that is not well formed.
    package enum Tell: Hashable, Sendable {
        /// Nothing: the rule.
        case nothing
        /// WRONG: whether its block begins with 00 02.
        case beginning
        /// WRONG: whether its block is a block of RFC 8017 section 7.2.1: 00 02, eight octets or more that are not zero, and a zero.
        case padding

        /// Whether a block is refused aloud.
        package func refuses(_ block: [UInt8]) -> Bool {
            guard self != .nothing else { return false }
            guard block.starts(with: [0, 2]) else { return true }
            let isPadded = block.dropFirst(2).firstIndex(of: 0).map { $0 >= 10 } ?? false
            return self == .padding && !isPadded
        }
    }

    /// What a server does that breaks the rule, before it goes on as the others do.
    ///
    /// - Throws: ``TLSError/badPremasterSecret``, never with ``Tell/nothing``.
    static func check<R: RandomSource>(
        _ encrypted: [UInt8], with key: RSAPrivateKey, telling tell: Tell, using random: inout R
    ) throws(TLSError) {
        guard tell != .nothing else { return }
        let block = (try? PKCS1v15.encodedMessage(encrypted, with: key, blindedBy: &random)) ?? []
        guard !tell.refuses(block) else { throw .badPremasterSecret }
    }

    /// The last 48 octets of EM = 00 02 PS 00 M if everything about EM is right, else `substitute`; same work either way.
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
