import Trace

/// The sentences of a report of `trust ats`, besides its findings.
enum ATSReportNote: Wording {
    // MARK: The answer
    case loads(url: String)
    /// The connection is refused; the error that the app sees, if it is known.
    case refused(url: String, AppleError?)
    /// There is no connection to judge; the error that the app sees, if it is known.
    case notLoaded(url: String, AppleError?)
    case undecided(url: String)
    case rules(of: ATSPeriod)

    // MARK: NSPinnedDomains
    case pinsWithoutCertificate(entry: String)
    case pinsWithoutTrust(entry: String)
    case pinsOpen(entry: String)
    case pins(entry: String, TrustDecision)

    // MARK: What helps in the app
    case noKeyMendsHandshake
    case noKeyMendsTrust
    case noKey
    case stricterThanATS
    case costs(Words)
    case needsJustification

    // MARK: Headings
    case helpsAtServer
    case helpsInApp
    case helps
    case inDictionary

    // MARK: Diagnostics
    case trials(url: String)
    case model

    var english: String {
        switch self {
        case .loads(let url): "\(url) would be loaded."
        case .refused(let url, let error): "\(url) would be refused\(Self.code(error))."
        case .notLoaded(let url, let error): "\(url) would not be loaded\(Self.code(error))."
        case .undecided(let url): "\(url): not decided, because some facts are not known."
        case .rules(let period): "The rules are those of \(period.name)."
        case .pinsWithoutCertificate(let entry):
            Self.pins(of: entry, "The pins are not compared, because no certificate was seen.")
        case .pinsWithoutTrust(let entry):
            Self.pins(of: entry, "The pins are not compared, because the system does not believe the chain.")
        case .pinsOpen(let entry):
            Self.pins(
                of: entry, "They decide nothing as long as it is not known whether the system believes the chain.")
        case .pins(let entry, let decision):
            Self.pins(of: entry, (decision.accepts ? "They fit. " : "None fits. ") + decision.english)
        case .noKeyMendsHandshake:
            "No key of Info.plist: the handshake fails, with App Transport Security or without."
        case .noKeyMendsTrust:
            "No key of Info.plist: the system's own trust evaluation refuses the chain, with ATS or without. With "
                + "NSExceptionAllowsInsecureHTTPLoads or NSAllowsArbitraryLoads a delegate of the app could accept the chain. Then "
                + "only the app's own code can tell the server from an attacker."
        case .noKey: "No key of Info.plist is known to help."
        case .stricterThanATS:
            "The app's dictionary is stricter than ATS. Without its entry the connection is made."
        case .costs(let price): "What it costs: \(price.english)"
        case .needsJustification: "App Review asks for a justification of this key."
        case .helpsAtServer: "What helps at the server"
        case .helpsInApp: "What helps in the app"
        case .helps: "What helps"
        case .inDictionary: "In the dictionary"
        case .trials(let url): "Configuring ATS Info.plist keys and displaying the result of HTTPS loads to \(url)."
        case .model: "PASS means: the load would end without an error. This is a model; nothing was run on a Mac."
        }
    }

    var chinese: String {
        switch self {
        case .loads(let url): "\(url) 会加载。"
        case .refused(let url, let error): "\(url) 会遭到拒绝\(Self.chineseCode(error))。"
        case .notLoaded(let url, let error): "\(url) 不会加载\(Self.chineseCode(error))。"
        case .undecided(let url): "\(url)：不能确定，因为有些事实不知道。"
        case .rules(let period): "规则是 \(spaced(period.chineseName, "的规则"))。"
        case .pinsWithoutCertificate(let entry):
            Self.chinesePins(of: entry, "没有比较锁定值，因为没有看到证书。")
        case .pinsWithoutTrust(let entry):
            Self.chinesePins(of: entry, "没有比较锁定值，因为系统不相信这条证书链。")
        case .pinsOpen(let entry):
            Self.chinesePins(of: entry, "只要不知道系统是否相信这条证书链，锁定值就什么也决定不了。")
        case .pins(let entry, let decision):
            Self.chinesePins(of: entry, (decision.accepts ? "有相符的锁定值。" : "没有相符的锁定值。") + decision.chinese)
        case .noKeyMendsHandshake:
            "Info.plist 中没有哪个键能帮上忙：有没有 App Transport Security，握手都会失败。"
        case .noKeyMendsTrust:
            """
            Info.plist 中没有哪个键能帮上忙：有没有 ATS，系统自己的信任评估都拒绝这条证书链。有了 NSExceptionAllowsInsecureHTTPLoads \
            或 NSAllowsArbitraryLoads，应用的代理就可以接受这条证书链。这时只有应用自己的代码才能分清服务器和攻击者。
            """
        case .noKey: "不知道 Info.plist 中有哪个键能帮上忙。"
        case .stricterThanATS:
            "应用的字典比 ATS 更严格。没有其中的条目，连接就能建立。"
        case .costs(let price): "代价：\(price.chinese)"
        case .needsJustification: "App Review 要求说明使用这个键的理由。"
        case .helpsAtServer: "在服务器上怎么办"
        case .helpsInApp: "在应用中怎么办"
        case .helps: "怎么办"
        case .inDictionary: "字典中的问题"
        case .trials(let url): "设置 ATS 的 Info.plist 键，并显示 HTTPS 加载 \(url) 的结果。"
        case .model: "PASS 表示：加载会正常结束，没有错误。这是一个模型；没有在 Mac 上运行任何程序。"
        }
    }

    private static func code(_ error: AppleError?) -> String {
        error.map { " (NSURLErrorDomain \($0.rawValue))" } ?? ""
    }

    private static func chineseCode(_ error: AppleError?) -> String {
        error.map { "（NSURLErrorDomain \($0.rawValue)）" } ?? ""
    }

    private static func pins(of entry: String, _ outcome: String) -> String {
        "NSPinnedDomains has pins for \(entry.quotable). \(outcome) [Apple, NSPinnedDomains, iOS 14 and later]"
    }

    private static func chinesePins(of entry: String, _ outcome: String) -> String {
        "NSPinnedDomains 有 \(entry.quotable) 的锁定值。\(outcome)[Apple, NSPinnedDomains, iOS 14 及以后]"
    }
}
