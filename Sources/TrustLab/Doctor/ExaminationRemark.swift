import PKI
import Trace

/// A remark about how a server was seen.
package enum ExaminationRemark: Hashable, Sendable, Remark {
    case certificatesAlone
    case certificatesGiven
    /// The timestamps of logs were counted and not verified; the finding.
    case timestampsCounted(CheckResult)
    /// The certificates were not sent in the order of the path (RFC 5246 section 7.4.2, RFC 8446 section 4.4.2); the finding.
    case disorder(CheckResult)
    case rules(of: ATSPeriod)

    /// A remark about the order of the certificates. Nil if the order is right, or if no path was found.
    init?(orderIn verdict: Verdict) {
        guard let finding = verdict.findings.first(where: { $0.check == .order && $0.outcome == .noted }) else {
            return nil
        }
        self = .disorder(finding)
    }

    /// A remark about timestamps that were only counted. Nil if they were verified, or if none were needed.
    init?(countedIn verdict: Verdict) {
        let counted = verdict.findings.first { finding in
            if case .transparency(let statement) = finding.statement { statement.isOnlyCounted } else { false }
        }
        guard let counted, counted.outcome == .noted else { return nil }
        self = .timestampsCounted(counted)
    }

    package var english: String {
        switch self {
        case .certificatesAlone:
            "The certificates were judged alone, as if server and app agreed on TLS 1.2 with an ECDHE suite. No handshake was examined: it "
                + "is not known whether the server has the key."
        case .timestampsCounted(let finding): finding.english + " Name the logs with --logs."
        case .disorder(let finding):
            finding.english
                + " In both versions the server's own must be the first. The path was found all the same."
        case .rules(let period): "The rules of App Transport Security are those of \(period.name)."
        case .certificatesGiven: "The certificates are those of --chain: none of the server's were seen."
        }
    }

    package var chinese: String {
        switch self {
        case .certificatesAlone:
            "只检查了证书，并假定服务器和应用商定了 TLS 1.2 和一个 ECDHE 密码套件。没有检查握手：不知道服务器是否持有这个密钥。"
        case .timestampsCounted(let finding): finding.chinese + "用 --logs 指出日志。"
        case .disorder(let finding):
            finding.chinese
                + "在两个版本中，服务器自己的证书都必须排在第一。尽管如此，还是找到了路径。"
        case .rules(let period): "App Transport Security 的规则是 \(spaced(period.chineseName, "的规则"))。"
        case .certificatesGiven: "证书来自 --chain：没有看到服务器的任何证书。"
        }
    }
}
