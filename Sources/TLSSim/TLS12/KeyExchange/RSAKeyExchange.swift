import Crypto
import PKI
import Trace

/// RSA key transport: the client draws the premaster secret and encrypts it to the server (RFC 5246 section 7.4.7.1).
///
/// No forward secrecy: the key that decrypts is the key in the certificate, and it stays.
public enum RSAKeyExchange: KeyExchange {
    /// Octets of the premaster secret: two of version, 46 random.
    public static let premasterLength = 48

    /// The certificate's own key is the offer.
    public struct Offer: Hashable, Sendable {}

    /// The long-term private key: this is what the missing forward secrecy consists of.
    public typealias Memory = RSAPrivateKey

    public static func offer<R: RandomSource>(
        _ terms: ServerTerms, using random: inout R
    ) throws(TLSError) -> (message: ServerKeyExchange?, memory: RSAPrivateKey) {
        guard let key = terms.identity.privateKey.rsa else {
            throw .internalFault("RSA key transport without an RSA key")
        }
        return (nil, key)
    }

    public static func answer<R: RandomSource>(
        _ offer: Offer, to peer: VerifiedChain, offeredVersion: ProtocolVersion, using random: inout R
    ) throws(TLSError) -> KeyExchangeAnswer {
        // The version is the one *offered*, not the one agreed: it lets the server notice a rollback.
        guard let key = peer.leafKey.rsa else { throw .wrongKeyForSuite }
        let premaster = offeredVersion.octets + random.octets(premasterLength - 2)
        do {
            let encrypted = try PKCS1v15.encrypt(premaster, to: key, using: &random)
            return KeyExchangeAnswer(
                message: .encryptedPremasterSecret(encrypted), premaster: PremasterSecret(octets: premaster),
                ephemeral: nil)
        } catch {
            throw .internalFault("encrypting the premaster secret: \(error)")
        }
    }

    /// Decrypts, and never says whether that went well.
    ///
    /// Bleichenbacher's attack (1998) needs only a server that tells good padding from bad. So a random premaster secret is
    /// drawn *first*, in every case, and takes the place of a bad one without a branch; the handshake then fails where every
    /// wrong key fails, at Finished.
    public static func conclude<R: RandomSource>(
        _ answer: ClientKeyExchange, remembering memory: RSAPrivateKey, offeredVersion: ProtocolVersion,
        using random: inout R
    ) throws(TLSError) -> PremasterSecret {
        guard case .encryptedPremasterSecret(let encrypted) = answer else {
            throw .internalFault("another answer than an encrypted secret to an RSA key exchange")
        }
        let substitute = offeredVersion.octets + random.octets(premasterLength - 2)
        let size = memory.publicKey.size
        let decrypted = try? PKCS1v15.encodedMessage(encrypted, with: memory, blindedBy: &random)
        // A ciphertext of the wrong length or out of range is visible to everyone: no secret is betrayed by this branch.
        let encoded = decrypted ?? [UInt8](repeating: 0, count: size)
        return PremasterSecret(octets: select(encoded, offeredVersion, orElse: substitute))
    }

    /// The last 48 octets of EM = 00 02 PS 00 M if everything about EM is right, else `substitute`; same work either way.
    static func select(_ encoded: [UInt8], _ version: ProtocolVersion, orElse substitute: [UInt8]) -> [UInt8] {
        let separator = encoded.count - premasterLength - 1
        // 00 02, at least eight octets of padding, 00 (RFC 8017 section 7.2.1). Smaller keys can't carry 48 octets.
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
