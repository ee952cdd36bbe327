import Crypto
import Trace

/// The verification of the signature on a certificate, or of one that is made in the same way (RFC 5280 section 6.1.3 (a) (1)).
///
/// The initializer finds the outcome by the quickest means. ``steps`` repeats the verification with every number on the way.
package struct SignatureCheck: Sendable {
    /// The outcome.
    package let outcome: Outcome
    private let signature: [UInt8]
    private let message: [UInt8]
    private let algorithm: SignatureAlgorithm?
    private let key: SubjectKey

    /// An outcome of a verification.
    package enum Outcome: Hashable, Sendable {
        /// The key verifies the signature.
        case verifies
        /// The signature does not verify.
        case fails
        /// The algorithm is not for keys of this kind.
        case wrongKey
        /// The key is of a kind or on a curve that is not known here, or cannot be read.
        case unknownKey
        /// The algorithm, or its parameters, cannot be verified here.
        case unknownAlgorithm
    }

    /// Verifies the signature on `certificate` with `key`.
    init(of certificate: CertificateStructure, by key: SubjectKey) {
        self.init(
            Array(certificate.signature), of: certificate.tbsOctets,
            with: SignatureAlgorithm(certificate.signatureIdentifier), by: key)
    }

    /// Verifies the signature on `message`.
    ///
    /// - Parameter algorithm: the algorithm of the signature; nil for an algorithm that is not known here.
    package init(_ signature: [UInt8], of message: [UInt8], with algorithm: SignatureAlgorithm?, by key: SubjectKey) {
        self.signature = signature
        self.message = message
        self.algorithm = algorithm
        self.key = key
        let isValid: Bool
        switch (algorithm, key) {
        case (nil, _):
            outcome = .unknownAlgorithm
            return
        case (.pkcs1(.common(let hash))?, .rsa(let key)):
            isValid = (try? LiveRSA.verify(signature, of: message, hash: hash, by: key)) != nil
        case (.pkcs1(.md5)?, .rsa(let key)):
            isValid = PKCS1v15.Verification(signature, of: message, hash: .md5, by: key).isValid
        case (.pss(let parameters)?, .rsa(let key)):
            isValid = PSS.Verification(signature, of: message, parameters, by: key).isValid
        case (.ecdsa(let hash)?, .curve(let curve, let point)):
            isValid = (try? curve.verify(signature, of: message, hash: hash, byPoint: point)) != nil
        case (.pss(let parameters)?, .rsaPSS(let key, let demands)) where demands?.allow(parameters) ?? true:
            isValid = PSS.Verification(signature, of: message, parameters, by: key).isValid
        case (.ecdsa(let hash)?, .otherCurve(let key)):
            isValid = (try? ECDSA.verify(signature, of: message, hash: hash, by: key)) != nil
        case (.ed25519?, .ed25519(let key)): isValid = Ed25519.isValid(signature, of: message, by: key)
        case (_, .unknownCurve), (_, .other), (_, .malformed):
            outcome = .unknownKey
            return
        default:
            outcome = .wrongKey
            return
        }
        outcome = isValid ? .verifies : .fails
    }

    /// The cost of a verification with `key`. The unit is a verification with an RSA key of 2048 bits and the exponent 65537.
    ///
    /// The sender of a certificate chooses the size of its key, so the cost is counted and limited.
    static func cost(of key: SubjectKey) -> Int {
        switch key {
        case .rsa(let key), .rsaPSS(let key, _):
            let (modulus, exponent) = (key.n.bitWidth, key.e.bitWidth)
            return max(1, modulus * modulus / (2048 * 2048) * max(1, exponent / 17))
        case .curve: return 3
        // The arithmetic of this program takes milliseconds.
        case .otherCurve(let key): return key.curve.fieldSize
        case .ed25519: return 2
        case .unknownCurve, .other, .malformed: return 1
        }
    }
}

extension SignatureCheck {
    /// The largest cost of a verification outside of ``PathSearch``, which counts its costs: that of an RSA key of 16384 bits.
    private static let mostCost = 64

    /// Whether a verification with `key` costs no more than ``mostCost``.
    static func isWorthwhile(_ key: SubjectKey) -> Bool { cost(of: key) <= mostCost }
}

// MARK: - Worked through

extension SignatureCheck {
    /// A verification with every number on the way, by the algorithm of the signature.
    package enum Steps: Hashable, Sendable {
        /// RSASSA-PKCS1-v1_5.
        case pkcs1(PKCS1v15.Verification)
        /// RSASSA-PSS.
        case pss(PSS.Verification)
        /// ECDSA.
        case ecdsa(ECDSA.Verification)
        /// Ed25519.
        case ed25519(Ed25519.Verification)

        /// Whether the key verifies the signature.
        package var isValid: Bool {
            switch self {
            case .pkcs1(let work): work.isValid
            case .pss(let work): work.isValid
            case .ecdsa(let work): work.isValid
            case .ed25519(let work): work.isValid
            }
        }
    }

