import Trace

extension Report {
    /// The report in the document of a page: a list of parts, each an object with one member or two (docs/web.md).
    var list: JSON { list(in: .english) }

    /// The same list in that language.
    func list(in language: Language) -> JSON {
        /// For each sentence the packets that show it; nil if none has any.
        func packets(of sentences: ArraySlice<Report.Part>) -> JSON? {
            guard sentences.contains(where: { $0.packets != nil }) else { return nil }
            return .array(sentences.map { .numbers($0.packets?.numbers ?? []) })
        }
        var list: [JSON] = []
        var rest = parts[...]
        while let part = rest.first {
            let isStep = if case .step = part { true } else { false }
            // Consecutive sentences are one list. Steps and sentences without a number are separate lists.
            let sentences = rest.prefix { $0.sentence(in: language).map { ($0.number != nil) == isStep } ?? false }
            if let first = sentences.first?.sentence(in: language) {
                list.append(
                    .members(
                        ("first", first.number.map { .number($0) }),
                        ("list", .array(sentences.compactMap { $0.sentence(in: language).map { .string($0.text) } })),
                        ("run", sentences.lazy.compactMap(\.packets).first.map { .string($0.run) }),
                        ("packets", packets(of: sentences))))
            } else if let json = part.json(in: language) {
                list.append(json)
            }
            rest = rest.dropFirst(max(1, sentences.count))
        }
        return .array(list)
    }
}

extension Report.Part {
    /// The number and the text of a sentence of a list; nil for any other part.
    fileprivate func sentence(in language: Language) -> (number: Int?, text: String)? {
        switch self {
        case .step(let number, let text, _): (number, Text.legible(text.sentence(in: language)))
        case .item(let text, _, _): (nil, text.sentence(in: language))
        default: nil
        }
    }

    /// The packets that show a step of a story; nil for any other part.
    fileprivate var packets: Report.Packets? {
        guard case .step(_, _, let packets) = self else { return nil }
        return packets
    }

    /// Nothing is wrapped on a page: the browser does that.
    private static let columns = 1 << 20

    /// Any part that is not a sentence of a list; nil for a part that a page leaves out.
    fileprivate func json(in language: Language) -> JSON? {
        func say(_ words: some Wording) -> String { words.sentence(in: language) }
        func table(_ head: [Words], _ rows: [[Words]]) -> JSON { Self.table(head.map(say), rows.map { $0.map(say) }) }
        func said(_ title: Words, _ lines: [Words]) -> JSON { Self.said(say(title), lines.map(say)) }
        return switch self {
        case .step, .item, .space, .graph: nil
        case .heading(let text), .title(let text): .members(("heading", .string(say(text))))
        case .text(let text, _, let head, _, _):
            .members(("text", .string(say(head).split(separator: " ").map { "\($0) " }.joined() + say(text))))
        case .outcome(let text): .members(("outcome", .string(say(text))))
        case .marked(let mark, _, let text):
            .members(("outcome", .string(mark.isEmpty ? say(text) : "\(say(mark)) \(say(text))")))
        case .facts(let list, _, _): table([], list.map { [$0.name, $0.value] })
        case .values(let list, let names, _):
            .members(("values", .array(list.map { $0.json(octets: "octets", called: say(names.name($0.name))) })))
        case .said(let title, []): .members(("outcome", .string(say(ReportNote.nothing(title)))))
        case .said(let title, let octets):
            said(
                Words(ReportNote.octets(title, octets.count)), ReportText.excerpt(octets, columns: Self.columns))
        case .pane(let title, let octets, _): said(title, ReportText.excerpt(octets, columns: Self.columns))
        case .tree(let tree, _, let name):
            said(
                name,
                tree.flatMap(\.all).map { "\(String(repeating: " ", count: $0.depth))\($0.name): \($0.value)" as Words }
            )
        case .command(let command): said("", [Words(same: command)])
        case .commands(let lines): said("", lines.map { Words(same: $0) })
        case .lines(let lines): said("", lines)
        case .table(let head, let rows, _, _): table(head, rows)
        case .beside(let was, let isNow, _, let rows):
            table(["", was, isNow], rows.map { [$0.name, $0.was, $0.isNow] })
        case .comparison(let names, let parts):
            table(
                [""] + names,
                parts.map { part in
                    switch part {
                    case .title(let title): [title]
                    case .row(let label, let cells):
                        [label] + cells.map { $0.map { $0.replacing("\n", with: language == .chinese ? "，" : ", ") } }
                    }
                })
        case .matrix(let matrix, _):
            table(
                [""] + matrix.policies,
                matrix.rows.map { [$0.name] + $0.cells.map { Words(same: $0?.mark.rawValue ?? "") } })
        }
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> JSON {
        .members(
            (
                "table",
                .members(
                    ("head", .array(head.map { .string($0) })),
                    ("rows", .array(rows.map { .array($0.map { .string($0) }) })))
            ))
    }

    private static func said(_ title: String, _ lines: [String]) -> JSON {
        .members(
            ("said", .members(("title", .string(title)), ("lines", .array(lines.map { .string($0) })))))
    }
}

extension Calculation.Quantity {
    /// Its name, and its octets in hexadecimal under the name `octets`.
    ///
    /// - Parameter words: its name in the language of the reader; nil for its own name.
    package func json(octets name: String, called words: String? = nil) -> JSON {
        .members(("name", .string(words ?? self.name)), (name, .string(Hex.string(octets))))
    }
}
