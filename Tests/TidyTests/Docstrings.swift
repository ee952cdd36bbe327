/// Every declaration that another target can see says what it means.
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

    /// Declarations of the package, requirements of its protocols and cases of its enums that have no `///` above them.
    ///
    /// What a protocol asks for says what it means at each type that has it, too.
    static func examine(_ file: SourceFile) -> [Finding] {
        guard file.target != nil else { return [] }
        return walk(file)
            .filter { !hasDocstring(file, above: $0.index) }
            .map { file.finding($0.index, "a visible \($0.keyword) without a docstring") }
    }

    /// The declarations of a file that the package sees. What belongs to what is read off the indentation, which swift-format keeps true.
    private static func walk(_ file: SourceFile) -> [(index: Int, keyword: String)] {
        var found: [(index: Int, keyword: String)] = []
        /// Bodies that we are in whose members are as visible as they are without saying so, by the indentation of their members.
        var open: [(indentation: Int, keywords: Set<String>)] = []
        let members: [String: Set<String>] = [
            "protocol": ["func", "var", "init", "subscript", "associatedtype"], "enum": ["case"],
        ]
        for (index, line) in file.code.enumerated() {
            let text = line.drop { $0 == " " }
            guard !text.isEmpty else { continue }
            let indentation = line.count - text.count
            open.removeAll { indentation < $0.indentation }

            let words = text.split { " :,<>{=".contains($0) }.map(String.init)
            guard let keyword = declared(by: words) else { continue }
            let isMember = open.contains { $0.indentation == indentation && $0.keywords.contains(keyword) }
            let modifiers = words.prefix { $0 != keyword }
            guard isMember || modifiers.contains(where: { isVisible($0, in: file.target) }) else { continue }
            if line.hasSuffix("{"), let keywords = members[keyword] {
                open.append((indentation + 4, keywords))
            }
            found.append((index, keyword))
        }
        return found
    }

    /// "public", and in a target where nothing is public "package"; but not "package(set)" alone, which goes with another one.
    private static func isVisible(_ word: String, in target: String?) -> Bool {
        word == "public" || (word == "package" && !Rules.hotPaths.contains(target ?? ""))
    }

    /// What is declared, when the words before are modifiers and attributes only.
    private static func declared(by words: [String]) -> String? {
        for (index, word) in words.enumerated() {
            let bare = String(word.prefix { $0 != "(" && $0 != "?" })
            let next = index + 1 < words.count ? words[index + 1] : ""
            if bare == "class", declarations.contains(next) { continue }
            if declarations.contains(bare) { return bare }
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
