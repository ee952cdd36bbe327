import Trace

/// What a page may refer to: the steps that it tells.
struct References {
    private let journal: Journal
    private let told: Set<Int>

    /// The references of a page that tells the events `told` of `journal`.
    init(_ journal: Journal, told: Set<Int>) {
        self.journal = journal
        self.told = told
    }

    /// The step that tells of an event: its own, or else that of what brought it about; nil where none does.
    func step(of event: Int) -> Int? {
        var number = event
        while !told.contains(number) {
            guard let cause = journal[number]?.cause else { return told.filter { $0 <= event }.max() }
            number = cause
        }
        return number
    }

    /// `text`, in which "step 14" and "#14" name steps that are told.
    func corrected(_ text: String) -> String {
        guard text.contains("#") || text.contains("step ") else { return text }
        return text.replacing(#/(step |\#)([0-9]{1,9})/#) { match in
            let number = Int(match.output.2).flatMap { step(of: $0) }
            return match.output.1 + (number.map { "\($0)" } ?? String(match.output.2))
        }
    }
}
