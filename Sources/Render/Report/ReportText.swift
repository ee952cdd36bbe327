import Trace

/// The parts of a report as lines of a terminal.
struct ReportText {
    let style: PageStyle

    /// The most lines of octets that are shown: of a text, and of octets in hexadecimal.
    private static let longest = (text: 400, hexadecimal: 16)

    func draw(_ part: Report.Part) -> String {
        switch part {
        case .heading(let text):
            let lines = Text.wrap(say(text), to: style.columns)
            let width = lines.map { Text.width($0) }.max() ?? 0
            return strong(lines.joined(separator: "\n")) + "\n" + String(repeating: "─", count: width) + "\n"
        case .title(let text):
            let pen = Pen(style)
            return pen.draw(pen.headings(say(text)))
        case .text(let text, let indent, let head, let hang, let widest):
            let columns = min(widest, style.columns)
            guard hang > 0 else { return paragraph(say(text), indent: indent, head: say(head), columns: columns) }
            return lines(Text.wrap(say(text), to: columns, hang: hang))
        case .step(let number, let text, _):
            return paragraph(say(text), indent: 4, head: Text.pad("\(number).", to: 3, side: .right))
        case .item(let text, let indent, let widest):
            let head = String(repeating: " ", count: max(0, indent - 2)) + "·"
            return paragraph(say(text), indent: indent, head: head, columns: min(widest, style.columns))
        case .outcome(let words):
            let text = say(words)
            guard Text.width(text) > style.columns else { return strong(text) + "\n" }
            return strong(Text.wrap(text, to: style.columns, hang: 3).joined(separator: "\n")) + "\n"
        case .marked(let mark, let mood, let text):
            return LabelledParagraph(say(mark), mood: mood, words: say(text)).text(style: style)
        case .facts(let list, let margin, let indent):
            let space = String(repeating: " ", count: margin)
            return list.map { paragraph(say($0.value), indent: indent, head: space + say($0.name)) }.joined()
        case .values(let list, let names, let indent): return values(list, names, indent: indent)
        case .said(let title, let octets):
            guard !octets.isEmpty else { return strong(say(ReportNote.nothing(title))) + "\n" }
            return strong(say(ReportNote.octets(title, octets.count)) + Pen(style).colon) + "\n"
                + Self.excerpt(octets, columns: style.columns).map { say($0) }.map { "  │ \($0)\n" }.joined()
        case .table(let head, let rows, let columns, let indent):
            return ((head.isEmpty ? [] : [head]) + rows).map { row($0.map { say($0) }, columns, indent: indent) }
                .joined()
        case .beside(let was, let isNow, let change, let rows):
            return beside(
                was: say(was), isNow: say(isNow), change: say(change),
                rows.map { (name: say($0.name), was: say($0.was), isNow: say($0.isNow)) })
        case .comparison(let names, let parts): return ComparisonTable(names, parts, style: style).text()
        case .matrix(let matrix, let form):
            return Pen(style).draw(matrix.lines(form, columns: style.columns, in: style.language))
        case .tree(let parts, _, _): return StructureTree(parts).text(style: style)
        case .pane(let title, let octets, let fields):
            return HexPane(title: title, bytes: octets, fields: fields).text(style: style)
        case .command(let command):
            return lines(
                Text.shell(command, to: style.columns - 4).enumerated().map { ($0 == 0 ? "  $ " : "    ") + $1 })
        case .commands(let list):
            return lines(
                list.flatMap { Text.shell(Text.legible($0), to: style.columns - 4).map { "    " + $0 } })
        case .lines(let list): return lines(list.map { say($0) })
        case .graph: return ""
        case .space: return "\n"
        }
    }

    private func say(_ words: some Wording) -> String { words.sentence(in: style.language) }

    private func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    private func paragraph(_ text: String, indent: Int, head: String, columns: Int? = nil) -> String {
        lines(Text.behind(head, text, indent: indent, columns: columns ?? style.columns))
    }

