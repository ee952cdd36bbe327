/// What another target can see of the cores says what it means: its units or sizes, its errors, its source. A reader gains what the name
/// alone does not say.
///
/// Above the cores types do so. A case whose sentence stands below it needs no second sentence above it, and so it is with
/// what every note has: its words and its reference.
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

    /// Declarations that need a `///` above them and have none: types, and in the cores what belongs to them, too.
    static func examine(_ file: SourceFile) -> [Finding] {
        guard let target = file.target else { return [] }
        let isCore = Rules.hotPaths.contains(target)
        let says = file.mentions("var english")
        return walk(file)
            .filter { !hasDocstring(file, above: $0.index) }
            .filter { types.contains($0.keyword) || (isCore && !(says && isSaid(file.code[$0.index], $0.keyword))) }
            .map { file.finding($0.index, "a visible \($0.keyword) without a docstring: what does its name not say?") }
    }

    private static let types: Set<String> = ["struct", "class", "enum", "protocol", "actor", "macro"]

    /// Whether the sentences of the file say what is declared: a case, or what every note has. A protocol that asks for it explains it.
    private static func isSaid(_ line: String, _ keyword: String) -> Bool {
        keyword == "case"
            || (!line.hasSuffix("{ get }")
                && ["var english", "var chinese", "var reference: (step"].contains(where: line.contains))
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
