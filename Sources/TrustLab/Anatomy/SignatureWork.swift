import Crypto
import PKI
import Trace

/// The verification of a certificate's signature, with every intermediate value.
package struct SignatureWork: Hashable, Sendable {
    /// The place of the signed octets in the certificate: tbsCertificate with its header. Empty if it could not be read.
    package let signed: Range<Int>
    /// The place of the signature in the certificate. Empty if it could not be read.
    package let signature: Range<Int>
    /// The algorithm by its name in the certificate.
    package let algorithm: Words
    /// The outcome.
    package let result: Result

    /// The outcome of a verification.
    package enum Result: Hashable, Sendable {
        /// The verification was computed, with these steps.
        case steps(SignatureCheck.Steps)
        /// The verification could not be computed.
        case notWorked(Obstacle)
    }

    /// Why the verification could not be computed.
    package enum Obstacle: Error, Hashable, Sendable {
        /// The issuer's certificate is not in the list.
        case issuerAbsent
        /// The signed part or the signature could not be read.
        case unreadable
        /// The algorithm is not known here.
        case unknownAlgorithm
        /// The issuer's key is of another kind than the algorithm needs, or on a curve that is not known here; the kind of the key.
        case otherKey(Words)
        /// The issuer's key cannot be used for a computation; the error.
        case badKey(Words)
        /// The signature has a wrong length for the key, or is not a pair of numbers; the error.
        case malformedSignature(Words)
    }

    /// Whether the signature is valid under the issuer's key. Nil if the verification was not computed.
    package var verified: Bool? {
        switch result {
        case .steps(let steps): steps.isValid
        case .notWorked: nil
        }
    }

    /// Verifies the signature of a certificate with the issuer's key.
    ///
    /// - Parameter issuer: the issuer's certificate, which may be the certificate itself; nil if it is not in the list.
    package init(of certificate: AnnotatedCertificate, issuer: AnnotatedCertificate?) {
        let parts = certificate.elements.first?.children ?? []
        let tbs = parts.first { $0.part == .tbsCertificate }
        let value = parts.first { $0.part == .signatureValue }
        algorithm =
            AnnotatedCertificate.algorithm(parts.first { $0.part == .signatureAlgorithm })
        signed = tbs?.range ?? 0..<0
        // The content of a BIT STRING begins with an octet that counts its unused bits.
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
            result = .steps(try SignatureWork.steps(of: certificate, tbs: tbs, signature: signature, by: issuer))
        } catch {
            result = .notWorked(error)
        }
    }

    private static func steps(
        of certificate: AnnotatedCertificate, tbs: AnatomyElement, signature: Range<Int>,
        by issuer: AnnotatedCertificate
    ) throws(Obstacle) -> SignatureCheck.Steps {
        guard let algorithm = certificate.signatureAlgorithm else { throw .unknownAlgorithm }
        let check = SignatureCheck(
            Array(certificate.der[signature]), of: Array(certificate.der[tbs.range]), with: algorithm,
            by: try issuer.key(for: algorithm))
        do throws(SignatureCheck.Obstacle) {
            return try check.steps
        } catch {
            switch error {
            case .unknownAlgorithm: throw .unknownAlgorithm
            case .wrongKey, .unknownKey: throw .otherKey(issuer.keyAlgorithm)
            case .badKey(let why): throw .badKey(why)
            case .malformedSignature(let why): throw .malformedSignature(why)
            }
        }
    }
}

extension AnnotatedCertificate {
    /// The name of the key's algorithm.
    var keyAlgorithm: Words { Self.algorithm(tbs(.subjectPublicKeyInfo)) }

    /// The name of the algorithm in an element.
    fileprivate static func algorithm(_ element: AnatomyElement?) -> Words {
        element?.first(.algorithm).map { Words(same: $0.value) }
            ?? Words(english: "an unreadable algorithm", chinese: "一个无法读取的算法")
    }

    /// The algorithm in the field signatureAlgorithm of the certificate. Nil if it is not known here or cannot be read.
    fileprivate var signatureAlgorithm: SignatureAlgorithm? {
        let element = elements.first?.children.first { $0.part == .signatureAlgorithm }
        guard let node = element?.node, let identifier = try? AlgorithmIdentifier(DERElement(node, in: der)) else {
            return nil
        }
        return SignatureAlgorithm(identifier)
    }

    /// The certified key, if it is of the kind that the algorithm needs. An RSA key that is restricted to RSASSA-PSS is accepted too. The
    /// rest of SubjectPublicKeyInfo may be faulty.
    ///
    /// - Throws: ``SignatureWork/Obstacle`` for a key that cannot be used.
    fileprivate func key(for algorithm: SignatureAlgorithm) throws(SignatureWork.Obstacle) -> SubjectKey {
        let info = tbs(.subjectPublicKeyInfo)
        switch algorithm {
        case .pkcs1, .pss:
            guard let n = info?.first(.modulus), let e = info?.first(.publicExponent) else {
                throw .otherKey(keyAlgorithm)
            }
            do throws(RSAError) {
                return .rsa(
                    try RSAPublicKey(
                        modulus: Integer(bigEndian: der[n.content]), exponent: Integer(bigEndian: der[e.content])))
            } catch { throw .badKey(error.words) }
        case .ecdsa:
            guard let name = info?.first(.namedCurve), let key = info?.first(.subjectPublicKey) else {
                throw .otherKey(keyAlgorithm)
            }
            let point = Array(der[key.content].dropFirst())
            if let curve = NamedCurve.allCases.first(where: { $0.identifier == name.identifier }) {
                return .curve(curve, point: point)
            }
            guard let other = EllipticCurve.others.first(where: { $0.identifier == name.identifier }) else {
                throw .otherKey(
                    Words(
                        english: "\(keyAlgorithm.english) on \(name.value)",
                        chinese: "\(name.value) 上的 \(keyAlgorithm.chinese)"))
            }
            do throws(EllipticCurveError) {
                return .otherCurve(try EllipticCurvePublicKey(point, on: other.curve))
            } catch { throw .badKey(error.words) }
        case .ed25519:
            guard keyAlgorithm == "Ed25519", let point = info?.first(.edwardsPoint) else {
                throw .otherKey(keyAlgorithm)
            }
            return .ed25519(Array(der[point.range]))
        }
    }
}
