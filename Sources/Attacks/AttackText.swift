import Capture
import Crypto
import Render
import Trace

/// What attacks report, as text.
public struct AttackText: Sendable {
    private let style: PageStyle
    private let form: Form

    /// What the text is written in.
    private enum Form {
        /// Lines of a terminal.
        case lines
        /// Markdown, of which a page makes its elements: a step is an item with its number, values and what was said stand in fences, and an
        /// outcome is a paragraph of strong words.
        case markdown
    }

    /// Texts with or without colour.
    public init(style: PageStyle) {
        self.style = style
        form = .lines
    }

    /// The same texts for a page in a browser (``WebTelling``).
    public static let forPages = AttackText()

    private init() {
        // Nothing is wrapped: the browser does that.
        style = PageStyle(.plain, columns: 1 << 20)
        form = .markdown
    }

    var columns: Int { style.columns }
    /// The most lines of application data that are shown for each side: of text, and of what only a machine can read.
    private static let longestExcerpt = (text: 400, hexadecimal: 16)

    // MARK: Layout

    /// A heading with a rule under it.
    public func heading(_ text: String) -> String {
        if form == .markdown { return "\n## \(text)\n\n" }
        let lines = Text.wrap(text, to: columns)
        let width = lines.map { Text.width($0) }.max() ?? 0
        return strong(lines.joined(separator: "\n")) + "\n" + String(repeating: "─", count: width) + "\n"
    }

    /// Sentences, wrapped.
    public func paragraph(_ text: String, indent: String = "", first: String? = nil) -> String {
        if form == .markdown {
            // What stands before the first line is a number, or the mark of a list.
            let mark = (first ?? "").split(separator: " ").first ?? ""
            return mark.isEmpty ? "\n\(text)\n" : mark == "·" ? "- \(text)\n" : "\n\(mark) \(text)\n"
        }
        let lines = Text.wrap(text, to: columns - indent.count)
        return lines.enumerated().map { ($0.offset == 0 ? first ?? indent : indent) + $0.element + "\n" }.joined()
    }

    /// Names and octets in two columns, the octets in hexadecimal over as many lines as they take.
    public func quantities(_ list: [Calculation.Quantity]) -> String {
        if form == .markdown {
            return list.isEmpty ? "" : fence("values", list.map { "\($0.name)\t\(Hex.string($0.octets))" })
        }
        let width = list.map { Text.width($0.name) }.max() ?? 0
        var text = ""
        for quantity in list {
            let lines = rows(quantity.octets, after: 7 + width)
            for (index, line) in lines.enumerated() {
                text += "     " + Text.pad(index == 0 ? quantity.name : "", to: width) + "  " + line + "\n"
            }
        }
        return text
    }

