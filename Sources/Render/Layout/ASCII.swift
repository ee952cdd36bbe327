extension Text {
    /// `text` for a terminal that shows only ASCII: each other character as one of the same width that is most like it, or else "?".
    ///
    /// The columns of a page stay as they are.
    ///
    /// - Parameter keepsWide: whether wide characters, which are Han characters and full-width marks, stay: for a terminal that shows them and
    ///   draws characters of ambiguous width (Unicode Standard Annex #11) in two columns.
    package static func ascii(_ text: String, keepsWide: Bool = false) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return text.map { character in
            character.isASCII || keepsWide && width(String(character)) == 2
                ? String(character)
                : likenesses[character].map { String($0) }
                    ?? String(repeating: "?", count: width(String(character)))
        }.joined()
    }

    /// The characters of the program's own texts.
    private static let likenesses: [Character: Character] = {
        let rows: [(Character, String)] = [
            ("-", "─–—−‐‑┄"), ("=", "═≡≈"), ("|", "│┃║"), ("+", "├└┌┐┘┤┬┴┼✔✓"), ("x", "✘✗×"), (">", "▶→⟶≥›»"),
            ("<", "◀←≤‹«"),
            ("*", "·•∙"), ("\"", "“”„"), ("'", "‘’′"), (".", "…"), ("f", "ƒ"), ("^", "↑▲"), ("v", "↓▼√"),
            ("u", "µμüúù"), ("e", "éèêë"),
            ("a", "äáàâå"), ("o", "öóòôø°"), ("i", "íìîï"), ("n", "ñ"), ("c", "ç"), ("s", "§ßšσ"), ("S", "ΣŠ∑"),
            ("D", "Δ"), ("d", "δ"), ("p", "π"), ("l", "λ"),
            ("#", "█"), (" ", "\u{a0}"),
            ("A", "ÄÁÅ"), ("O", "ÖÓØ"), ("U", "Ü"), ("z", "ž"), ("2", "²"), ("3", "³"), ("1", "¹"),
        ]
        return rows.reduce(into: [:]) { table, row in for other in row.1 { table[other] = row.0 } }
    }()
}
