import Trace

/// Whether keys and signatures are strong enough.
public enum StrengthStatement: StatementTopic {
    /// The hash function of the signature is sound; the name of the signature algorithm.
    case soundSignatureAlgorithm(String)
    /// The signature algorithm is not known here; its name.
    case signatureAlgorithmNotKnown(String)
    /// The issuer has a key of another kind than the signature algorithm needs.
    case signatureOfOtherKind(by: String, key: String, algorithm: String)
    /// The key is long enough; its kind and size.
    case keyLongEnough(String)
    /// The length of the RSA modulus is no whole number of octets.
    case keyOfOddSize(bits: Int)
    /// The rules of the Web PKI do not allow signatures of this form; the name of the signature algorithm.
    case signatureOutsideWebPKI(String)
    /// The rules of the Web PKI do not allow keys of this kind; the kind.
    case keyOutsideWebPKI(String)
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
        case .keyLongEnough(let key): "\(it) holds \(English.a(key)), which is long enough."
        case .keyOfOddSize(let bits):
            "\(it) holds an RSA key of \(bits) bits, which is not a whole number of octets. A correct generator does not make such keys."
        case .keyOutsideWebPKI(let key):
            "\(it) holds \(English.a(key)). The rules of the Web PKI do not allow this kind."
        case .signatureOutsideWebPKI(let algorithm):
            "\(it) is signed with \(algorithm), in a form that the rules of the Web PKI do not allow."
        case .keyNotKnown(let key): "\(it) holds a key that cannot be used: \(key)."
        case .otherKey(let key): "\(it) holds \(English.a(key))."
        }
    }
}