    /// A table: its head, and a row for each list of cells.
    ///
    /// - Parameter widths: those of the columns in a terminal; what stands behind the last of them is not padded.
    func table(_ head: [String], _ rows: [[String]], widths: [Int], indent: String = "  ") -> String {
        if form == .markdown {
            func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
            return "\n" + row(head) + "|" + String(repeating: "---|", count: head.count) + "\n"
                + rows.map(row).joined() + "\n"
        }
        return ([head] + rows).map { cells in
            var line = Substring(indent)
            for (index, cell) in cells.enumerated() {
                line += index < widths.count ? Text.pad(cell, to: widths[index]) : cell
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// Lines that stand as they are. The spaces before them keep a line of a stranger's from ending the fence.
    private func fence(_ what: String, _ lines: [String]) -> String {
        "\n```\(what)\n" + lines.map { "  \($0)\n" }.joined() + "```\n"
    }

    /// Octets in hexadecimal, 32 in a line or as many times eight as fit behind `indent` columns.
    private func rows(_ octets: [UInt8], after indent: Int) -> [String] {
        guard !octets.isEmpty else { return ["(empty)"] }
        let perLine = 8 * max(1, min(4, (columns - indent) / 16))
        return stride(from: 0, to: octets.count, by: perLine).map {
            Hex.string(octets[$0..<min($0 + perLine, octets.count)])
        }
    }

    // MARK: Reports

    /// A report: numbered steps, what was said, and the outcome.
    public func report(_ report: AttackReport) -> String { self.steps(report.steps) + said(report) }

    /// Numbered steps.
    func steps(_ steps: some Sequence<AttackReport.Step>) -> String {
        var text = ""
        for (index, step) in steps.enumerated() {
            let number = Text.pad("\(index + 1).", to: 3, side: .right) + " "
            text += paragraph(Text.legible(step.finding.sentence(in: .english)), indent: "    ", first: number)
            text += quantities(step.quantities)
        }
        return text
    }

    /// What was said as far as it was opened, and the outcome.
    func said(_ report: AttackReport) -> String {
        var text = ""
        if !report.earlyData.isEmpty { text += "\n" + said("The client said early", report.earlyData) }
        if report.outcome == .opened {
            text += report.earlyData.isEmpty ? "\n" : ""
            text += said("The client said", report.clientData) + said("The server said", report.serverData)
        }
        return text + outcome(report) + "\n"
    }

    /// A report without what every report has: how the keys were come by, and what the server said under them.
    func brief(_ report: AttackReport) -> String {
        var text = ""
        for step in report.steps {
            switch step.finding {
            case .exponent(.found), .keys(.finishedVerified), .keys(.finishedWrong), .keys(.finishedMissing),
                .keys(.nothingProved), .exponent(.infeasible):
                text += paragraph(step.finding.sentence(in: .english)) + quantities(step.quantities)
            default: continue
            }
        }
        if report.outcome == .opened { text += "\n" + said("The server said", report.serverData) }
        return text + outcome(report) + "\n"
    }

    private func outcome(_ report: AttackReport) -> String {
        if case .forwardSecrecy(.exponentNeeded(let group))? = report.steps.last?.finding, group.isWithinReach {
            return strong("✘ NOT OPENED by the key; but anyone can break this small group") + "\n"
        }
        return switch report.outcome {
        case .opened: strong("✔ OPENED") + "\n"
        case .earlyDataOpened: strong("✔ OPENED: the early data. ✘ CLOSED: the rest, by forward secrecy") + "\n"
        case .forwardSecret: strong("✘ CLOSED: forward secrecy") + "\n"
        case .closedWithoutForwardSecrecy: strong("✘ CLOSED: to this thief. It has no forward secrecy") + "\n"
        case .failed: strong("✘ NOT OPENED, for another reason than forward secrecy") + "\n"
        }
    }

    /// Application data: text as text, anything else in hexadecimal.
    public func said(_ title: String, _ octets: [UInt8]) -> String {
        guard !octets.isEmpty else { return strong("\(title) nothing.") + "\n" }
        let text = lines(of: octets)
        let limit = text == nil ? Self.longestExcerpt.hexadecimal : Self.longestExcerpt.text
        var lines = text ?? rows(octets, after: 4)
        let more = lines.count - limit
        if more > 0 { lines = lines.prefix(limit) + ["… and \(counted(more, "more line"))"] }
        let size = counted(octets.count, "octet")
        if form == .markdown { return fence("said \(title) (\(size))", lines) }
        return strong("\(title) (\(size)):") + "\n" + lines.map { "  │ \($0)\n" }.joined()
    }

    /// The lines of a text; nil for octets that are none.
    private func lines(of octets: [UInt8]) -> [String]? {
        guard let text = String(validating: octets, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || [0x09, 0x0a, 0x0d].contains($0.value) })
        else { return nil }
        let plain = text.replacing("\r\n", with: "\n").replacing("\t", with: "    ")
        var lines = plain.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines.flatMap { Self.fold(Text.legible(String($0)), to: columns - 4) }
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

    // MARK: Captures

    /// Which connection a report is about.
    public func title(_ connection: RecordedConnection, number: Int, of count: Int) -> String {
        heading(
            "Connection \(number) of \(count): \(connection.client.sender) → \(connection.server.sender), "
                + "from packet \(connection.firstPacket)")
    }

    /// What was left aside, by reason, in the order in which the reasons appear.
    public func setAside(_ list: [(packet: Int, reason: SetAsideReason)]) -> String {
        var counts: [(reason: SetAsideReason, count: Int, first: Int)] = []
        for (packet, reason) in list {
            if let index = counts.firstIndex(where: { $0.reason == reason }) {
                counts[index].count += 1
            } else {
                counts.append((reason, 1, packet))
            }
        }
        return counts.map {
            paragraph("\(counted($0.count, "packet")) set aside, from packet \($0.first): \($0.reason)")
        }.joined()
    }

    /// Weight is a second channel: the words say everything without it.
    public func strong(_ text: String) -> String {
        if form == .markdown { return "\n**\(text)**\n" }
        return switch style.palette {
        case .plain: text
        case .coloured: "\u{1b}[1m\(text)\u{1b}[0m"
        }
    }
}
