import Trace

/// A question that a policy answers before it decides.
package enum PolicyQuestion: Hashable, Sendable, Remark {
    // MARK: Of several policies
    case isChainTrusted
    case whichPolicy
    case whichAnchors
    case isCertificatePinned
    case isKeyPinned
    case anything

    // MARK: Of AFSecurityPolicy
    case selfSignedWithoutPins

    // MARK: Of TrustKit and NSPinnedDomains
    case isDomainPinned
    case havePinsExpired
    case mayGoOnUnpinned
    case isAuthorityPinned
    case isLeafPinned

    // MARK: Of Alamofire
    case hasEvaluator

    /// The question, with its question mark; ``TrustStep/answer`` is the answer to it.
    package var english: String {
        switch self {
        case .isChainTrusted: "Does SecTrust accept the chain?"
        case .whichPolicy: "Which policy is SecTrust to apply?"
        case .whichAnchors: "Which anchors count?"
        case .isCertificatePinned: "Is a certificate of the built chain pinned?"
        case .isKeyPinned: "Is a key of the built chain pinned?"
        case .anything: "Is there a reason to refuse?"
        case .selfSignedWithoutPins:
            "Are the settings allowed together (allowInvalidCertificates with the name check needs pins)?"
        case .isDomainPinned: "Does the host have pins?"
        case .havePinsExpired: "Are the pins still valid?"
        case .mayGoOnUnpinned: "May the connection go on without a matching pin?"
        case .isAuthorityPinned: "Is an authority of the built chain pinned?"
        case .isLeafPinned: "Is the leaf pinned?"
        case .hasEvaluator: "Is there an evaluator for the host?"
        }
    }
}
