import PKI
import Trace

/// Why the pins of an app do not fit a chain that the device trusts.
package enum PinProblem: Hashable, Sendable, Remark {
    /// No bundled certificate is in the chain; how one of them differs from the chain, and whether a comparison of keys refuses too.
    case renewed(Renewal, byKey: Bool)
    /// No pinned key is in the chain, and the certificates of the keys are not known; the number of keys.
    case keysAbsent(Int)
    /// A pinned key is in the chain, and its list of NSPinnedDomains is not compared with that certificate; the certificate's name.
    case elsewhere(String, PinnedKind)
    /// The policy refuses for another reason; its name and its last step.
    case policy(String, TrustStep)

    /// A short name for JSON.
    package var name: String {
        switch self {
        case .renewed(let renewal, _):
            switch renewal.kind {
            case .unchanged: "pin elsewhere"
            case .sameKey: "renewed with the same key"
            case .newKey: "renewed with a new key"
            case .otherAuthority: renewal.shown?.role == .root ? "new root" : "new intermediate"
            case .otherHost: "pin of another host"
            }
        case .keysAbsent: "no pinned key"
        case .elsewhere: "pin in the other list"
        case .policy: "policy"
        }
    }

    /// The remedies, the best first.
    ///
    /// - Parameter leaf: the possible pins of the certificate that the server shows; nil if it shows none.
    func remedies(leaf: CertificatePins?) -> [Remedy] {
        switch self {
        case .renewed(let renewal, _):
            guard let shown = renewal.shown else { return [] }
            switch renewal.kind {
            case .sameKey: return [.restoreCertificate(renewal.bundled), .compareKeys(shown.publicKeyPin)]
            case .newKey where shown.role == .leaf: return [.restoreKey(renewal.bundled), .shipPin(shown)]
            case .newKey, .otherAuthority: return [.keepAuthority(renewal.bundled), .shipPin(shown)]
            case .otherHost, .unchanged: return [.shipPin(shown)]
            }
        case .keysAbsent: return leaf.map { [.compareEarlier, .shipPin($0)] } ?? [.compareEarlier]
        case .elsewhere(let name, let kind): return [.movePin(name, from: kind)]
        case .policy: return [.askMatrix]
        }
    }

    var englishClause: String {
        switch self {
        case .renewed(let renewal, _):
            switch renewal.kind {
            case .unchanged: "the bundled certificate is shown, but not where the policy looks for it"
            case .sameKey: "the certificate was renewed with the same key, and whole certificates are compared"
            case .newKey where renewal.shown?.role == .leaf: "the certificate was renewed with a new key"
            case .newKey: "the authority \(renewal.bundled.label) has a new key"
            case .otherAuthority:
                "its certificate now comes from another \(Self.rank(renewal)), \(renewal.shown?.label ?? "a stranger"); the pinned "
                    + "one, \(renewal.bundled.label), is no longer in the chain"
            case .otherHost:
                "the bundled certificate, of \(renewal.bundled.label), is neither its own nor an authority's above it"
            }
        case .keysAbsent(1): "the pinned key is not in its chain"
        case .keysAbsent(let count): "none of the \(count) pinned keys is in its chain"
        case .elsewhere(let name, let kind):
            "the pinned key is that of \(name), which is not compared with \(kind.rawValue)"
        case .policy(let name, _): "\(name) does not accept its chain"
        }
    }

    var chineseClause: String {
        switch self {
        case .renewed(let renewal, _):
            switch renewal.kind {
            case .unchanged: "随应用打包的证书发来了，但不在策略查找的位置"
            case .sameKey: "证书用同一个密钥续签了，而比较的是整张证书"
            case .newKey where renewal.shown?.role == .leaf: "证书用新密钥续签了"
            case .newKey: "\(renewal.bundled.label) 这个 CA 有了新密钥"
            case .otherAuthority:
                "它的证书现在来自另一张\(Self.chineseRank(renewal))：\(renewal.shown?.label ?? "陌生的 CA")；锁定的那一张 \(renewal.bundled.label) 已不在证书链中"
            case .otherHost:
                "随应用打包的 \(renewal.bundled.label) 的证书，既不是它自己的，也不是它上面的 CA 的"
            }
        case .keysAbsent(1): "锁定的密钥不在它的证书链中"
        case .keysAbsent(let count): "锁定的 \(count) 个密钥都不在它的证书链中"
        case .elsewhere(let name, let kind):
            "锁定的密钥属于 \(name)，而 \(kind.rawValue) 不与它比较"
        case .policy(let name, _): "\(name) 不接受它的证书链"
        }
    }

    package var english: String {
        switch self {
        case .renewed(let renewal, let byKey):
            renewal.english
                + (renewal.kind == .sameKey && !byKey ? " A comparison of keys would find it." : "")
        case .keysAbsent(let count):
            "The app has \(counted(count, "pin")) of keys. No certificate of the chain has such a key. A pin does not tell "
                + "whose key it was: --compare with the earlier chain does."
        case .elsewhere(let name, let kind):
            "\(kind.rawValue) has the key of \(name). That list is compared with \(kind.compared) alone."
        case .policy(_, let step):
            "\(step.asked.english) \(step.answer == true ? "Yes" : "No"): \(step.why.english)"
        }
    }

    package var chinese: String {
        switch self {
        case .renewed(let renewal, let byKey):
            renewal.chinese
                + (renewal.kind == .sameKey && !byKey ? "比较密钥就能找到它。" : "")
        case .keysAbsent(let count):
            "应用有 \(count) 个密钥的锁定值。证书链中没有一张证书有这样的密钥。锁定值不会说明它是谁的密钥：用 --compare 与以前的证书链比较才能知道。"
        case .elsewhere(let name, let kind):
            "\(kind.rawValue) 中有 \(name) 的密钥。这个列表只与\(kind.chineseCompared)比较。"
        case .policy(_, let step):
            "\(step.asked.chinese)\(step.answer == true ? "是" : "否")：\(step.why.chinese)"
        }
    }

    private static func rank(_ renewal: Renewal) -> String { renewal.shown?.role == .root ? "root" : "intermediate" }

    private static func chineseRank(_ renewal: Renewal) -> String { renewal.shown?.role == .root ? "根证书" : "中间证书" }
}

