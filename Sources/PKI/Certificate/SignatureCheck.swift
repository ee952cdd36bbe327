import Crypto
internal import SwiftASN1

/// Whether a key verifies the signature on a certificate (RFC 5280 section 6.1.3 (a) (1)).
enum SignatureCheck: Hashable, Sendable {
    case verifies
    case fails
    /// The algorithm is not for keys of this kind.
    case wrongKey
    /// The algorithm, or its parameters, is nothing that can be verified here.
    case unknownAlgorithm

    /// Verifies the signature on `certificate` with `key`.
    init(of certificate: CertificateStructure, by key: SubjectKey) {
        self.init(
            Array(certificate.signature), of: certificate.tbsOctets, with: certificate.signatureIdentifier, by: key)
    }

    /// Verifies the signature on `message`, which is made as a certificate's is.
    init(_ signature: [UInt8], of message: [UInt8], with identifier: AlgorithmIdentifier, by key: SubjectKey) {
        guard let algorithm = CertificateSignature(identifier) else {
            self = .unknownAlgorithm
            return
        }
        switch (algorithm, key) {
        case (.rsa(let hash), .rsa(let key)):
            self.init { () throws(RSAError) in try LiveRSA.verify(signature, of: message, hash: hash, by: key) }
        case (.rsaWithMD5, .rsa(let key)):
            self = PKCS1v15.Verification(signature, of: message, hash: .md5, by: key).isValid ? .verifies : .fails
        case (.pss(let hash, let maskHash, let saltLength), .rsa(let key)):
            self.init { () throws(RSAError) in
                try PSS.verify(
                    signature, of: message, hash: hash, maskHash: maskHash, saltLength: saltLength, by: key)
            }
        case (.ecdsa(let hash), .curve(let curve, let point)):
            self.init { () throws(EllipticCurveError) in
                try curve.verify(signature, of: message, hash: hash, byPoint: point)
            }
        case (.ed25519, .ed25519(let key)):
            self = Ed25519.isValid(signature, of: message, by: key) ? .verifies : .fails
        default: self = .wrongKey
        }
    }

    private init<E: Error>(_ verify: () throws(E) -> Void) {
        do throws(E) {
            try verify()
            self = .verifies
        } catch {
            self = .fails
        }
    }

    /// What a verification costs, counted in verifications with an RSA key of 2048 bits and the exponent 65537: whoever
    /// sends a certificate chooses the size.
    static func cost(of key: SubjectKey) -> Int {
        switch key {
        case .rsa(let key):
            let (modulus, exponent) = (key.n.bitWidth, key.e.bitWidth)
            return max(1, modulus * modulus / (2048 * 2048) * max(1, exponent / 17))
        case .curve: return 3
        case .ed25519: return 2
        case .unknownCurve, .other, .malformed: return 1
        }
    }
}

