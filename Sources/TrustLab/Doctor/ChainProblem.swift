import PKI
import Trace

/// Why a device does not trust a chain: the common cause of several failed checks of the evaluator.
package enum ChainProblem: Hashable, Sendable, Remark {
    /// The certificate of an issuer is not sent; the issuer's name, and the evidence that it is an intermediate.
    case missingIntermediate(String, Evidence)
    case unknownIssuer(String)
    /// The chain ends at an authority that the device does not trust; its name, and whether its certificate is sent.
    case privateAuthority(String, isSent: Bool)
    case namesake(String)
    case forged(CheckResult.Role, by: String, CheckResult)
    case selfSigned
    /// A certificate has expired; its last second and the moment, in seconds since 1970.
    case expired(CheckResult.Role, at: Int64, now: Int64)
    /// A certificate is not yet valid; its first second and the moment, in seconds since 1970.
    case notYetValid(CheckResult.Role, from: Int64, now: Int64)
    /// The server's certificate is for other hosts; a name that fits no host, nil if there is none.
    case otherHost(names: [String], asked: String, UnfitName?)
    /// The certificates above the server's certify each other in a circle; the name of the authority at which the circle closes.
    case circle(String)
    case noHost(asked: String)
    /// The user's settings deny a certificate of the path; its name.
    case denied(Words)
    /// The timestamps of logs that were seen are not enough, and it cannot be told whether there are others; the finding.
    case timestampsOpen(CheckResult)
    case rule(CheckResult)

    /// The evidence that a missing issuer is an intermediate.
    package enum Evidence: Hashable, Sendable {
        /// The certificate below it has this address of the issuer's certificate (authorityInfoAccess, RFC 5280 section 4.2.2.1).
        case named(String)
        /// The same, and the server sends a certificate of the issuer's name whose key does not verify the signature below it.
        case namesake(String)
        /// The app or the user has the issuer's certificate, and with it the chain is complete.
        case atHand
    }

    /// A short name for JSON.
    package var name: String {
        switch self {
        case .missingIntermediate: "missing intermediate"
        case .unknownIssuer: "unknown issuer"
        case .privateAuthority: "private authority"
        case .namesake: "authority of the same name"
        case .forged: "signature"
        case .circle: "circle of authorities"
        case .selfSigned: "self-signed"
        case .expired: "expired"
        case .notYetValid: "not yet valid"
        case .otherHost: "wrong host"
        case .noHost: "no host name"
        case .denied: "denied by the user"
        case .timestampsOpen: "timestamps"
        case .rule(let finding): finding.policy
        }
    }

    /// The errors that SecTrustEvaluateWithError can give for the problem. Empty if they are not known.
    var errors: [AppleError] {
        switch self {
        case .missingIntermediate, .unknownIssuer, .privateAuthority(_, isSent: false), .circle: [.createChainFailed]
        case .privateAuthority(_, isSent: true), .namesake, .selfSigned: [.notTrusted]
        case .forged(_, _, let finding): [finding.appleError].compactMap { $0 }
        case .expired, .notYetValid: [.certificateExpired]
        case .otherHost, .noHost: [.hostNameMismatch]
        case .denied: [.trustSettingDeny]
        case .rule(let finding), .timestampsOpen(let finding): [finding.appleError].compactMap { $0 }
        }
    }

    /// The remedies, the best first.
    var remedies: [Remedy] {
        switch self {
        case .missingIntermediate(let issuer, .namesake): [.sendGenuine(issuer)]
        case .missingIntermediate(let issuer, _): [.sendIntermediate(issuer)]
        case .unknownIssuer(let issuer): [.sendIntermediate(issuer), .nameAnchors, .installAuthority(issuer)]
        case .privateAuthority(let name, _): [.publicCertificate, .installAuthority(name), .nameAnchors]
        case .namesake(let name): [.keepRealAuthority(name), .nameAnchors]
        case .forged(.leaf, _, _), .forged(.chain, _, _), .forged(.extra, _, _): [.restoreOctets]
        case .forged(.intermediate(let name), _, _), .forged(.root(let name), _, _), .forged(.anchor(let name), _, _):
            [.sendGenuine(name)]
        case .selfSigned: [.publicCertificate, .nameAnchors]
        case .expired(.leaf, _, _): [.renew]
        case .expired: [.replaceAuthority]
        case .notYetValid: [.setClock]
        case .otherHost(let names, let asked, _):
            [.certificateFor(asked)] + (names.isEmpty ? [] : [.askFor(names)])
        case .circle(let name): [.publicCertificate, .sendIntermediate(name), .nameAnchors]
        case .noHost(let asked): [.certificateFor(asked)]
        case .denied: [.allowInSettings]
        case .timestampsOpen: []
        case .rule(let finding): finding.refusal == .revoked ? [.replaceRevoked] : [finding.remedy]
        }
    }

    var englishClause: String {
        switch self {
        case .missingIntermediate(let issuer, .atHand):
            "it does not send the intermediate certificate of \(issuer)"
        case .missingIntermediate(let issuer, .named(let address)):
            "it does not send the certificate of \(issuer), which a device may fetch at \(address)"
        case .missingIntermediate(let issuer, .namesake(let address)):
            "the certificate of \(issuer) that it sends has another key than the one that signed, which a device may fetch at \(address)"
        case .circle(let name):
            "the authorities in its chain certify each other in a circle, and the device trusts none of them; the circle closes at \(name)"
        case .unknownIssuer(let issuer):
            "it does not send the certificate of \(issuer), which issued its own, and the device does not know \(issuer)"
        case .privateAuthority(let name, _): "its chain ends at \(name), an authority that the device does not trust"
        case .namesake(let name):
            "its chain ends at an authority that is called \(name) and is not the one that the device trusts"
        case .forged(let role, let issuer, _):
            "the signature on \(Self.whose(role)) does not verify with the key of \(issuer)"
        case .selfSigned: "its certificate is signed with its own key, and the device does not trust it"
        case .expired(let role, let end, let now):
            "\(Self.whose(role)) expired on \(English.day(end))\(Self.ago(end, now))"
        case .notYetValid(let role, let start, _): "\(Self.whose(role)) is not valid before \(CivilTime.text(start))"
        case .otherHost(_, let asked, .addressAsName):
            "its certificate has the address \(asked) as a dNSName, and an address has to stand as an iPAddress"
        case .otherHost([], let asked, let unfit?):
            "its certificate is for no host (\(unfit.english.dropLast())), and not for \(asked)"
        case .otherHost(let names, let asked, _): "its certificate is for \(Self.list(names)), not for \(asked)"
        case .noHost(let asked): "its certificate names no host in subjectAltName; asked for is \(asked)"
        case .denied(let name): "the user of the device denies \(name.english)"
        case .timestampsOpen(let finding): finding.englishClause
        case .rule(let finding): finding.englishClause
        }
    }

    var chineseClause: String {
        switch self {
        case .missingIntermediate(let issuer, .atHand):
            "它没有发送 \(issuer) 的中间证书"
        case .missingIntermediate(let issuer, .named(let address)):
            "它没有发送 \(issuer) 的证书，设备可以从 \(address) 获取这张证书"
        case .missingIntermediate(let issuer, .namesake(let address)):
            "它发送的 \(issuer) 的证书，密钥不是签名所用的那一个，设备可以从 \(address) 获取正确的证书"
        case .circle(let name):
            "它的证书链中的 CA 互相签发证书，形成一个环，设备对它们都不信任；这个环在 \(name) 处闭合"
        case .unknownIssuer(let issuer):
            "它没有发送 \(issuer) 的证书，而它自己的证书由 \(issuer) 签发，设备又不认识这个颁发者"
        case .privateAuthority(let name, _): "它的证书链止于 \(name)，设备不信任这个 CA"
        case .namesake(let name):
            "它的证书链止于一个名为 \(name) 的 CA，这不是设备信任的那一个"
        case .forged(let role, let issuer, _):
            spaced("用 \(issuer) 的密钥验证不了\(Self.chineseWhose(role))", "的签名")
        case .selfSigned: "它的证书是用自己的密钥签名的，设备不信任它"
        case .expired(let role, let end, let now):
            spaced(Self.chineseWhose(role), "已在 \(English.day(end)) 过期\(Self.chineseAgo(end, now))")
        case .notYetValid(let role, let start, _): spaced(Self.chineseWhose(role), "在 \(CivilTime.text(start)) 之前无效")
        case .otherHost(_, let asked, .addressAsName):
            "它的证书把地址 \(asked) 写成 dNSName，而地址必须写成 iPAddress"
        case .otherHost([], let asked, let unfit?):
            "它的证书不属于任何主机（\(unfit.chinese.dropLast())），也不属于 \(asked)"
        case .otherHost(let names, let asked, _): "它的证书属于 \(Self.chineseList(names))，不属于 \(asked)"
        case .noHost(let asked): "它的证书在 subjectAltName 中没有主机名；要访问的是 \(asked)"
        case .denied(let name): spaced("设备的用户拒绝", name.chinese)
        case .timestampsOpen(let finding): finding.chineseClause
        case .rule(let finding): finding.chineseClause
        }
    }

    package var english: String {
        switch self {
        case .missingIntermediate(let issuer, .named(let address)):
            "The chain breaks at \(issuer): the server does not send the certificate of that authority. The certificate below names "
                + "an address where it can be fetched: \(address). A device that gets there a certificate that leads to an authority that "
                + "it trusts has a whole chain. A device that gets none refuses the chain. Nothing was fetched here."
        case .missingIntermediate(let issuer, .namesake(let address)):
            "The chain breaks at \(issuer): the server sends a certificate of that name whose key does not verify the signature on the certificate "
                + "below. Apple's systems drop it. The certificate below names an address where the right one can be fetched: \(address). "
                + "A device that gets there a certificate that leads to an authority that it trusts accepts the chain. A device that gets "
                + "none refuses it. Nothing was fetched here."
        case .circle(let name):
            "The authorities of the chain certify each other in a circle, which closes at \(name). No authority that the device trusts has "
                + "certified one of them."
        case .missingIntermediate(let issuer, .atHand):
            "The chain breaks at \(issuer): the server does not send the certificate of that authority. With the one at hand here "
                + "the chain is complete."
        case .unknownIssuer(let issuer):
            "The chain breaks at \(issuer): the server does not send the certificate of that authority, and no anchor has its name. "
                + "Either \(issuer) is an intermediate that the server forgets to send, or an authority of your own."
        case .privateAuthority(let name, false):
            "The chain ends at \(name), which is not among the authorities that the device trusts, and whose certificate is not sent. "
                + "A root need not be sent; if \(name) is an intermediate, the server forgets to send it."
        case .privateAuthority(let name, true):
            "The chain ends at \(name), which is signed with its own key and is not among the authorities that the device trusts. "
                + "Anyone can make an authority of that name."
        case .namesake(let name):
            "The chain ends at \(name), which is signed with its own key. The device trusts an authority of the same name with another "
                + "key. Anyone can make an authority of that name."
        case .forged(_, _, let finding): finding.english
        case .selfSigned:
            "The server's certificate is signed with its own key. It proves that the server has the key, and nothing about whose "
                + "server it is."
        case .expired(let role, let end, let now):
            "\(Self.subject(role)) was valid until \(CivilTime.text(end)); it is \(CivilTime.text(now))."
        case .notYetValid(let role, let start, let now):
            "\(Self.subject(role)) is valid from \(CivilTime.text(start)) on; it is \(CivilTime.text(now)). A clock that is wrong "
                + "shows the same."
        case .otherHost(let names, let asked, let unfit):
            (names.isEmpty ? "" : "The certificate names \(Self.list(names)). ") + "The URL names \(asked)."
                + (unfit.map { " " + $0.english } ?? "")
        case .noHost(let asked):
            "The certificate has no name of a host in subjectAltName. The URL names \(asked). A common name is not looked at."
        case .denied(let name): "The user's trust settings refuse \(name.english)."
        case .timestampsOpen(let finding), .rule(let finding): finding.english
        }
    }

    package var chinese: String {
        switch self {
        case .missingIntermediate(let issuer, .named(let address)):
            """
            证书链在 \(issuer) 处断开：服务器没有发送这个 CA 的证书。下面的证书给出了可以获取它的地址：\(address)。如果设备从那里得到的证书通向它\
            信任的 CA，证书链就完整了。如果什么也没有得到，设备就拒绝这条证书链。这里没有去获取。
            """
        case .missingIntermediate(let issuer, .namesake(let address)):
            """
            证书链在 \(issuer) 处断开：服务器发送了一张这个名称的证书，但用它的密钥验证不了下面的证书的签名，Apple 的系统会丢弃它。下面的证书\
            给出了可以获取正确证书的地址：\(address)。如果设备从那里得到的证书通向它信任的 CA，设备就接受证书链。如果什么也没有得到，\
            设备就拒绝它。这里没有去获取。
            """
        case .circle(let name):
            "证书链中的 CA 互相签发证书，形成一个环，这个环在 \(name) 处闭合。设备信任的 CA 没有给其中任何一个签发过证书。"
        case .missingIntermediate(let issuer, .atHand):
            "证书链在 \(issuer) 处断开：服务器没有发送这个 CA 的证书。加上这里现有的那张证书，证书链就完整了。"
        case .unknownIssuer(let issuer):
            """
            证书链在 \(issuer) 处断开：服务器没有发送这个 CA 的证书，也没有哪个锚点是这个名称。\(issuer) 要么是服务器忘了发送的中间证书，\
            要么是你自己的 CA。
            """
        case .privateAuthority(let name, false):
            "证书链止于 \(name)，它不在设备信任的 CA 之列，它的证书也没有发送。根证书不必发送；如果 \(name) 是中间证书，那就是服务器忘了发送。"
        case .privateAuthority(let name, true):
            "证书链止于 \(name)，它用自己的密钥签名，不在设备信任的 CA 之列。谁都可以造一个这个名称的 CA。"
        case .namesake(let name):
            "证书链止于 \(name)，它用自己的密钥签名。设备信任的是一个名称相同、密钥不同的 CA。谁都可以造一个这个名称的 CA。"
        case .forged(_, _, let finding): finding.chinese
        case .selfSigned:
            "服务器的证书是用自己的密钥签名的。它证明服务器持有这个密钥，至于这是谁的服务器，什么也证明不了。"
        case .expired(let role, let end, let now):
            spaced(Self.chineseSubject(role), "的有效期到 \(CivilTime.text(end)) 为止；现在是 \(CivilTime.text(now))。")
        case .notYetValid(let role, let start, let now):
            spaced(
                Self.chineseSubject(role),
                "从 \(CivilTime.text(start)) 起有效；现在是 \(CivilTime.text(now))。时钟不准也会显示成这样。")
        case .otherHost(let names, let asked, let unfit):
            (names.isEmpty ? "" : "证书写明的名称是 \(Self.chineseList(names))。") + "URL 写的是 \(asked)。" + (unfit?.chinese ?? "")
        case .noHost(let asked):
            "证书的 subjectAltName 中没有主机的名称。URL 写的是 \(asked)。通用名称不看。"
        case .denied(let name): spaced("用户的信任设置拒绝", name.chinese) + "。"
        case .timestampsOpen(let finding), .rule(let finding): finding.chinese
        }
    }

    fileprivate static func whose(_ role: CheckResult.Role) -> String {
        switch role {
        case .leaf, .chain, .extra: "its certificate"
        case .intermediate(let name): "the intermediate \(name) in its chain"
        case .root(let name): "the root \(name) in its chain"
        case .anchor(let name): "the authority \(name) at the end of its chain"
        }
    }

    fileprivate static func chineseWhose(_ role: CheckResult.Role) -> String {
        switch role {
        case .leaf, .chain, .extra: "它的证书"
        case .intermediate(let name): "它的证书链中的中间证书 \(name)"
        case .root(let name): "它的证书链中的根证书 \(name)"
        case .anchor(let name): "它的证书链末端的 CA \(name)"
        }
    }

    private static func subject(_ role: CheckResult.Role) -> String {
        switch role {
        case .leaf, .chain, .extra: "The server's certificate"
        case .intermediate(let name): "The intermediate \(name)"
        case .root(let name): "The root \(name)"
        case .anchor(let name): "The authority \(name)"
        }
    }

    private static func chineseSubject(_ role: CheckResult.Role) -> String {
        switch role {
        case .leaf, .chain, .extra: "服务器的证书"
        case .intermediate(let name): "中间证书 \(name)"
        case .root(let name): "根证书 \(name)"
        case .anchor(let name): "CA \(name)"
        }
    }

    /// ", 5 days ago". Empty if the end is less than a day ago.
    private static func ago(_ end: Int64, _ now: Int64) -> String {
        let days = days(from: end, to: now)
        return days < 1 ? "" : ", \(counted(days, "day")) ago"
    }

    /// "，距今 5 天". Empty if the end is less than a day ago.
    private static func chineseAgo(_ end: Int64, _ now: Int64) -> String {
        let days = days(from: end, to: now)
        return days < 1 ? "" : "，距今 \(days) 天"
    }

    private static func days(from end: Int64, to now: Int64) -> Int64 {
        let (seconds, overflow) = now.subtractingReportingOverflow(end)
        return overflow ? 0 : seconds / CivilTime.day
    }

    private static func list(_ names: [String]) -> String {
        names.count > 3
            ? names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more" : names.joined(separator: ", ")
    }

    private static func chineseList(_ names: [String]) -> String {
        names.count > 3
            ? names.prefix(2).joined(separator: "、") + " 和另外 \(names.count - 2) 个" : names.joined(separator: "、")
    }
}

