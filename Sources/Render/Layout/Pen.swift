import Trace

/// The role of a piece of text, which decides how the text looks.
enum Tone {
    case normal, strong, faint, good, bad, heading, segment, message

    /// The codes of Select Graphic Rendition (ECMA-48 section 8.3.117): 1 is bold, 2 is faint, 31 to 36 are colours. The text must be read on
    /// a dark ground and on a light one. So grey is the faint form of the terminal's own colour: the grey of code 90 is the colour of the
    /// ground in some themes. Yellow (33) vanishes on white.
    var codes: [UInt8] {
        switch self {
        case .normal: []
        case .strong: [1]
        case .faint: [2]
        case .good: [32]
        case .bad: [1, 31]
        case .heading: [1, 36]
        case .segment: [36]
        case .message: [1, 35]
        }
    }
}

/// One line of a rendering: pieces of text, each with its tone.
struct Line {
    struct Span {
        let text: String
        let tone: Tone
    }

    private(set) var spans: [Span]

    /// A line of one piece, empty by default.
    init(_ text: String = "", _ tone: Tone = .normal) {
        spans = text.isEmpty ? [] : [Span(text: text, tone: tone)]
    }

    /// The columns the line takes.
    var width: Int { spans.reduce(0) { $0 + Text.width($1.text) } }

    static func + (left: Line, right: Line) -> Line {
        var line = left
        for span in right.spans {
            if let last = line.spans.last, last.tone == span.tone {
                line.spans[line.spans.count - 1] = Span(text: last.text + span.text, tone: span.tone)
            } else {
                line.spans.append(span)
            }
        }
        return line
    }

    static func + (left: Line, right: String) -> Line { left + Line(right) }
    static func + (left: String, right: Line) -> Line { Line(left) + right }

    /// The line with spaces added until it is `width` columns wide.
    func padded(to width: Int) -> Line {
        self + String(repeating: " ", count: max(0, width - self.width))
    }

    /// The line with `other` at its right edge, which is column `width`; nil if both do not fit into one line.
    func with(right other: Line, edge width: Int) -> Line? {
        self.width + 2 + other.width <= width ? padded(to: width - other.width) + other : nil
    }
}

extension [Line] {
    /// These lines with `note` at the right edge of the last line, or else of one more line. The lines are one text: on an earlier line the
    /// note would stand inside a sentence.
    func noting(_ note: Line, edge width: Int) -> [Line] {
        guard note.width > 0 else { return self }
        if let noted = last?.with(right: note, edge: width) { return dropLast() + [noted] }
        return self + [Line().padded(to: width - note.width) + note]
    }
}

/// Draws lines: it has the glyphs, and knows whether colour may be used.
struct Pen {
    let style: PageStyle

    init(_ style: PageStyle) { self.style = style }

    /// The columns that a line may take.
    var columns: Int { style.columns }

    /// The words in the language of the style.
    func say(_ words: any Wording) -> String { words.sentence(in: style.language) }

    /// The label in the language of the style.
    func say(_ label: LadderNote) -> String { label.sentence(in: style.language) }

    var pass: String { "✔" }
    var fail: String { "✘" }
    var lost: String { "✘" }
    var rule: String { "─" }
    var doubleRule: String { "═" }
    var right: String { "▶" }
    var left: String { "◀" }
    var ellipsis: String { "…" }
    var dash: String { "–" }
    var becomes: String { "→" }
    var compute: String { "ƒ" }
    var dot: String { "·" }
    var branch: String { "├─" }
    var lastBranch: String { "└─" }
    var trunk: String { "│ " }

    /// `text` as ``Text/legible(_:)`` has it.
    func legible(_ text: String) -> String { Text.legible(text) }

    /// `text` as ``Text/legible(lines:)`` has it.
    func legible(lines text: String) -> String { Text.legible(lines: text) }

    /// The line as a terminal takes it, without trailing space.
    func draw(_ line: Line) -> String {
        var spans = line.spans[...]
        while let last = spans.last, last.text.allSatisfy({ $0 == " " }) { spans = spans.dropLast() }
        var result = ""
        for (index, span) in zip(spans.indices, spans) {
            var text = span.text
            if index == spans.indices.last {
                while text.last == " " { text.removeLast() }
            }
            guard style.palette == .coloured, !span.tone.codes.isEmpty else {
                result += text
                continue
            }
            let codes = span.tone.codes.map { String($0) }.joined(separator: ";")
            result += "\u{1b}[\(codes)m\(text)\u{1b}[0m"
        }
        return result
    }

