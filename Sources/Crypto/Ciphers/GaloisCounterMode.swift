internal import CryptoExtras
internal import SwiftCrypto

/// Galois/Counter Mode, implemented step by step (NIST SP 800-38D), with nonces of any length. TLS uses ``AESGCM``, which is
/// faster.
///
/// **Counter.** AES encrypts the numbers J + 1, J + 2, … and the plaintext is XORed with the result. So the block cipher works
/// as a stream cipher, and AES never decrypts.
///
/// **Galois.** The tag is a polynomial: the blocks of additional data, ciphertext and lengths are its coefficients, and it is
/// evaluated at H = AES(K, 0) in the field of 2¹²⁸ elements. The value is XORed with AES(K, J), which hides H. If one J is used
/// twice, the difference of the two tags is a polynomial with the root H, and roots can be computed.
///
/// **Nonces** of 12 octets give J by appending a counter of 1. A nonce of another length is hashed to J. Then two nonces may
/// give the same counters, and so protocols use 12 octets.
public enum GaloisCounterMode {
    /// Encrypts and authenticates.
    ///
    /// - Parameters:
    ///   - key: 16, 24 or 32 octets.
    ///   - nonce: one octet or more, never used before with this key.
    /// - Returns: the ciphertext followed by the tag of 16 octets.
    /// - Throws: ``AEADError/wrongKeyLength(_:)``, ``AEADError/wrongNonceLength(_:)`` for an empty nonce.
    public static func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]
    ) throws(AEADError) -> [UInt8] {
        let cipher = try Cipher(key)
        let j0 = try cipher.initialCounter(nonce)
        let ciphertext = try cipher.counterMode(plaintext, from: j0)
        return ciphertext + (try cipher.tag(ciphertext, aad: aad, j0: j0))
    }

    /// Checks the tag, and decrypts only if it is right.
    ///
    /// - Parameter sealed: the ciphertext followed by the tag.
    /// - Throws: ``AEADError/authenticationFailed``, ``AEADError/tooShort(_:)``, ``AEADError/wrongKeyLength(_:)``,
    ///   ``AEADError/wrongNonceLength(_:)`` for an empty nonce.
    public static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]
    ) throws(AEADError) -> [UInt8] {
        let cipher = try Cipher(key)
        let j0 = try cipher.initialCounter(nonce)
        guard sealed.count >= AESGCM.tagLength else { throw .tooShort(sealed.count) }
        let ciphertext = Array(sealed.dropLast(AESGCM.tagLength))
        let tag = try cipher.tag(ciphertext, aad: aad, j0: j0)
        guard ConstantTime.areEqual(tag, Array(sealed.suffix(AESGCM.tagLength))) else { throw .authenticationFailed }
        return try cipher.counterMode(ciphertext, from: j0)
    }

    /// X · Y in the field (SP 800-38D section 6.3): polynomials over one bit, modulo x¹²⁸ + x⁷ + x² + x + 1.
    ///
    /// The order of the bits is the reverse of that in numbers: the leftmost bit is the coefficient of 1, so a multiplication
    /// by x is a shift to the right. If the shift drops a one bit, x⁷ + x² + x + 1 is added, written 11100001.
    package static func multiply(_ x: UInt128, _ y: UInt128) -> UInt128 {
        let reduction = UInt128(0xe1) << 120
        var product: UInt128 = 0
        var shifted = y
        for index in (0..<128).reversed() {
            // The mask is all ones for a one bit and zero for a zero bit: no branch depends on H, which is secret.
            product ^= shifted & (0 &- ((x >> UInt128(index)) & 1))
            shifted = (shifted >> 1) ^ (reduction & (0 &- (shifted & 1)))
        }
        return product
    }

    /// AES with one key, and the parts of the mode.
    private struct Cipher {
        private let key: SymmetricKey
        /// The hash subkey H.
        private let h: UInt128

        init(_ octets: [UInt8]) throws(AEADError) {
            guard [16, 24, 32].contains(octets.count) else { throw .wrongKeyLength(octets.count) }
            key = SymmetricKey(data: octets)
            h = try Cipher.encrypt(0, key)
        }

        /// One block through AES.
        private static func encrypt(_ block: UInt128, _ key: SymmetricKey) throws(AEADError) -> UInt128 {
            var octets = block.octets
            guard (try? AES.permute(&octets, key: key)) != nil else { throw .sealingFailed }
            return Cipher.number(octets[...])
        }

        private static func number(_ octets: ArraySlice<UInt8>) -> UInt128 {
            octets.reduce(0) { $0 << 8 | UInt128($1) }
        }

        /// J₀ (SP 800-38D section 7.1 step 2).
        func initialCounter(_ nonce: [UInt8]) throws(AEADError) -> UInt128 {
            guard !nonce.isEmpty else { throw .wrongNonceLength(0) }
            guard nonce.count != AESGCM.nonceLength else { return Cipher.number(nonce + [0, 0, 0, 1]) }
            return hash([nonce], lengths: UInt128(nonce.count) * 8)
        }

        /// GCTR, starting with the number after J₀ (SP 800-38D section 6.5).
        func counterMode(_ text: [UInt8], from j0: UInt128) throws(AEADError) -> [UInt8] {
            var counter = j0
            var result: [UInt8] = []
            for start in stride(from: 0, to: text.count, by: 16) {
                // inc₃₂ (section 6.2): only the last 32 bits are a counter, which wraps around.
                counter = (counter >> 32) << 32 | UInt128(UInt32(truncatingIfNeeded: counter) &+ 1)
                let stream = try Cipher.encrypt(counter, key).octets
                result += zip(text[start..<min(start + 16, text.count)], stream).map { $0 ^ $1 }
            }
            return result
        }

        /// The tag (SP 800-38D section 7.1 steps 5 and 6).
        func tag(_ ciphertext: [UInt8], aad: [UInt8], j0: UInt128) throws(AEADError) -> [UInt8] {
            let lengths = UInt128(aad.count) * 8 << 64 | UInt128(ciphertext.count) * 8
            return (hash([aad, ciphertext], lengths: lengths) ^ (try Cipher.encrypt(j0, key))).octets
        }

        /// GHASH (SP 800-38D section 6.4) of strings, each padded with zeros to whole blocks, and a block with their lengths.
        private func hash(_ strings: [[UInt8]], lengths: UInt128) -> UInt128 {
            var y: UInt128 = 0
            for string in strings {
                for start in stride(from: 0, to: string.count, by: 16) {
                    let piece = string[start..<min(start + 16, string.count)]
                    let block = Cipher.number(piece) << UInt128(8 * (16 - piece.count))
                    y = GaloisCounterMode.multiply(y ^ block, h)
                }
            }
            return GaloisCounterMode.multiply(y ^ lengths, h)
        }
    }
}
