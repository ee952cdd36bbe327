/// Words that cannot be in each language: sentences that stand in no topic.
///
/// A topic is a file whose type has its words as a property by language (`english`, `chinese`), or a row that is made with `english:` and
/// `chinese:`. docs/notes.md says where words stand.
enum Sentences {
    /// Targets whose sentences stay English: usage, help and errors of arguments, files and sockets, and what programs read.
    private static let english: Set<String> = ["JSONLines", "HandshakeSim", "LiveIO", "SecondVerifier"]

    /// The labels of a row.
    private static let labels = ["english:", "chinese:"]

    private static func isLabelled(_ text: Substring) -> Bool { labels.contains { text.contains("\($0) \"") } }

    /// The literals of words that end in a full stop, but for those of a topic and those of rows by language.
    static func examine(_ file: SourceFile) -> [Finding] {
        guard let target = file.target, !english.contains(target),
            !["var english", "func english", "let english", "var chinese"].contains(where: file.mentions)
        else { return [] }
        /// Whether the literal that we are in, or that comes next, is given to the label of a language.
        var isByLanguage = false
        /// Whether we are in the parentheses of `english: .init(` or `chinese: .init(`, whose sentences have labels of their own.
        var isInGroup = false
        /// The last words of the literal of several lines that we are in.
        var last: Substring?
        return file.lines.enumerated().compactMap { index, line in
            let text = line.drop { $0 == " " }
            guard let inside = last else {
                guard !text.hasPrefix("//"), !text.hasPrefix("import ") else { return nil }
                if labels.contains(where: { text.hasSuffix("\($0) .init(") }) { isInGroup = true }
                guard !isInGroup else {
                    if text.contains(#/"\)+,?$/#) || text.hasPrefix(")") { isInGroup = false }
                    return nil
                }
                // What goes on from the line before is given to the same parameter.
                if !text.hasPrefix("\""), !text.hasPrefix("+ \"") { isByLanguage = false }
                // So do further literals of a sum.
                defer {
                    if labels.contains(where: text.hasSuffix) || (isLabelled(text) && !text.hasSuffix(")")) {
                        isByLanguage = true
                    }
                }
                if text.hasSuffix("\"\"\"") {
                    isByLanguage = isByLanguage || isLabelled(text)
                    last = ""
                    return nil
                }
                // Two words beside each other, which may be interpolated, and a full stop at the end; or a Chinese one.
                guard !isByLanguage, text.utf8.contains(UInt8(ascii: "\"")), !isLabelled(text) else { return nil }
                let isSentence = text.contains(#/"[^"]*[a-z)] [a-z][^"]*[^.]\."/#) || text.contains(#/[^"]。"/#)
                return isSentence ? file.finding(index, "a sentence outside of a topic") : nil
            }
            guard text.hasPrefix("\"\"\"") else {
                last = text
                return nil
            }
            let isSentence = (inside.hasSuffix(".") || inside.hasSuffix("。")) && !isByLanguage
            // Another one may begin behind it.
            last = text.count > 3 && text.hasSuffix("\"\"\"") ? "" : nil
            isByLanguage = last != nil && isLabelled(text)
            return isSentence ? file.finding(index, "a sentence outside of a topic") : nil
        }
    }
}
