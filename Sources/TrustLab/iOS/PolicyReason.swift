import PKI
import Trace

/// Why a policy answers a question as it does.
package enum PolicyReason: Hashable, Sendable, Remark {
    // MARK: SecTrust
    case evaluated(SecTrust.Evaluation)
    /// SecTrust has evaluated the chain with the pins as its only anchors and refuses it; how a pinned certificate differs from the
    /// certificate that the server shows in its place.
    case pinsLeadNowhere(SecTrust.Evaluation, Renewal)
    case policySet(SecPolicy)
    /// The pins are the only anchors; the number of pins.
    case pinsAreAnchors(pins: Int)
    case certificatePinned(Words)
    /// No certificate of the chain is pinned; the number of certificates, the number of pins, and the change, if it is known.
    case noCertificatePinned(chain: Int, pins: Int, renewal: Renewal?)
    case keyPinned(Words, PublicKeyPin)
    /// No key of the chain is pinned; the number of certificates, the number of pins, and the change, if it is known.
    case noKeyPinned(chain: Int, pins: Int, renewal: Renewal?)
    /// Nothing of the chain is pinned; why, and the address at which a device may fetch a certificate that the chain lacks.
    indirect case unlessFetched(PolicyReason, at: String)

    // MARK: AFSecurityPolicy
    case mustUsePinning(pins: Int)
    /// A condition of ``mustUsePinning(pins:)`` does not hold.
    case pinningNotDemanded(hasDomain: Bool, allowsInvalid: Bool, checksName: Bool, hasPins: Bool)
    case invalidAllowedUnseen
    /// allowInvalidCertificates leaves the evaluation out; the pins decide.
    case evaluationSkipped

    // MARK: TrustKit and NSPinnedDomains
    /// The entry for the domain `by` applies to the host.
    case domainConfigured(host: String, by: String)
    case domainNotConfigured(host: String)
    case domainExcluded(host: String)
    case pinsExpired(at: Int64)
    /// The pins are valid until this second since 1970; nil for pins that never expire.
    case pinsInForce(until: Int64?)
    case pinningEnforced
    case pinningOnlyReported
    /// TrustKit cannot compute the pin of the certificate of that label; its key.
    case keyNotDigested(Words, Words)
    case nothingPinned
    case entriesCount(host: String, [String])
    /// No key of a list of NSPinnedDomains fits; the number of certificates that were compared, and of pins that can be read.
    case noneOfList(PinnedKind, compared: Int, pins: Int)

    // MARK: Careless policies
    case everythingAccepted
    case recoverableExcused(SecTrust.Evaluation)

    // MARK: Alamofire
    /// No evaluator is configured for the host; whether each host needs one.
    case noEvaluator(host: String, isRequired: Bool)
    case nothingToCompareWith
    case evaluatorDisabled

    package var english: String {
        switch self {
        case .evaluated(let evaluation): evaluation.english
        case .pinsLeadNowhere(let evaluation, let renewal):
            "SecTrust says \(evaluation.result.rawValue). \(renewal.english)"
        case .policySet(.ssl(let hostName?)): "The SSL policy for \(hostName). It checks path, usage and name."
        case .policySet(.ssl(nil)):
            "The SSL policy without a name. It checks path and usage; the certificate of any server passes."
        case .policySet(.basicX509): "The basic X.509 policy. It checks only the path, not the name."
        case .pinsAreAnchors(0): "There are no pins. So no anchor is left, and no chain can be trusted."
        case .pinsAreAnchors(let pins):
            "Only the \(counted(pins, "pin")) \(pins == 1 ? "counts" : "count"). The system's anchors no longer count."
        case .certificatePinned(let label): "The whole certificate of \(label.english) is pinned, octet for octet."
        case .noCertificatePinned(let chain, let pins, let renewal):
            "No certificate of the chain is pinned: the chain has \(counted(chain, "certificate")), the app \(counted(pins, "pin"))."
                + (renewal.map { " " + $0.english } ?? "")
        case .keyPinned(let label, let pin): "The key of \(label.english) is pinned: \(pin.base64)."
        case .noKeyPinned(let chain, let pins, let renewal):
            "No key of the chain is pinned: the chain has \(counted(chain, "certificate")), the app \(counted(pins, "pin"))."
                + (renewal.map { " " + $0.english } ?? "")

        case .unlessFetched(let why, let address):
            "\(why.english) But a certificate is missing that a device may fetch at \(address), and that certificate may be pinned."

        case .mustUsePinning(let pins):
            "\"In order to validate a domain name for self signed certificates, you MUST use pinning\". Invalid certificates are allowed "
                + "and the name is checked, but "
                + (pins == 0 ? "there are no pins." : "in the mode none pins do not count.")
        case .pinningNotDemanded(false, _, _, _): "No domain is given, so no name is checked."
        case .pinningNotDemanded(_, false, _, _): "Invalid certificates are not allowed."
        case .pinningNotDemanded(_, _, false, _): "The name is not checked."
        case .pinningNotDemanded(_, _, _, let hasPins):
            hasPins ? "There are pins to compare with." : "There are no pins to compare with."
        case .invalidAllowedUnseen:
            "allowInvalidCertificates: SecTrust is not asked. The app accepts any server that answers."
        case .evaluationSkipped:
            "allowInvalidCertificates: SecTrust is not asked. Only the key comparison below protects this connection."

        case .domainConfigured(let host, let domain) where host == domain: "\(host) has pins of its own."
        case .domainConfigured(let host, let domain):
            "\(host) is a subdomain of \(domain). The pins of \(domain) include its subdomains."
        case .domainNotConfigured(let host): "Nothing is configured for \(host)."
        case .domainExcluded(let host): "\(host) is excluded from the pins of its parent."
        case .pinsExpired(let time): "The pins expired at \(CivilTime.text(time)). Now nothing is pinned."
        case .pinsInForce(nil): "The pins never expire."
        case .pinsInForce(let time?): "The pins are valid until \(CivilTime.text(time))."
        case .pinningEnforced: "Pinning is enforced."
        case .pinningOnlyReported: "Pinning is not enforced. The failure is reported, and the connection goes on."
        case .keyNotDigested(let label, let key):
            "TrustKit cannot compute the pin of \(label.english), whose key is: \(key.english). It knows "
                + "\(SubjectKey.digestedByTrustKit). So it blocks the connection, also where pinning is not enforced."
        case .nothingPinned: "There is no pin of this kind, so nothing is compared."
        case .entriesCount(let host, let entries)
        where entries.map { $0.lowercased() } == [PinnedDomain.normalized(host)]:
            "\(host) has pins of its own."
        case .entriesCount(let host, let entries) where entries.count == 1:
            "\(host) is one label below \(entries.map(\.quotable).joined()), whose pins include such names."
        case .entriesCount(let host, let entries):
            "The pins of \(entries.map(\.quotable).joined(separator: " and of ")) count together for \(host)."
        case .noneOfList(let kind, _, 0):
            "\(kind.rawValue) is there and has no pin that can be read, so no key fits. SecTrust says recoverableTrustFailure, with the "
                + "code \(NSPinnedDomains.failureCode)."
        case .noneOfList(let kind, 0, let pins):
            "\(kind.rawValue) has \(counted(pins, "pin")). They are compared with the certificates above the leaf, and the chain has none. "
                + "SecTrust says recoverableTrustFailure, with the code \(NSPinnedDomains.failureCode)."
        case .noneOfList(let kind, let compared, let pins):
            "\(counted(compared, "certificate")) \(compared == 1 ? "was" : "were") compared with \(counted(pins, "pin")) of "
                + "\(kind.rawValue), and no key fits. SecTrust says recoverableTrustFailure, with the code \(NSPinnedDomains.failureCode)."
        case .everythingAccepted: "The delegate checks nothing."
        case .recoverableExcused(let evaluation):
            evaluation.english
                + (evaluation.result == .recoverableTrustFailure
                    ? " The app treats every such failure as an expired certificate and accepts it." : "")

        case .noEvaluator(let host, true): "There is no evaluator for \(host), and each host must have one."
        case .noEvaluator(let host, false): "There is no evaluator for \(host). The system decides."
        case .nothingToCompareWith: "Nothing is pinned. That is an error here."
        case .evaluatorDisabled: "DisabledTrustEvaluator checks nothing."
        }
    }

    package var chinese: String {
        switch self {
        case .evaluated(let evaluation): evaluation.chinese
        case .pinsLeadNowhere(let evaluation, let renewal):
            "SecTrust 的结果是 \(evaluation.result.rawValue)。\(renewal.chinese)"
        case .policySet(.ssl(let hostName?)): "\(hostName) 的 SSL 策略。它检查路径、用途和名称。"
        case .policySet(.ssl(nil)):
            "没有名称的 SSL 策略。它检查路径和用途；任何服务器的证书都能通过。"
        case .policySet(.basicX509): "基本 X.509 策略。它只检查路径，不检查名称。"
        case .pinsAreAnchors(0): "没有锁定值。所以一个锚点也不剩，任何证书链都不受信任。"
        case .pinsAreAnchors(let pins):
            "只有这 \(pins) 个锁定值算数。系统的锚点不再算数。"
        case .certificatePinned(let label): spaced(spaced("锁定了", label.chinese), "的整张证书，每个字节都要相同。")
        case .noCertificatePinned(let chain, let pins, let renewal):
            "证书链中没有锁定的证书：证书链有 \(chain) 张证书，应用有 \(pins) 个锁定值。" + (renewal?.chinese ?? "")
        case .keyPinned(let label, let pin): spaced(spaced("锁定了", label.chinese), "的密钥：\(pin.base64)。")
        case .noKeyPinned(let chain, let pins, let renewal):
            "证书链中没有锁定的密钥：证书链有 \(chain) 张证书，应用有 \(pins) 个锁定值。" + (renewal?.chinese ?? "")

        case .unlessFetched(let why, let address):
            "\(why.chinese)但是缺一张证书，设备可以从 \(address) 获取它，而那张证书也许是锁定的。"

        case .mustUsePinning(let pins):
            "“要检查自签名证书的域名，你必须（MUST）使用锁定。”允许无效的证书，又要检查名称，"
                + (pins == 0 ? "却没有锁定值。" : "而在 none 模式下锁定值不算数。")
        case .pinningNotDemanded(false, _, _, _): "没有给出域名，所以不检查名称。"
        case .pinningNotDemanded(_, false, _, _): "不允许无效的证书。"
        case .pinningNotDemanded(_, _, false, _): "不检查名称。"
        case .pinningNotDemanded(_, _, _, let hasPins):
            hasPins ? "有锁定值可以比较。" : "没有锁定值可以比较。"
        case .invalidAllowedUnseen:
            "allowInvalidCertificates：不问 SecTrust。应用接受任何应答的服务器。"
        case .evaluationSkipped:
            "allowInvalidCertificates：不问 SecTrust。只有下面的密钥比较在保护这个连接。"

        case .domainConfigured(let host, let domain) where host == domain: "\(host) 有自己的锁定值。"
        case .domainConfigured(let host, let domain):
            "\(host) 是 \(domain) 的子域名。\(domain) 的锁定值也包括其子域名。"
        case .domainNotConfigured(let host): "没有为 \(host) 作任何配置。"
        case .domainExcluded(let host): "\(host) 不受其父域名的锁定值约束。"
        case .pinsExpired(let time): "锁定值已在 \(CivilTime.text(time)) 过期。现在什么也没有锁定。"
        case .pinsInForce(nil): "锁定值永不过期。"
        case .pinsInForce(let time?): "锁定值的有效期到 \(CivilTime.text(time)) 为止。"
        case .pinningEnforced: "强制执行证书锁定。"
        case .pinningOnlyReported: "不强制执行证书锁定。只报告失败，连接继续。"
        case .keyNotDigested(let label, let key):
            spaced(spaced("TrustKit 算不出", label.chinese), "的锁定值，它的密钥是：\(key.chinese)。") + """
                它只认识 \(SubjectKey.chineseDigestedByTrustKit)。所以它阻止连接，不强制执行证书锁定时也一样。
                """
        case .nothingPinned: "没有这一种锁定值，所以不作比较。"
        case .entriesCount(let host, let entries)
        where entries.map { $0.lowercased() } == [PinnedDomain.normalized(host)]:
            "\(host) 有自己的锁定值。"
        case .entriesCount(let host, let entries) where entries.count == 1:
            "\(host) 在 \(entries.map(\.quotable).joined()) 之下一个标签，后者的锁定值包括这样的名称。"
        case .entriesCount(let host, let entries):
            "\(entries.map(\.quotable).joined(separator: " 的锁定值和 ")) 的锁定值对 \(host) 一起算数。"
        case .noneOfList(let kind, _, 0):
            """
            有 \(kind.rawValue)，但其中没有可以读取的锁定值，所以没有密钥相符。SecTrust 的结果是 recoverableTrustFailure，\
            代码为 \(NSPinnedDomains.failureCode)。
            """
        case .noneOfList(let kind, 0, let pins):
            """
            \(kind.rawValue) 有 \(pins) 个锁定值。它们要与叶子证书之上的证书比较，而证书链中没有这样的证书。\
            SecTrust 的结果是 recoverableTrustFailure，代码为 \(NSPinnedDomains.failureCode)。
            """
        case .noneOfList(let kind, let compared, let pins):
            """
            把 \(compared) 张证书与 \(kind.rawValue) 的 \(pins) 个锁定值比较，没有密钥相符。SecTrust 的结果是 recoverableTrustFailure，\
            代码为 \(NSPinnedDomains.failureCode)。
            """
        case .everythingAccepted: "代理什么也不检查。"
        case .recoverableExcused(let evaluation):
            evaluation.chinese
                + (evaluation.result == .recoverableTrustFailure
                    ? "应用把每一个这样的失败都当作证书过期，予以接受。" : "")

        case .noEvaluator(let host, true): "\(host) 没有评估器，而每台主机都必须有一个。"
        case .noEvaluator(let host, false): "\(host) 没有评估器。由系统决定。"
        case .nothingToCompareWith: "什么也没有锁定。在这里这是一个错误。"
        case .evaluatorDisabled: "DisabledTrustEvaluator 什么也不检查。"
        }
    }
}