    /// The lines as a terminal takes them, each ended by a line feed.
    func draw(_ lines: [Line]) -> String {
        lines.map { draw($0) + "\n" }.joined()
    }

    /// A heading on a rule from edge to edge.
    func heading(_ title: String) -> Line {
        let title = Text.fit(legible(title), to: columns - 8, mark: ellipsis)
        let rest = columns - 4 - Text.width(title)
        return Line(rule + rule + " ", .faint) + Line(title, .heading)
            + Line(" " + String(repeating: rule, count: rest), .faint)
    }

    /// A heading of as many lines as its words need. No word is left out.
    func headings(_ title: String) -> [Line] {
        let parts = Text.wrap(legible(title), to: columns - 8)
        return parts.dropLast().enumerated().map { index, part in
            Line(index == 0 ? rule + rule + " " : "   ", .faint) + Line(part, .heading)
        } + (parts.count > 1 ? [lastLine(of: parts)] : [heading(title)])
    }

    private func lastLine(of parts: [String]) -> Line {
        let last = parts.last ?? ""
        let rest = max(0, columns - 4 - Text.width(last))
        return Line("   " + last, .heading) + Line(" " + String(repeating: rule, count: rest), .faint)
    }

    /// Words behind a head, wrapped: all lines begin at column `indent`, and the head stands before the first.
    func behind(_ head: Line, _ words: String, indent: Int) -> [Line] {
        Text.wrap(words, to: columns - indent).enumerated().map { index, part in
            (index == 0 ? head : Line()).padded(to: indent) + part
        }
    }

    /// The octets in groups of four, at most eight groups a line: "6b3f91a0 0c21…".
    ///
    /// - Parameter width: the columns that a line may take.
    func octets(_ octets: [UInt8], width: Int) -> [String] {
        guard !octets.isEmpty else { return [say(.nothing)] }
        let perLine = 4 * max(1, min(8, (width + 1) / 9))
        return stride(from: 0, to: octets.count, by: perLine).map { start in
            let row = octets[start..<min(start + perLine, octets.count)]
            return stride(from: row.startIndex, to: row.endIndex, by: 4)
                .map { Hex.string(row[$0..<min($0 + 4, row.endIndex)]) }.joined(separator: " ")
        }
    }

    /// The octets in a few columns: up to eight octets whole, more as "6b3f…91a0 (48 octets)". Text is shown as text.
    func brief(_ octets: [UInt8]) -> String {
        if octets.isEmpty { return say(.nothing) }
        if octets.count > 4, octets.allSatisfy({ (0x20...0x7e).contains($0) || $0 == 0x0d || $0 == 0x0a }) {
            let start = octets.prefix { $0 >= 0x20 }
            let text = String(decoding: start, as: UTF8.self)
            return start.count == octets.count && text.count <= 40
                ? "\"\(text)\"" : "\"\(text.prefix(40))\(ellipsis)\"" + inBrackets(count(octets.count))
        }
        if octets.count <= 8 { return Hex.string(octets) }
        return "\(Hex.string(octets.prefix(2)))\(ellipsis)\(Hex.string(octets.suffix(2)))"
            + inBrackets(count(octets.count))
    }

    /// "1 octet", "2 octets".
    func count(_ octets: Int) -> String { say(.octets(octets)) }

    /// Words behind others, in the brackets of the language.
    func inBrackets(_ words: String) -> String {
        switch style.language {
        case .english: " (\(words))"
        case .chinese: "（\(words)）"
        }
    }

    /// The colon of the language, and the space that follows it, if any.
    var colon: String { style.language == .chinese ? "：" : ":" }
    var gap: String { style.language == .chinese ? "" : " " }

    /// Words behind a colon.
    func behindColon(_ words: String) -> String { colon + gap + words }

    /// A name, and what is said of it.
    func named(_ name: String, _ words: String) -> String { name + behindColon(words) }

    /// The parts of a list, with the comma of the language in between.
    func list(_ parts: [String], chinese mark: String = "，") -> String {
        switch style.language {
        case .english: parts.joined(separator: ", ")
        case .chinese: parts.joined(separator: mark)
        }
    }
}
