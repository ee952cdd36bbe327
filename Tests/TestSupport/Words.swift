import Trace

/// A remark that says what a test has it say.
package struct Words: Remark {
    private let words: String

    /// A remark with these words.
    package init(_ words: String) { self.words = words }

    package var english: String { words }
    package var chinese: String { words }
}
