import Trace

/// Whether the certificates that were sent can be read and are needed.
public enum ReadingStatement: StatementTopic {
    /// The octets are a certificate; the name of the subject.
    case readable(subject: String)
    /// The octets are no certificate; the text says which part is wrong.
    case unreadable(String)
    /// The same certificate was sent before; the number of that one, as in ``CheckResult/subject``.
    case repeated(of: Int)
    /// The certificate is not part of the path, which reaches an anchor.
    case notNeeded
    /// The certificate is not part of the path, which reaches no anchor.
    case notPartOfPath
    /// No certificate was sent.
    case emptyChain
    /// More certificates were sent than are read.
    case tooMany(count: Int, limit: Int)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .readable(let subject): "\(it) can be read. It is a certificate for \(subject)."
        case .unreadable(let part): "\(it) cannot be read as a certificate: \(part)."
        case .repeated(let first): "\(it) repeats certificate \(first) and is skipped."
        case .notNeeded: "\(it) is not needed: the path reaches a trusted authority without it."
        case .notPartOfPath: "\(it) is not part of the path that was found."
        case .emptyChain: "The \(it.owner) sent no certificate. So the \(it.judge) cannot know the owner of its key."
        case .tooMany(let count, let limit):
            "\(it) has \(counted(count, "certificate")). At most \(limit) are read: otherwise an attacker could keep a \(it.judge) busy."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .readable(let subject): it.chinese("可以读取。它是 \(subject) 的证书。")
        case .unreadable(let part): it.chinese("无法作为证书读取：\(part)。")
        case .repeated(let first): it.chinese("与证书 \(first) 重复，跳过。")
        case .notNeeded: it.chinese("用不着：没有它，路径也能到达信任的 CA。")
        case .notPartOfPath: it.chinese("不在找到的路径中。")
        case .emptyChain: "\(it.ownerInChinese)没有发送证书。所以\(it.judgeInChinese)无法知道它的密钥属于谁。"
        case .tooMany(let count, let limit):
            it.chinese("有 \(count) 张证书。最多读取 \(limit) 张：否则攻击者可以让\(it.judgeInChinese)忙个不停。")
        }
    }
}