    /// The reason why a verification cannot be worked through.
    package enum Obstacle: Error, Hashable, Sendable {
        /// The algorithm is not known here.
        case unknownAlgorithm
        /// The algorithm is not for keys of this kind.
        case wrongKey
        /// The key is of a kind or on a curve that is not known here; its kind.
        case unknownKey(String)
        /// The octets of the key are no usable key; the fault in words.
        case badKey(Words)
        /// The octets are no signature of this algorithm, by their length or their form; the fault in words.
        case malformedSignature(Words)
    }

    /// The verification with every number on the way. Its result is the same as ``outcome``.
    ///
    /// - Throws: ``Obstacle`` if the key or the signature does not allow the computation.
    package var steps: Steps {
        get throws(Obstacle) {
            switch (algorithm, key) {
            case (nil, _): throw .unknownAlgorithm
            case (.pkcs1(let hash)?, .rsa(let key)):
                let work = PKCS1v15.Verification(signature, of: message, hash: hash, by: key)
                try requireBlock(work.block, key)
                return .pkcs1(work)
            case (.pss(let parameters)?, .rsaPSS(let key, let demands)) where demands?.allow(parameters) ?? true:
                let work = PSS.Verification(signature, of: message, parameters, by: key)
                try requireBlock(work.block, key)
                return .pss(work)
            case (.pss(let parameters)?, .rsa(let key)):
                let work = PSS.Verification(signature, of: message, parameters, by: key)
                try requireBlock(work.block, key)
                return .pss(work)
            case (.ecdsa(let hash)?, .curve(let curve, let point)):
                let key: EllipticCurvePublicKey
                do throws(EllipticCurveError) {
                    key = try EllipticCurvePublicKey(point, on: curve.arithmetic)
                } catch { throw .badKey(error.words) }
                return try ecdsa(hash, by: key)
            case (.ecdsa(let hash)?, .otherCurve(let key)): return try ecdsa(hash, by: key)
            case (.ed25519?, .ed25519(let key)):
                guard signature.count == Ed25519.signatureSize else {
                    throw .malformedSignature(
                        Self.length(signature.count, "Ed25519", chinese: "Ed25519", Ed25519.signatureSize))
                }
                guard key.count == Ed25519.keySize else {
                    throw .badKey(Self.length(key.count, "Ed25519", chinese: "Ed25519", Ed25519.keySize))
                }
                return .ed25519(Ed25519.Verification(signature, of: message, by: key))
            case (_, .unknownCurve), (_, .other), (_, .malformed): throw .unknownKey(key.name)
            default: throw .wrongKey
            }
        }
    }

    private func ecdsa(_ hash: HashAlgorithm, by key: EllipticCurvePublicKey) throws(Obstacle) -> Steps {
        guard let numbers = try? ECDSA.Signature(der: signature) else {
            throw .malformedSignature(
                Words(english: "no SEQUENCE of two numbers in DER", chinese: "不是 DER 中两个数的 SEQUENCE"))
        }
        return .ecdsa(ECDSA.Verification(numbers, of: message, hash: hash, by: key))
    }

    /// Checks that an RSA signature is as long as the modulus and below it (RFC 8017 section 5.2.2).
    private func requireBlock(_ block: [UInt8]?, _ key: RSAPublicKey) throws(Obstacle) {
        guard signature.count == key.size else {
            throw .malformedSignature(
                Self.length(signature.count, "the issuer's modulus", chinese: "颁发者的模数", key.size))
        }
        guard block != nil else {
            throw .malformedSignature(
                Words(english: "the number is not below the issuer's modulus", chinese: "这个数不小于颁发者的模数"))
        }
    }

    /// A number of octets where another one is needed.
    private static func length(_ count: Int, _ owner: String, chinese: String, _ needed: Int) -> Words {
        Words(
            english: "\(counted(count, "octet")), where \(owner) has \(needed)",
            chinese: spaced(spaced("\(count) 字节，而", chinese), "有") + " \(needed) 字节")
    }
}

extension PSS.Verification {
    fileprivate init(_ signature: [UInt8], of message: [UInt8], _ parameters: PSSParameters, by key: RSAPublicKey) {
        self.init(
            signature, of: message, hash: parameters.hash, maskHash: parameters.maskHash,
            saltLength: parameters.saltLength, by: key)
    }
}
