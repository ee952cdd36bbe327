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
/// The mode hides the plaintext and does not protect it: a flipped bit of Cᵢ₋₁ flips the same bit of Pᵢ. And it encrypts whole blocks, so that
/// the last block has to be filled up; an attacker who can learn whether the filling of a changed ciphertext was right can decrypt without
/// the key (Vaudenay 2002).
public enum AESCBC {
    /// The length of a block, and so of the initialization vector, in octets.
    public static let blockLength = 16

    /// Encrypts whole blocks.
    ///
    /// - Parameters:
    ///   - key: 16, 24 or 32 octets.
    ///   - iv: 16 octets that cannot be foretold: with a foreseeable one, guesses about earlier plaintext can be tested
    ///     (BEAST, 2011).
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

    /// Decrypts whole blocks, whatever is in them.
    ///
    /// - Throws: as ``encrypt(_:key:iv:)``.
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

/// The filling of PKCS #7 (RFC 5652 section 6.3), which PKCS #5 had for shorter blocks: n octets of the value n, 1 to 16, so
/// that there always are some. TLS fills up differently: it counts one less (RFC 5246 section 6.2.3.2).
public enum PKCS7Padding {
    /// The message, filled up to whole blocks of ``AESCBC/blockLength``.
    public static func pad(_ message: [UInt8]) -> [UInt8] {
        let count = AESCBC.blockLength - message.count % AESCBC.blockLength
        return message + [UInt8](repeating: UInt8(count), count: count)
    }

    /// The message without its filling.
    ///
    /// All sixteen octets of the last block are looked at whatever they are. A caller who passes on *that* there was an
    /// error is an oracle all the same.
    /// - Throws: ``AESCBCError/badPadding``.
    public static func unpad(_ padded: [UInt8]) throws(AESCBCError) -> [UInt8] {
        let size = AESCBC.blockLength
        guard let last = padded.last, padded.count.isMultiple(of: size) else { throw .badPadding }
        // 1 to 16, without a branch: one of the sixteen is equal.
        var good: UInt8 = 0
        for count in 1...UInt8(size) { good |= ConstantTime.mask(last, equals: count) }
        for (distance, octet) in padded.suffix(size).reversed().enumerated() {
            // 0xff where the octet belongs to the filling: distance < last.
            let belongs = UInt8(truncatingIfNeeded: (distance - Int(last)) >> 8)
            good &= ~belongs | ConstantTime.mask(octet, equals: last)
        }
        guard good == 0xff else { throw .badPadding }
        return Array(padded.dropLast(Int(last)))
    }
}

/// Errors of the parameters or of the filling.
public enum AESCBCError: Error, Hashable, Sendable {
    /// The key is not 16, 24 or 32 octets long.
    case wrongKeyLength(Int)
    /// The initialization vector is not 16 octets long.
    case wrongIVLength(Int)
    /// The length of the text is not a multiple of 16 octets.
    case notWholeBlocks(Int)
    /// The plaintext does not end in a filling of PKCS #7.
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