extension ChainProblem {
    /// The causes of the failed checks of an evaluation: each cause once, in the order of the checks.
    ///
    /// - Parameters:
    ///   - evaluation: SecTrust's evaluation of the chain.
    ///   - evidence: the evidence that SecTrust evaluated.
    ///   - others: further certificates in DER that the app or the user has.
    static func all(
        in evaluation: SecTrust.Evaluation, of evidence: TrustEvidence, besides others: [[UInt8]]
    ) -> [ChainProblem] {
        if let denied = evaluation.deniedCertificate, evaluation.result == .deny {
            return [.denied(denied.nameInWords)]
        }
        let failed = evaluation.findings.filter { !$0.passed }
        // The device drops an issuer of the right name with another key, and may fetch the right one.
        let hasNamesake = failed.contains { $0.check == .signature && $0.refusal == .badSignature }
        if hasNamesake, case .missingIssuer(let issuer, let address)? = evaluation.doubt {
            return [.missingIntermediate(issuer, .namesake(address))]
        }
        var problems: [ChainProblem] = []
        for finding in failed {
            let problem: ChainProblem? =
                switch finding.statement {
                case .path(.issuerMissing(let issuer)), .path(.noAnchor(let issuer)):
                    missing(issuer, above: evaluation.verdict.path, of: evidence, besides: others)
                case .path(.selfSignedNotTrusted):
                    finding.role == .leaf
                        ? .selfSigned : unknown(evaluation.verdict.path.last, evidence.platformStore)
                case .path(.signatureFails(let issuer, _)): .forged(finding.role, by: issuer, finding)
                // The finding about the signature tells this already.
                case .path(.anchorDidNotSign): nil
                case .dates(.expired(let end, let now)): .expired(finding.role, at: end, now: now)
                case .dates(.notYetValid(let start, let now)): .notYetValid(finding.role, from: start, now: now)
                case .name(.nameDiffers(_, let asked, let unfit)):
                    .otherHost(names: hosts(in: evidence.chain.first), asked: asked, unfit)
                case .path(.goesInCircle(let name)): .circle(name)
                case .name(.noNames(_, let asked)): .noHost(asked: asked)
                case .transparency(.open): .timestampsOpen(finding)
                case .reading, .path, .revocation, .dates, .authority, .usage, .name, .pin, .strength, .form, .policy,
                    .nameConstraint, .search, .transparency, .library:
                    .rule(finding)
                }
            if let problem, !problems.contains(problem) { problems.append(problem) }
        }
        // That no anchor has the last issuer's name follows from the circle.
        if problems.contains(where: { if case .circle = $0 { true } else { false } }) {
            problems.removeAll {
                switch $0 {
                case .missingIntermediate, .unknownIssuer, .privateAuthority: true
                case .namesake, .forged, .selfSigned, .expired, .notYetValid, .otherHost, .noHost, .denied, .rule,
                    .circle, .timestampsOpen:
                    false
                }
            }
        }
        // If only findings without a cause are left, the first of them is the reason.
        return problems.isEmpty ? failed.prefix(1).map { .rule($0) } : problems
    }

