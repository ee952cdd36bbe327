/// RSASSA-PSS, the newer of RSA's two signature paddings (RFC 8017 sections 8.1 and 9.1): verification only.
///
/// TLS 1.3 signs with it alone, and where both sides know it TLS 1.2 does too (RFC 8446 section 4.2.3). The padding is a hash
/// over a random salt, spread over the whole block, so that signatures of one message differ.
public enum PSS {
    /// RSASSA-PSS verification (RFC 8017 section 8.1.2) with MGF1 over the same hash and a salt as long as its digest, which
    /// is what TLS prescribes (RFC 8446 section 4.2.3).
    ///
    /// - Throws: ``RSAError/invalidSignature``.
    public static func verify(
        _ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm, by key: RSAPublicKey
    ) throws(RSAError) {
        guard signature.count == key.size else { throw .invalidSignature }
        let bits = key.n.bitWidth - 1
        let length = (bits + 7) / 8
        guard let block = try? key.rsavp1(Integer(bigEndian: signature)).bigEndian(count: length),
            isConsistent(block, bits: bits, digest: hash.hash(message), hash: hash)
        else { throw .invalidSignature }
    }

    /// EMSA-PSS-VERIFY (RFC 8017 section 9.1.2).
    private static func isConsistent(_ block: [UInt8], bits: Int, digest: [UInt8], hash: HashAlgorithm) -> Bool {
        let size = hash.outputLength
        guard block.count >= 2 * size + 2, block.last == 0xbc else { return false }
        let masked = block[..<(block.count - size - 1)]
        let h = Array(block[(block.count - size - 1)..<(block.count - 1)])
        // The bits by which the block is longer than the modulus less one bit are zero.
        let keep = UInt8(0xff) >> UInt8(8 * block.count - bits)
        guard let first = masked.first, first & ~keep == 0 else { return false }
        var data = zip(masked, mask(from: h, count: masked.count, hash: hash)).map { $0 ^ $1 }
        data[0] &= keep
        let padding = data.count - size - 1
        guard data[..<padding].allSatisfy({ $0 == 0 }), data[padding] == 1 else { return false }
        let salt = data[(padding + 1)...]
        return hash.hash([UInt8](repeating: 0, count: 8) + digest + salt) == h
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
