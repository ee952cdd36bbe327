import Crypto
package import SwiftASN1

/// The algorithms with which an ``Issuer`` signs: those that everyone uses, and those that nobody should accept.
package enum SigningAlgorithm: Hashable, Sendable, CaseIterable {
    case md5WithRSA, sha1WithRSA, sha256WithRSA, sha384WithRSA, sha512WithRSA
    case ecdsaWithSHA1, ecdsaWithSHA256, ecdsaWithSHA384

    /// What is usual with a key: a hash function as strong as the key (RFC 5758, RFC 4055).
    package init(usualFor key: PrivateKey) {
        switch key {
        case .rsa: self = .sha256WithRSA
        case .ecdsa(let key): self = key.curve == .p384 ? .ecdsaWithSHA384 : .ecdsaWithSHA256
        }
    }

    /// The object identifier (RFC 8017 appendix A.2.4, RFC 5758 section 3.2, RFC 3279 section 2.2.3).
    package var identifier: ASN1ObjectIdentifier {
        switch self {
        case .md5WithRSA: [1, 2, 840, 113549, 1, 1, 4]
        case .sha1WithRSA: [1, 2, 840, 113549, 1, 1, 5]
        case .sha256WithRSA: [1, 2, 840, 113549, 1, 1, 11]
        case .sha384WithRSA: [1, 2, 840, 113549, 1, 1, 12]
        case .sha512WithRSA: [1, 2, 840, 113549, 1, 1, 13]
        case .ecdsaWithSHA1: [1, 2, 840, 10045, 4, 1]
        case .ecdsaWithSHA256: [1, 2, 840, 10045, 4, 3, 2]
        case .ecdsaWithSHA384: [1, 2, 840, 10045, 4, 3, 3]
        }
    }

    /// The hash function; nil for MD5, which is not among those that can be relied on.
    private var hash: HashAlgorithm? {
        switch self {
        case .md5WithRSA: nil
        case .sha1WithRSA, .ecdsaWithSHA1: .sha1
        case .sha256WithRSA, .ecdsaWithSHA256: .sha256
        case .sha384WithRSA, .ecdsaWithSHA384: .sha384
        case .sha512WithRSA: .sha512
        }
    }

    private var isRSA: Bool {
        switch self {
        case .md5WithRSA, .sha1WithRSA, .sha256WithRSA, .sha384WithRSA, .sha512WithRSA: true
        case .ecdsaWithSHA1, .ecdsaWithSHA256, .ecdsaWithSHA384: false
        }
    }

    /// The signature of a message. The same arguments give the same octets: PKCS#1 version 1.5 has no randomness in it, and
    /// the nonces of ECDSA are derived (RFC 6979).
    ///
    /// - Throws: ``TrustError/cannotIssue(_:)`` for a key of another kind, ``TrustError/rsa(_:)`` for one that is too short.
    package func sign(_ message: [UInt8], with key: PrivateKey) throws(TrustError) -> [UInt8] {
        // Blinding hides the computation and leaves the result as it is.
        var blinding = SystemRandomSource()
        do {
            switch (key, hash) {
            case (.rsa(let key), let hash?) where isRSA:
                return try PKCS1v15.sign(message, hash: hash, with: key, blindedBy: &blinding)
            case (.rsa(let key), nil): return try PKCS1v15.sign(message, hash: .md5, with: key, blindedBy: &blinding)
            case (.ecdsa(let key), let hash?) where !isRSA: return ECDSA.sign(message, hash: hash, with: key).der
            default: throw TrustError.cannotIssue("\(AlgorithmNames.name(identifier)) is for keys of another kind")
            }
        } catch let error as RSAError {
            throw .rsa(error)
        } catch let error as TrustError {
            throw error
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    /// The AlgorithmIdentifier. RSA's has NULL for parameters (RFC 4055 section 5), ECDSA's has none (RFC 5758 section 3.2).
    package func serialize(into serializer: inout DER.Serializer) throws {
        try serializer.appendConstructedNode(identifier: .sequence) { parts in
            try parts.serialize(identifier)
            if isRSA { try parts.serialize(ASN1Null()) }
        }
    }
}
