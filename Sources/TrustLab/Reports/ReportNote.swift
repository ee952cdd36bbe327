import PKI
import Trace

/// The sentences of reports besides findings, pins and fields: the question, the result, and how to read the page.
enum ReportNote: Wording {
    // MARK: A verdict
    case askedFor(host: String, place: String?, date: String)
    case asked(Words)
    case checks(Int, hidden: Int)
    case code(AppleError)
    case purpose(Check)
    /// The first octets on which a finding is based, and the place of all of them in the certificate.
    case evidence(String, Range<Int>)
    /// The verdict on a chain; whether the handshake in which it was shown fails; and the result of SecTrust, if it was asked.
    case verdict(isTrusted: Bool, handshakeFails: Bool, SecTrustResult?)
    case open(Verdict.Doubt)
    case appSees([AppleError])
    /// The error that an app sees, and the errors that explain it; the reason why an app may see none.
    case appSeesBecause(AppleError, [AppleError], unless: Verdict.Doubt?)

    // MARK: Pins and chains
    case pinned(certificate: (number: Int, label: String)?)
    case key(of: KeyFilePin.Source)
    case excuse
    case noObjection

    // MARK: A certificate taken apart
    case tree
    case page

    var english: String {
        switch self {
        case .askedFor(let host, let place, let date):
            "Asked for \(host)\(place.map { ", at \($0)" } ?? ""), on \(date)."
        case .asked(let question): "Asked \(question.english)."
        case .checks(let count, let hidden):
            counted(count, "check") + (hidden > 0 ? ", \(hidden) of them routine and not shown (--all shows them)" : "")
        case .code(let error): "Code: \(error.text)"
        case .purpose(let check): "Why it is checked: \(check.english)"
        case .evidence(let octets, let range):
            "Evidence: \(octets) (octets \(range.lowerBound) to \(range.upperBound - 1))"
        case .verdict(let isTrusted, let handshakeFails, let result):
            (!isTrusted
                ? "Refused."
                : handshakeFails ? "The chain is trusted, and the handshake in which it was shown fails." : "Trusted.")
                + (result.map { " SecTrust would say \($0.rawValue)." } ?? "")
        case .open(.missingIssuer(_, let address)):
            "Cannot tell. A certificate is missing that a device may fetch at \(address). If the device gets a certificate there that leads to "
                + "an authority that it trusts, SecTrust accepts the chain. If it gets none, SecTrust says "
                + "\(SecTrustResult.recoverableTrustFailure.rawValue). Give the certificate with the chain to decide it."
        case .open(.timestamps(let doubt)):
            "Cannot tell. The timestamps of logs that were seen are not enough (Certificate Transparency). \(doubt.english) SecTrust says "
                + "\(SecTrustResult.recoverableTrustFailure.rawValue) \(doubt.englishCondition)."
        case .appSees(let errors): "An app sees \(errors.map(\.text).joined(separator: ", "))."
        case .appSeesBecause(let error, [], _): Self.appSees([error]).english
        case .appSeesBecause(let error, let causes, let doubt):
            "\(Self.app(unless: doubt)) sees \(error.text); SecTrustEvaluateWithError says why: "
                + "\(causes.map(\.text).joined(separator: ", "))."
        case .pinned(let certificate?): "the key of certificate \(certificate.number), \(certificate.label)."
        case .key(let source): "the key of a \(source.english)"
        case .pinned(nil): "no key of this chain. It may be a spare."
        case .excuse:
            "Then the app connects. The recipe's policy is AFSecurityPolicy certificate with an excuse: where the chain is refused, and "
                + "its last certificate is pinned, recoverableTrustFailure counts as success."
        case .noObjection: "App Transport Security has no objection."
        case .tree:
            """
            DER is boxes in boxes. A box has three parts: a tag, which names its kind, a length, and the content. The content is a value, or \
            more boxes. The left column shows each box as 'openssl asn1parse' prints it: the offset of its tag, its depth (d), the length of \
            its header (hl) and of its content (l), whether it contains boxes (cons) or a value (prim), and its type. The right column shows \
            the name, the value, the purpose and the source. The purpose of each kind of field is told only once. A » instead of : marks a \
            box that is packed inside a string; asn1parse shows it only with -strparse. Octets in a string that are not boxes have no header.
            """
        case .page: "A field, its octets and its sentence belong together: each leads to the others."
        }
    }

