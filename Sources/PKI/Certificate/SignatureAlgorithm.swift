import Crypto

/// A signature algorithm of certificates, with its hash function and parameters (RFC 3279, RFC 4055, RFC 5758, RFC 8410).
package enum SignatureAlgorithm: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2).
    case pkcs1(DigestFunction)
    /// RSASSA-PSS (RFC 8017 section 8.1).
    case pss(PSSParameters)
    /// ECDSA (FIPS 186-5 section 6).
    case ecdsa(HashAlgorithm)
    /// Ed25519 (RFC 8032).
    case ed25519

    /// The algorithm that an identifier names, with its parameters. Nil for an algorithm that is not known here, and for
    /// RSASSA-PSS with parameters that cannot be read.
    package init?(_ identifier: AlgorithmIdentifier) {
        if identifier.algorithm == .rsassaPSS {
            guard let parameters = identifier.parameters.flatMap({ PSSParameters($0) }) else { return nil }
            self = .pss(parameters)
        } else if let known = SignatureAlgorithm.identifiers.first(where: { $0.identifier == identifier.algorithm }) {
            self = known.algorithm
        } else {
            return nil
        }
    }

    /// The object identifier of the algorithm.
    package var identifier: OID {
        if case .pss = self { return .rsassaPSS }
        guard let known = SignatureAlgorithm.identifiers.first(where: { $0.algorithm == self }) else {
            preconditionFailure("every algorithm has an identifier")
        }
        return known.identifier
    }

    /// Each algorithm whose identifier says everything, without parameters, and its identifier. The most common ones stand first.
    private static let identifiers: [(algorithm: SignatureAlgorithm, identifier: OID)] = [
        (.sha256WithRSA, .sha256WithRSA), (.ecdsaWithSHA256, .ecdsaWithSHA256), (.ecdsaWithSHA384, .ecdsaWithSHA384),
        (.sha384WithRSA, .sha384WithRSA), (.sha512WithRSA, .sha512WithRSA), (.ecdsa(.sha512), .ecdsaWithSHA512),
        (.sha1WithRSA, .sha1WithRSA), (.ecdsaWithSHA1, .ecdsaWithSHA1), (.ed25519, .ed25519),
        (.md5WithRSA, .md5WithRSA), (.pkcs1(.common(.sha224)), .sha224WithRSA), (.ecdsa(.sha224), .ecdsaWithSHA224),
    ]

    // MARK: Strength

    /// The strength of the hash function of a signature.
    package enum Strength {
        /// No collision is known.
        case sound
        /// Collisions have been computed: SHA-1 (RFC 6194).
        case broken
        /// A laptop computes collisions in seconds: MD5 (RFC 6151).
        case gone
    }

    /// The strength of the hash function.
    package var strength: Strength {
        switch self {
        case .pkcs1(.md5): .gone
        case .pkcs1(.common(.sha1)), .ecdsa(.sha1): .broken
        case .pss(let parameters): parameters.hash == .sha1 ? .broken : .sound
        case .pkcs1, .ecdsa, .ed25519: .sound
        }
    }

    /// Whether the rules of the Web PKI allow the algorithm with these parameters.
    ///
    /// The hash function must be SHA-256, SHA-384 or SHA-512. The parameters must be NULL or absent for RSA (RFC 4055 section 5)
    /// and absent for ECDSA (RFC 5758 section 3.2) and Ed25519 (RFC 8410 section 3). For RSASSA-PSS the mask must use the same
    /// hash function, and the salt must be as long as the hash.
    static func isWebPKI(_ identifier: AlgorithmIdentifier) -> Bool {
        let hashes: [HashAlgorithm] = [.sha256, .sha384, .sha512]
        switch SignatureAlgorithm(identifier) {
        case .pkcs1(.common(let hash))?:
            return hashes.contains(hash) && (identifier.parameters.map { $0.isTagged(.null) } ?? true)
        case .ecdsa(let hash)?: return hashes.contains(hash) && identifier.parameters == nil
        case .pss(let parameters)?:
            return hashes.contains(parameters.hash) && parameters.maskHash == parameters.hash
                && parameters.saltLength == parameters.hash.outputLength
        case .ed25519?: return identifier.parameters == nil
        case .pkcs1(.md5)?, nil: return false
        }
    }
}

// MARK: - Signing

