import Trace

/// What the catalogue says of a diagnosis, whatever the figures of the case are.
struct DiagnosisEntry: Sendable {
    let code: String
    let severity: Finding.Severity
    let cite: Citation
    let filter: String
    let causes: [String]
    let next: String

    init(
        _ code: String, _ severity: Finding.Severity, _ cite: Citation, filter: String = "", causes: [String] = [],
        next: String = "Nothing is to be done."
    ) {
        (self.code, self.severity, self.cite) = (code, severity, cite)
        (self.filter, self.causes, self.next) = (filter, causes, next)
    }
}

/// A diagnosis whose constant parts stand together, as in the catalogue.
protocol EnteredDiagnosis: Diagnosis {
    /// What the catalogue says of it.
    var entry: DiagnosisEntry { get }
}

extension EnteredDiagnosis {
    var code: String { entry.code }
    var severity: Finding.Severity { entry.severity }
    var cite: Citation { entry.cite }
    var filter: String { entry.filter }
    var englishCauses: [String] { entry.causes }
    var englishNext: String { entry.next }
}

extension Finding.Whose {
    /// A side as the subject of a sentence.
    var subject: String { "The \(rawValue)" }
    /// A side anywhere else in a sentence.
    var noun: String { "the \(rawValue)" }
    /// The other side.
    var other: Finding.Whose { self == .client ? .server : .client }
}
