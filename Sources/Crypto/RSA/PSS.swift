/// RSASSA-PSS, the newer of RSA's two signature paddings (RFC 8017 sections 8.1 and 9.1).
///
/// TLS 1.3 signs with it alone, and where both sides know it TLS 1.2 does too (RFC 8446 section 4.2.3). The padding is a hash
/// over a random salt, spread over the whole block, so that signatures of one message differ.
public enum PSS {
    // MARK: Verification

    /// RSASSA-PSS verification (RFC 8017 section 8.1.2).
    ///
    /// - Parameters:
    ///   - maskHash: the hash of MGF1; that of the message unless given.
    ///   - saltLength: the length of the salt in octets; that of the digest unless given. TLS prescribes both defaults
    ///     (RFC 8446 section 4.2.3).
    /// - Throws: ``RSAError/invalidSignature``.
    public static func verify(
        _ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm, maskHash: HashAlgorithm? = nil,
        saltLength: Int? = nil, by key: RSAPublicKey
    ) throws(RSAError) {
        guard signature.count == key.size else { throw .invalidSignature }
        let bits = key.n.bitWidth - 1
        let encoding = Encoding(hash: hash, maskHash: maskHash ?? hash, bits: bits)
        guard let block = try? key.rsavp1(Integer(bigEndian: signature)).bigEndian(count: encoding.count),
            encoding.isConsistent(block, with: message, saltLength: saltLength ?? hash.outputLength)
        else { throw .invalidSignature }
    }

    // MARK: Signature

    /// RSASSA-PSS signature (RFC 8017 section 8.1.1).
    ///
    /// - Parameters:
    ///   - salt: random, as long as the digest in TLS. An empty one is allowed: the signature is then always the same.
    ///   - maskHash: the hash of MGF1; that of the message unless given.
    /// - Returns: k octets.
    /// - Throws: ``RSAError/rsaModulusTooShort(count:needed:)``, ``RSAError/faultDetected``.
    public static func sign<R: RandomSource>(
        _ message: [UInt8], hash: HashAlgorithm, maskHash: HashAlgorithm? = nil, salt: [UInt8],
        with key: RSAPrivateKey, blindedBy random: inout R
    ) throws(RSAError) -> [UInt8] {
        let encoding = Encoding(hash: hash, maskHash: maskHash ?? hash, bits: key.n.bitWidth - 1)
        let block = try encoding.encode(message, salt: salt)
        let signature = try key.rsasp1(Integer(bigEndian: block), blindedBy: &random)
        guard let octets = signature.bigEndian(count: key.size) else { throw .faultDetected }
        return octets
    }

    // MARK: Encoding

    /// EMSA-PSS for a key (RFC 8017 section 9.1):
    ///
    ///     H  = Hash(eight zeros + Hash(M) + salt)
    ///     EM = (zeros + 01 + salt) ⊕ MGF1(H), then H, then bc
    private struct Encoding {
        let hash: HashAlgorithm
        let maskHash: HashAlgorithm
        /// emBits: one less than the modulus has, so that the number is below it.
        let bits: Int

        /// emLen, in octets: one less than the modulus has where its bits are one more than a multiple of eight.
        var count: Int { (bits + 7) / 8 }
        /// The bits of the first octet that belong to the number.
        private var keep: UInt8 { UInt8(0xff) >> UInt8(8 * count - bits) }

        private func digest(_ message: [UInt8], _ salt: [UInt8]) -> [UInt8] {
            hash.hash([UInt8](repeating: 0, count: 8) + hash.hash(message) + salt)
        }

        /// EMSA-PSS-ENCODE (RFC 8017 section 9.1.1).
        func encode(_ message: [UInt8], salt: [UInt8]) throws(RSAError) -> [UInt8] {
            let needed = hash.outputLength + salt.count + 2
            guard count >= needed else { throw .rsaModulusTooShort(count: count, needed: needed) }
            let h = digest(message, salt)
            let data = [UInt8](repeating: 0, count: count - needed) + [1] + salt
            var masked = zip(data, mask(from: h, count: data.count, hash: maskHash)).map { $0 ^ $1 }
            masked[0] &= keep
            return masked + h + [0xbc]
        }

        /// EMSA-PSS-VERIFY (RFC 8017 section 9.1.2).
        func isConsistent(_ block: [UInt8], with message: [UInt8], saltLength: Int) -> Bool {
            let size = hash.outputLength
            guard (0...count).contains(saltLength), block.count == count, count >= size + saltLength + 2,
                block.last == 0xbc
            else { return false }
            let masked = block.dropLast(size + 1)
            let h = Array(block.dropLast().suffix(size))
            // The bits by which the block is longer than the modulus less one bit are zero.
            guard let first = masked.first, first & ~keep == 0 else { return false }
            var data = zip(masked, mask(from: h, count: masked.count, hash: maskHash)).map { $0 ^ $1 }
            data[0] &= keep
            let padding = data.count - saltLength - 1
            guard data[..<padding].allSatisfy({ $0 == 0 }), data[padding] == 1 else { return false }
            return digest(message, Array(data[(padding + 1)...])) == h
        }
    }

    /// MGF1 (RFC 8017 appendix B.2.1): the hash of the seed and a counter, over and over.
    private static func mask(from seed: [UInt8], count: Int, hash: HashAlgorithm) -> [UInt8] {
        var mask: [UInt8] = []
        var counter: UInt32 = 0
        while mask.count < count {
            let octets = (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
            mask += hash.hash(seed + octets)
            counter += 1
        }
        return Array(mask.prefix(count))
    }
}
