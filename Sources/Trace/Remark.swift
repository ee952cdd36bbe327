/// A language in which a run can be told.
///
/// To add one, add its case and build: every `switch` over languages lists its cases. docs/notes.md shows the way.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Chinese, in simplified characters.
    case chinese = "zh"

    /// The tag of the language on a page (BCP 47).
    public var tag: String {
        switch self {
        case .english: "en"
        case .chinese: "zh-Hans"
        }
    }
}

/// Something that is said to a reader: a clause, a title, the description of a choice. It has a property for each language.
///
/// ``Remark`` refines it for the steps of a run.
public protocol Wording: Sendable {
    /// The words in English: sentences with their full stop, or a clause or a title without one.
    var english: String { get }
    /// The words in Chinese, with a full-width full stop where the English ones have a full stop.
    var chinese: String { get }
}

extension Wording {
    /// The words in that language.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        case .chinese: chinese
        }
    }
}

/// Words that can be stored and compared as a value.
///
/// A string literal is what both languages say alike, such as a name, a mark or a number. In an interpolation a `Wording` says in each
/// language what it says there, and any other value says the same in both:
///
/// ```
/// let line: Words = "\(finding): \(certificate.name)"
/// ```
public struct Words: Wording, Hashable {
    /// The words in English.
    public let english: String
    /// The words in Chinese.
    public let chinese: String

    /// The words in each language.
    public init(english: String, chinese: String) {
        self.english = english
        self.chinese = chinese
    }

    /// A text that is the same in each language: a name, data, a number.
    public init(same text: String) { self.init(english: text, chinese: text) }

    /// A copy of `words`.
    public init(_ words: some Wording) { self.init(english: words.english, chinese: words.chinese) }

    /// Whether there are no words.
    public var isEmpty: Bool { english.isEmpty }

    /// The words with each language's text changed alike.
    public func map(_ change: (String) throws -> String) rethrows -> Words {
        try Words(english: change(english), chinese: change(chinese))
    }

    /// The words, and their source in brackets.
    public func citing(_ cite: Citation) -> Words { behind(Words(same: cite.description)) }

    /// The words, and `note` in brackets behind them.
    public func behind(_ note: some Wording) -> Words {
        Words(english: "\(english) (\(note.english))", chinese: "\(chinese)（\(note.chinese)）")
    }

    /// `left`, and `right` right behind it.
    public static func + (left: Words, right: Words) -> Words {
        Words(english: left.english + right.english, chinese: left.chinese + right.chinese)
    }
}

extension Words: ExpressibleByStringInterpolation {
    /// A literal: the same in both languages.
    public init(stringLiteral text: String) { self.init(same: text) }
    /// What an interpolation has gathered, in each language.
    public init(stringInterpolation parts: Interpolation) { self.init(english: parts.english, chinese: parts.chinese) }

    /// What an interpolation has gathered so far.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var english = ""
        fileprivate var chinese = ""

        /// Nothing yet.
        public init(literalCapacity: Int, interpolationCount: Int) {
            english.reserveCapacity(literalCapacity + 16 * interpolationCount)
            chinese.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Text between two values: the same in both languages.
        public mutating func appendLiteral(_ text: String) {
            english += text
            chinese += text
        }

        /// Words: in each language its own.
        public mutating func appendInterpolation(_ words: any Wording) {
            english += words.english
            chinese += words.chinese
        }

        /// A value that looks the same in both languages.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendLiteral(value.description)
        }
    }
}

extension Sequence<Words> {
    /// The words one after the other, with `separator` in between.
    public func joined(separator: Words = "") -> Words {
        Words(
            english: map(\.english).joined(separator: separator.english),
            chinese: map(\.chinese).joined(separator: separator.chinese))
    }
}

