/// RSA as TLS 1.2 uses it: the padding of PKCS#1 version 1.5 around the bare powers (RFC 8017 sections 7.2, 8.2 and 9.2).
///
/// The encryption is fragile. An attacker who can learn whether a chosen ciphertext had the right padding can decrypt any
/// ciphertext with about a million questions (Bleichenbacher 1998). RFC 5246 section 7.4.7.1 says how a server hides the
/// answer; ``encodedMessage(_:with:blindedBy:)`` is for that. TLS 1.3 does not use this encryption.
public enum PKCS1v15 {
    /// The least number of octets in a block besides the message: 00 02, eight octets of padding, 00.
    private static let overhead = 11

    // MARK: Encryption

    /// RSAES-PKCS1-v1_5 encryption (RFC 8017 section 7.2.1).
    ///
    /// - Returns: k octets, different each time because of the random padding.
    /// - Throws: ``RSAError/messageTooLong(count:limit:)`` above k - 11 octets.
    public static func encrypt<R: RandomSource>(
        _ message: [UInt8], to key: RSAPublicKey, using random: inout R
    ) throws(RSAError) -> [UInt8] {
        try encrypt(block: block(for: message, to: key, using: &random), to: key)
    }

    /// EM of RFC 8017 section 7.2.1, the message with its random padding: k octets.
    ///
    /// - Throws: ``RSAError/messageTooLong(count:limit:)`` above k - 11 octets.
    public static func block<R: RandomSource>(
        for message: [UInt8], to key: RSAPublicKey, using random: inout R
    ) throws(RSAError) -> [UInt8] {
        let k = key.size
        guard message.count <= k - overhead else {
            throw .messageTooLong(count: message.count, limit: max(0, k - overhead))
        }
        return [0x00, 0x02] + random.nonZeroOctets(k - message.count - 3) + [0x00] + message
    }

    /// The ciphertext of a block, its power e modulo n (RFC 8017 section 7.2.1 step 3): k octets.
    ///
    /// - Throws: ``RSAError/messageRepresentativeOutOfRange`` for a block that is not below the modulus.
    public static func encrypt(block: [UInt8], to key: RSAPublicKey) throws(RSAError) -> [UInt8] {
        try octets(of: try key.rsaep(Integer(bigEndian: block)), count: key.size)
    }

    /// RSAES-PKCS1-v1_5 decryption (RFC 8017 section 7.2.2).
    ///
    /// The whole block is examined, whatever its content is, and every flaw gives the same error. A caller that reveals
    /// *whether* there was an error is still an oracle.
    /// - Throws: ``RSAError/decryptionError``, or ``RSAError/faultDetected`` for a fault of the machine.
    public static func decrypt<R: RandomSource>(
        _ ciphertext: [UInt8], with key: RSAPrivateKey, blindedBy random: inout R
    ) throws(RSAError) -> [UInt8] {
        guard key.size >= overhead else { throw .decryptionError }
        let block = try encodedMessage(ciphertext, with: key, blindedBy: &random)
        var good = ConstantTime.mask(isZero: block[0]) & ConstantTime.mask(block[1], equals: 2)
        // The index of the first zero octet from the third on; 0 until one is found.
        var end = 0
        var searching: UInt8 = 0xff
        for (index, octet) in block.enumerated().dropFirst(2) {
            let found = searching & ConstantTime.mask(isZero: octet)
            end |= index & Int(Int8(bitPattern: found))
            searching &= ~found
        }
        good &= ~searching
        guard good == 0xff, end >= overhead - 1 else { throw .decryptionError }
        return Array(block[(end + 1)...])
    }

    /// EM of RFC 8017 section 7.2.2, the decrypted block with its padding: k octets, not examined.
    ///
    /// It is for the server of a TLS handshake. If the padding is wrong, the server must continue with a random premaster
    /// secret, and the time must be the same in both cases (RFC 5246 section 7.4.7.1).
    /// - Throws: ``RSAError/decryptionError`` if the ciphertext is not k octets long or not below the modulus: the sender knows
    ///   both already, so the error reveals nothing. ``RSAError/faultDetected`` for a fault of the machine.
    public static func encodedMessage<R: RandomSource>(
        _ ciphertext: [UInt8], with key: RSAPrivateKey, blindedBy random: inout R
    ) throws(RSAError) -> [UInt8] {
        guard ciphertext.count == key.size else { throw .decryptionError }
        let message: Integer
        do {
            message = try key.rsadp(Integer(bigEndian: ciphertext), blindedBy: &random)
        } catch .ciphertextRepresentativeOutOfRange {
            throw .decryptionError
        }
        return try octets(of: message, count: key.size)
    }

    // MARK: Signature

    /// RSASSA-PKCS1-v1_5 signature of a message (RFC 8017 section 8.2.1).
    ///
    /// - Returns: k octets, always the same for the same key and message.
    /// - Throws: ``RSAError/rsaModulusTooShort(count:needed:)``, ``RSAError/faultDetected``.
    public static func sign<R: RandomSource>(
        _ message: [UInt8], hash: HashAlgorithm, with key: RSAPrivateKey, blindedBy random: inout R
    ) throws(RSAError) -> [UInt8] {
        try sign(message, hash: .common(hash), with: key, blindedBy: &random)
    }

    /// Signs with any of the hash functions that signatures of certificates use, MD5 included.
    ///
    /// - Throws: ``RSAError/rsaModulusTooShort(count:needed:)``, ``RSAError/faultDetected``.
    public static func sign<R: RandomSource>(
        _ message: [UInt8], hash: DigestFunction, with key: RSAPrivateKey, blindedBy random: inout R
    ) throws(RSAError) -> [UInt8] {
        let block = try block(of: hash.hash(message), hash: hash, for: key.publicKey)
        return try octets(of: key.rsasp1(Integer(bigEndian: block), blindedBy: &random), count: key.size)
    }