    /// The names of hosts in a certificate: dNSNames that are names of hosts, and addresses.
    private static func hosts(in leaf: [UInt8]?) -> [String] {
        let names = leaf.flatMap { try? CertificateStructure($0) }?.meaning.subjectAlternativeNames?.value ?? []
        return names.compactMap { name in
            switch name {
            case .dnsName(let text): HostName(hostInDNSName: text) == nil ? nil : text.quotable
            case .ipAddress(let octets): HostName.text(address: octets)
            case .otherName, .rfc822Name, .x400Address, .directoryName, .ediPartyName, .uniformResourceIdentifier,
                .registeredID:
                nil
            }
        }
    }

    /// The problem of a path that ends at a self-signed authority, `top`, which is not an anchor.
    private static func unknown(_ top: [UInt8]?, _ store: TrustStore) -> ChainProblem {
        let name = top?.nameInWords.english ?? ""
        let isNamesake = top.flatMap { try? CertificateStructure($0) }.map { top in
            store.anchors.contains { (try? CertificateStructure($0))?.subject == top.subject }
        }
        return isNamesake == true ? .namesake(name) : .privateAuthority(name, isSent: true)
    }

    /// The problem of a path whose last issuer was not sent: an intermediate is missing, if there is evidence of an intermediate.
    private static func missing(
        _ issuer: String, above path: [[UInt8]], of evidence: TrustEvidence, besides others: [[UInt8]]
    ) -> ChainProblem {
        // A device may fetch it, also where the app has it. What is fetched helps only a device that trusts an authority at all.
        if evidence.platformStore.hasAuthority,
            let address = path.last.flatMap({ try? CertificateStructure($0) })?.fetchableIssuer
        {
            return .missingIntermediate(issuer, .named(address))
        }
        if !others.isEmpty {
            let whole = SecTrust.Evaluation(
                of: evidence.chain, besides: others, asking: evidence.platformQuestion, in: evidence.platformStore)
            if whole.anchorKind != nil, whole.certificateChain.count > path.count + 1 {
                return .missingIntermediate(issuer, .atHand)
            }
        }
        // After an intermediate the server may leave out the root. After its own certificate it may not leave out the intermediate.
        return path.count > 1 ? .privateAuthority(issuer, isSent: false) : .unknownIssuer(issuer)
    }
}