/// A typed note: a machine's statement about a step, as an enum case with its numbers.
///
/// Prose is apart from logic: the logic makes cases, and only a `Remark` makes sentences of them. One file holds one topic, which is
/// an enum of cases that belong together, with the step id, the citation and the sentences of each case. Its shape:
///
/// ```
/// /// What there is to say about keep-alive.
/// public enum KeepAliveNote: StepNote {
///     /// Explains a probe.
///     case probe(attempt: Int)
///
///     /// The stable id of the step, and the rule that is applied.
///     public var reference: (step: String, cite: Citation) {
///         switch self {
///         case .probe: ("tcp.keep_alive", .rfc(9293, "3.8.4"))
///         }
///     }
///
///     /// Why the probe is sent.
///     public var english: String {
///         switch self {
///         case .probe(let attempt): "Nothing was heard for long; probe \(attempt) must be answered."
///         }
///     }
/// }
/// ```
///
/// Three rules keep a language complete:
///
/// - A `switch` over the cases of a topic has no `default`, and no case without words has `""` for a sentence. A topic whose switch
///   becomes too long is two topics.
/// - A remark that holds another one asks it for the same property: `note.english` in `english`. A sentence of another language cannot
///   get in.
/// - Words for numbers and times belong to a language, too: what makes them is called by that language's sentences alone.
public protocol Remark: Wording {
    /// What is true of every step of this kind, for a reader who has not met one before; a rendering may say it once. Empty when
    /// the sentence says it all.
    var englishBackground: String { get }
    /// The topic of the step, if steps in a row have one topic after the other, such as the certificates of a chain: a rendering may draw
    /// the steps of a topic as branches under it. Empty for most.
    var englishTopic: String { get }
    /// The part of sentence and background that the party itself can know. The sentence is for a reader who sees the whole run: it may say
    /// more, such as that a packet was lost. Nil if the party can know all of it.
    var englishOwnText: String? { get }
    /// The background in Chinese.
    var chineseBackground: String { get }
    /// The topic in Chinese.
    var chineseTopic: String { get }
    /// The party's own text in Chinese.
    var chineseOwnText: String? { get }
    /// Whether the sentence tells nothing new to a reader who has met a step of this kind: the line of the step shows all that differs. A
    /// rendering may then leave the sentence out. False for most.
    var isRoutine: Bool { get }
    /// Lines that stand below the sentence, each on its own, such as the first lines of a text that was sent. None for most.
    var quoted: [String] { get }
    /// The same lines in Chinese.
    var chineseQuoted: [String] { get }
}

extension Remark {
    /// Empty: the sentence says it all.
    public var englishBackground: String { "" }
    /// Empty: the step has no topic of its own.
    public var englishTopic: String { "" }
    /// Nil: the party knows all that is said.
    public var englishOwnText: String? { nil }
    /// Empty and nil, as in English.
    public var chineseBackground: String { "" }
    public var chineseTopic: String { "" }
    public var chineseOwnText: String? { nil }
    /// False: each step has something of its own to say.
    public var isRoutine: Bool { false }
    /// None: the sentence says it all.
    public var quoted: [String] { [] }
    /// As in English: data has no language.
    public var chineseQuoted: [String] { quoted }

    /// The lines that stand below the sentence.
    public func quoted(in language: Language) -> [String] {
        switch language {
        case .english: quoted
        case .chinese: chineseQuoted
        }
    }

    /// What is true of every step of this kind; empty when the sentence says it all.
    public func background(in language: Language) -> String {
        switch language {
        case .english: englishBackground
        case .chinese: chineseBackground
        }
    }

    /// What the step is about; empty for most.
    public func topic(in language: Language) -> String {
        switch language {
        case .english: englishTopic
        case .chinese: chineseTopic
        }
    }

    /// The sentence with its background.
    public func text(in language: Language) -> String {
        switch language {
        case .english: englishText
        case .chinese: chineseText
        }
    }

    public var englishText: String { englishBackground.isEmpty ? english : "\(english) \(englishBackground)" }

    public var chineseText: String { chinese + chineseBackground }

    /// The part of the text that the party itself can know; nil if it can know all of it.
    public func ownText(in language: Language) -> String? {
        switch language {
        case .english: englishOwnText
        case .chinese: chineseOwnText
        }
    }
}

/// A note about a step of a protocol. The step has a name and applies a rule.
public protocol StepNote: Remark {
    /// The stable id of the step, such as "tcp.syn_ack", and the rule that is applied.
    var reference: (step: String, cite: Citation) { get }
}

extension StepNote {
    /// The stable id of the step.
    public var step: String { reference.step }
    /// The rule that is applied.
    public var cite: Citation { reference.cite }
}

/// A note that only wraps a note of one topic and says what that note says, in every language. So a new language is added in the topics'
/// files alone.
public protocol HoldingNote: StepNote {
    /// The note itself, without the name of its topic.
    var subject: any StepNote { get }
}

extension HoldingNote {
    public var reference: (step: String, cite: Citation) { subject.reference }
    public var english: String { subject.english }
    public var englishBackground: String { subject.englishBackground }
    public var englishTopic: String { subject.englishTopic }
    public var chinese: String { subject.chinese }
    public var chineseBackground: String { subject.chineseBackground }
    public var chineseTopic: String { subject.chineseTopic }
    public var chineseOwnText: String? { subject.chineseOwnText }
    /// The part of the text of the note inside that the party itself can know.
    public var englishOwnText: String? { subject.englishOwnText }
    /// Whether the note inside is routine.
    public var isRoutine: Bool { subject.isRoutine }
    /// The lines of the note inside.
    public var quoted: [String] { subject.quoted }
    public var chineseQuoted: [String] { subject.chineseQuoted }
}
