/// RSA as TLS 1.2 uses it: the padding of PKCS#1 version 1.5 around the bare powers (RFC 8017 sections 7.2, 8.2 and 9.2).
///
/// The encryption is fragile. An attacker who can learn whether a chosen ciphertext had the right padding can decrypt
/// any other with a million questions (Bleichenbacher 1998). RFC 5246 section 7.4.7.1 tells a server how not to answer,
/// and needs ``encodedMessage(_:with:blindedBy:)`` for it; TLS 1.3 gave the encryption up.
public enum PKCS1v15 {
    /// Octets of a block that are not message: 00 02, at least eight of padding, 00.
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
    /// The block is examined from its first octet to its last whatever is in it, and every flaw has the same error. A
    /// caller who passes on *that* there was an error is an oracle all the same.
    /// - Throws: ``RSAError/decryptionError``, or ``RSAError/faultDetected`` for a fault of the machine.
    public static func decrypt<R: RandomSource>(
        _ ciphertext: [UInt8], with key: RSAPrivateKey, blindedBy random: inout R
    ) throws(RSAError) -> [UInt8] {
        guard key.size >= overhead else { throw .decryptionError }
        let block = try encodedMessage(ciphertext, with: key, blindedBy: &random)
        var good = ConstantTime.mask(isZero: block[0]) & ConstantTime.mask(block[1], equals: 2)
        // The index of the first zero octet from the third on; zero while there is none.
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
    /// For the server of a TLS handshake, which must go on with a random premaster secret where the padding is wrong, and
    /// must not take longer or shorter over it (RFC 5246 section 7.4.7.1).
    /// - Throws: ``RSAError/decryptionError`` if the ciphertext is not k octets long or not below the modulus, both of which
    ///   the sender knows; ``RSAError/faultDetected`` for a fault of the machine.
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

    /// Signs with any hash function that a certificate may have been signed with.
    ///
    /// - Throws: ``RSAError/rsaModulusTooShort(count:needed:)``, ``RSAError/faultDetected``.
    public static func sign<R: RandomSource>(
        _ message: [UInt8], hash: DigestFunction, with key: RSAPrivateKey, blindedBy random: inout R
    ) throws(RSAError) -> [UInt8] {
        let block = try block(of: hash.hash(message), hash: hash, for: key.publicKey)
        return try octets(of: key.rsasp1(Integer(bigEndian: block), blindedBy: &random), count: key.size)
    }

    /// A verification of RSASSA-PKCS1-v1_5 with every value on the way (RFC 8017 section 8.2.2).
    ///
    /// The block that *should* have been signed is made and compared whole. Taking the signed block apart instead has gone
    /// wrong many times: a parser that overlooks trailing octets accepts signatures that anyone can make for e = 3
    /// (Bleichenbacher 2006).
    public struct Verification: Hashable, Sendable {
        /// The signer's key.
        public let key: RSAPublicKey
        /// The hash function that the signature is announced with.
        public let hash: DigestFunction
        /// The digest of the message.
        public let digest: [UInt8]
        /// The signature as a number s.
        public let signature: Integer
        /// EM = sᵉ mod n, in as many octets as n has; nil where the signature has another length or s is not below n.
        public let block: [UInt8]?
        /// EM′, the block that a signer of this digest makes; nil where n is too short for it.
        public let expected: [UInt8]?

        /// Whether the signature is one of the message by the owner of the key.
        public var isValid: Bool { block != nil && block == expected }

        /// Works a verification through.
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
        // The RFC has an error of its own for a key that cannot have signed anything with this hash function.
        if work.expected == nil { _ = try block(of: work.digest, hash: .common(hash), for: key) }
        guard work.isValid else { throw .invalidSignature }
    }

    /// The result of the public key on a signature: the encoded message, as long as the modulus; nil where it is no signature
    /// of that key's size.
    public static func recovered(_ signature: [UInt8], by key: RSAPublicKey) -> [UInt8]? {
        guard signature.count == key.size, let signed = try? key.rsavp1(Integer(bigEndian: signature)) else {
            return nil
        }
        return signed.bigEndian(count: key.size)
    }

    /// WRONG: reads the block of a signature from the left, 00 01, octets ff, 00, DigestInfo, and does not ask what stands behind
    /// (against RFC 8017 section 8.2.2). For e = 3 a cube root makes such a block without any key (Bleichenbacher 2006).
    package static func beginsRight(
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

    /// The encoding for a key; the RFC gives its error another name there.
    private static func block(
        of digest: [UInt8], hash: DigestFunction, for key: RSAPublicKey
    ) throws(RSAError) -> [UInt8] {
        do {
            return try encode(digest, hash: hash, count: key.size)
        } catch .intendedEncodedMessageLengthTooShort(let count, let needed) {
            throw .rsaModulusTooShort(count: count, needed: needed)
        }
    }

    /// I2OSP of a number below the modulus, which always fits.
    static func octets(of number: Integer, count: Int) throws(RSAError) -> [UInt8] {
        guard let octets = number.bigEndian(count: count) else { throw .faultDetected }
        return octets
    }
}