    var chinese: String {
        switch self {
        case .askedFor(let host, let place, let date):
            "要访问的是 \(host)\(place.map { "，位于 \($0)" } ?? "")，时间是 \(date)。"
        case .asked(let question): "问的是：\(question.chinese)。"
        case .checks(let count, let hidden):
            "\(count) 项检查" + (hidden > 0 ? "，其中 \(hidden) 项是例行检查，没有显示（--all 显示它们）" : "")
        case .code(let error): "代码：\(error.text)"
        case .purpose(let check): "为什么检查：\(check.chinese)"
        case .evidence(let octets, let range):
            "依据：\(octets)（第 \(range.lowerBound) 到 \(range.upperBound - 1) 字节）"
        case .verdict(let isTrusted, let handshakeFails, let result):
            (!isTrusted
                ? "拒绝。"
                : handshakeFails ? "证书链受信任，但出示它的握手失败。" : "受信任。")
                + (result.map { "SecTrust 的结果会是 \($0.rawValue)。" } ?? "")
        case .open(.missingIssuer(_, let address)):
            """
            无法判断。缺一张证书，设备可以从 \(address) 获取它。如果设备从那里得到的证书通向它信任的 CA，SecTrust 就接受证书链。\
            如果什么也没有得到，SecTrust 的结果就是 \(SecTrustResult.recoverableTrustFailure.rawValue)。把这张证书与证书链一起给出，就能确定。
            """
        case .open(.timestamps(let doubt)):
            """
            无法判断。看到的日志时间戳不够（Certificate Transparency）。\(doubt.chinese)\
            \(doubt.chineseCondition)，SecTrust 的结果就是 \(SecTrustResult.recoverableTrustFailure.rawValue)。
            """
        case .appSees(let errors): "应用看到 \(errors.map(\.text).joined(separator: "、"))。"
        case .appSeesBecause(let error, [], _): Self.appSees([error]).chinese
        case .appSeesBecause(let error, let causes, let doubt):
            "\(Self.chineseApp(unless: doubt))看到 \(error.text)；SecTrustEvaluateWithError 说明原因："
                + "\(causes.map(\.text).joined(separator: "、"))。"
        case .pinned(let certificate?): "证书 \(certificate.number)（\(certificate.label)）的密钥。"
        case .key(let source): "\(source.chinese)文件中的密钥"
        case .pinned(nil): "不是这条证书链中的密钥。它可能是备用的。"
        case .excuse:
            """
            这样应用就会连接。这个配方的策略是 AFSecurityPolicy certificate 加上一个借口：如果证书链遭到拒绝，而它的最后一张证书已锁定，\
            recoverableTrustFailure 就算作成功。
            """
        case .noObjection: "App Transport Security 没有异议。"
        case .tree:
            """
            DER 是盒子套盒子。一个盒子有三部分：标签，说明它的种类；长度；内容。内容是一个值，或者是更多的盒子。左栏按 'openssl asn1parse' \
            的输出格式显示每个盒子：标签的偏移、深度（d）、首部的长度（hl）和内容的长度（l）、它含有盒子（cons）还是值（prim），以及类型。\
            右栏显示名称、值、用途和来源。每种字段的用途只说一次。用 » 代替 : 表示这个盒子装在一个字符串里；asn1parse 只有加上 -strparse 才显示它。\
            字符串中不是盒子的字节没有首部。
            """
        case .page: "字段、它的字节和它的说明是一体的：从任何一个都能找到其他两个。"
        }
    }

    /// The app that sees an error, at the beginning of a sentence.
    private static func app(unless doubt: Verdict.Doubt?) -> String {
        switch doubt {
        case nil: "An app"
        case .missingIssuer?: "Without that certificate an app"
        case .timestamps(let doubt)?:
            doubt.englishCondition.prefix(1).uppercased() + doubt.englishCondition.dropFirst() + ", an app"
        }
    }

    private static func chineseApp(unless doubt: Verdict.Doubt?) -> String {
        switch doubt {
        case nil: "应用会"
        case .missingIssuer?: "没有那张证书，应用会"
        case .timestamps(let doubt)?: doubt.chineseCondition + "，应用会"
        }
    }
}