extension SecTrust.Evaluation {
    private static func fetch(at address: String) -> String {
        " A device may fetch the issuer's certificate at \(address), and then SecTrust may accept the chain."
    }

    fileprivate var english: String {
        let name = result.rawValue
        switch result {
        case .unspecified: return "SecTrust says \(name): it accepts the chain."
        case .proceed: return "SecTrust says \(name): the user trusts this chain."
        case .deny:
            return "SecTrust says \(name): the user has denied "
                + (deniedCertificate?.nameInWords.english ?? "a certificate") + "."
        case .invalid, .otherError, .recoverableTrustFailure, .fatalTrustFailure:
            let finding = findings.first { !$0.passed }
            return "SecTrust says \(name). " + (finding?.reason ?? "There is no certificate to evaluate.")
                + (doubt?.address.map(Self.fetch) ?? "")
        }
    }

    private static func chineseFetch(at address: String) -> String {
        "设备可以从 \(address) 获取颁发者的证书，这样 SecTrust 也许会接受证书链。"
    }

    fileprivate var chinese: String {
        let name = result.rawValue
        switch result {
        case .unspecified: return "SecTrust 的结果是 \(name)：它接受证书链。"
        case .proceed: return "SecTrust 的结果是 \(name)：用户信任这条证书链。"
        case .deny:
            return spaced("SecTrust 的结果是 \(name)：用户拒绝了", deniedCertificate?.nameInWords.chinese ?? "一张证书") + "。"
        case .invalid, .otherError, .recoverableTrustFailure, .fatalTrustFailure:
            let finding = findings.first { !$0.passed }
            return "SecTrust 的结果是 \(name)。" + (finding?.chinese ?? "没有证书可以评估。")
                + (doubt?.address.map(Self.chineseFetch) ?? "")
        }
    }
}
