/// Words that cannot be in two languages yet: sentences that stand in no topic.
///
/// A folder is a room. A topic is a file whose type has its words as a property by language (`english`), or a row that is made with
/// `english:`. docs/notes.md says how a room is made ready for a second language.
enum Sentences {
    /// Targets whose sentences stay English: usage, help and errors of arguments, files and sockets, and what programs read.
    private static let english: Set<String> = ["JSONLines", "HandshakeSim", "LiveIO", "SecondVerifier"]

    /// The literals of words that end in a full stop, but for those of a topic and those of rows by language.
    static func examine(_ file: SourceFile) -> [Finding] {
        guard let target = file.target, !english.contains(target),
            !["var english", "func english", "let english"].contains(where: file.mentions)
        else { return [] }
        /// Whether the literal that we are in, or that comes next, is given to `english:`.
        var isByLanguage = false
        /// Whether we are in the parentheses of `english: .init(`, whose sentences have labels of their own.
        var isInGroup = false
        /// The last words of the literal of several lines that we are in.
        var last: Substring?
        return file.lines.enumerated().compactMap { index, line in
            let text = line.drop { $0 == " " }
            guard let inside = last else {
                guard !text.hasPrefix("//"), !text.hasPrefix("import ") else { return nil }
                if text.hasSuffix("english: .init(") { isInGroup = true }
                guard !isInGroup else {
                    if text.hasSuffix("\")") || text.hasPrefix(")") { isInGroup = false }
                    return nil
                }
                // What goes on from the line before is given to the same parameter.
                if !text.hasPrefix("\""), !text.hasPrefix("+ \"") { isByLanguage = false }
                // So do further literals of a sum.
                defer {
                    if text.hasSuffix("english:") || (text.contains("english: \"") && !text.hasSuffix(")")) {
                        isByLanguage = true
                    }
                }
                if text.hasSuffix("\"\"\"") {
                    isByLanguage = isByLanguage || text.contains("english: \"")
                    last = ""
                    return nil
                }
                // Two words beside each other, which may be interpolated, and a full stop at the end.
                guard !isByLanguage, text.utf8.contains(UInt8(ascii: "\"")), !text.contains("english: \"") else {
                    return nil
                }
                let isSentence = text.contains(#/"[^"]*[a-z)] [a-z][^"]*[^.]\."/#)
                return isSentence ? file.finding(index, "a sentence outside of a topic") : nil
            }
            guard text.hasPrefix("\"\"\"") else {
                last = text
                return nil
            }
            let isSentence = inside.hasSuffix(".") && !isByLanguage
            // Another one may begin behind it.
            last = text.count > 3 && text.hasSuffix("\"\"\"") ? "" : nil
            isByLanguage = last != nil && text.contains("english: \"")
            return isSentence ? file.finding(index, "a sentence outside of a topic") : nil
        }
    }
}