/// How a certificate is signed (RFC 3279, RFC 4055, RFC 5758, RFC 8410).
enum CertificateSignature: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5.
    case rsa(HashAlgorithm)
    case rsaWithMD5
    case pss(HashAlgorithm, maskHash: HashAlgorithm, saltLength: Int)
    case ecdsa(HashAlgorithm)
    case ed25519

    /// Nil for what is not known here.
    init?(_ identifier: AlgorithmIdentifier) {
        switch identifier.algorithm {
        case [1, 2, 840, 113549, 1, 1, 4]: self = .rsaWithMD5
        case [1, 2, 840, 113549, 1, 1, 5]: self = .rsa(.sha1)
        case [1, 2, 840, 113549, 1, 1, 14]: self = .rsa(.sha224)
        case [1, 2, 840, 113549, 1, 1, 11]: self = .rsa(.sha256)
        case [1, 2, 840, 113549, 1, 1, 12]: self = .rsa(.sha384)
        case [1, 2, 840, 113549, 1, 1, 13]: self = .rsa(.sha512)
        case [1, 2, 840, 113549, 1, 1, 10]:
            guard let parameters = PSSParameters(identifier.parameters) else { return nil }
            self = .pss(parameters.hash, maskHash: parameters.maskHash, saltLength: parameters.saltLength)
        case [1, 2, 840, 10045, 4, 1]: self = .ecdsa(.sha1)
        case [1, 2, 840, 10045, 4, 3, 1]: self = .ecdsa(.sha224)
        case [1, 2, 840, 10045, 4, 3, 2]: self = .ecdsa(.sha256)
        case [1, 2, 840, 10045, 4, 3, 3]: self = .ecdsa(.sha384)
        case [1, 2, 840, 10045, 4, 3, 4]: self = .ecdsa(.sha512)
        case [1, 3, 101, 112]: self = .ed25519
        default: return nil
        }
    }

    /// Whether the rules of the Web PKI have it, with these parameters: SHA-256, SHA-384 or SHA-512; for RSA NULL or nothing
    /// (RFC 4055 section 5), for ECDSA nothing (RFC 5758 section 3.2), and for PSS everything as long as the hash.
    static func isWebPKI(_ identifier: AlgorithmIdentifier) -> Bool {
        let hashes: [HashAlgorithm] = [.sha256, .sha384, .sha512]
        switch CertificateSignature(identifier) {
        case .rsa(let hash)?:
            return hashes.contains(hash) && (identifier.parameters.map { $0.identifier == .null } ?? true)
        case .ecdsa(let hash)?: return hashes.contains(hash) && identifier.parameters == nil
        case .pss(let hash, let maskHash, let saltLength)?:
            return hashes.contains(hash) && maskHash == hash && saltLength == hash.outputLength
        case .ed25519?: return identifier.parameters == nil
        case .rsaWithMD5?, nil: return false
        }
    }

    /// What its hash function is worth.
    enum Strength {
        case sound
        /// Collisions have been computed: SHA-1.
        case broken
        /// Collisions take a laptop seconds: MD5.
        case gone
    }

    var strength: Strength {
        switch self {
        case .rsaWithMD5: .gone
        case .rsa(.sha1), .ecdsa(.sha1), .pss(.sha1, _, _): .broken
        case .rsa, .ecdsa, .pss, .ed25519: .sound
        }
    }
}

/// The parameters of RSASSA-PSS (RFC 4055 section 3.1). What is left out is SHA-1, MGF1 with SHA-1 and 20 octets of salt.
struct PSSParameters {
    var hash = HashAlgorithm.sha1
    var maskHash = HashAlgorithm.sha1
    var saltLength = 20

    init?(_ node: ASN1Node?) {
        guard let node, var parts = try? Parts(node, tagged: .sequence) else { return nil }
        do {
            if let hash = try parts.optional(contextTag: 0, { HashAlgorithm(try AlgorithmIdentifier($0)) }) {
                guard let hash else { return nil }
                self.hash = hash
            }
            let mask = try parts.optional(contextTag: 1) { node -> HashAlgorithm? in
                var mask = try Parts(node, tagged: .sequence)
                // id-mgf1
                guard try ASN1ObjectIdentifier(derEncoded: try mask.next()) == [1, 2, 840, 113549, 1, 1, 8] else {
                    return nil
                }
                return HashAlgorithm(try AlgorithmIdentifier(try mask.next()))
            }
            if let mask {
                guard let mask else { return nil }
                maskHash = mask
            }
            if let length = try parts.optional(contextTag: 2, { try Int(derEncoded: $0) }) {
                guard (0...512).contains(length) else { return nil }
                saltLength = length
            }
            // trailerField, which has one value only.
            if let trailer = try parts.optional(contextTag: 3, { try Int(derEncoded: $0) }), trailer != 1 { return nil }
        } catch {
            return nil
        }
    }
}

extension HashAlgorithm {
    /// The hash function of an identifier (RFC 4055 section 2.1); nil for what is not known here.
    init?(_ identifier: AlgorithmIdentifier) {
        switch identifier.algorithm {
        case [1, 3, 14, 3, 2, 26]: self = .sha1
        case [2, 16, 840, 1, 101, 3, 4, 2, 4]: self = .sha224
        case [2, 16, 840, 1, 101, 3, 4, 2, 1]: self = .sha256
        case [2, 16, 840, 1, 101, 3, 4, 2, 2]: self = .sha384
        case [2, 16, 840, 1, 101, 3, 4, 2, 3]: self = .sha512
        default: return nil
        }
    }
}
