/// A document in the part of Markdown that the lessons use: headings, paragraphs, lists, tables, quotations, code in fences,
/// rules, and `<details>` to fold something away.
///
/// It follows CommonMark (https://spec.commonmark.org/0.31.2) where they overlap. It reads any other construct as a paragraph.
struct Markdown {
    indirect enum Block: Sendable {
        case heading(level: Int, text: String)
        case paragraph(String)
        /// The lines between two fences, and the word behind the first fence.
        case code(language: String, lines: [String])
        /// Each item with its marker: "-" or "1.".
        case list([(marker: String, blocks: [Block])])
        case table(head: [String], rows: [[String]])
        case quotation([Block])
        case folded(summary: String, blocks: [Block])
        case rule
    }

    private var lines: [Substring]
    private var next = 0

    /// The blocks of a document.
    static func blocks(of text: String) -> [Block] {
        var parser = Markdown(lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        return parser.blocks()
    }

    private mutating func blocks() -> [Block] {
        var blocks: [Block] = []
        while let line = peek() {
            if line.allSatisfy({ $0 == " " }) {
                next += 1
            } else if let block = heading() ?? code() ?? folded() ?? rule() ?? quotation() ?? list() ?? table() {
                blocks.append(block)
            } else {
                blocks.append(paragraph())
            }
        }
        return blocks
    }

    private func peek() -> Substring? { next < lines.count ? lines[next] : nil }

    // MARK: Blocks that one line shows

    private mutating func heading() -> Block? {
        guard let line = peek() else { return nil }
        let level = line.prefix { $0 == "#" }.count
        guard (1...6).contains(level), line.dropFirst(level).first == " " else { return nil }
        next += 1
        return .heading(level: level, text: String(line.dropFirst(level + 1)))
    }

    private mutating func rule() -> Block? {
        guard let line = peek(), line.count >= 3, line.allSatisfy({ $0 == "-" }) else { return nil }
        next += 1
        return .rule
    }

    private mutating func code() -> Block? {
        guard let line = peek(), line.hasPrefix("```") else { return nil }
        next += 1
        var code: [String] = []
        while let line = peek() {
            next += 1
            if line.hasPrefix("```") { break }
            code.append(String(line))
        }
        return .code(language: String(line.dropFirst(3)), lines: code)
    }

    // MARK: Blocks of several lines

    /// `<details>`, a line with `<summary>…</summary>`, blocks, `</details>`.
    private mutating func folded() -> Block? {
        guard let line = peek(), line.hasPrefix("<details>") else { return nil }
        var body: [Substring] = []
        while let line = peek() {
            next += 1
            if line.hasPrefix("</details>") { break }
            body.append(line)
        }
        if let first = body.first { body[0] = first.dropFirst("<details>".count) }
        var summary = "Details"
        if let index = body.firstIndex(where: { $0.hasPrefix("<summary>") }) {
            summary = String(body.remove(at: index).dropFirst("<summary>".count)).replacing("</summary>", with: "")
        }
        var parser = Markdown(lines: body)
        return .folded(summary: summary, blocks: parser.blocks())
    }

    private mutating func quotation() -> Block? {
        var body: [Substring] = []
        while let line = peek(), line.hasPrefix(">") {
            next += 1
            body.append(line.dropFirst(line.hasPrefix("> ") ? 2 : 1))
        }
        guard !body.isEmpty else { return nil }
        var parser = Markdown(lines: body)
        return .quotation(parser.blocks())
    }

    private mutating func list() -> Block? {
        var items: [(marker: String, blocks: [Block])] = []
        while let line = peek(), let marker = Markdown.marker(of: line) {
            // A list with other marks is another list.
            if let first = items.first, (first.marker == "-") != (marker == "-") { break }
            next += 1
            let indent = marker.count + 1
            var body = [line.dropFirst(indent)]
            while let line = peek() {
                let isBlank = line.allSatisfy { $0 == " " }
                // An item goes on over an empty line only with lines that are indented.
                let goesOn = next + 1 < lines.count && Markdown.isIndented(lines[next + 1], by: indent)
                guard Markdown.isIndented(line, by: indent) || isBlank && goesOn else { break }
                next += 1
                body.append(line.dropFirst(indent))
            }
            var parser = Markdown(lines: body)
            items.append((marker, parser.blocks()))
            // An empty line may stand between two items.
            if let line = peek(), line.isEmpty, next + 1 < lines.count, Markdown.marker(of: lines[next + 1]) != nil {
                next += 1
            }
        }
        return items.isEmpty ? nil : .list(items)
    }

    private mutating func table() -> Block? {
        guard let head = peek(), head.hasPrefix("|"), next + 1 < lines.count, lines[next + 1].hasPrefix("|-") else {
            return nil
        }
        next += 2
        var rows: [[String]] = []
        while let line = peek(), line.hasPrefix("|") {
            next += 1
            rows.append(Markdown.cells(of: line))
        }
        return .table(head: Markdown.cells(of: head), rows: rows)
    }

    private mutating func paragraph() -> Block {
        var lines: [Substring] = []
        while let line = peek(), !line.allSatisfy({ $0 == " " }) {
            let begins = line.hasPrefix("```") || line.hasPrefix("#") || line.hasPrefix("<") || line.hasPrefix("|")
            guard lines.isEmpty || !begins && Markdown.marker(of: line) == nil else { break }
            next += 1
            lines.append(line)
        }
        return .paragraph(Text.joined(lines: lines))
    }

    // MARK: Lines

    /// The marker of a list item: "-" of "- text", "12." of "12. text". Nil for a line that begins no item.
    private static func marker(of line: Substring) -> String? {
        if line.hasPrefix("- ") { return "-" }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        return (1...3).contains(digits.count) && line.dropFirst(digits.count).hasPrefix(". ") ? digits + "." : nil
    }

    private static func isIndented(_ line: Substring, by columns: Int) -> Bool {
        line.count > columns && line.prefix(columns).allSatisfy { $0 == " " }
    }

    private static func cells(of row: Substring) -> [String] {
        var cells: [String] = [""]
        var isCode = false
        for character in row.dropFirst() {
            if character == "`" { isCode.toggle() }
            if character == "|", !isCode {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
        }
        // A row ends with a bar. The text behind the last bar is not a cell.
        return cells.dropLast().map { cell in
            Text.trimmed(cell.drop { $0 == " " })
        }
    }

    // MARK: Text within a line

    /// The link with which `text` begins, `[text](target)`, and the text behind it; nil if `text` begins with no link.
    static func link(_ text: Substring) -> (text: Substring, target: Substring, rest: Substring)? {
        guard text.first == "[", let middle = text.firstRange(of: "]("),
            let close = text[middle.upperBound...].firstIndex(of: ")")
        else { return nil }
        return (
            text.dropFirst()[..<middle.lowerBound], text[middle.upperBound..<close], text[text.index(after: close)...]
        )
    }
}
