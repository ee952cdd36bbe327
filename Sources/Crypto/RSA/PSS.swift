/// RSASSA-PSS, the newer of RSA's two signature paddings (RFC 8017 sections 8.1 and 9.1).
///
/// It is the only padding of RSA that TLS 1.3 signs its handshake with. TLS 1.2 uses it too if both sides support it (RFC 8446
/// section 4.2.3). The padding is a hash over a random salt, and a mask made from it fills the block. So two signatures of one
/// message differ.
public enum PSS {
    // MARK: Verification

    /// A verification of RSASSA-PSS with its intermediate values (RFC 8017 section 8.1.2).
    public struct Verification: Hashable, Sendable {
        /// The signer's key.
        public let key: RSAPublicKey
        /// The hash function of the message.
        public let hash: HashAlgorithm
        /// The hash function of the mask.
        public let maskHash: HashAlgorithm
        /// The number of random octets that the signer must have used as the salt.
        public let saltLength: Int
        /// The digest of the message.
        public let digest: [UInt8]
        /// The signature as a number s.
        public let signature: Integer
        /// sᵉ mod n, in as many octets as n has: the masked salt, H, bc. Nil if the signature has another length than n, or if
        /// s is not below n. If n has one bit more than whole octets, EM is one octet shorter, and the first octet here is
        /// zero.
        public let block: [UInt8]?
        /// Whether the owner of the key has signed this message with this signature.
        public let isValid: Bool

        /// The part of the block that holds the masked salt; nil if the block is too short.
        public var maskedSalt: ArraySlice<UInt8>? {
            guard let block, block.count > hash.outputLength + 1 else { return nil }
            return block.dropLast(hash.outputLength + 1)
        }
        /// The salt after the mask is removed; empty if the block is too short.
        public var salt: [UInt8] {
            guard let maskedSalt, maskedSalt.count >= saltLength else { return [] }
            let mask = PSS.mask(from: Array(h), count: encodedMask, hash: maskHash)
            return Array(zip(maskedSalt.suffix(encodedMask), mask).map { $0 ^ $1 }.suffix(saltLength))
        }
        /// The length of the mask in octets: the length of EM before H.
        private var encodedMask: Int { max(0, (key.n.bitWidth + 6) / 8 - hash.outputLength - 1) }
        /// H: the hash over the digest and the salt; empty if there is no block.
        public var h: ArraySlice<UInt8> { (block ?? []).dropLast().suffix(hash.outputLength) }

        /// Verifies a signature and keeps the intermediate values.
        ///
        /// - Parameters:
        ///   - maskHash: the hash function of MGF1; by default that of the message.
        ///   - saltLength: the length of the salt in octets; by default that of the digest. TLS prescribes both defaults
        ///     (RFC 8446 section 4.2.3).
        public init(
            _ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm, maskHash: HashAlgorithm? = nil,
            saltLength: Int? = nil, by key: RSAPublicKey
        ) {
            self.key = key
            self.hash = hash
            self.maskHash = maskHash ?? hash
            self.saltLength = saltLength ?? hash.outputLength
            digest = hash.hash(message)
            self.signature = Integer(bigEndian: signature)
            block = PKCS1v15.recovered(signature, by: key)
            let encoding = Encoding(hash: hash, maskHash: self.maskHash, bits: key.n.bitWidth - 1)
            guard let block, block.prefix(block.count - encoding.count).allSatisfy({ $0 == 0 }) else {
                isValid = false
                return
            }
            isValid = encoding.isConsistent(
                Array(block.suffix(encoding.count)), with: digest, saltLength: self.saltLength)
        }
    }

    /// RSASSA-PSS verification (RFC 8017 section 8.1.2), as ``Verification`` does it.
    ///
    /// - Parameters:
    ///   - maskHash: the hash function of MGF1; by default that of the message.
    ///   - saltLength: the length of the salt in octets; by default that of the digest.
    /// - Throws: ``RSAError/invalidSignature``.
    public static func verify(
        _ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm, maskHash: HashAlgorithm? = nil,
        saltLength: Int? = nil, by key: RSAPublicKey
    ) throws(RSAError) {
        let work = Verification(
            signature, of: message, hash: hash, maskHash: maskHash, saltLength: saltLength, by: key)
        guard work.isValid else { throw .invalidSignature }
    }

