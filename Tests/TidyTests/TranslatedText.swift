/// What lessons, the README and the page's words say in English, and the Chinese in the file beside it.
enum TranslatedText {
    // MARK: Documents

    /// Whether a document has a Chinese form.
    static func isTranslated(_ path: String) -> Bool {
        ["README.md", "docs/teaching.md", "lessons/glossary.md"].contains(path)
            || (path.hasPrefix("lessons/") && path.hasSuffix("/lesson.md"))
    }

    /// "README.zh.md" of "README.md".
    static func chinese(of path: String) -> String { path.dropLast(3) + ".zh.md" }

    /// A heading with what stands under it.
    private struct Section {
        var heading: String
        let level: Int
        let line: Int
        var text = ""
    }

    /// The parts of a document, heading by heading: the one with the same number belongs to it.
    static func document(_ english: SourceFile?, _ chinese: SourceFile?, at path: String) -> (
        places: [Translation], findings: [Finding]
    ) {
        guard let english, let chinese else {
            return ([], [Finding(path: path, line: 1, rule: "it has no Chinese beside it, \(Self.chinese(of: path))")])
        }
        let (one, two) = (sections(of: english), sections(of: chinese))
        var places: [Translation] = []
        var counts: [String: Int] = [:]
        for (part, other) in zip(one, two) {
            counts[part.heading, default: 0] += 1
            let count = counts[part.heading, default: 1]
            places.append(
                Translation(
                    path: path, name: count == 1 ? part.heading : "\(part.heading) \(count)", line: part.line,
                    english: part.text, chinese: other.text))
        }
        let missing = one.dropFirst(two.count).map { part in
            english.finding(part.line - 1, "\(part.heading) has no Chinese beside it")
        }
        let odd = zip(one, two).first { $0.level != $1.level }.map { part, other in
            chinese.finding(other.line - 1, "\(other.heading) is not on the level of \(part.heading)")
        }
        let more = two.dropFirst(one.count).first.map {
            chinese.finding($0.line - 1, "\($0.heading) is no heading of the English")
        }
        return (places, missing + [odd, more].compactMap(\.self))
    }

    /// The prose of a document by its headings. What stands before the first one belongs to it.
    private static func sections(of file: SourceFile) -> [Section] {
        var sections: [Section] = []
        var before = ""
        var isCode = false
        for (index, line) in file.lines.enumerated() {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, !line.hasPrefix("```") else { continue }
            let text = withoutNumbers(line)
            let level = line.prefix { $0 == "#" }.count
            if level > 0, line.dropFirst(level).hasPrefix(" ") {
                sections.append(
                    Section(heading: String(text.dropFirst(level + 1)), level: level, line: index + 1, text: before))
                before = ""
            }
            if sections.isEmpty {
                before += text + "\n"
            } else {
                sections[sections.count - 1].text += text + "\n"
            }
        }
        return sections
    }

    /// A line with one sign for each number in its code: outputs of the program stand there, and change without a change of the text.
    private static func withoutNumbers(_ line: String) -> String {
        guard line.contains("`") else { return line }
        return line.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard !index.isMultiple(of: 2) else { return String(part) }
            return String(part).replacing(#/[\p{L}\p{N}_]+/#) { isNumber($0.output) ? "#" : String($0.output) }
        }.joined(separator: "`")
    }

    /// Decimal digits, or four hexadecimal ones and more.
    private static func isNumber(_ word: Substring) -> Bool {
        word.allSatisfy { $0.isASCII && $0.isNumber }
            || (word.count >= 4 && word.contains(where: \.isNumber) && word.allSatisfy(\.isHexDigit))
    }

    // MARK: The page's words

    /// The words of the page, key by key.
    static func words(_ english: SourceFile, _ chinese: SourceFile) -> (places: [Translation], findings: [Finding]) {
        let others = Dictionary(entries(of: chinese).map { ($0.key, $0.text) }) { first, _ in first }
        var places: [Translation] = []
        var findings: [Finding] = []
        for (key, text, line) in entries(of: english) {
            if let other = others[key] {
                places.append(Translation(path: english.path, name: key, line: line, english: text, chinese: other))
            } else {
                findings.append(english.finding(line - 1, "\(key) has no Chinese beside it"))
            }
        }
        return (places, findings)
    }

    /// `"key": "text"` of a module of words; a text may be a sum of several.
    private static func entries(of file: SourceFile) -> [(key: String, text: String, line: Int)] {
        let script = SwiftTokens(file.text)
        var entries: [(key: String, text: String, line: Int)] = []
        for index in script.tokens.indices where script.tokens[index].mark == SwiftTokens.literal {
            let text = String(script.text(at: index).dropFirst().dropLast())
            if script.isMark(":", at: index + 1) {
                entries.append((text, "", script.tokens[index].line + 1))
            } else if !entries.isEmpty {
                entries[entries.count - 1].text += text
            }
        }
        return entries
    }
}
