import Trace

/// Where the hosts of a run stand in a ladder: the first on the left of the wire, the last on its right, all others on the wire itself.
struct Lifelines {
    private let hosts: [Principal]
    /// The columns of the wire.
    private let span: Int

    /// Under this many columns an arrow has no room for its label.
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
        /// The columns that its label may take; nil where there is too little room for any.
        let label: Int?
    }

    /// The way of an arrow between two hosts.
    func way(_ ends: (from: Principal, to: Principal)) -> Way {
        let (from, to) = (place(of: ends.from), place(of: ends.to))
        let (left, right) = (min(from, to), max(from, to))
        let start = left == 0 ? 0 : centre(of: left) + Narrator.side / 2 + 1
        let end = right == hosts.count - 1 ? span : centre(of: right) - Narrator.side / 2 - 1
        let columns = start..<max(start + 4, end)
        return Way(
            from: ends.from, to: ends.to, isRightwards: from <= to, columns: columns,
            label: columns.count == span || columns.count >= Self.leastLabelled ? columns.count - 5 : nil)
    }

    /// The whole wire with an arrow on its way. A host on the wire that the arrow begins or ends at has `words` there.
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

    /// The names of the hosts on the wire over their places; nil where there is none.
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
    /// Where the hosts stand.
    var lifelines: Lifelines { Lifelines(journal, span: span) }

    /// The names and addresses of the hosts on the wire; nil where there is none.
    var others: Line? {
        lifelines.heads { host in
            head(host) + (journal.others.first { $0.who == host }.map { " \(pen.legible($0.at.address))" } ?? "")
        }.map { Line().padded(to: wire) + $0 }
    }

    /// All hosts' states with an arrow on its way between two of them. A host on the wire that has no state has its name there.
    func sides(_ states: Timeline.Sides, _ arrow: Line, on way: Lifelines.Way) -> Line {
        sides(
            states,
            lifelines.wire(arrow, on: way) { pen.legible(states[$0].isEmpty ? journal.name(of: $0) : states[$0]) })
    }
}
