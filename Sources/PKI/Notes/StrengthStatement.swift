import Trace

/// Whether keys and signatures are strong enough.
public enum StrengthStatement: StatementTopic {
    /// The hash function of the signature is sound; the name of the signature algorithm.
    case soundSignatureAlgorithm(String)
    /// The signature algorithm is not known here; its name.
    case signatureAlgorithmNotKnown(String)
    /// The issuer has a key of another kind than the signature algorithm needs.
    case signatureOfOtherKind(by: String, key: Phrase, algorithm: String)
    /// The issuer's key is of a kind or on a curve that is not known here.
    case signatureByUnknownKey(by: String, key: Phrase, algorithm: String)
    /// The key is long enough; its kind and size.
    case keyLongEnough(Phrase)
    /// The length of the RSA modulus is no whole number of octets.
    case keyOfOddSize(bits: Int)
    /// The rules of the Web PKI do not allow signatures of this form; the name of the signature algorithm.
    case signatureOutsideWebPKI(String)
    /// The rules of the Web PKI do not allow keys of this kind; the kind.
    case keyOutsideWebPKI(Phrase)
    /// SecTrust knows no size of such a key, so it refuses it; the kind.
    case keyWithoutSize(Phrase)
    /// The curve of the key has fewer than 256 bits, which SecTrust demands; the kind.
    case curveTooSmall(Phrase)
    /// SecTrust does not know the kind or the curve of the key; the kind.
    case keyNotKnownToSecTrust(Phrase)
    /// The key cannot be used; the name of its curve or its algorithm.
    case keyNotKnown(Phrase)
    /// The key is of a kind that no key exchange here can use; its kind.
    case otherKey(Phrase)

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

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .soundSignatureAlgorithm(let algorithm): it.chinese("用 \(algorithm) 签名，它的哈希函数能抵抗碰撞。")
        case .signatureAlgorithmNotKnown(let algorithm):
            it.chinese("用 \(algorithm) 签名。这里不认识这个算法，所以对它的哈希函数不作评价。")
        case .signatureOfOtherKind(let issuer, let key, let algorithm):
            it.chinese(
                "用 \(algorithm) 签名，但 \(issuer) 的密钥是另一种：\(key.chinese)。这个密钥不可能产生这个签名。")
        case .signatureByUnknownKey(let issuer, let key, let algorithm):
            it.chinese(
                "用 \(algorithm) 签名，而 \(issuer) 的密钥是这一种：\(key.chinese)。用这种密钥产生的签名，这里无法验证。"
                    + "所以不知道给它签名的是不是 \(issuer)。")
        case .keyLongEnough(let key): it.chinese(spaced("含有", key.chinese) + "，足够长。")
        case .keyOfOddSize(let bits):
            it.chinese("含有 \(bits) 位的 RSA 密钥，这不是整数个字节。正确的生成器不会产生这样的密钥。")
        case .keyOutsideWebPKI(let key): it.chinese(spaced("含有", key.chinese) + "。Web PKI 的规则不允许这一种。")
        case .signatureOutsideWebPKI(let algorithm): it.chinese("用 \(algorithm) 签名，而 Web PKI 的规则不允许这种形式。")
        case .keyWithoutSize(let key):
            it.chinese(spaced("含有", key.chinese) + "。SecTrust 对 RSA 和曲线要求最小的长度，对这样的密钥没有规定长度。")
        case .curveTooSmall(let key): it.chinese(spaced("含有", key.chinese) + "。SecTrust 要求曲线至少 256 位。")
        case .keyNotKnownToSecTrust(let key):
            it.chinese(spaced("含有", key.chinese) + "。SecTrust 不认识这样的密钥。任何设置都不能放行。")
        case .keyNotKnown(let key): it.chinese("含有无法使用的密钥：\(key.chinese)。")
        case .otherKey(let key): it.chinese(spaced("含有", key.chinese) + "。")
        }
    }
}