extension PinProblem {
    /// Why a policy refuses a chain that the device trusts.
    ///
    /// - Parameters:
    ///   - decision: the policy's refusal.
    ///   - name: the name of the policy.
    ///   - renewals: comparisons of the bundled certificates with those that are shown.
    ///   - keys: the pins without a known certificate.
    ///   - shown: the certificates of the chain.
    ///   - isWhole: whether they are all. A certificate that is missing may have a pinned key.
    ///   - byKey: whether a comparison of keys is refused too.
    static func all(
        _ decision: TrustDecision, by name: String, given renewals: [Renewal], keys: [PublicKeyPin], byKey: Bool,
        shown: [CertificatePins], isWhole: Bool
    ) -> [PinProblem] {
        guard let last = decision.steps.last, last.why.isAboutPins else {
            return decision.steps.last.map { [.policy(name, $0)] } ?? []
        }
        guard !renewals.contains(where: { $0.kind == .unchanged || byKey && $0.kind == .sameKey }) else {
            return [.policy(name, last)]
        }
        if case .noneOfList(let kind, _, _) = last.why,
            let found = shown.first(where: { keys.contains($0.publicKeyPin) })
        {
            return [.elsewhere(found.label, kind)]
        }
        let renewed = renewals.map { PinProblem.renewed($0, byKey: byKey) }
        let problems = renewed + (keys.isEmpty || !isWhole ? [] : [.keysAbsent(keys.count)])
        // A list without a readable pin has no keys that could be absent.
        return problems.isEmpty ? [.policy(name, last)] : problems
    }
}

extension PolicyReason {
    /// Whether the reason is that no pin fits.
    fileprivate var isAboutPins: Bool {
        switch self {
        case .pinsLeadNowhere, .noCertificatePinned, .noKeyPinned, .unlessFetched, .pinningEnforced,
            .noneOfList:
            true
        case .evaluated, .policySet, .pinsAreAnchors, .certificatePinned, .keyPinned, .mustUsePinning,
            .pinningNotDemanded, .invalidAllowedUnseen, .evaluationSkipped, .domainConfigured, .domainNotConfigured,
            .entriesCount, .keyNotDigested,
            .domainExcluded, .pinsExpired, .pinsInForce, .pinningOnlyReported, .nothingPinned, .everythingAccepted,
            .recoverableExcused, .noEvaluator, .nothingToCompareWith, .evaluatorDisabled:
            false
        }
    }
}
