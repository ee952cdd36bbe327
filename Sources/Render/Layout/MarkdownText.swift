import Trace

/// A document in Markdown as text for a terminal, in the columns of its style.
///
/// Code stands as it is; everything else is wrapped. In colour, code loses its quotes and gains a tone.
package struct MarkdownText {
    private let pen: Pen
    /// The text that stands in place of a folded part; nil to show the part itself.
    private let fold: String?

    /// The text of `markdown`.
    ///
    /// - Parameters:
    ///   - style: whether colour may be used; the caller knows the terminal and the user's wishes (`NO_COLOR`).
    ///   - fold: the text in place of each `<details>` part; nil to show the parts.
    package static func text(_ markdown: String, style: PageStyle = .plain, fold: String? = nil) -> String {
        let pen = Pen(style)
        return pen.draw(MarkdownText(pen: pen, fold: fold).lines(Markdown.blocks(of: markdown), width: pen.columns))
    }

    // MARK: Blocks

    /// The blocks with an empty line between each and the next.
    private func lines(_ blocks: [Markdown.Block], width: Int) -> [Line] {
        Array(blocks.map { lines($0, width: width) }.joined(separator: [Line()]))
    }

    private func lines(_ block: Markdown.Block, width: Int) -> [Line] {
        switch block {
        case .heading(1, let text): pen.headings(MarkdownText.plain(text))
        case .heading(2, let text): [Line(subheading(pen.legible(MarkdownText.plain(text))), .heading)]
        case .heading(_, let text): [Line(pen.legible(MarkdownText.plain(text)), .strong)]
        case .paragraph(let text): wrap(text, to: width)
        case .code(let language, let lines): code(lines, language, width: width)
        case .list(let items): items.flatMap { item($0.marker, $0.blocks, width: width) }
        case .table(let head, let rows): table(head, rows, width: width)
        case .quotation(let blocks): lines(blocks, width: width - 4).map { Line("  | ", .faint) + $0 }
        case .folded(let summary, let blocks):
            [Line(pen.legible(summary), .strong) + Line(fold.map { colon + $0 } ?? "", .faint)]
                + (fold == nil ? [Line()] + lines(blocks, width: width) : [])
        case .rule: [Line(String(repeating: pen.rule, count: width), .faint)]
        }
    }

    /// A heading of level 2. Only English has capital letters that stand for weight: in Chinese a Latin name stays as it is.
    private func subheading(_ text: String) -> String {
        switch pen.style.language {
        case .english: text.uppercased()
        case .chinese: text
        }
    }

    /// What stands between a folded part and the text in its place.
    private var colon: String { Words(english: ": ", chinese: "：").sentence(in: pen.style.language) }

    /// Code as it is. A command that is too long for a line is broken as a shell allows it.
    private func code(_ lines: [String], _ language: String, width: Int) -> [Line] {
        var goesOn = false
        return lines.flatMap { line in
            let isPrompt = language == "console" && line.hasPrefix("$ ")
            let tone = isPrompt ? Tone.message : .normal
            let line = pen.legible(line.replacing("\t", with: " "))
            // A command goes on in the line below where a line of it ends with a backslash.
            let isContinued = goesOn
            goesOn = (isPrompt || isContinued) && line.hasSuffix(" \\")
            guard Text.width(line) > width, isPrompt || isContinued || language == "sh" else {
                return [Line(line, tone)]
            }
            let indent = isContinued ? String(line.prefix { $0 == " " }) : ""
            let isCut = line.hasSuffix(" \\")
            let words = line.dropFirst(indent.count).dropLast(isCut ? 2 : 0)
            let room = width - indent.count - (isCut ? 2 : 0)
            var parts = Text.shell(String(words), to: room, indent: isContinued ? indent : "  ")
            if isCut, let last = parts.popLast() { parts.append(last + " \\") }
            return parts.enumerated().map { Line(($0.offset == 0 ? indent : "") + $0.element, tone) }
        }
    }

    private func item(_ marker: String, _ blocks: [Markdown.Block], width: Int) -> [Line] {
        let marker = marker == "-" ? "  \(pen.dot) " : Text.pad(marker, to: 4, side: .right) + " "
        let hang = Text.width(marker)
        return lines(blocks, width: width - hang).enumerated().map { index, line in
            (index == 0 ? Line(marker) : Line().padded(to: hang)) + line
        }
    }

    private func table(_ head: [String], _ rows: [[String]], width: Int) -> [Line] {
        let rows = rows.map { $0.map { pen.legible(MarkdownText.plain($0)) } }
        let head = head.map { pen.legible(MarkdownText.plain($0)) }
        var widths = head.indices.map { column in
            (rows.map { column < $0.count ? Text.width($0[column]) : 0 } + [Text.width(head[column])]).max() ?? 0
        }
        let table = 2 * max(0, widths.count - 1)
        // The widest column gives way until the row fits.
        while widths.reduce(table, +) > width, let widest = widths.max(), let index = widths.firstIndex(of: widest) {
            widths[index] -= 1
        }
        let columns = Table(columns: zip(head, widths).map { Table.Column(title: $0, width: $1) })
        return columns.head(pen) + rows.flatMap { columns.row($0.map { Table.Cell(text: $0) }) }
    }

    // MARK: Text within a line

    /// A part of a paragraph, which is never broken: one span or several, and whether a space stands before it.
    private struct Word {
        var spans: [Line.Span] = []
        var isApart = true

        var width: Int { spans.reduce(0) { $0 + Text.width($1.text) } }
    }

    private func wrap(_ text: String, to width: Int) -> [Line] {
        var lines: [Line] = []
        var line = Line()
        for word in words(text) {
            let gap = word.isApart ? 1 : 0
            if line.width > 0, line.width + gap + word.width > width {
                lines.append(line)
                line = Line()
            }
            if line.width > 0, word.isApart { line = line + " " }
            for span in word.spans { line = line + Line(span.text, span.tone) }
        }
        return lines + [line]
    }

    /// The paragraph is cut into parts as a whole, because a mark may not be parted from its neighbour in another span. Then each part gets its
    /// spans back.
    private func words(_ text: String) -> [Word] {
        let spans = MarkdownText.spans(text, keepsQuotes: pen.style.palette == .plain)
            .map { Line.Span(text: pen.legible($0.text), tone: $0.tone) }
        let whole = spans.map(\.text).joined()
        var rest = spans[...]
        var used = rest.first?.text.startIndex
        var words: [Word] = []
        for atom in Text.atoms(of: whole[...]) {
            var word = Word(isApart: atom.isApart)
            var missing = atom.text.count
            while missing > 0, let span = rest.first, let start = used {
                let left = span.text[start...].drop { $0 == " " && word.spans.isEmpty }
                guard !left.isEmpty else {
                    rest = rest.dropFirst()
                    used = rest.first?.text.startIndex
                    continue
                }
                let part = left.prefix(missing)
                word.spans.append(Line.Span(text: String(part), tone: span.tone))
                missing -= part.count
                used = part.endIndex
            }
            words.append(word)
        }
        return words
    }

    /// `text` without the marks of Markdown.
    private static func plain(_ text: String) -> String {
        spans(text, keepsQuotes: false).map(\.text).joined()
    }

    /// The pieces of a paragraph between its marks: code in backquotes, `*emphasis*`, `**strength**`, `[a link](target)`.
    private static func spans(_ text: String, keepsQuotes: Bool) -> [Line.Span] {
        var spans: [Line.Span] = []
        var plain = ""
        var tone = Tone.normal
        func end() {
            if !plain.isEmpty { spans.append(Line.Span(text: plain, tone: tone)) }
            plain = ""
        }
        var rest = text[...]
        while let character = rest.first {
            if character == "`", let close = rest.dropFirst().firstIndex(of: "`") {
                end()
                let code = rest[rest.index(after: rest.startIndex)..<close]
                spans.append(Line.Span(text: keepsQuotes ? "`\(code)`" : String(code), tone: .segment))
                rest = rest[rest.index(after: close)...]
            } else if rest.hasPrefix("**") || character == "*" {
                end()
                rest = rest.dropFirst(rest.hasPrefix("**") ? 2 : 1)
                tone = tone == .normal ? .strong : .normal
            } else if let link = Markdown.link(rest) {
                plain += link.text
                if link.target.contains("://") { plain += " (\(link.target))" }
                rest = link.rest
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        end()
        return spans
    }
}
