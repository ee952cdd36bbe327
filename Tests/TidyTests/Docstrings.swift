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

    /// Public declarations, requirements of public protocols and cases of public enums that have no `///` above them.
    ///
    /// What belongs to what is read off the indentation, which swift-format keeps true.
    static func examine(_ file: SourceFile) -> [Finding] {
        guard file.target != nil else { return [] }
        var findings: [Finding] = []
        /// Bodies that we are in whose members are public without saying so, by the indentation of their members.
        var open: [(indentation: Int, keywords: Set<String>)] = []

        for (index, line) in file.code.enumerated() {
            let text = line.drop { $0 == " " }
            guard !text.isEmpty else { continue }
            let indentation = line.count - text.count
            open.removeAll { indentation < $0.indentation }

            let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@" || $0 == "(" || $0 == ")") }
            let declaration = keyword(words)
            let isMember = open.contains {
                $0.indentation == indentation && declaration.map($0.keywords.contains) == true
            }
            let isPublic = words.contains { $0 == "public" || $0 == "open" } && declaration != nil
            guard isMember || isPublic, let declaration else { continue }

            if line.hasSuffix("{"), isPublic || isMember {
                let members: [String: Set<String>] = [
                    "protocol": ["func", "var", "init", "subscript", "associatedtype"], "enum": ["case"],
                ]
                if let keywords = members[declaration] { open.append((indentation + 4, keywords)) }
            }
            if !hasDocstring(file, above: index) {
                findings.append(file.finding(index, "a public \(declaration) without a docstring"))
            }
        }
        return findings
    }

    /// The word that says what is declared, when the words before it are modifiers and attributes only.
    private static func keyword(_ words: [Substring]) -> String? {
        for (index, word) in words.enumerated() {
            let bare = String(word.prefix { $0 != "(" })
            if bare == "class", index + 1 < words.count, declarations.contains(String(words[index + 1])) { continue }
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
