import Crypto
internal import SwiftCrypto
import Trace

/// The verification of a certificate's signature, worked out with every number on the way.
public struct SignatureWork: Hashable, Sendable {
    /// The octets that are signed: tbsCertificate with its header.
    public let signed: Range<Int>
    /// The octets of the signature.
    public let signature: Range<Int>
    /// The algorithm by its name in the certificate.
    public let algorithm: String
    /// What came of it.
    public let result: Result

    /// What came of a verification.
    public enum Result: Hashable, Sendable {
        /// RSASSA-PKCS1-v1_5.
        case pkcs1(PKCS1Work)
        /// RSASSA-PSS.
        case pss(PSSWork)
        /// ECDSA.
        case ecdsa(ECDSAWork)
        /// Ed25519: the equation holds, or does not. The key and the two halves of the signature.
        case ed25519(key: [UInt8], r: [UInt8], s: [UInt8], verified: Bool)
        /// Nothing was computed.
        case notWorked(Obstacle)
    }

    /// Why nothing was computed.
    public enum Obstacle: Error, Hashable, Sendable {
        /// The issuer's certificate is not at hand.
        case issuerAbsent
        /// The parts that are needed could not be read.
        case unreadable
        /// The algorithm is not known here.
        case unknownAlgorithm
        /// The issuer's key is of another kind than the algorithm needs, or on a curve that is not known here.
        case otherKey(String)
        /// The issuer's key is no key that can be computed with.
        case badKey(String)
        /// The signature has another length than the key's numbers, or is no pair of numbers.
        case malformedSignature(String)
    }

    /// Whether the signature is the issuer's; nil where that was not found out.
    public var verified: Bool? {
        switch result {
        case .pkcs1(let work): work.verified
        case .pss(let work): work.verified
        case .ecdsa(let work): work.verified
        case .ed25519(_, _, _, let verified): verified
        case .notWorked: nil
        }
    }

    /// Verifies the signature of a certificate with the key of another one, or its own.
    public init(of certificate: AnnotatedCertificate, issuer: AnnotatedCertificate?) {
        let parts = certificate.elements.first?.children ?? []
        let tbs = parts.first { $0.part == .tbsCertificate }
        let value = parts.first { $0.part == .signatureValue }
        algorithm =
            parts.first { $0.part == .signatureAlgorithm }?.first(.algorithm)?.value ?? "an unreadable algorithm"
        signed = tbs?.range ?? 0..<0
        // A BIT STRING begins with the count of its unused bits.
        signature = value.map { min($0.content.lowerBound + 1, $0.content.upperBound)..<$0.content.upperBound } ?? 0..<0
        guard let tbs, let value, tbs.node?.isComplete == true, value.node?.isComplete == true, !signature.isEmpty
        else {
            result = .notWorked(.unreadable)
            return
        }
        guard let issuer else {
            result = .notWorked(.issuerAbsent)
            return
        }
        guard let scheme = SigningMethod(of: certificate) else {
            result = .notWorked(.unknownAlgorithm)
            return
        }
        let message = Array(certificate.der[signed])
        let octets = Array(certificate.der[signature])
        do {
            result =
                switch scheme {
                case .pkcs1(let hash):
                    .pkcs1(try PKCS1Work(octets, of: message, hash: hash, key: issuer.rsaKey()))
                case .pss(let hash, let mask, let salt):
                    .pss(
                        try PSSWork(
                            octets, of: message, hash: hash, maskHash: mask, saltLength: salt, key: issuer.rsaKey()))
                case .ecdsa(let hash):
                    .ecdsa(try ECDSAWork(octets, of: message, hash: hash, key: issuer.curveKey()))
                case .ed25519: try SignatureWork.edwards(octets, of: message, issuer)
                }
        } catch {
            result = .notWorked(error)
        }
    }

    private static func edwards(
        _ signature: [UInt8], of message: [UInt8], _ issuer: AnnotatedCertificate
    ) throws(Obstacle) -> Result {
        guard issuer.keyAlgorithm == "Ed25519",
            let key = issuer.tbs(.subjectPublicKeyInfo)?.first(.edwardsPoint).map({ Array(issuer.der[$0.range]) })
        else { throw .otherKey(issuer.keyAlgorithm) }
        guard signature.count == 64 else {
            throw .malformedSignature("\(signature.count) octets, where Ed25519 has 64")
        }
        guard let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else {
            throw .badKey("\(key.count) octets, where Ed25519 has 32")
        }
        return .ed25519(
            key: key, r: Array(signature.prefix(32)), s: Array(signature.suffix(32)),
            verified: publicKey.isValidSignature(signature, for: message))
    }
}

extension AnnotatedCertificate {
    /// The name of the key's algorithm.
    var keyAlgorithm: String { tbs(.subjectPublicKeyInfo)?.first(.algorithm)?.value ?? "an unreadable algorithm" }

    /// The RSA key in it.
    func rsaKey() throws(SignatureWork.Obstacle) -> RSAPublicKey {
        guard let info = tbs(.subjectPublicKeyInfo), let n = info.first(.modulus), let e = info.first(.publicExponent)
        else { throw .otherKey(keyAlgorithm) }
        do {
            return try RSAPublicKey(
                modulus: Integer(bigEndian: der[n.content]), exponent: Integer(bigEndian: der[e.content]))
        } catch { throw .badKey("\(error)") }
    }

    /// The point in it.
    func curveKey() throws(SignatureWork.Obstacle) -> EllipticCurvePublicKey {
        guard let info = tbs(.subjectPublicKeyInfo), let name = info.first(.namedCurve)?.value,
            let key = info.first(.subjectPublicKey)
        else { throw .otherKey(keyAlgorithm) }
        guard let curve = [EllipticCurve.p256, .p384, .p521].first(where: { $0.name == name }) else {
            throw .otherKey("\(keyAlgorithm) on \(name)")
        }
        do {
            return try EllipticCurvePublicKey(Array(der[key.content].dropFirst()), on: curve)
        } catch { throw .badKey("\(error)") }
    }
}