    /// Two columns where 44 characters, the length of a SHA-256 pin in base 64, fit into each. Else the new value stands below
    /// the old one.
    private func beside(
        was: String, isNow: String, change: String, _ rows: [(name: String, was: String, isNow: String)]
    ) -> String {
        let (names, cell) = (8, 44)
        guard style.columns < 2 + names + 2 * cell + 1 else {
            return ([("", was, isNow + change)] + rows).map { name, was, isNow in
                let (left, right) = (Text.wrap(was, to: cell), Text.wrap(isNow, to: style.columns - names - cell - 3))
                return (0..<max(left.count, right.count)).map { index in
                    row(
                        [
                            index == 0 ? name : "", index < left.count ? left[index] : "",
                            index < right.count ? right[index] : "",
                        ],
                        [.left(names), .left(cell + 1)], indent: 2)
                }.joined()
            }.joined()
        }
        return paragraph(isNow + change, indent: 2, head: "")
            + rows.flatMap { [($0.name, was, $0.was), ("", isNow, $0.isNow)] }.map { name, label, words in
                paragraph(words, indent: 19, head: "  " + Text.pad(name, to: names) + Text.pad(label, to: 9))
            }.joined()
    }

    private func row(_ cells: [String], _ columns: [Report.Column], indent: Int) -> String {
        var line = String(repeating: " ", count: indent)
        for (index, cell) in cells.enumerated() {
            switch index < columns.count ? columns[index] : .left(0) {
            case .left(let width): line += Text.pad(cell, to: width)
            case .right(let width): line += Text.pad(cell, to: width, side: .right)
            }
        }
        return Text.trimmed(line) + "\n"
    }

    /// Names and octets in two columns. The octets stand in hexadecimal, over as many lines as they take, and the notes behind
    /// them.
    private func values(_ list: [Calculation.Quantity], _ names: Glossary, indent: Int) -> String {
        func name(_ quantity: Calculation.Quantity) -> String { say(names.name(quantity.name)) }
        let width = list.map { Text.width(name($0)) }.max() ?? 0
        let room = style.columns - indent - 2 - width
        let margin = String(repeating: " ", count: indent)
        return list.map { quantity in
            var rows = Self.rows(quantity.octets, columns: room).map(say)
            let note = quantity.note(in: style.language)
            if !note.isEmpty {
                let bracketed = Pen(style).inBrackets(note)
                let whole = rows[0] + bracketed
                rows = rows.count == 1 && Text.width(whole) <= room ? [whole] : rows + Text.wrap(bracketed, to: room)
            }
            return lines(
                rows.enumerated().map { margin + Text.pad($0 == 0 ? name(quantity) : "", to: width) + "  " + $1 })
        }.joined()
    }

    /// Bold text, where colour may be used. Bold adds nothing to the words: they say everything without it.
    private func strong(_ text: String) -> String {
        style.palette == .plain ? text : "\u{1b}[1m\(text)\u{1b}[0m"
    }

    // MARK: Octets

    /// Octets in lines: a text as text, any other octets in hexadecimal.
    static func excerpt(_ octets: [UInt8], columns: Int) -> [Words] {
        let text = lines(of: octets, columns: columns - 4)
        let limit = text == nil ? longest.hexadecimal : longest.text
        let lines = text?.map { Words(same: $0) } ?? rows(octets, columns: columns - 4)
        let more = lines.count - limit
        return more > 0 ? lines.prefix(limit) + [Words(ReportNote.moreLines(more))] : lines
    }

    /// Octets in hexadecimal: 32 in a line, or else the largest multiple of eight that fits, and at least eight.
    private static func rows(_ octets: [UInt8], columns: Int) -> [Words] {
        guard !octets.isEmpty else { return [Words(LadderNote.nothing)] }
        let perLine = 8 * max(1, min(4, columns / 16))
        return stride(from: 0, to: octets.count, by: perLine).map {
            Words(same: Hex.string(octets[$0..<min($0 + perLine, octets.count)]))
        }
    }

    /// The lines of a text; nil for octets that are not a text.
    private static func lines(of octets: [UInt8], columns: Int) -> [String]? {
        guard let text = String(validating: octets, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || [0x09, 0x0a, 0x0d].contains($0.value) })
        else { return nil }
        let plain = text.replacing("\r\n", with: "\n").replacing("\t", with: "    ")
        var lines = plain.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines.flatMap { fold(Text.legible(String($0)), to: columns) }
    }

    /// A line cut where it is full, and not between words: the spaces are part of what was sent, so all of them stay.
    private static func fold(_ line: String, to width: Int) -> [String] {
        var pieces = [""]
        var used = 0
        for character in line {
            let columns = Text.width(String(character))
            if used + columns > width {
                pieces.append("")
                used = 0
            }
            pieces[pieces.count - 1].append(character)
            used += columns
        }
        return pieces
    }
}
