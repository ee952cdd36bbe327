import Trace

/// What the catalogue says of a diagnosis, whatever the figures of the case are.
struct DiagnosisEntry: Sendable {
    /// Its name for programs, such as "tcp.refused".
    let code: String
    /// How bad it is.
    let severity: Finding.Severity
    /// The document that says what is right.
    let cite: Citation
    /// A display filter of Wireshark that finds frames that show it; empty where no frame does.
    let filter: String
    /// What it comes from, the most frequent first.
    let causes: [String]
    /// What settles which of them it is.
    let next: String

    init(
        _ code: String, _ severity: Finding.Severity, _ cite: Citation, filter: String = "", causes: [String] = [],
        next: String = "Nothing is to be done."
    ) {
        (self.code, self.severity, self.cite) = (code, severity, cite)
        (self.filter, self.causes, self.next) = (filter, causes, next)
    }
}

extension Finding.Whose {
    /// A side as the subject of a sentence.
    var subject: String { "The \(rawValue)" }
    /// A side anywhere else in a sentence.
    var noun: String { "the \(rawValue)" }
    /// The other side.
    var other: Finding.Whose { self == .client ? .server : .client }
}
