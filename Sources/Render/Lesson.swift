/// A walkthrough of one subject, written in Markdown, with commands whose output is real.
public struct Lesson: Hashable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// What it is about: "The three-way handshake".
    public let title: String
    /// The same in one sentence.
    public let summary: String
    /// The whole text.
    public let markdown: String

    /// A lesson from its text, which begins with `# Lesson 1: Its title` and one sentence in asterisks.
    ///
    /// - Throws: ``LessonError`` where it begins otherwise.
    public init(markdown: String) throws(LessonError) {
        let paragraphs = markdown.split(separator: "\n").prefix(2).map(String.init)
        guard paragraphs.count == 2 else { throw LessonError.tooShort }
        let head = paragraphs[0].split(separator: ":", maxSplits: 1)
        guard head.count == 2, head[0].hasPrefix("# Lesson "), let number = Int(head[0].dropFirst("# Lesson ".count)),
            head[1].hasPrefix(" ")
        else { throw LessonError.badTitle(line: paragraphs[0]) }
        let sentence = paragraphs[1]
        guard sentence.count > 2, sentence.hasPrefix("*"), sentence.hasSuffix("*") else {
            throw LessonError.badSummary(line: sentence)
        }
        self.number = number
        title = String(head[1].dropFirst())
        summary = String(sentence.dropFirst().dropLast())
        self.markdown = markdown
    }
}

/// Why a text is no lesson.
public enum LessonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has fewer than two lines.
    case tooShort
    /// The first line is no heading with a number and a title.
    case badTitle(line: String)
    /// The second line that is not empty is no sentence in asterisks.
    case badSummary(line: String)

    /// What is wrong, in a sentence.
    public var description: String {
        switch self {
        case .tooShort: "a lesson has a title and a sentence that sums it up"
        case .badTitle(let line): "a lesson begins with '# Lesson 1: Its title', not with '\(line)'"
        case .badSummary(let line): "under its title a lesson has one sentence between asterisks, not '\(line)'"
        }
    }
}