extension CheckResult {
    /// The failed check as the end of a sentence, with its numbers and the name of the authority.
    fileprivate var englishClause: String {
        let whose = ChainProblem.whose(role)
        return switch statement {
        case .dates(.lifetimeTooLong(let seconds, let limit, _)):
            "\(whose) is valid for \(English.duration(seconds)), and at most \(English.duration(limit.seconds)) are allowed"
        case .usage(.keyTooSmall(let bits, let least)):
            "\(whose) has an RSA key of \(bits) bits, and at least \(least) are required"
        case .usage(.extendedKeyUsageLacks(let uses, _)):
            "\(whose) is for \(uses.isEmpty ? "nothing" : uses.joined(separator: ", ")), not for TLS servers"
        case .usage(.serverAuthNotListed): "\(whose) does not say that it is for TLS servers"
        case .usage(.criticalExtensionUnknown(let name)):
            "\(whose) has a critical extension that is not understood, \(name)"
        case .usage(.keyUsageLacks(let needed, _)):
            "the key of \(whose) may not be used for \(needed.joined(separator: ", "))"
        case .usage(.extensionUnreadable(let name)): "the extension \(name) of \(whose) cannot be read"
        case .path(.brokenSignatureAlgorithm(let name)):
            "\(whose) is signed with \(name), whose hash function is broken"
        case .path(.unsupportedAlgorithm(let name)): "\(whose) is signed with \(name), which cannot be verified here"
        case .authority(.isNotAuthority): "\(whose) has issued a certificate and is not an authority's"
        case .authority(.pathLengthExceeded(let below, let limit)):
            "\(whose) allows \(counted(limit, "further authority")) below it, and there \(below == 1 ? "is" : "are") \(below)"
        case .nameConstraint(.nameNotPermitted(let name, let authority)),
            .nameConstraint(.nameExcluded(let name, _, let authority)),
            .nameConstraint(.nameIncomparable(let name, let authority)):
            "the authority \(authority) may not certify the name \(name)"
        case .transparency(.open(let statement, let doubt)):
            "\(whose) has \(statement.logs.map { "timestamps of \(counted($0, "log")), and more are required" } ?? "no timestamp of a current log"); "
                + doubt.englishClause
        case .transparency(.timestamps(let logs, let least, _)),
            .transparency(.timestampsOutside(let logs, let least, _, _)):
            "\(whose) has timestamps of \(counted(logs, "log")), and at least \(least) are required"
        case .transparency(.noTimestamps): "\(whose) has no timestamps of logs (Certificate Transparency)"
        case .strength(.keyNotKnown(let key)): "\(whose) has a key that cannot be used: \(key)"
        case .strength(.keyWithoutSize(let key)), .strength(.curveTooSmall(let key)),
            .strength(.keyNotKnownToSecTrust(let key)):
            "\(whose) has a key that the system does not accept: \(key)"
        case .strength(.signatureByUnknownKey(let issuer, let key, _)):
            "the signature on \(whose) cannot be verified here, because \(issuer) has another kind of key: \(key)"
        case .form(.identifiersDiffer(let issuer)): "\(whose) says that another key signed it, not the key of \(issuer)"
        case .reading(.unreadable): "\(whose) cannot be read"
        case .reading(.emptyChain): "it sends no certificate"
        case .revocation(.revoked(_, let since, _)): "\(whose) was revoked on \(English.day(since))"
        case .revocation(.stapleMissing): "\(whose) demands a stapled OCSP response, and none that counts was sent"
        case .search(.depthExceeded(let count, let limit)):
            "its chain has authority number \(count) above the server's certificate, and at most \(limit) are allowed"
        case .reading, .path, .revocation, .dates, .authority, .usage, .name, .pin, .strength, .form, .policy,
            .nameConstraint,
            .search, .transparency, .library:
            String(english.prefix(1).lowercased() + english.dropFirst().prefix(max(0, english.count - 2)))
        }
    }

