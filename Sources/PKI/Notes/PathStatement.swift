import Trace

/// Who has signed whom, and where the path ends (RFC 5280 section 6.1).
public enum PathStatement: StatementTopic {
    /// The next certificate in the list is its issuer's.
    case followedByIssuer(String)
    /// The next certificate in the list is not the issuer's.
    case notFollowedByIssuer(issuer: String, next: String)
    /// The issuer's key verifies the signature.
    case signatureVerifies(by: String, algorithm: String)
    /// The issuer's key does not.
    case signatureFails(by: String, algorithm: String)
    /// The issuer's key is not at hand.
    case issuerMissing(String)
    /// The hash function of the signature is broken.
    case brokenSignatureAlgorithm(String)
    /// The signature algorithm or the key is nothing that can be verified here.
    case unsupportedAlgorithm(String)
    /// The anchor is in the trust store.
    case anchorReached(String)
    /// The leaf itself is in the trust store.
    case leafIsAnchor
    /// The last issuer's name is not in the trust store.
    case noAnchor(issuer: String)
    /// The last certificate is its own issuer's, and not in the trust store.
    case selfSignedNotTrusted
    /// An anchor has the right name, and did not sign.
    case anchorDidNotSign(String)

    func sentence(in language: Language, about subject: StatementSubject) -> String {
        switch language {
        case .english: english(subject)
        }
    }

    private func english(_ it: StatementSubject) -> String {
        switch self {
        case .followedByIssuer(let issuer):
            "\(it) names \(issuer) as its issuer, and the next certificate is that one's."
        case .notFollowedByIssuer(let issuer, let next):
            "\(it) names \(issuer) as its issuer, but the next certificate is for \(next). "
                + "Each certificate must certify the one before it."
        case .signatureVerifies(let issuer, let algorithm):
            "The key of \(issuer) verifies the signature on \(it.inSentence) (\(algorithm)): not an octet has changed since."
        case .signatureFails(let issuer, let algorithm):
            "The key of \(issuer) does not verify the signature on \(it.inSentence) (\(algorithm)): "
                + "it has been changed, or someone else signed it."
        case .issuerMissing(let issuer):
            "The signature on \(it.inSentence) cannot be checked: the key of its issuer, \(issuer), is not at hand."
        case .brokenSignatureAlgorithm(let algorithm):
            "\(it) is signed with \(algorithm). Its hash function no longer resists collisions, "
                + "so the signature could have been made for another certificate."
        case .unsupportedAlgorithm(let algorithm): "\(it) uses \(algorithm), which cannot be verified here."
        case .anchorReached(let anchor): "The path ends at \(anchor), which the \(it.judge) trusts."
        case .leafIsAnchor: "\(it) itself is what the \(it.judge) trusts; nobody else has to vouch for it."
        case .noAnchor(let issuer):
            "The path ends at \(issuer), which the \(it.judge) does not know. Anyone can make an authority of that name."
        case .selfSignedNotTrusted:
            "\(it) is signed with its own key and is not among those the \(it.judge) trusts. It vouches only for itself."
        case .anchorDidNotSign(let anchor):
            "The \(it.judge) trusts an authority called \(anchor), but that one did not sign this."
        }
    }
}
