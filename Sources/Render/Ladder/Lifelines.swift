import Trace

/// The places of the hosts in a ladder: the first host stands on the left of the wire, the last on its right, all others on the
/// wire itself.
struct Lifelines {
    private let hosts: [Principal]
    /// The columns of the wire.
    private let span: Int

    /// An arrow of fewer columns has no room for its label, unless it takes the whole wire.
    private static let leastLabelled = 30

    init(_ journal: Journal, span: Int) {
        hosts = journal.lifelines
        self.span = span
    }

    /// An arrow between two hosts; `isRightwards` says where its head is.
    struct Way {
        let from: Principal
        let to: Principal
        let isRightwards: Bool
        /// The columns of the wire that the arrow takes.
        let columns: Range<Int>
        /// The number of columns that its label may take; nil if there is too little room for a label.
        let label: Int?
    }

    /// The way of an arrow between two hosts. An arrow to the network, where no host receives the packet, ends on the wire.
    func way(_ ends: (from: Principal, to: Principal)) -> Way {
        guard ends.to != .network else {
            let isRightwards = place(of: ends.from) < hosts.count - 1
            let columns = isRightwards ? 0..<span * 2 / 3 : span / 3..<span
            return Way(
                from: ends.from, to: ends.to, isRightwards: isRightwards, columns: columns, label: columns.count - 5)
        }
        let (from, to) = (place(of: ends.from), place(of: ends.to))
        let (left, right) = (min(from, to), max(from, to))
        let start = left == 0 ? 0 : centre(of: left) + Narrator.side / 2 + 1
        let end = right == hosts.count - 1 ? span : centre(of: right) - Narrator.side / 2 - 1
        let columns = start..<max(start + 4, end)
        return Way(
            from: ends.from, to: ends.to, isRightwards: from <= to, columns: columns,
            label: columns.count == span || columns.count >= Self.leastLabelled ? columns.count - 5 : nil)
    }

    /// The whole wire with an arrow on its way. `words` are written at a host on the wire where the arrow begins or ends.
    func wire(_ arrow: Line, on way: Way, words: (Principal) -> String) -> Line {
        guard way.columns.count < span else { return arrow }
        var line = Line()
        for (place, host) in hosts.enumerated().dropFirst().dropLast() where host == way.from || host == way.to {
            let text = Text.fit(words(host), to: Narrator.side)
            let start = centre(of: place) - Text.width(text) / 2
            if line.width <= way.columns.lowerBound, start > way.columns.lowerBound {
                line = line.padded(to: way.columns.lowerBound) + arrow
            }
            line = line.padded(to: start) + Line(text, .strong)
        }
        if line.width <= way.columns.lowerBound { line = line.padded(to: way.columns.lowerBound) + arrow }
        return line.padded(to: span)
    }

    /// The names of the hosts on the wire, over their places; nil if no host stands on the wire.
    func heads(_ name: (Principal) -> Line) -> Line? {
        guard hosts.count > 2 else { return nil }
        return hosts.enumerated().dropFirst().dropLast().reduce(Line()) { line, entry in
            let head = name(entry.element)
            return line.padded(to: centre(of: entry.offset) - head.width / 2) + head
        }
    }

    private func place(of host: Principal) -> Int { hosts.firstIndex(of: host) ?? 0 }
    private func centre(of place: Int) -> Int { span * place / max(1, hosts.count - 1) }
}

extension Narrator {
    /// The places of the hosts.
    var lifelines: Lifelines { Lifelines(journal, span: span) }

    /// The names and addresses of the hosts on the wire; nil if no host stands on the wire.
    var others: Line? {
        lifelines.heads { host in
            pen.head(host, in: journal)
                + (journal.others.first { $0.who == host }.map { " \(pen.legible($0.at.address))" } ?? "")
        }.map { Line().padded(to: wire) + $0 }
    }

    /// The states of all hosts, with an arrow on its way between two of them. Where a host on the wire has no known state, its
    /// name stands in place of the state.
    func sides(_ states: Timeline.Sides, _ arrow: Line, on way: Lifelines.Way) -> Line {
        sides(
            states,
            lifelines.wire(arrow, on: way) { pen.legible(states[$0].isEmpty ? journal.name(of: $0) : states[$0]) })
    }
}

extension Pen {
    /// The name at the head of a side's column: in capital letters, unless the run has a name of its own for the side.
    func head(_ principal: Principal, in journal: Journal) -> Line {
        let name = journal.name(of: principal)
        return Line(
            legible(name == principal.description ? say(principal).uppercased() : say(journal.words(of: principal))),
            .strong)
    }

    /// The states of both sides with the wire between them.
    func sides(client: String, wire: Line, server: String) -> Line {
        Line(Text.pad(Text.fit(legible(client), to: Narrator.side), to: Narrator.side + 1)) + wire + " "
            + Line(Text.fit(legible(server), to: Narrator.side))
    }

    /// The head of an arrow at its receiver, with words in place of the shaft.
    func arrival(_ words: String, on way: Lifelines.Way) -> Line {
        let room = way.columns.count - 1
        return way.isRightwards
            ? Line(Text.pad(words + " ", to: room, side: .right), .faint) + Line(right, .segment)
            : Line(left, .segment) + Line(Text.pad(" " + words, to: room), .faint)
    }
}