    /// The failed check as the end of a sentence in Chinese.
    fileprivate var chineseClause: String {
        let whose = ChainProblem.chineseWhose(role)
        return switch statement {
        case .dates(.lifetimeTooLong(let seconds, let limit, _)):
            spaced(whose, "的有效期为 \(Chinese.duration(seconds))，而最多允许 \(Chinese.duration(limit.seconds))")
        case .usage(.keyTooSmall(let bits, let least)):
            spaced(whose, "有一个 \(bits) 位的 RSA 密钥，而至少要 \(least) 位")
        case .usage(.extendedKeyUsageLacks(let uses, _)):
            spaced(whose, uses.isEmpty ? "没有任何用途，不用于 TLS 服务器" : "用于 \(uses.joined(separator: "、"))，不用于 TLS 服务器")
        case .usage(.serverAuthNotListed): spaced(whose, "没有说明它用于 TLS 服务器")
        case .usage(.criticalExtensionUnknown(let name)):
            spaced(whose, "有一个无法理解的关键扩展：\(name)")
        case .usage(.keyUsageLacks(let needed, _)):
            spaced(whose, "的密钥不能用于 \(needed.joined(separator: "、"))")
        case .usage(.extensionUnreadable(let name)): spaced(whose, "的扩展 \(name) 无法读取")
        case .path(.brokenSignatureAlgorithm(let name)):
            spaced(whose, "用 \(name) 签名，它的哈希函数已攻破")
        case .path(.unsupportedAlgorithm(let name)): spaced(whose, "用 \(name) 签名，这里无法验证")
        case .authority(.isNotAuthority): spaced(whose, "签发了证书，却不是 CA 的证书")
        case .authority(.pathLengthExceeded(let below, let limit)):
            spaced(whose, "允许下面再有 \(limit) 个 CA，而实际有 \(below) 个")
        case .nameConstraint(.nameNotPermitted(let name, let authority)),
            .nameConstraint(.nameExcluded(let name, _, let authority)),
            .nameConstraint(.nameIncomparable(let name, let authority)):
            "\(authority) 这个 CA 不可以给名称 \(name.chinese) 签发证书"
        case .transparency(.open(let statement, let doubt)):
            spaced(whose, statement.logs.map { "有 \($0) 个日志的时间戳，还需要更多；" } ?? "没有任何现行日志的时间戳；")
                + doubt.chineseClause
        case .transparency(.timestamps(let logs, let least, _)),
            .transparency(.timestampsOutside(let logs, let least, _, _)):
            spaced(whose, "有 \(logs) 个日志的时间戳，而至少要 \(least) 个")
        case .transparency(.noTimestamps): spaced(whose, "没有日志的时间戳（Certificate Transparency）")
        case .strength(.keyNotKnown(let key)): spaced(whose, "的密钥无法使用：\(key.chinese)")
        case .strength(.keyWithoutSize(let key)), .strength(.curveTooSmall(let key)),
            .strength(.keyNotKnownToSecTrust(let key)):
            spaced(whose, "的密钥系统不接受：\(key.chinese)")
        case .strength(.signatureByUnknownKey(let issuer, let key, _)):
            spaced(whose, "的签名在这里无法验证，因为 \(issuer) 的密钥属于另一种：\(key.chinese)")
        case .form(.identifiersDiffer(let issuer)): spaced(whose, "说给它签名的是另一个密钥，不是 \(issuer) 的密钥")
        case .reading(.unreadable): spaced(whose, "无法读取")
        case .reading(.emptyChain): "它没有发送证书"
        case .revocation(.revoked(_, let since, _)): spaced(whose, "已在 \(English.day(since)) 吊销")
        case .revocation(.stapleMissing): spaced(whose, "要求装订 OCSP 响应，而没有发来算数的响应")
        case .search(.depthExceeded(let count, let limit)):
            "它的证书链在服务器的证书之上有第 \(count) 个 CA，而最多允许 \(limit) 个"
        case .reading, .path, .revocation, .dates, .authority, .usage, .name, .pin, .strength, .form, .policy,
            .nameConstraint,
            .search, .transparency, .library:
            String(chinese.dropLast())
        }
    }

