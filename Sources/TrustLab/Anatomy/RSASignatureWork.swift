import Crypto

/// The verification of an RSASSA-PKCS1-v1_5 signature (RFC 8017 section 8.2.2): undo the power, look what was signed.
public struct PKCS1Work: Hashable, Sendable {
    /// The hash function that signatureAlgorithm names.
    public let hash: DigestFunction
    /// The digest of the octets that are signed.
    public let digest: [UInt8]
    /// The issuer's modulus.
    public let n: Integer
    /// The issuer's exponent.
    public let e: Integer
    /// The signature as a number.
    public let s: Integer
    /// EM, the block that sᵉ mod n is: as many octets as the modulus has.
    public let block: [UInt8]
    /// How the block is made up; nil for a block that no signer makes, such as the one that a wrong key gives.
    public let layout: Layout?
    /// Whether the block is the one that this digest has: the verdict.
    public let verified: Bool

    /// The parts of a block 00 01 ff … ff 00 DigestInfo.
    public struct Layout: Hashable, Sendable {
        /// How many octets ff there are.
        public let padding: Int
        /// Where DigestInfo begins in the block; it reaches to the end.
        public let digestInfo: Range<Int>
        /// The name of the hash function in DigestInfo; its numbers where it has no name here.
        public let hashName: String
        /// Where the digest stands in the block.
        public let digest: Range<Int>
    }

    /// Raises the signature to the e-th power.
    ///
    /// - Throws: ``SignatureWork/Obstacle/malformedSignature(_:)``.
    init(
        _ signature: [UInt8], of message: [UInt8], hash: DigestFunction, key: RSAPublicKey
    ) throws(SignatureWork.Obstacle) {
        self.hash = hash
        digest = hash.hash(message)
        (n, e, s) = (key.n, key.e, Integer(bigEndian: signature))
        block = try key.block(signature)
        layout = Layout(block)
        // The block that should be there is made and compared whole (RFC 8017 section 8.2.2).
        let info = hash.digestInfo(digest)
        let padding = block.count - info.count - 3
        verified = padding >= 8 && block == [0, 1] + [UInt8](repeating: 0xff, count: padding) + [0] + info
    }
}

extension PKCS1Work.Layout {
    /// Takes a block apart.
    init?(_ block: [UInt8]) {
        guard block.starts(with: [0, 1]) else { return nil }
        let padding = block.dropFirst(2).prefix { $0 == 0xff }.count
        let start = padding + 3
        guard start < block.count, block[start - 1] == 0 else { return nil }
        var reader = DERReader(block)
        let parts = reader.elements(in: start..<block.count, depth: 0)
        guard reader.faults.isEmpty, parts.count == 1, let info = parts.first, info.tag == .sequence,
            info.children.count == 2, info.children[0].tag == .sequence,
            let function = info.children[0].children.first, function.tag == .objectIdentifier,
            info.children[1].tag == .octetString
        else { return nil }
        self.padding = padding
        digestInfo = start..<block.count
        hashName = ElementValue.objectIdentifier(block[function.content]).text
        digest = info.children[1].content
    }
}

/// The verification of an RSASSA-PSS signature (RFC 8017 section 8.1.2).
public struct PSSWork: Hashable, Sendable {
    /// The hash function of the message.
    public let hash: HashAlgorithm
    /// The hash function of the mask.
    public let maskHash: HashAlgorithm
    /// How many random octets the signer mixed in.
    public let saltLength: Int
    /// The digest of the octets that are signed.
    public let digest: [UInt8]
    /// The issuer's modulus.
    public let n: Integer
    /// The issuer's exponent.
    public let e: Integer
    /// The signature as a number.
    public let s: Integer
    /// EM, the block that sᵉ mod n is: the masked salt, the hash H, bc.
    public let block: [UInt8]
    /// The verdict.
    public let verified: Bool

    /// The part of the block that hides the salt; nil where the block is too short.
    public var maskedSalt: ArraySlice<UInt8>? {
        block.count > hash.outputLength + 1 ? block.dropLast(hash.outputLength + 1) : nil
    }
    /// H: the hash over the digest and the salt.
    public var h: ArraySlice<UInt8> { block.dropLast().suffix(hash.outputLength) }

    /// - Throws: ``SignatureWork/Obstacle/malformedSignature(_:)``.
    init(
        _ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm, maskHash: HashAlgorithm, saltLength: Int,
        key: RSAPublicKey
    ) throws(SignatureWork.Obstacle) {
        self.hash = hash
        self.maskHash = maskHash
        self.saltLength = saltLength
        digest = hash.hash(message)
        (n, e, s) = (key.n, key.e, Integer(bigEndian: signature))
        block = try key.block(signature)
        do {
            try PSS.verify(
                signature, of: message, hash: hash, maskHash: maskHash, saltLength: saltLength, by: key)
            verified = true
        } catch {
            verified = false
        }
    }
}

extension RSAPublicKey {
    /// sᵉ mod n, as many octets as the modulus has.
    fileprivate func block(_ signature: [UInt8]) throws(SignatureWork.Obstacle) -> [UInt8] {
        guard signature.count == size else {
            throw .malformedSignature("\(signature.count) octets, where the issuer's modulus has \(size)")
        }
        guard let number = try? rsavp1(Integer(bigEndian: signature)), let block = number.bigEndian(count: size) else {
            throw .malformedSignature("the number is not below the issuer's modulus")
        }
        return block
    }
}
