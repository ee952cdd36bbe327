/// A language in which a run can be told.
///
/// To add one, add its case and build: every `switch` over languages lists its cases, so the compiler names each topic that has no
/// sentences in the new language yet.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
}

/// A typed note: a machine's statement about a step, as an enum case with its numbers.
///
/// Prose is apart from logic: the logic makes cases, and only a `Remark` makes sentences of them. One file holds one topic, which is
/// an enum of cases that belong together, with the step id, the citation and the sentences of each case. Its shape:
///
/// ```
/// /// What there is to say about keep-alive.
/// public enum KeepAliveNote: Remark {
///     /// Explains a probe.
///     case probe(attempt: Int)
///
///     /// A stable id for the step, such as "tcp.keep_alive".
///     public var step: String {
///         switch self {
///         case .probe: "tcp.keep_alive"
///         }
///     }
///
///     /// Why the probe is sent.
///     public func sentence(in language: Language) -> String {
///         switch language {
///         case .english: english
///         }
///     }
///
///     private var english: String {
///         switch self {
///         case .probe(let attempt): "Nothing was heard for long; probe \(attempt) must be answered."
///         }
///     }
/// }
/// ```
///
/// Four rules keep a language complete:
///
/// - A `switch` over languages or over the cases of a topic has no `default`, and no case without words has `""` for a sentence. A
///   topic whose switch becomes too long is two topics.
/// - A remark that holds another one passes `language` on: `note.sentence(in: language)`, never `in: .english`.
/// - A topic that overrides ``background(in:)`` or ``topic(in:)`` switches over the language there as well.
/// - Words for numbers and times belong to a language, too: what makes them is called by that language's sentences alone.
public protocol Remark: Sendable {
    /// The sentence or sentences that tell a reader why this step is as it is.
    func sentence(in language: Language) -> String
    /// What is true of every step of this kind, for a reader who has not met one before; a rendering may say it once. Empty when
    /// the sentence says it all.
    func background(in language: Language) -> String
    /// What the step is about, where steps in a row are about one thing after the other, such as the certificates of a chain: a
    /// rendering may draw them as branches under it. Empty for most.
    func topic(in language: Language) -> String
    /// What of the text the party itself can know, where one who sees the whole run says more, such as that a packet was lost. Nil where
    /// it knows all of it.
    func ownText(in language: Language) -> String?
    /// Whether a reader who has met one step of this kind learns nothing from the next one that its own line does not show. A rendering
    /// may then leave the sentence out. False for most.
    var isRoutine: Bool { get }
}

extension Remark {
    /// Empty: the sentence says it all.
    public func background(in language: Language) -> String { "" }
    /// Empty: the step is about nothing that the steps around it are not about.
    public func topic(in language: Language) -> String { "" }
    /// False: each step has something of its own to say.
    public var isRoutine: Bool { false }

    /// Nil: the party knows all that is said.
    public func ownText(in language: Language) -> String? { nil }

    /// The sentence with its background.
    public func text(in language: Language) -> String {
        let more = background(in: language)
        return more.isEmpty ? sentence(in: language) : "\(sentence(in: language)) \(more)"
    }
}