extension SignatureAlgorithm {
    /// RSA with MD5, for certificates that must be refused.
    package static let md5WithRSA = SignatureAlgorithm.pkcs1(.md5)
    /// RSA with SHA-1, for certificates that must be refused.
    package static let sha1WithRSA = SignatureAlgorithm.pkcs1(.common(.sha1))
    /// RSA with SHA-256, the algorithm of most certificates.
    package static let sha256WithRSA = SignatureAlgorithm.pkcs1(.common(.sha256))
    /// RSA with SHA-384.
    package static let sha384WithRSA = SignatureAlgorithm.pkcs1(.common(.sha384))
    /// RSA with SHA-512.
    package static let sha512WithRSA = SignatureAlgorithm.pkcs1(.common(.sha512))
    /// ECDSA with SHA-1, for certificates that must be refused.
    package static let ecdsaWithSHA1 = SignatureAlgorithm.ecdsa(.sha1)
    /// ECDSA with SHA-256, the usual algorithm for a key on P-256.
    package static let ecdsaWithSHA256 = SignatureAlgorithm.ecdsa(.sha256)
    /// ECDSA with SHA-384, the usual algorithm for a key on P-384.
    package static let ecdsaWithSHA384 = SignatureAlgorithm.ecdsa(.sha384)

    /// The usual algorithm for a key: SHA-256 for RSA, for a curve the hash function that is as strong as the curve, and for Ed25519 the
    /// only one.
    package init(usualFor key: PrivateKey) {
        switch key {
        case .rsa: self = .sha256WithRSA
        case .ecdsa(let key):
            self = key.curve == .p521 ? .ecdsa(.sha512) : key.curve == .p384 ? .ecdsaWithSHA384 : .ecdsaWithSHA256
        case .ed25519: self = .ed25519
        }
    }

    /// The signature of a message. The same arguments give the same octets: PKCS#1 version 1.5 uses no randomness, and the nonces
    /// of ECDSA and Ed25519 are derived (RFC 6979, RFC 8032).
    ///
    /// - Throws: ``TrustError/cannotIssue(_:)`` for a key of another kind, and for RSASSA-PSS, with which no authority here
    ///   signs; ``TrustError/rsa(_:)`` for a key that is too short.
    func sign(_ message: [UInt8], with key: PrivateKey) throws(TrustError) -> [UInt8] {
        switch (self, key) {
        case (.pkcs1(let hash), .rsa(let key)):
            // Blinding protects the computation and does not change the result, so its randomness need not be reproducible.
            var blinding = SystemRandomSource()
            do {
                return try PKCS1v15.sign(message, hash: hash, with: key, blindedBy: &blinding)
            } catch {
                throw .rsa(error)
            }
        case (.ecdsa(let hash), .ecdsa(let key)): return ECDSA.sign(message, hash: hash, with: key).der
        case (.ed25519, .ed25519(let key)): return Ed25519.sign(message, with: key)
        default: throw .cannotIssue("\(identifier.label) is for keys of another kind")
        }
    }

    /// The AlgorithmIdentifier in DER. Its parameters are NULL for RSA (RFC 4055 section 5) and absent for ECDSA (RFC 5758
    /// section 3.2).
    var encoded: [UInt8] {
        let isRSA = if case .pkcs1 = self { true } else { false }
        return DERWriter.sequence(DERWriter.identifier(identifier), isRSA ? DERWriter.null : [])
    }
}

// MARK: - Object identifiers

extension OID {
    // RFC 8017 appendix A.2.4.
    package static let md2WithRSA: OID = [1, 2, 840, 113549, 1, 1, 2]
    package static let md4WithRSA: OID = [1, 2, 840, 113549, 1, 1, 3]
    package static let md5WithRSA: OID = [1, 2, 840, 113549, 1, 1, 4]
    package static let sha1WithRSA: OID = [1, 2, 840, 113549, 1, 1, 5]
    package static let sha256WithRSA: OID = [1, 2, 840, 113549, 1, 1, 11]
    package static let sha384WithRSA: OID = [1, 2, 840, 113549, 1, 1, 12]
    package static let sha512WithRSA: OID = [1, 2, 840, 113549, 1, 1, 13]
    package static let sha224WithRSA: OID = [1, 2, 840, 113549, 1, 1, 14]
    // RFC 3279 section 2.2.3 and RFC 5758 section 3.2.
    package static let ecdsaWithSHA1: OID = [1, 2, 840, 10045, 4, 1]
    package static let ecdsaWithSHA224: OID = [1, 2, 840, 10045, 4, 3, 1]
    package static let ecdsaWithSHA256: OID = [1, 2, 840, 10045, 4, 3, 2]
    package static let ecdsaWithSHA384: OID = [1, 2, 840, 10045, 4, 3, 3]
    package static let ecdsaWithSHA512: OID = [1, 2, 840, 10045, 4, 3, 4]
}
