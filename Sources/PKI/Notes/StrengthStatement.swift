import Trace

/// Whether keys and signatures are strong enough.
public enum StrengthStatement: StatementTopic {
    /// The hash function of the signature is sound; the name of the signature algorithm.
    case soundSignatureAlgorithm(String)
    /// The signature algorithm is not known here; its name.
    case signatureAlgorithmNotKnown(String)
    /// The issuer has a key of another kind than the signature algorithm needs.
    case signatureOfOtherKind(by: String, key: String, algorithm: String)
    /// The issuer's key is of a kind or on a curve that is not known here.
    case signatureByUnknownKey(by: String, key: String, algorithm: String)
    /// The key is long enough; its kind and size.
    case keyLongEnough(String)
    /// The length of the RSA modulus is no whole number of octets.
    case keyOfOddSize(bits: Int)
    /// The rules of the Web PKI do not allow signatures of this form; the name of the signature algorithm.
    case signatureOutsideWebPKI(String)
    /// The rules of the Web PKI do not allow keys of this kind; the kind.
    case keyOutsideWebPKI(String)
    /// SecTrust knows no size of such a key, so it refuses it; the kind.
    case keyWithoutSize(String)
    /// The curve of the key has fewer than 256 bits, which SecTrust demands; the kind.
    case curveTooSmall(String)
    /// SecTrust does not know the kind or the curve of the key; the kind.
    case keyNotKnownToSecTrust(String)
    /// The key cannot be used; the name of its curve or its algorithm.
    case keyNotKnown(String)
    /// The key is of a kind that no key exchange here can use; its kind.
    case otherKey(String)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .soundSignatureAlgorithm(let algorithm):
            "\(it) is signed with \(algorithm), whose hash function resists collisions."
        case .signatureAlgorithmNotKnown(let algorithm):
            "\(it) is signed with \(algorithm). That algorithm is not known here, so nothing is said about its hash function."
        case .signatureOfOtherKind(let issuer, let key, let algorithm):
            "\(it) is signed with \(algorithm), but \(issuer) has \(English.a(key)). That key cannot have made this signature."
        case .signatureByUnknownKey(let issuer, let key, let algorithm):
            "\(it) is signed with \(algorithm), and \(issuer) has \(English.a(key)). A signature with such a key cannot be verified here. "
                + "So it is not known whether \(issuer) signed it."
        case .keyLongEnough(let key): "\(it) holds \(English.a(key)), which is long enough."
        case .keyOfOddSize(let bits):
            "\(it) holds an RSA key of \(bits) bits, which is not a whole number of octets. A correct generator does not make such keys."
        case .keyOutsideWebPKI(let key):
            "\(it) holds \(English.a(key)). The rules of the Web PKI do not allow this kind."
        case .signatureOutsideWebPKI(let algorithm):
            "\(it) is signed with \(algorithm), in a form that the rules of the Web PKI do not allow."
        case .keyWithoutSize(let key):
            "\(it) holds \(English.a(key)). SecTrust demands a smallest size for RSA and for curves, and knows none for such a key."
        case .curveTooSmall(let key): "\(it) holds \(English.a(key)). SecTrust demands a curve of at least 256 bits."
        case .keyNotKnownToSecTrust(let key):
            "\(it) holds \(English.a(key)). SecTrust does not know such keys. No setting excuses that."
        case .keyNotKnown(let key): "\(it) holds a key that cannot be used: \(key)."
        case .otherKey(let key): "\(it) holds \(English.a(key))."
        }
    }
}
