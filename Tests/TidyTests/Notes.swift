/// Notes make sentences in every language there is, of every case there is: the compiler sees to it where no switch has a
/// `default` (see `Remark`).
enum Notes {
    /// What a note is asked for. What helps to answer is called after the language: "english", "englishSum", "chineseSum".
    private static let questions: Set<String> = ["sentence", "background", "topic", "text", "step", "cite"]

    private static let languages = ["english", "chinese"]

    /// Lines with `default:` inside of what makes a note's step, citation or words, and lines there that ask a remark for a sentence by
    /// a language's name: in `english` it is asked for `english`, so that no other language can get in.
    static func examine(_ file: SourceFile) -> [Finding] {
        guard file.target != nil, file.code.contains(where: { $0.contains("var english: String") }) else { return [] }
        /// The indentation of the declaration that we are in.
        var inside: Int?
        return file.code.enumerated().compactMap { index, line in
            let text = line.drop { $0 == " " }
            guard !text.isEmpty else { return nil }
            let indentation = line.count - text.count
            // swift-format puts the closing brace under the first letter of the declaration.
            if let start = inside, indentation <= start, !text.hasPrefix(")") { inside = nil }
            if inside == nil, let name = declared(text),
                questions.contains(name) || languages.contains(where: name.hasPrefix)
            {
                inside = indentation
                return nil
            }
            guard inside != nil else { return nil }
            for question in ["sentence", "background", "topic", "text"] where line.contains(".\(question)(in: .") {
                return file.finding(index, "a remark in a remark is asked by the property of the language")
            }
            guard text.hasPrefix("default:"), !isOfNumbers(file, index, indentation) else { return nil }
            return file.finding(index, "a default in a switch of notes: list the cases")
        }
    }

    /// Whether the switch with the `default` at `index` lists numbers or strings: the case before it, as far to the left, names one.
    private static func isOfNumbers(_ file: SourceFile, _ index: Int, _ indentation: Int) -> Bool {
        let before = file.lines[..<index].last { line in
            let depth = line.prefix { $0 == " " }.count
            return depth < indentation && depth < line.count
                || depth == indentation && line.dropFirst(depth).hasPrefix("case ")
        }
        guard let pattern = before?.drop(while: { $0 == " " }), pattern.hasPrefix("case ") else { return false }
        return pattern.contains(#/^case (\d|\.\.|"|Self\.)/#)
    }

    /// "english" for `package var english: String {`.
    private static func declared(_ text: Substring) -> String? {
        let words = text.split(separator: " ")
        guard let index = words.firstIndex(where: { $0 == "func" || $0 == "var" }), index + 1 < words.count else {
            return nil
        }
        return String(words[index + 1].prefix { $0.isLetter || $0.isNumber })
    }
}
