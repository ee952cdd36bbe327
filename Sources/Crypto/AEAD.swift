internal import SwiftCrypto

/// Encryption that also protects from change: AES in Galois/Counter Mode (NIST SP 800-38D), the AEAD of TLS's GCM suites
/// (RFC 5288).
///
/// The nonce is an argument here. It need not be secret, but the same nonce twice under one key gives away the XOR of the
/// two messages *and* the key of the authentication, with which any message can be forged.
public enum AESGCM {
    /// The length of the authentication tag in octets.
    public static let tagLength = 16
    /// The length of the nonce in octets.
    public static let nonceLength = 12

    /// Encrypts and authenticates.
    ///
    /// - Parameters:
    ///   - key: 16 octets for AES-128, 32 for AES-256.
    ///   - nonce: 12 octets, never used before with this key.
    ///   - aad: the additional authenticated data, which is protected but not encrypted.
    /// - Returns: the ciphertext, as long as the plaintext, followed by the tag.
    /// - Throws: ``AEADError/wrongKeyLength(_:)``, ``AEADError/wrongNonceLength(_:)``.
    public static func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]
    ) throws(AEADError) -> [UInt8] {
        let (key, nonce) = try parameters(key: key, nonce: nonce)
        guard let box = try? AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: aad) else {
            throw .sealingFailed
        }
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// Checks the tag, and decrypts only if it is right.
    ///
    /// - Parameter sealed: the ciphertext followed by the tag.
    /// - Throws: ``AEADError/authenticationFailed`` if the key, the nonce, the additional data, the ciphertext or the tag is
    ///   not what it was when sealed; ``AEADError/tooShort(_:)``; ``AEADError/wrongKeyLength(_:)``;
    ///   ``AEADError/wrongNonceLength(_:)``.
    public static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]
    ) throws(AEADError) -> [UInt8] {
        let (key, nonce) = try parameters(key: key, nonce: nonce)
        guard sealed.count >= tagLength else { throw .tooShort(sealed.count) }
        guard
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: sealed.dropLast(tagLength), tag: sealed.suffix(tagLength)),
            let plaintext = try? AES.GCM.open(box, using: key, authenticating: aad)
        else { throw .authenticationFailed }
        return Array(plaintext)
    }

    private static func parameters(
        key: [UInt8], nonce: [UInt8]
    ) throws(AEADError) -> (SymmetricKey, AES.GCM.Nonce) {
        guard key.count == 16 || key.count == 32 else { throw .wrongKeyLength(key.count) }
        // GCM has a second construction for nonces of other lengths, which TLS does not use and which weakens it.
        guard nonce.count == nonceLength, let nonce = try? AES.GCM.Nonce(data: nonce) else {
            throw .wrongNonceLength(nonce.count)
        }
        return (SymmetricKey(data: key), nonce)
    }
}

/// What can be wrong with a sealed message or its parameters.
public enum AEADError: Error, Hashable, Sendable {
    /// The key is neither 16 nor 32 octets long.
    case wrongKeyLength(Int)
    /// The nonce is not 12 octets long.
    case wrongNonceLength(Int)
    /// The message is shorter than a tag.
    case tooShort(Int)
    /// The tag does not belong to the message. There is no plaintext: what was decrypted by someone else's choice of
    /// ciphertext must not be looked at.
    case authenticationFailed
    /// The message is longer than the mode allows: 2³⁶ - 32 octets.
    case sealingFailed
}

extension AEADError: CustomStringConvertible {
    /// The rule that was broken.
    public var description: String {
        switch self {
        case .wrongKeyLength(let count): "AES key of \(count) octets where 16 or 32 are needed"
        case .wrongNonceLength(let count): "GCM nonce of \(count) octets where \(AESGCM.nonceLength) are needed"
        case .tooShort(let count): "sealed message of \(count) octets, shorter than its tag of \(AESGCM.tagLength)"
        case .authenticationFailed: "authentication failed: the tag does not belong to the message"
        case .sealingFailed: "message too long for GCM"
        }
    }
}
