import Trace

/// How the search for a path has ended.
public enum SearchStatement: StatementTopic {
    /// The path is within the limit.
    case depthKept(count: Int, limit: Int)
    /// It is not.
    case depthExceeded(count: Int, limit: Int)
    /// The search was given up.
    case searchGivenUp

    func sentence(in language: Language, about subject: StatementSubject) -> String {
        switch language {
        case .english: english(subject)
        }
    }

    private func english(_ it: StatementSubject) -> String {
        switch self {
        case .depthKept(let count, let limit):
            "Between the leaf and \(it.inSentence) there \(English.are(count)) authorities that count; \(limit) are allowed."
        case .depthExceeded(let count, let limit):
            "\(it) is number \(count) of the authorities between the leaf and an anchor; \(limit) are allowed."
        case .searchGivenUp:
            "\(it) issue one another in so many ways that the search was given up: nobody may keep a \(it.judge) busy for ever."
        }
    }
}
