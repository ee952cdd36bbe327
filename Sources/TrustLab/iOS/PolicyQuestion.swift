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

    package var chinese: String {
        switch self {
        case .isChainTrusted: "SecTrust 接受证书链吗？"
        case .whichPolicy: "SecTrust 要用哪个策略？"
        case .whichAnchors: "哪些锚点算数？"
        case .isCertificatePinned: "构建的证书链中有锁定的证书吗？"
        case .isKeyPinned: "构建的证书链中有锁定的密钥吗？"
        case .anything: "有拒绝的理由吗？"
        case .selfSignedWithoutPins:
            "这些设置可以一起使用吗（同时使用 allowInvalidCertificates 和名称检查时，需要锁定值）？"
        case .isDomainPinned: "这台主机有锁定值吗？"
        case .havePinsExpired: "锁定值还有效吗？"
        case .mayGoOnUnpinned: "没有相符的锁定值，连接可以继续吗？"
        case .isAuthorityPinned: "构建的证书链中有锁定的 CA 吗？"
        case .isLeafPinned: "叶子证书锁定了吗？"
        case .hasEvaluator: "这台主机有评估器吗？"
        }
    }
}
