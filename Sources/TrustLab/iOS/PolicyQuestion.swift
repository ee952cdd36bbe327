import PKI
import Trace

/// What a policy asks on its way to a decision.
public enum PolicyQuestion: Hashable, Sendable, Remark {
    // Of all
    case isChainTrusted
    case whichPolicy
    case whichAnchors
    case isCertificatePinned
    case isKeyPinned
    case anything
    // Of AFSecurityPolicy
    case selfSignedWithoutPins
    // Of TrustKit and NSPinnedDomains
    case isDomainPinned
    case havePinsExpired
    case mayGoOnUnpinned
    case isAuthorityPinned
    case isLeafPinned
    // Of Alamofire
    case hasEvaluator

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: English.sentence(self)
        }
    }
}

/// Why a policy answers a question as it does.
public enum PolicyReason: Hashable, Sendable, Remark {
    // SecTrust
    case evaluated(SecTrust.Evaluation)
    case policySet(SecPolicy)
    case pinsAreAnchors(pins: Int)
    case certificatePinned(String)
    case noCertificatePinned(chain: Int, pins: Int)
    case keyPinned(String, PublicKeyPin)
    case noKeyPinned(chain: Int, pins: Int)
    // AFSecurityPolicy
    case mustUsePinning(pins: Int)
    case pinningNotDemanded(hasDomain: Bool, allowsInvalid: Bool, checksName: Bool, hasPins: Bool)
    case invalidAllowedUnseen
    case evaluationSkipped
    // TrustKit and NSPinnedDomains
    case domainConfigured(host: String, by: String)
    case domainNotConfigured(host: String)
    case domainExcluded(host: String)
    case pinsExpired(at: Int64)
    case pinsInForce(until: Int64?)
    case pinningEnforced
    case pinningOnlyReported
    case nothingPinned
    // The careless
    case everythingAccepted
    case recoverableExcused(SecTrust.Evaluation)
    // Alamofire
    case noEvaluator(host: String, isRequired: Bool)
    case nothingToCompareWith
    case evaluatorDisabled

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: English.sentence(self)
        }
    }
}
