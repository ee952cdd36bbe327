import Trace

/// A question that a policy answers before it decides.
package enum PolicyQuestion: Hashable, Sendable, Remark {
    // MARK: Of several policies
    /// Asks SecTrust for its result.
    case isChainTrusted
    /// Sets the policies that SecTrust applies.
    case whichPolicy
    /// Sets the anchors at which a chain may end.
    case whichAnchors
    /// Compares the certificates of the built chain with the pins.
    case isCertificatePinned
    /// Compares the keys of the built chain with the pins.
    case isKeyPinned
    /// Asks for any reason to refuse.
    case anything

    // MARK: Of AFSecurityPolicy
    /// Asks whether the settings are allowed together: invalid certificates with the name check and no pins are not.
    case selfSignedWithoutPins

    // MARK: Of TrustKit and NSPinnedDomains
    /// Looks for the entry that applies to the host.
    case isDomainPinned
    /// Compares the moment with the second at which the pins expire.
    case havePinsExpired
    /// Asks whether the connection goes on where no pin fits.
    case mayGoOnUnpinned
    /// Compares the authorities of the built chain with the pins.
    case isAuthorityPinned
    /// Compares the leaf with the pins.
    case isLeafPinned

    // MARK: Of Alamofire
    /// Looks for the evaluator that is configured for the host.
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