    /// The remedy for a failed check. The server's owner cannot repair the fault of an authority, so such a remedy is at the authority.
    fileprivate var remedy: Remedy {
        switch (statement, role) {
        case (.authority(.pathLengthExceeded), .intermediate(let name)),
            (.authority(.pathLengthExceeded), .root(let name)),
            (.authority(.pathLengthExceeded), .anchor(let name)):
            .liftPathLength(name)
        case (.nameConstraint(.nameNotPermitted(_, let name)), _), (.nameConstraint(.nameExcluded(_, _, let name)), _),
            (.nameConstraint(.nameIncomparable(_, let name)), _):
            .liftConstraint(name)
        case (.dates(.lifetimeTooLong(_, let limit, _)), .leaf): .reissueWithin(days: limit.days)
        case (.strength(.keyNotKnown), .leaf), (.strength(.keyWithoutSize), .leaf), (.strength(.curveTooSmall), .leaf),
            (.strength(.keyNotKnownToSecTrust), .leaf), (.usage(.keyTooSmall), .leaf):
            .newKey
        // The issuing certificate is not that of an authority, so its owner cannot repair it.
        case (.authority(.isNotAuthority), _): .publicCertificate
        case (_, .intermediate(let name)), (_, .root(let name)), (_, .anchor(let name)): .reissueAuthority(name)
        case (_, .leaf), (_, .extra), (_, .chain): .reissue
        }
    }
}
