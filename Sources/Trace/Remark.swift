/// A language in which a run can be told.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
}

/// A typed note: what a machine has to say about a step, as an enum case with its numbers.
///
/// Prose is apart from logic. Each module turns its own cases into sentences in one file per language, with a switch that
/// must be exhaustive: a language is complete or does not compile.
public protocol Remark: Sendable {
    /// The sentence or sentences that tell a reader why this step is as it is.
    func sentence(in language: Language) -> String
    /// What is true of every step of this kind, for a reader who has not met one before; a rendering may say it once. Empty when
    /// the sentence says it all.
    func background(in language: Language) -> String
    /// What the step is about, where steps in a row are about one thing after the other, such as the certificates of a chain: a
    /// rendering may draw them as branches under it. Empty for most.
    func topic(in language: Language) -> String
}

extension Remark {
    public func background(in language: Language) -> String { "" }
    public func topic(in language: Language) -> String { "" }

    /// The sentence with its background.
    public func text(in language: Language) -> String {
        let more = background(in: language)
        return more.isEmpty ? sentence(in: language) : "\(sentence(in: language)) \(more)"
    }
}