    /// A verification of RSASSA-PKCS1-v1_5 with its intermediate values (RFC 8017 section 8.2.2).
    ///
    /// The verifier makes the block that *should* have been signed and compares it as a whole. Programs that parse the signed
    /// block instead have failed many times: a parser that overlooks trailing octets accepts signatures that anyone can make
    /// for e = 3 (Bleichenbacher 2006).
    public struct Verification: Hashable, Sendable {
        /// The signer's key.
        public let key: RSAPublicKey
        /// The hash function of the signature algorithm.
        public let hash: DigestFunction
        /// The digest of the message.
        public let digest: [UInt8]
        /// The signature as a number s.
        public let signature: Integer
        /// EM = sᵉ mod n, in as many octets as n has; nil if the signature has another length than n, or if s is not below n.
        public let block: [UInt8]?
        /// EM′, the block that a signer of this digest makes; nil if n is too short for it.
        public let expected: [UInt8]?

        /// Whether the owner of the key has signed this message with this signature.
        public var isValid: Bool { block != nil && block == expected }

        /// Verifies a signature and keeps the intermediate values.
        public init(_ signature: [UInt8], of message: [UInt8], hash: DigestFunction, by key: RSAPublicKey) {
            self.key = key
            self.hash = hash
            digest = hash.hash(message)
            self.signature = Integer(bigEndian: signature)
            block = PKCS1v15.recovered(signature, by: key)
            expected = try? PKCS1v15.block(of: digest, hash: hash, for: key)
        }
    }

    /// RSASSA-PKCS1-v1_5 verification (RFC 8017 section 8.2.2), as ``Verification`` does it.
    ///
    /// - Throws: ``RSAError/invalidSignature``, ``RSAError/rsaModulusTooShort(count:needed:)``.
    public static func verify(
        _ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm, by key: RSAPublicKey
    ) throws(RSAError) {
        let work = Verification(signature, of: message, hash: .common(hash), by: key)
        // The RFC has a separate error for a key that is too short for any signature with this hash function.
        if work.expected == nil { _ = try block(of: work.digest, hash: .common(hash), for: key) }
        guard work.isValid else { throw .invalidSignature }
    }

    /// The encoded message that the public key recovers from a signature, in as many octets as the modulus has. Nil if the
    /// signature has another length than the modulus, or is not below it.
    public static func recovered(_ signature: [UInt8], by key: RSAPublicKey) -> [UInt8]? {
        guard signature.count == key.size, let signed = try? key.rsavp1(Integer(bigEndian: signature)) else {
            return nil
        }
        return signed.bigEndian(count: key.size)
    }

    /// WRONG: reads the block of a signature from the left (00 01, octets ff, 00, DigestInfo) and does not check what follows
    /// (against RFC 8017 section 8.2.2). For e = 3 a cube root gives such a signature without the private key (Bleichenbacher
    /// 2006).
    package static func hasValidPrefix(
        _ signature: [UInt8], of message: [UInt8], hash: DigestFunction, by key: RSAPublicKey
    ) -> Bool {
        guard let block = recovered(signature, by: key), block.starts(with: [0x00, 0x01]) else { return false }
        let rest = block.dropFirst(2).drop { $0 == 0xff }
        guard rest.startIndex >= 2 + 8, rest.first == 0 else { return false }
        return rest.dropFirst().starts(with: hash.digestInfo(hash.hash(message)))
    }

    // MARK: Encoding

    /// EMSA-PKCS1-v1_5 (RFC 8017 section 9.2): 00 01 ff … ff 00 and the digest, with the name of its hash function in DER.
    ///
    /// - Parameter count: the intended length, k for a signature.
    /// - Throws: ``RSAError/intendedEncodedMessageLengthTooShort(count:needed:)`` where fewer than eight octets ff would
    ///   fit, ``RSAError/wrongDigestLength(count:needed:)``.
    public static func encode(_ digest: [UInt8], hash: DigestFunction, count: Int) throws(RSAError) -> [UInt8] {
        guard digest.count == hash.outputLength else {
            throw .wrongDigestLength(count: digest.count, needed: hash.outputLength)
        }
        let digestInfo = hash.digestInfo(digest)
        guard count >= digestInfo.count + overhead else {
            throw .intendedEncodedMessageLengthTooShort(count: count, needed: digestInfo.count + overhead)
        }
        let padding = [UInt8](repeating: 0xff, count: count - digestInfo.count - 3)
        return [0x00, 0x01] + padding + [0x00] + digestInfo
    }

    /// The encoding for a key. RFC 8017 section 8.2 gives the error for a short modulus another name than section 9.2 does.
    private static func block(
        of digest: [UInt8], hash: DigestFunction, for key: RSAPublicKey
    ) throws(RSAError) -> [UInt8] {
        do {
            return try encode(digest, hash: hash, count: key.size)
        } catch .intendedEncodedMessageLengthTooShort(let count, let needed) {
            throw .rsaModulusTooShort(count: count, needed: needed)
        }
    }

    /// I2OSP (RFC 8017 section 4.1) of a number below the modulus. Such a number always fits, so the error cannot occur.
    static func octets(of number: Integer, count: Int) throws(RSAError) -> [UInt8] {
        guard let octets = number.bigEndian(count: count) else { throw .faultDetected }
        return octets
    }
}
