/// Every public declaration says what it means.
enum Docstrings {
    private static let modifiers: Set<String> = [
        "public", "open", "static", "class", "final", "mutating", "nonmutating", "override", "required", "convenience",
        "indirect", "lazy", "weak", "unowned", "nonisolated", "consuming", "borrowing", "isolated", "prefix", "postfix",
        "infix", "dynamic", "unsafe", "distributed", "private", "fileprivate", "internal", "package",
    ]
    private static let declarations: Set<String> = [
        "struct", "class", "enum", "protocol", "actor", "func", "var", "let", "init", "subscript", "typealias", "case",
        "associatedtype", "macro",
    ]

    /// What the standard library's protocols ask for, and explain.
    private static let explainedElsewhere: Set<String> = [
        "func hash", "func ==", "func <", "func next", "func makeIterator", "var description", "var debugDescription",
        "var startIndex", "var endIndex", "init integerLiteral", "init stringLiteral",
    ]

    /// What the public protocols of the project ask for, such as "func sentence": explained where the protocol is.
    static func requirements(of files: [SourceFile]) -> Set<String> {
        Set(files.flatMap { walk($0).filter(\.isRequirement).map(\.title) })
    }

    /// Public declarations, requirements of public protocols and cases of public enums that have no `///` above them.
    ///
    /// What a protocol asks for is explained there.
    static func examine(_ file: SourceFile, requirements: Set<String> = []) -> [Finding] {
        guard file.target != nil else { return [] }
        let explained = requirements.union(explainedElsewhere)
        return walk(file)
            .filter { !hasDocstring(file, above: $0.index) }
            .filter { $0.isRequirement || !explained.contains($0.title) }
            .map { file.finding($0.index, "a public \($0.keyword) without a docstring") }
    }

    /// A public declaration.
    private struct Declaration {
        /// The index of its line.
        let index: Int
        /// "func", "case", "init" …
        let keyword: String
        /// Its name; of an initializer the first label.
        let name: String
        /// Whether a public protocol asks for it.
        let isRequirement: Bool

        /// "func sentence"; a constant answers for a variable.
        var title: String { (keyword == "let" ? "var" : keyword) + " " + name }
    }

    /// The public declarations of a file. What belongs to what is read off the indentation, which swift-format keeps true.
    private static func walk(_ file: SourceFile) -> [Declaration] {
        var found: [Declaration] = []
        /// Bodies that we are in whose members are public without saying so, by the indentation of their members.
        var open: [(indentation: Int, keywords: Set<String>, isProtocol: Bool)] = []
        let members: [String: Set<String>] = [
            "protocol": ["func", "var", "init", "subscript", "associatedtype"], "enum": ["case"],
        ]
        for (index, line) in file.code.enumerated() {
            let text = line.drop { $0 == " " }
            guard !text.isEmpty else { continue }
            let indentation = line.count - text.count
            open.removeAll { indentation < $0.indentation }

            let words = text.split { " :,<>{=".contains($0) }.map(String.init)
            guard let (keyword, name) = declaration(words, in: text) else { continue }
            let body = open.last { $0.indentation == indentation && $0.keywords.contains(keyword) }
            guard body != nil || words.prefix(while: { $0 != keyword }).contains(where: isPublic) else { continue }
            if line.hasSuffix("{"), let keywords = members[keyword] {
                open.append((indentation + 4, keywords, keyword == "protocol"))
            }
            found.append(
                Declaration(
                    index: index, keyword: keyword, name: name, isRequirement: body?.isProtocol == true))
        }
        return found
    }

    /// "public" or "open", but not "public(set)" alone, which goes with another one.
    private static func isPublic(_ word: String) -> Bool { word == "public" || word == "open" }

    /// What is declared and its name, when the words before are modifiers and attributes only.
    private static func declaration(_ words: [String], in text: Substring) -> (keyword: String, name: String)? {
        for (index, word) in words.enumerated() {
            let bare = String(word.prefix { $0 != "(" && $0 != "?" })
            let next = index + 1 < words.count ? words[index + 1] : ""
            if bare == "class", declarations.contains(next) { continue }
            if declarations.contains(bare) {
                if bare == "init" { return (bare, String(word.dropFirst(5).prefix { $0 != ")" })) }
                for name in ["==", "<"] where text.contains("func \(name)") { return (bare, name) }
                return (bare, String(next.prefix { $0 != "(" }))
            }
            guard word.hasPrefix("@") || modifiers.contains(bare) else { return nil }
        }
        return nil
    }

    /// Whether the line above, not counting attributes and compiler directives, belongs to a docstring.
    private static func hasDocstring(_ file: SourceFile, above index: Int) -> Bool {
        var index = index - 1
        while index >= 0 {
            let text = file.lines[index].drop { $0 == " " }
            if text.hasPrefix("///") { return true }
            guard text.hasPrefix("@") || text.hasPrefix("#if") || text.hasPrefix("//") else { return false }
            index -= 1
        }
        return false
    }
}
