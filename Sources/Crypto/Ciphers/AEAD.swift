internal import CryptoExtras
internal import SwiftCrypto

/// Encryption that also protects against changes: AES in Galois/Counter Mode (NIST SP 800-38D), the AEAD of TLS's GCM suites
/// (RFC 5288).
///
/// The nonce is an argument here. It need not be secret. But if one nonce is used twice with one key, an observer learns the
/// XOR of the two messages *and* the authentication key, which is enough to forge any message.
public enum AESGCM {
    /// The length of the authentication tag in octets.
    public static let tagLength = 16
    /// The length of the nonce in octets.
    public static let nonceLength = 12

    /// Encrypts and authenticates.
    ///
    /// - Parameters:
    ///   - key: 16 octets for AES-128, 24 for AES-192 (which TLS does not use), 32 for AES-256.
    ///   - nonce: 12 octets, never used before with this key.
    ///   - aad: the additional authenticated data, which is protected but not encrypted.
    /// - Returns: the ciphertext, as long as the plaintext, followed by the tag.
    /// - Throws: ``AEADError/wrongKeyLength(_:)``, ``AEADError/wrongNonceLength(_:)``, ``AEADError/sealingFailed``.
    public static func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]
    ) throws(AEADError) -> [UInt8] {
        let (key, nonce) = try parameters(key: key, nonce: nonce)
        guard let box = try? AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: aad),
            let combined = box.combined
        else { throw .sealingFailed }
        return Array(combined.dropFirst(nonceLength))
    }

    /// Checks the tag, and decrypts only if it is right.
    ///
    /// - Parameter sealed: the ciphertext followed by the tag.
    /// - Throws: ``AEADError/authenticationFailed`` if the key, the nonce, the additional data, the ciphertext or the tag
    ///   differs from that of the sealed message; ``AEADError/tooShort(_:)``; ``AEADError/wrongKeyLength(_:)``;
    ///   ``AEADError/wrongNonceLength(_:)``.
    public static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]
    ) throws(AEADError) -> [UInt8] {
        let (libraryKey, _) = try parameters(key: key, nonce: nonce)
        guard sealed.count >= tagLength else { throw .tooShort(sealed.count) }
        // The library takes nonce, ciphertext and tag as one string.
        guard let box = try? AES.GCM.SealedBox(combined: nonce + sealed),
            let plaintext = try? AES.GCM.open(box, using: libraryKey, authenticating: aad)
        else { throw .authenticationFailed }
        return Array(plaintext)
    }

    private static func parameters(
        key: [UInt8], nonce: [UInt8]
    ) throws(AEADError) -> (SymmetricKey, AES.GCM.Nonce) {
        guard [16, 24, 32].contains(key.count) else { throw .wrongKeyLength(key.count) }
        // For nonces of other lengths GCM has a second construction, which TLS does not use. See ``GaloisCounterMode``.
        guard nonce.count == nonceLength, let nonce = try? AES.GCM.Nonce(data: nonce) else {
            throw .wrongNonceLength(nonce.count)
        }
        return (SymmetricKey(data: key), nonce)
    }
}

/// ChaCha20 and Poly1305 (RFC 8439 section 2.8), the AEAD of the suites of RFC 7905 in TLS 1.2. It is designed for
/// processors without instructions for AES. It is fast there, and it needs no tables that are read at addresses that depend
/// on the key.
public enum ChaCha20Poly1305 {
    /// The length of the key in octets.
    public static let keyLength = 32
    /// The length of the authentication tag in octets.
    public static let tagLength = 16
    /// The length of the nonce in octets.
    public static let nonceLength = 12

