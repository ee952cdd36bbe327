/// Errors of RSA. The cases of the algorithms are those of RFC 8017, in its words.
public enum RSAError: Error, Hashable, Sendable {
    // MARK: The algorithms

    /// PKCS#1 v1.5 encryption takes at most k - 11 octets (RFC 8017 section 7.2.1).
    case messageTooLong(count: Int, limit: Int)
    /// The ciphertext does not decrypt. The error gives no reason on purpose (RFC 8017 section 7.2.2).
    case decryptionError
    /// The number to be encrypted or signed is not from 0 to n - 1 (RFC 8017 sections 5.1.1 and 5.2.1).
    case messageRepresentativeOutOfRange
    /// The number to be decrypted is not from 0 to n - 1 (RFC 8017 section 5.1.2).
    case ciphertextRepresentativeOutOfRange
    /// The number to be verified is not from 0 to n - 1 (RFC 8017 section 5.2.2).
    case signatureRepresentativeOutOfRange
    /// The encoded digest needs more octets than the encoded message may have (RFC 8017 section 9.2).
    case intendedEncodedMessageLengthTooShort(count: Int, needed: Int)
    /// The modulus is too short for the encoded digest (RFC 8017 section 8.2). ``PSS`` throws it, too.
    case rsaModulusTooShort(count: Int, needed: Int)
    /// The signature is not of this message by this key (RFC 8017 section 8.2.2).
    case invalidSignature
    /// The digest does not have the length that the hash function gives.
    case wrongDigestLength(count: Int, needed: Int)
    /// The private operation gave a number that does not encrypt back: a fault of the machine, or damaged key material.
    /// The number is not returned, because one faulty signature reveals the factors of the modulus.
    case faultDetected

    // MARK: The keys

    /// The size of the modulus is outside the supported range.
    case unsupportedModulusSize(bits: Int, supported: ClosedRange<Int>)
    /// The size of a modulus to be generated is not a multiple of 8 bits.
    case modulusSizeNotWholeOctets(bits: Int)
    /// The modulus is even, so it is not a product of two odd primes.
    case evenModulus
    /// The public exponent is not an odd number from 3 to n - 1 (RFC 8017 section 3.1).
    case publicExponentOutOfRange
    /// A public exponent of more than 64 bits with a modulus of more than 3072: refused, as OpenSSL does, because one
    /// verification could be made to take seconds.
    case publicExponentTooLong(bits: Int)
    /// The test whether the factors of a private key are prime would take too long.
    case tooCostly(ArithmeticCost.TooMuch)
    /// The parts of a private key do not belong together.
    case inconsistentPrivateKey(Inconsistency)

    /// The contradiction between parts of a private key.
    public enum Inconsistency: String, Hashable, Sendable {
        /// n ≠ p · q.
        case modulusIsNotTheProduct = "n is not p · q"
        /// p or q is not a prime number.
        case factorIsNotPrime = "p or q is not prime"
        /// The two factors are the same.
        case factorsAreEqual = "p and q are equal"
        /// e · d is not 1 modulo p - 1 or not 1 modulo q - 1, or e has no such inverse d.
        case exponentsDoNotMatch = "e · d is not 1 modulo p - 1 and q - 1"
        /// d is not between 1 and n.
        case privateExponentOutOfRange = "d is not between 1 and n"
        /// dP, dQ or qInv in a file differs from the value that p, q and d give.
        case chineseRemainderParts = "dP, dQ or qInv does not follow from p, q and d"
    }
}

extension RSAError: CustomStringConvertible {
    /// The words of RFC 8017 where it has words.
    public var description: String {
        switch self {
        case .messageTooLong(let count, let limit): "message too long: \(count) octets, the key takes \(limit)"
        case .decryptionError: "decryption error"
        case .messageRepresentativeOutOfRange: "message representative out of range"
        case .ciphertextRepresentativeOutOfRange: "ciphertext representative out of range"
        case .signatureRepresentativeOutOfRange: "signature representative out of range"
        case .intendedEncodedMessageLengthTooShort(let count, let needed):
            "intended encoded message length too short: \(count) octets, \(needed) needed"
        case .rsaModulusTooShort(let count, let needed):
            "RSA modulus too short: \(count) octets, \(needed) needed"
        case .invalidSignature: "invalid signature"
        case .wrongDigestLength(let count, let needed): "digest of \(count) octets where the hash gives \(needed)"
        case .faultDetected: "fault detected: the result of the private operation does not encrypt back"
        case .unsupportedModulusSize(let bits, let supported):
            "modulus of \(bits) bits; supported are \(supported.lowerBound) to \(supported.upperBound)"
        case .modulusSizeNotWholeOctets(let bits): "modulus of \(bits) bits, which is not a whole number of octets"
        case .evenModulus: "even modulus"
        case .publicExponentOutOfRange: "public exponent is not an odd number from 3 to n - 1"
        case .publicExponentTooLong(let bits): "public exponent of \(bits) bits with a modulus of more than 3072"
        case .tooCostly(let cost): cost.description
        case .inconsistentPrivateKey(let how): "inconsistent private key: \(how.rawValue)"
        }
    }
}
