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
}
