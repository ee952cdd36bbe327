import Trace

/// A remark that says what a test has it say.
public struct Words: Remark {
    private let words: String

    /// A remark with these words.
    public init(_ words: String) { self.words = words }

    public var english: String { words }
}
