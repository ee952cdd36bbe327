import Trace

/// A noun without an article that a statement holds, such as the kind of a key. In an English text it stands as it is.
public struct Phrase: Wording, CustomStringConvertible, Hashable {
    /// The words in English.
    public let english: String
    /// The words in Chinese.
    public let chinese: String

    /// The words in each language.
    init(english: String, chinese: String) {
        self.english = english
        self.chinese = chinese
    }

    /// A name that is the same in each language.
    init(same text: String) { self.init(english: text, chinese: text) }

    /// The words in English.
    public var description: String { english }
}
