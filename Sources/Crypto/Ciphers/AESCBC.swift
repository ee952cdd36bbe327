internal import CryptoExtras
internal import SwiftCrypto

/// AES in cipher block chaining mode (NIST SP 800-38A section 6.2), the mode of TLS 1.2's older suites (RFC 5246
/// section 6.2.3.2).
///
/// Each block of plaintext is XORed with the block of ciphertext before it and then encrypted, the first with the
/// initialization vector:
///
///     C₀ = IV,  Cᵢ = AES(K, Pᵢ ⊕ Cᵢ₋₁),  Pᵢ = AES⁻¹(K, Cᵢ) ⊕ Cᵢ₋₁
///
/// The mode hides the plaintext but does not protect it against changes: a flipped bit of Cᵢ₋₁ flips the same bit of Pᵢ. And it encrypts
/// whole blocks, so the last block needs padding. An attacker who can learn whether the padding of a changed ciphertext was right can
/// decrypt without the key (Vaudenay 2002).
public enum AESCBC {
    /// The length of a block, and so of the initialization vector, in octets.
    public static let blockLength = 16

    /// Encrypts whole blocks.
    ///
    /// - Parameters:
    ///   - key: 16, 24 or 32 octets.
    ///   - iv: 16 octets that an attacker cannot predict. If the attacker can predict them, the attacker can test guesses about
    ///     earlier plaintext (BEAST, 2011).
    /// - Throws: ``AESCBCError/wrongKeyLength(_:)``, ``AESCBCError/wrongIVLength(_:)``,
    ///   ``AESCBCError/notWholeBlocks(_:)``.
    public static func encrypt(_ plaintext: [UInt8], key: [UInt8], iv: [UInt8]) throws(AESCBCError) -> [UInt8] {
        let (key, iv) = try parameters(key: key, iv: iv, count: plaintext.count)
        guard !plaintext.isEmpty else { return [] }
        guard let ciphertext = try? AES._CBC.encrypt(plaintext, using: key, iv: iv, noPadding: true) else {
            throw .notWholeBlocks(plaintext.count)
        }
        return Array(ciphertext)
    }

    /// Decrypts whole blocks and does not examine the plaintext.
    ///
    /// - Throws: the same errors as ``encrypt(_:key:iv:)``.
    public static func decrypt(_ ciphertext: [UInt8], key: [UInt8], iv: [UInt8]) throws(AESCBCError) -> [UInt8] {
        let (key, iv) = try parameters(key: key, iv: iv, count: ciphertext.count)
        guard !ciphertext.isEmpty else { return [] }
        guard let plaintext = try? AES._CBC.decrypt(ciphertext, using: key, iv: iv, noPadding: true) else {
            throw .notWholeBlocks(ciphertext.count)
        }
        return Array(plaintext)
    }

    private static func parameters(
        key: [UInt8], iv: [UInt8], count: Int
    ) throws(AESCBCError) -> (SymmetricKey, AES._CBC.IV) {
        guard [16, 24, 32].contains(key.count) else { throw .wrongKeyLength(key.count) }
        guard iv.count == blockLength, let vector = try? AES._CBC.IV(ivBytes: iv) else {
            throw .wrongIVLength(iv.count)
        }
        guard count.isMultiple(of: blockLength) else { throw .notWholeBlocks(count) }
        return (SymmetricKey(data: key), vector)
    }
}

/// The padding of PKCS #7 (RFC 5652 section 6.3), which PKCS #5 has for blocks of 8 octets: n octets of the value n, from 1 to
/// 16. There is always at least one. TLS pads differently: the value is one less than n (RFC 5246 section 6.2.3.2).
public enum PKCS7Padding {
    /// The message, padded to whole blocks of ``AESCBC/blockLength``.
    public static func pad(_ message: [UInt8]) -> [UInt8] {
        let count = AESCBC.blockLength - message.count % AESCBC.blockLength
        return message + [UInt8](repeating: UInt8(count), count: count)
    }

    /// The message without its padding.
    ///
    /// All sixteen octets of the last block are examined, whatever their values are. A caller that reveals *whether* there was
    /// an error is still an oracle.
    /// - Throws: ``AESCBCError/badPadding``.
    public static func unpad(_ padded: [UInt8]) throws(AESCBCError) -> [UInt8] {
        let size = AESCBC.blockLength
        guard let last = padded.last, padded.count.isMultiple(of: size) else { throw .badPadding }
        // Checks without a branch that the last octet is from 1 to 16.
        var good: UInt8 = 0
        for count in 1...UInt8(size) { good |= ConstantTime.mask(last, equals: count) }
        for (distance, octet) in padded.suffix(size).reversed().enumerated() {
            // 0xff if the octet belongs to the padding: distance < last.
            let belongs = UInt8(truncatingIfNeeded: (distance - Int(last)) >> 8)
            good &= ~belongs | ConstantTime.mask(octet, equals: last)
        }
        guard good == 0xff else { throw .badPadding }
        return Array(padded.dropLast(Int(last)))
    }
}

/// Errors in the parameters or in the padding.
public enum AESCBCError: Error, Hashable, Sendable {
    /// The key is not 16, 24 or 32 octets long.
    case wrongKeyLength(Int)
    /// The initialization vector is not 16 octets long.
    case wrongIVLength(Int)
    /// The length of the text is not a multiple of 16 octets.
    case notWholeBlocks(Int)
    /// The plaintext does not end in a padding of PKCS #7.
    case badPadding
}

extension AESCBCError: CustomStringConvertible {
    /// The rule that was broken.
    public var description: String {
        switch self {
        case .wrongKeyLength(let count): "AES key of \(count) octets where 16, 24 or 32 are needed"
        case .wrongIVLength(let count): "CBC initialization vector of \(count) octets where 16 are needed"
        case .notWholeBlocks(let count): "text of \(count) octets, not a multiple of the block's 16"
        case .badPadding: "bad padding"
        }
    }
}
