import Trace

/// The parts of a report as lines of a terminal.
struct ReportText {
    let style: PageStyle

    /// The most lines of octets that are shown: of text, and of what only a machine can read.
    private static let longest = (text: 400, hexadecimal: 16)

    func draw(_ part: Report.Part) -> String {
        switch part {
        case .heading(let text):
            let lines = Text.wrap(text, to: style.columns)
            let width = lines.map { Text.width($0) }.max() ?? 0
            return strong(lines.joined(separator: "\n")) + "\n" + String(repeating: "─", count: width) + "\n"
        case .text(let text, let indent, let head): return paragraph(text, indent: indent, head: head)
        case .step(let number, let text):
            return paragraph(text, indent: 4, head: Text.pad("\(number).", to: 3, side: .right))
        case .item(let text): return paragraph(text, indent: 7, head: "     ·")
        case .outcome(let text): return strong(text) + "\n"
        case .values(let list): return values(list)
        case .said(let title, let octets):
            guard !octets.isEmpty else { return strong("\(title) nothing.") + "\n" }
            return strong("\(title) (\(counted(octets.count, "octet"))):") + "\n"
                + Self.excerpt(octets, columns: style.columns).map { "  │ \($0)\n" }.joined()
        case .table(let head, let rows, let columns, let indent):
            return ((head.isEmpty ? [] : [head]) + rows).map { row($0, columns, indent: indent) }.joined()
        case .command(let command):
            return Text.shell(command, to: style.columns - 4).enumerated().map {
                ($0 == 0 ? "  $ " : "    ") + $1 + "\n"
            }.joined()
        case .lines(let lines): return lines.map { $0 + "\n" }.joined()
        case .space: return "\n"
        }
    }

    private func paragraph(_ text: String, indent: Int, head: String) -> String {
        Text.behind(head, text, indent: indent, columns: style.columns).map { $0 + "\n" }.joined()
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

    /// Names and octets in two columns, the octets in hexadecimal over as many lines as they take.
    private func values(_ list: [Calculation.Quantity]) -> String {
        let width = list.map { Text.width($0.name) }.max() ?? 0
        return list.flatMap { quantity in
            Self.rows(quantity.octets, columns: style.columns - 7 - width).enumerated().map { index, line in
                "     " + Text.pad(index == 0 ? quantity.name : "", to: width) + "  " + line + "\n"
            }
        }.joined()
    }

    /// Weight is a second channel: the words say everything without it.
    private func strong(_ text: String) -> String {
        style.palette == .plain ? text : "\u{1b}[1m\(text)\u{1b}[0m"
    }

    // MARK: Octets

    /// Octets in lines: text as text, anything else in hexadecimal.
    static func excerpt(_ octets: [UInt8], columns: Int) -> [String] {
        let text = lines(of: octets, columns: columns - 4)
        let limit = text == nil ? longest.hexadecimal : longest.text
        let lines = text ?? rows(octets, columns: columns - 4)
        let more = lines.count - limit
        return more > 0 ? lines.prefix(limit) + ["… and \(counted(more, "more line"))"] : lines
    }

    /// Octets in hexadecimal, 32 in a line or as many times eight as fit.
    private static func rows(_ octets: [UInt8], columns: Int) -> [String] {
        guard !octets.isEmpty else { return ["(empty)"] }
        let perLine = 8 * max(1, min(4, columns / 16))
        return stride(from: 0, to: octets.count, by: perLine).map {
            Hex.string(octets[$0..<min($0 + perLine, octets.count)])
        }
    }

    /// The lines of a text; nil for octets that are none.
    private static func lines(of octets: [UInt8], columns: Int) -> [String]? {
        guard let text = String(validating: octets, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || [0x09, 0x0a, 0x0d].contains($0.value) })
        else { return nil }
        let plain = text.replacing("\r\n", with: "\n").replacing("\t", with: "    ")
        var lines = plain.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines.flatMap { fold(Text.legible(String($0)), to: columns) }
    }

    /// A line cut where it is full: its spaces are its own, and none may be lost.
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
