import Trace

/// A picture of few lines: the flights of the whole run, so that it fits on a screen, or the flights of a chapter.
struct Overview {
    private let flights: Flights
    private let journal: Journal
    private let pen: Pen
    private let margin: Int

    /// The most lines of flights. Together with the heads such a picture fits on a screen.
    static let mostLines = 23

    /// - Parameter margin: the columns before the client's side, as in the ladder below.
    init(_ journal: Journal, _ timeline: Timeline, pen: Pen, margin: Int) {
        self.margin = margin
        self.journal = journal
        self.pen = pen
        flights = Flights(journal, timeline, in: pen.style.language)
    }

    /// The picture of the whole run: the heads of the columns, the states before anything happens, the flights.
    func whole() -> [Line] {
        guard !flights.rows.isEmpty else { return [] }
        let head =
            Line(Text.pad("t(ms)", to: margin - 2, side: .right) + "  ", .faint) + pen.head(.client, in: journal)
        // The server's name stands over its states, unless the name is too long for that column.
        let server = pen.head(.server, in: journal)
        let place = edge - max(Narrator.side, server.width)
        var lines = [head.padded(to: place) + server]
        if let others = lifelines.heads({ pen.head($0, in: journal) }) {
            lines.append(Line().padded(to: margin + Narrator.side + 1) + others)
        }
        // If the first row is that of a side that waits for the first segment, it has these states already, and their time.
        if flights.initial != Timeline.Sides(), !flights.beginsWithRest {
            lines.append(
                Line().padded(to: margin)
                    + pen.sides(
                        client: flights.initial[.client], wire: Line().padded(to: span),
                        server: flights.initial[.server]))
        }
        return lines + fitted(flights.rows.map { draw($0) })
    }

    /// The picture of the events in `range`. It is empty if it would have fewer than two rows or all rows of the run, and if the
    /// picture of the whole run shows every row already.
    func part(_ range: Range<Int>) -> [Line] {
        guard flights.rows.reduce(0, { $0 + draw($1).count }) > Overview.mostLines else { return [] }
        let rows = flights.rows.filter { range.contains($0.event) }
        guard rows.count > 1, rows.count < flights.rows.count else { return [] }
        return fitted(rows.map { draw($0) })
    }

    // MARK: Lines

    private var edge: Int { pen.columns }
    private var lifelines: Lifelines { Lifelines(journal, span: span) }
    private var span: Int { edge - margin - 2 * (Narrator.side + 1) }

    /// All rows, or, if they have too many lines, the first rows and the last rows.
    private func fitted(_ rows: [[Line]]) -> [Line] {
        guard rows.joined().count > Overview.mostLines else { return Array(rows.joined()) }
        var first: [Line] = []
        var last: [Line] = []
        var (start, end) = (0, rows.count)
        while start < end {
            let isFirst = first.count <= last.count * 2
            let next = isFirst ? rows[start] : rows[end - 1]
            guard first.count + last.count + next.count < Overview.mostLines else { break }
            if isFirst {
                first += next
                start += 1
            } else {
                last = next + last
                end -= 1
            }
        }
        let gap =
            Line().padded(to: margin + Narrator.side + 1)
            + Line("\(pen.ellipsis) \(pen.say(.moreRows(end - start)))", .faint)
        return first + [gap] + last
    }

    private func draw(_ row: Flights.Row) -> [Line] {
        let time = Line(Text.pad(Narrator.clock(row.at), to: margin - 2, side: .right) + "  ", .faint)
        // The state at an arrow's head is the state at the arrival, so the time of the arrival stands there.
        let arrival = row.arrivesAt.map { " \(Narrator.clock($0)) " } ?? ""
        let isLost = row.part == .loss
        func beside(_ wire: Line) -> Line {
            time + pen.sides(client: row.states[.client] ?? "", wire: wire, server: row.states[.server] ?? "")
        }
        guard let ends = row.ends else { return [beside(Line().padded(to: span))] }
        let way = lifelines.way(ends)
        let width = way.columns.count
        let words = wrap(
            (row.part == .arrival ? [pen.say(.arrivesHead)] : []) + row.cargo, to: width - 4 - Text.width(arrival))
        let shaft: Line
        switch row.part {
        case .arrival: shaft = pen.arrival(words[0], on: way)
        default:
            let room = width - 3 - Text.width(words[0]) - Text.width(arrival)
            let rule = String(repeating: pen.rule, count: max(1, room))
            let head = isLost ? pen.lost : way.isRightwards ? pen.right : pen.left
            shaft =
                way.isRightwards
                ? Line(pen.rule + pen.rule + words[0] + rule, .segment) + Line(arrival, .faint)
                    + Line(head, isLost ? .bad : .segment)
                : Line(head, isLost ? .bad : .segment) + Line(arrival, .faint)
                    + Line(pen.rule + words[0] + rule + pen.rule, .segment)
        }
        let indent = Line().padded(to: margin + Narrator.side + 1 + 2)
        let wire = lifelines.wire(shaft, on: way) { host in
            let state = row.states[host] ?? ""
            return pen.legible(state.isEmpty ? pen.say(journal.words(of: host)) : state)
        }
        return [beside(wire)] + words.dropFirst().map { indent + Line($0, .segment) }
    }

    /// The contents of a flight, in as many lines as they take.
    private func wrap(_ cargo: [String], to width: Int) -> [String] {
        Text.wrap(pen.legible(Overview.list(cargo)), to: max(8, width))
    }

    /// The contents of a flight as one text.
    static func list(_ words: [String]) -> String {
        var text = ""
        for word in words {
            if text.isEmpty {
                text = word
            } else {
                text +=
                    text.hasSuffix(":") || word.hasPrefix("(")
                    ? " " : text.hasSuffix("：") || word.hasPrefix("（") ? "" : ", "
                text += word
            }
        }
        return text
    }
}
