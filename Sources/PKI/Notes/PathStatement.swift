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
    case issuerWrittenOtherwise(String, wanted: String, found: String)
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
}