    // MARK: Signature

    /// RSASSA-PSS signature (RFC 8017 section 8.1.1).
    ///
    /// - Parameters:
    ///   - salt: random, as long as the digest in TLS. An empty one is allowed: the signature is then always the same.
    ///   - maskHash: the hash function of MGF1; by default that of the message.
    /// - Returns: k octets.
    /// - Throws: ``RSAError/rsaModulusTooShort(count:needed:)``, ``RSAError/faultDetected``.
    public static func sign<R: RandomSource>(
        _ message: [UInt8], hash: HashAlgorithm, maskHash: HashAlgorithm? = nil, salt: [UInt8],
        with key: RSAPrivateKey, blindedBy random: inout R
    ) throws(RSAError) -> [UInt8] {
        let encoding = Encoding(hash: hash, maskHash: maskHash ?? hash, bits: key.n.bitWidth - 1)
        let block = try encoding.encode(message, salt: salt)
        return try PKCS1v15.octets(of: key.rsasp1(Integer(bigEndian: block), blindedBy: &random), count: key.size)
    }

    // MARK: Encoding

    /// EMSA-PSS for a key (RFC 8017 section 9.1):
    ///
    ///     H  = Hash(eight zeros + Hash(M) + salt)
    ///     EM = (zeros + 01 + salt) ⊕ MGF1(H), then H, then bc
    private struct Encoding {
        let hash: HashAlgorithm
        let maskHash: HashAlgorithm
        /// emBits: one bit less than the modulus has, so that the encoded number is below the modulus.
        let bits: Int

        /// emLen, in octets: one less than the modulus has if the bit length of the modulus is one more than a multiple of 8.
        var count: Int { (bits + 7) / 8 }
        /// A mask of the bits in the first octet that belong to the encoded number.
        private var keep: UInt8 { UInt8(0xff) >> UInt8(8 * count - bits) }

        private func h(_ digest: [UInt8], _ salt: [UInt8]) -> [UInt8] {
            hash.hash([UInt8](repeating: 0, count: 8) + digest + salt)
        }

        /// EMSA-PSS-ENCODE (RFC 8017 section 9.1.1).
        func encode(_ message: [UInt8], salt: [UInt8]) throws(RSAError) -> [UInt8] {
            let needed = hash.outputLength + salt.count + 2
            guard count >= needed else { throw .rsaModulusTooShort(count: count, needed: needed) }
            let h = h(hash.hash(message), salt)
            let data = [UInt8](repeating: 0, count: count - needed) + [1] + salt
            var masked = zip(data, mask(from: h, count: data.count, hash: maskHash)).map { $0 ^ $1 }
            masked[0] &= keep
            return masked + h + [0xbc]
        }

        /// EMSA-PSS-VERIFY (RFC 8017 section 9.1.2).
        func isConsistent(_ block: [UInt8], with digest: [UInt8], saltLength: Int) -> Bool {
            let size = hash.outputLength
            guard (0...count).contains(saltLength), block.count == count, count >= size + saltLength + 2,
                block.last == 0xbc
            else { return false }
            let masked = block.dropLast(size + 1)
            let h = Array(block.dropLast().suffix(size))
            // The bits of the first octet beyond emBits must be zero.
            guard let first = masked.first, first & ~keep == 0 else { return false }
            var data = zip(masked, mask(from: h, count: masked.count, hash: maskHash)).map { $0 ^ $1 }
            data[0] &= keep
            let padding = data.count - saltLength - 1
            guard data[..<padding].allSatisfy({ $0 == 0 }), data[padding] == 1 else { return false }
            return self.h(digest, Array(data[(padding + 1)...])) == h
        }
    }

    /// MGF1 (RFC 8017 appendix B.2.1): the hashes of the seed with a counter of 0, 1, 2, … one after another.
    private static func mask(from seed: [UInt8], count: Int, hash: HashAlgorithm) -> [UInt8] {
        var mask: [UInt8] = []
        var counter: UInt32 = 0
        while mask.count < count {
            mask += hash.hash(seed + counter.octets)
            counter += 1
        }
        return Array(mask.prefix(count))
    }
}
