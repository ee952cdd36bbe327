import Trace

/// The signatures along the path, and its end (RFC 5280 section 6.1).
public enum PathStatement: StatementTopic {
    /// The next certificate in the chain is that of the issuer; the name of the issuer.
    case followedByIssuer(String)
    /// The next certificate in the chain is not that of the issuer.
    case notFollowedByIssuer(issuer: String, next: String)
    /// The issuer's key verifies the signature.
    case signatureVerifies(by: String, algorithm: String)
    /// The issuer's key does not verify the signature.
    case signatureFails(by: String, algorithm: String)
    /// The issuer's certificate is missing; the name of the issuer.
    case issuerMissing(String)
    /// The issuer's certificate is in the path already, so certificates certify each other in a circle; the name of the issuer.
    case goesInCircle(String)
    /// The issuer's name and the subject above have the same text and are written otherwise; the name of the issuer, the two kinds of strings.
    case issuerWrittenOtherwise(String, wanted: Phrase, found: Phrase)
    /// The hash function of the signature is broken; the name of the signature algorithm.
    case brokenSignatureAlgorithm(String)
    /// The signature cannot be verified here; the name of the signature algorithm.
    case unsupportedAlgorithm(String)
    /// The path ends at an anchor; the name of the anchor.
    case anchorReached(String)
    /// The leaf itself is an anchor.
    case leafIsAnchor
    /// The path ends without an anchor: no anchor has the name of the last issuer.
    case noAnchor(issuer: String)
    /// The path ends at a self-issued certificate that is no anchor.
    case selfSignedNotTrusted
    /// An anchor has the name of the issuer, and its key did not sign the certificate; the name of the anchor.
    case anchorDidNotSign(String)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .followedByIssuer(let issuer):
            "\(it) names \(issuer) as its issuer, and the next certificate belongs to \(issuer)."
        case .notFollowedByIssuer(let issuer, let next):
            "\(it) names \(issuer) as its issuer, but the next certificate belongs to \(next). "
                + "In TLS 1.2 each certificate must certify the one before it; in TLS 1.3 it should."
        case .signatureVerifies(let issuer, let algorithm):
            "The key of \(issuer) verifies the signature on \(it.inSentence) (\(algorithm)). So no octet has changed since."
        case .signatureFails(let issuer, let algorithm):
            "The key of \(issuer) does not verify the signature on \(it.inSentence) (\(algorithm)). "
                + "The certificate was changed, or another key signed it."
        case .issuerMissing(let issuer):
            "The signature on \(it.inSentence) cannot be checked: the certificate of its issuer, \(issuer), is missing."
        case .goesInCircle(let issuer):
            "\(issuer) has certified \(it.inSentence), and \(issuer) is in the path already. The certificates certify each other in a circle, "
                + "and none of them is certified by an authority that the \(it.judge) trusts."
        case .issuerWrittenOtherwise(let issuer, let wanted, let found):
            "\(it) names its issuer \(issuer) as \(wanted), and the certificate of \(issuer) has its own name as \(found). RFC 5280 section 7.1 "
                + "compares the text, so the names are equal. SecTrust compares the octets, so it does not find the issuer."
        case .brokenSignatureAlgorithm(let algorithm):
            "\(it) is signed with \(algorithm). The hash function no longer resists collisions, "
                + "so the signature may come from another certificate."
        case .unsupportedAlgorithm(let algorithm): "\(it) uses \(algorithm), which cannot be verified here."
        case .anchorReached(let anchor): "The path ends at \(anchor), which the \(it.judge) trusts."
        case .leafIsAnchor: "The \(it.judge) trusts \(it.inSentence) itself, so no authority needs to certify it."
        case .noAnchor(let issuer):
            "The path ends at \(issuer), and the \(it.judge) does not trust an authority of this name. Anyone can make one."
        case .selfSignedNotTrusted:
            "\(it) is signed with its own key, and the \(it.judge) does not trust it. A self-signed certificate proves only that its "
                + "owner has the key."
        case .anchorDidNotSign(let anchor):
            "The \(it.judge) trusts an authority with the name \(anchor), but its key did not sign this certificate."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .followedByIssuer(let issuer): it.chinese("写明颁发者是 \(issuer)，而下一张证书正属于 \(issuer)。")
        case .notFollowedByIssuer(let issuer, let next):
            it.chinese(
                "写明颁发者是 \(issuer)，但下一张证书属于 \(next)。"
                    + "在 TLS 1.2 中，每张证书必须证明前一张；在 TLS 1.3 中，应当证明前一张。")
        case .signatureVerifies(let issuer, let algorithm):
            it.chinese("\(issuer) 的密钥验证了", "的签名（\(algorithm)）。所以签名之后没有一个字节改动过。")
        case .signatureFails(let issuer, let algorithm):
            it.chinese("用 \(issuer) 的密钥验证", "的签名（\(algorithm)），没有通过。证书改动过，或者给它签名的是另一个密钥。")
        case .issuerMissing(let issuer): it.chinese("无法检查", "的签名：缺少它的颁发者 \(issuer) 的证书。")
        case .goesInCircle(let issuer):
            it.chinese(
                "\(issuer) 签发了",
                "，而 \(issuer) 已经在路径中。这些证书互相签发，形成一个圈，没有一张是由\(it.judgeInChinese)信任的 CA 签发的。")
        case .issuerWrittenOtherwise(let issuer, let wanted, let found):
            it.chinese(
                spaced("把颁发者 \(issuer) 写成", wanted.chinese)
                    + spaced("，而 \(issuer) 的证书把自己的名称写成", found.chinese)
                    + "。RFC 5280 7.1 节比较文字，所以两个名称相同。SecTrust 比较字节，所以找不到颁发者。")
        case .brokenSignatureAlgorithm(let algorithm):
            it.chinese("用 \(algorithm) 签名。它的哈希函数已经不能抵抗碰撞，所以这个签名可能来自另一张证书。")
        case .unsupportedAlgorithm(let algorithm): it.chinese("使用 \(algorithm)，这里无法验证它。")
        case .anchorReached(let anchor): "路径终止于 \(anchor)，\(it.judgeInChinese)信任它。"
        case .leafIsAnchor: it.chinese("\(it.judgeInChinese)信任", "本身，所以不需要 CA 来证明它。")
        case .noAnchor(let issuer): "路径终止于 \(issuer)，而\(it.judgeInChinese)不信任叫这个名称的 CA。这样的 CA 谁都能造一个。"
        case .selfSignedNotTrusted:
            it.chinese("用自己的密钥签名，而\(it.judgeInChinese)不信任它。自签名证书只证明持有者有这个密钥。")
        case .anchorDidNotSign(let anchor):
            "\(it.judgeInChinese)信任一个名称为 \(anchor) 的 CA，但它的密钥没有给这张证书签名。"
        }
    }
}
