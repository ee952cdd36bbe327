import Trace

/// What swift-certificates says about the path.
public enum LibraryStatement: StatementTopic {
    /// The X.509 library cannot read one of the certificates.
    case libraryCannotRead
    /// The X.509 library comes to the same result.
    case libraryAgrees
    /// It does not; in its words.
    case libraryRefuses(String)

    func sentence(in language: Language, about subject: StatementSubject) -> String {
        switch language {
        case .english: english(subject)
        }
    }

    private func english(_ it: StatementSubject) -> String {
        switch self {
        case .libraryAgrees: "swift-certificates, asked about the same path, finds nothing wrong either."
        case .libraryRefuses(let why): "swift-certificates refuses the path: \(why)"
        case .libraryCannotRead: "swift-certificates cannot read one of the certificates."
        }
    }
}