    /// Encrypts and authenticates.
    ///
    /// - Parameters:
    ///   - key: 32 octets.
    ///   - nonce: 12 octets, never used before with this key.
    ///   - aad: the additional authenticated data, which is protected but not encrypted.
    /// - Returns: the ciphertext, as long as the plaintext, followed by the tag.
    /// - Throws: ``AEADError/wrongKeyLength(_:)``, ``AEADError/wrongNonceLength(_:)``, ``AEADError/sealingFailed``.
    public static func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]
    ) throws(AEADError) -> [UInt8] {
        let (key, nonce) = try parameters(key: key, nonce: nonce)
        guard let box = try? ChaChaPoly.seal(plaintext, using: key, nonce: nonce, authenticating: aad) else {
            throw .sealingFailed
        }
        return Array(box.combined.dropFirst(nonceLength))
    }

    /// Checks the tag, and decrypts only if it is right.
    ///
    /// - Parameter sealed: the ciphertext followed by the tag.
    /// - Throws: ``AEADError/authenticationFailed``, ``AEADError/tooShort(_:)``, ``AEADError/wrongKeyLength(_:)``,
    ///   ``AEADError/wrongNonceLength(_:)``.
    public static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]
    ) throws(AEADError) -> [UInt8] {
        let (libraryKey, _) = try parameters(key: key, nonce: nonce)
        guard sealed.count >= tagLength else { throw .tooShort(sealed.count) }
        guard let box = try? ChaChaPoly.SealedBox(combined: nonce + sealed),
            let plaintext = try? ChaChaPoly.open(box, using: libraryKey, authenticating: aad)
        else { throw .authenticationFailed }
        return Array(plaintext)
    }

    /// The key of Poly1305 for one message: the first 32 octets of ChaCha20's block number 0 (RFC 8439 section 2.6).
    ///
    /// - Throws: ``AEADError/wrongKeyLength(_:)``, ``AEADError/wrongNonceLength(_:)``.
    public static func oneTimeKey(key: [UInt8], nonce: [UInt8]) throws(AEADError) -> [UInt8] {
        let (key, _) = try parameters(key: key, nonce: nonce)
        let zeros = [UInt8](repeating: 0, count: 32)
        guard let nonce = try? Insecure.ChaCha20CTR.Nonce(data: nonce),
            let block = try? Insecure.ChaCha20CTR.encrypt(zeros, using: key, nonce: nonce)
        else { throw .sealingFailed }
        return Array(block)
    }

    private static func parameters(
        key: [UInt8], nonce: [UInt8]
    ) throws(AEADError) -> (SymmetricKey, ChaChaPoly.Nonce) {
        guard key.count == keyLength else { throw .wrongKeyLength(key.count) }
        guard nonce.count == nonceLength, let nonce = try? ChaChaPoly.Nonce(data: nonce) else {
            throw .wrongNonceLength(nonce.count)
        }
        return (SymmetricKey(data: key), nonce)
    }
}

/// Errors in a sealed message or in its parameters.
public enum AEADError: Error, Hashable, Sendable {
    /// The key, of so many octets, does not have a length of the cipher: 16, 24 or 32 octets for AES, 32 for ChaCha20.
    case wrongKeyLength(Int)
    /// The nonce, of so many octets, is not 12 octets long; in ``GaloisCounterMode``, which takes any other length, it is
    /// empty.
    case wrongNonceLength(Int)
    /// The sealed message, of so many octets, is shorter than a tag.
    case tooShort(Int)
    /// The tag does not belong to the message. No plaintext is returned: a program must not act on the plaintext of a
    /// ciphertext that an attacker chose.
    case authenticationFailed
    /// The library did not encrypt. This happens only if the message is longer than the mode allows: 2³⁶ - 32 octets for
    /// GCM, 2³⁸ - 64 for ChaCha20.
    case sealingFailed
}

extension AEADError: CustomStringConvertible {
    /// The rule that was broken.
    public var description: String {
        switch self {
        case .wrongKeyLength(let count): "key of \(count) octets; AES has 16, 24 or 32, ChaCha20 has 32"
        case .wrongNonceLength(let count): "nonce of \(count) octets where \(AESGCM.nonceLength) are needed"
        case .tooShort(let count): "sealed message of \(count) octets, shorter than its tag of \(AESGCM.tagLength)"
        case .authenticationFailed: "authentication failed: the tag does not belong to the message"
        case .sealingFailed: "message too long for the mode"
        }
    }
}
