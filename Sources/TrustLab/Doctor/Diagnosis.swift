import PKI
import Trace

/// Whether an iOS app would connect to a server, with the reasons, the remedies and their costs, a comparison of the bundled certificates
/// with those that are shown, and the events that will break the connection next.
package struct Diagnosis: Sendable {
    /// The examination from which the diagnosis was made.
    package let examination: Examination
    /// The answer.
    package let result: Result
    /// The reasons, the heaviest first.
    package let reasons: [Reason]
    /// Comparisons of the app's certificates with those that the server shows.
    package let bundled: [Renewal]
    /// Comparisons of the certificates that the server showed earlier with those that it shows now.
    package let changes: [Renewal]
    /// The certificates of the path if the device trusts the chain; otherwise the certificates that were sent.
    package let shown: [CertificatePins]
    /// The events that will break the connection, the earliest first.
    package let next: [NextBreak]
    /// How the server was seen, and what was not examined.
    package let remarks: [Words]

    /// The answers. The raw values are the names in JSON.
    package enum Result: String, Hashable, Sendable, CaseIterable {
        /// The app would connect.
        case connects
        /// The app would refuse.
        case refuses
        /// An app that compares keys would connect, and one that compares certificates would refuse.
        case depends
        /// A fact that is needed for the decision was not seen.
        case undecided

        /// The exit status of the commands that give this answer.
        package var exitStatus: Int32 {
            switch self {
            case .connects: 0
            case .refuses, .depends: 3
            case .undecided: 1
            }
        }
    }

    /// A reason with the errors that an app sees, and the remedies.
    package struct Reason: Hashable, Sendable {
        package let refusal: RefusalReason
        /// The errors that an app sees.
        package let errors: [AppleError]
        /// The remedies, the best first.
        package let remedies: [Remedy]
    }

    /// The answer in one sentence.
    package var verdict: Verdict { Verdict(diagnosis: self) }

    /// The first sentence of the report: what an app would do, and the heaviest reason.
    package struct Verdict: Remark {
        fileprivate let diagnosis: Diagnosis

        private var examination: Examination { diagnosis.examination }
        private var hasPins: Bool { examination.hasPins }
        private var reason: RefusalReason? { diagnosis.reasons.first?.refusal }

        package var english: String {
            let policy = examination.policy?.name
            let app =
                "An iOS app" + (policy.map { " with \($0)" } ?? "")
                + (hasPins ? (policy == nil ? " with these pins" : " and these pins") : "")
            let why = reason.map { ": " + $0.englishClause } ?? ""
            return switch diagnosis.result {
            case .connects where reason != nil:
                "\(app) would connect to this server, although the system does not\(why)."
            case .connects where examination.sight == .certificates:
                "\(app) would accept these certificates for \(examination.host.text)\(changed)."
            case .connects: "\(app) would connect to this server\(changed)."
            case .refuses where reason?.isUnmade == true: "\(app) would not connect to this server\(why)."
            case .refuses: "\(app) would refuse this server\(why)."
            case .depends:
                "An iOS app that compares keys would connect to this server, and one that compares whole certificates would refuse "
                    + "it: the certificate was renewed with the same key."
            case .undecided:
                "Whether \(app.prefix(1).lowercased() + app.dropFirst()) would connect is not decided\(why)."
            }
        }

        package var chinese: String {
            let means = [examination.policy?.name, hasPins ? "这些锁定值" : nil].compactMap { $0 }
            let app = means.isEmpty ? "iOS 应用" : spaced(spaced("使用", listedInChinese(means)), "的") + " iOS 应用"
            let why = reason.map { "：" + $0.chineseClause } ?? ""
            return switch diagnosis.result {
            case .connects where reason != nil:
                "\(app)会连接这台服务器，尽管系统自己不会\(why)。"
            case .connects where examination.sight == .certificates:
                "\(app)会接受 \(examination.host.text) 的这些证书\(chineseChange)。"
            case .connects: "\(app)会连接这台服务器\(chineseChange)。"
            case .refuses where reason?.isUnmade == true: "\(app)不会连接这台服务器\(why)。"
            case .refuses: "\(app)会拒绝这台服务器\(why)。"
            case .depends:
                "比较密钥的 iOS 应用会连接这台服务器，比较整张证书的 iOS 应用会拒绝它：证书用同一个密钥续签了。"
            case .undecided:
                "\(app)会不会连接，不能确定\(why)。"
            }
        }

        /// The change since the earlier chain, for an app without pins that would connect. Empty for other apps.
        private var changed: String {
            guard let change = diagnosis.changes.first(where: { $0.kind != .unchanged }), reason == nil else {
                return ""
            }
            let what: String? =
                switch change.kind {
                case .unchanged: nil
                case .sameKey: "the certificate was renewed with the same key, so pins of whole certificates break"
                case .newKey: "the certificate was renewed with a new key, so pins of the old one break"
                case .otherAuthority:
                    "the certificate comes from another authority, \(change.shown?.label ?? "a stranger"), so pins of "
                        + "\(change.bundled.label) break"
                case .otherHost: "the earlier certificate was for another host"
                }
            return what.map { hasPins ? "" : "; \($0)" } ?? ""
        }

        /// The same in Chinese.
        private var chineseChange: String {
            guard let change = diagnosis.changes.first(where: { $0.kind != .unchanged }), reason == nil else {
                return ""
            }
            let what: String? =
                switch change.kind {
                case .unchanged: nil
                case .sameKey: "证书用同一个密钥续签了，所以锁定整张证书的锁定值会失效"
                case .newKey: "证书用新密钥续签了，所以旧密钥的锁定值会失效"
                case .otherAuthority:
                    "证书来自另一个 CA：\(change.shown?.label ?? "陌生的 CA")" + "，所以 \(change.bundled.label) 的锁定值会失效"
                case .otherHost: "以前的证书属于另一台主机"
                }
            return what.map { hasPins ? "" : "；\($0)" } ?? ""
        }
    }
}
