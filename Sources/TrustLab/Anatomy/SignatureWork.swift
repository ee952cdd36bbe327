import Crypto
import PKI
import Trace

/// The verification of a certificate's signature, worked out with every number on the way.
package struct SignatureWork: Hashable, Sendable {
    /// The octets that are signed: tbsCertificate with its header.
    package let signed: Range<Int>
    /// The octets of the signature.
    package let signature: Range<Int>
    /// The algorithm by its name in the certificate.
    package let algorithm: String
    /// The outcome.
    package let result: Result

    /// The outcome of a verification.
    package enum Result: Hashable, Sendable {
        /// The verification was worked through.
        case steps(SignatureCheck.Steps)
        /// No step was computed.
        case notWorked(Obstacle)
    }

    /// Why nothing was computed.
    package enum Obstacle: Error, Hashable, Sendable {
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
    package var verified: Bool? {
        switch result {
        case .steps(let steps): steps.isValid
        case .notWorked: nil
        }
    }

    /// Verifies the signature of a certificate with the key of another one, or its own.
    package init(of certificate: AnnotatedCertificate, issuer: AnnotatedCertificate?) {
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
        do throws(Obstacle) {
            result = .steps(try SignatureWork.steps(certificate, tbs, value: signature, issuer))
        } catch {
            result = .notWorked(error)
        }
    }

    private static func steps(
        _ certificate: AnnotatedCertificate, _ tbs: AnatomyElement, value: Range<Int>, _ issuer: AnnotatedCertificate
    ) throws(Obstacle) -> SignatureCheck.Steps {
        guard let algorithm = certificate.signatureAlgorithm else { throw .unknownAlgorithm }
        let check = SignatureCheck(
            Array(certificate.der[value]), of: Array(certificate.der[tbs.range]), with: algorithm,
            by: try issuer.key(for: algorithm))
        do throws(SignatureCheck.Obstacle) {
            return try check.steps
        } catch {
            switch error {
            case .unknownAlgorithm: throw .unknownAlgorithm
            case .wrongKey: throw .otherKey(issuer.keyAlgorithm)
            case .badKey(let why): throw .badKey(why)
            case .malformedSignature(let why): throw .malformedSignature(why)
            }
        }
    }
}

extension AnnotatedCertificate {
    /// The name of the key's algorithm.
    var keyAlgorithm: String { tbs(.subjectPublicKeyInfo)?.first(.algorithm)?.value ?? "an unreadable algorithm" }

    /// How it is signed, by the identifier beside what is signed; nil for what is not known here or cannot be read.
    fileprivate var signatureAlgorithm: SignatureAlgorithm? {
        let element = elements.first?.children.first { $0.part == .signatureAlgorithm }
        guard let node = element?.node, let identifier = try? AlgorithmIdentifier(DERElement(node, in: der)) else {
            return nil
        }
        return SignatureAlgorithm(identifier)
    }

    /// The key in it, as far as it is of the kind that an algorithm needs. A key for RSASSA-PSS alone is taken as well, and what
    /// stands around the key need not be in order.
    fileprivate func key(for algorithm: SignatureAlgorithm) throws(SignatureWork.Obstacle) -> SubjectKey {
        let info = tbs(.subjectPublicKeyInfo)
        switch algorithm {
        case .pkcs1, .pss:
            guard let n = info?.first(.modulus), let e = info?.first(.publicExponent) else {
                throw .otherKey(keyAlgorithm)
            }
            do {
                return .rsa(
                    try RSAPublicKey(
                        modulus: Integer(bigEndian: der[n.content]), exponent: Integer(bigEndian: der[e.content])))
            } catch { throw .badKey("\(error)") }
        case .ecdsa:
            guard let name = info?.first(.namedCurve), let key = info?.first(.subjectPublicKey) else {
                throw .otherKey(keyAlgorithm)
            }
            guard let curve = NamedCurve.allCases.first(where: { $0.identifier == name.identifier }) else {
                throw .otherKey("\(keyAlgorithm) on \(name.value)")
            }
            return .curve(curve, point: Array(der[key.content].dropFirst()))
        case .ed25519:
            guard keyAlgorithm == "Ed25519", let point = info?.first(.edwardsPoint) else {
                throw .otherKey(keyAlgorithm)
            }
            return .ed25519(Array(der[point.range]))
        }
    }
}
