import Trace

/// What a run leaves behind: who holds what, what both sides hold alike, what was left out.
struct Epilogue {
    /// The quantities that decide whether a conversation stays private.
    static let decisive = [
        SecretID("premaster secret"), SecretID("master secret"), SecretID("shared secret"), SecretID("main_secret"),
        content,
    ]
    /// What the conversation is about.
    static let content = SecretID("application data")

    private let journal: Journal
    private let ledger: Ledger
    private let detail: Detail
    /// The events that are told; only these can be referred to.
    private let told: Set<Int>
    private let pen: Pen
    private let language: Language

    init(_ journal: Journal, detail: Detail, told: Set<Int> = [], pen: Pen, language: Language) {
        self.journal = journal
        self.detail = detail
        self.told = told
        self.pen = pen
        self.language = language
        ledger = Ledger(journal)
    }

    /// Its sections in order, each with the id by which it can be picked out; none is empty.
    func sections() -> [(id: String, lines: [Line])] {
        [
            ("end.holdings", holdings()), ("end.reach", reach()), ("end.equality", equality()),
            ("end.limits", limits()),
        ].filter { !$0.lines.isEmpty }
    }

    /// The quantities of the run in the order in which they appear: first what events name, then what rules conclude.
    static func secrets(of journal: Journal) -> [SecretID] {
        var order: [SecretID] = []
        func add(_ secret: SecretID) {
            if !order.contains(secret) { order.append(secret) }
        }
        for event in journal.events {
            switch event.kind {
            case .learned(let secret, _, _): add(secret)
            case .wrote(let message): message.discloses.forEach { add($0.secret) }
            default: break
            }
        }
        journal.derivations.forEach { add($0.conclusion) }
        return order
    }

    /// What the run comes to.
    func summary() -> [(id: String, lines: [Line])] {
        let lines = list(.summary, Summary(journal, ledger).notes)
        return lines.isEmpty ? [] : [("end.summary", lines)]
    }

    /// What to run next.
    func next() -> [(id: String, lines: [Line])] {
        let lines = commands()
        return lines.isEmpty ? [] : [("end.next", lines)]
    }

    // MARK: Sections

    static let audience: [Principal] = [.client, .server, .eavesdropper, .thief]

    private func holdings() -> [Line] {
        let secrets = Epilogue.secrets(of: journal)
        guard !secrets.isEmpty else { return [] }
        let table = Table(
            columns: [Table.Column(title: say(.quantity), width: min(40, pen.columns - 56))]
                + Epilogue.audience.map { Table.Column(title: $0.description, width: 12) })
        var lines = [heading(.holdings)] + table.head(pen)
        var places: Set<Place?> = []
        for secret in secrets {
            let row = Epilogue.audience.map { who in ledger.fact(who, secret).map { place(of: $0, for: who) } }
            places.formUnion(row)
            let cells = row.map { place in
                place.map { Table.Cell(text: "\(pen.pass) \($0)", tone: .good) }
                    ?? Table.Cell(text: pen.absent, tone: .faint)
            }
            lines += table.row([Table.Cell(text: pen.legible(secret.name))] + cells)
        }
        lines += Text.wrap(legend(of: places), to: pen.columns).map { Line($0, .faint) }
        return lines + [Line()]
    }

    /// Where a party came to know something.
    private enum Place: Hashable, Comparable, CustomStringConvertible {
        /// Before the run.
        case start
        /// At the step of that number, which is told.
        case step(Int)
        /// At an event of which nothing on the page tells.
        case elsewhere

        var description: String {
            switch self {
            case .start: "start"
            case .step(let number): "\(number)"
            case .elsewhere: ""
            }
        }
    }

    /// What the signs of the table mean that stand in it; nil stands for what is not held.
    private func legend(of places: Set<Place?>) -> String {
        var notes: [EpilogueNote] = []
        if places.contains(where: { $0 != nil }) {
            notes.append(.known(sign: pen.pass, fromStart: places.contains(.start)))
        }
        if places.contains(nil) { notes.append(.unknown(sign: pen.absent)) }
        return notes.map(say).joined(separator: "; ")
    }

    /// Where a party came to know something: the step that tells of it, or of what brought it about. What no event says and what
    /// only follows can be computed where the last premise is known.
    private func place(of fact: Ledger.Fact, for principal: Principal) -> Place {
        if case .configured = fact.how { return .start }
        if case .derived(let premises, _) = fact.how, !isRecorded(fact) {
            let facts = premises.compactMap { ledger.fact(principal, $0) }
            return facts.map { place(of: $0, for: principal) }.max() ?? .elsewhere
        }
        return References(journal, told: told).step(of: fact.event).map(Place.step) ?? .elsewhere
    }

    /// Whether the event of a fact is that its party learned just this.
    private func isRecorded(_ fact: Ledger.Fact) -> Bool {
        if case .learned(fact.secret, _, _) = journal[fact.event]?.kind { true } else { false }
    }

    /// For those who only watch or steal: why they reach a decisive quantity, or what they lack for it.
    private func reach() -> [Line] {
        let present = Epilogue.secrets(of: journal)
        let decisive = Epilogue.decisive.filter(present.contains)
        guard !decisive.isEmpty else { return [] }
        var lines = [heading(.reach)]
        var told: [Principal: [String]] = [:]
        for secret in decisive {
            lines.append(Line(pen.legible(secret.name), .strong))
            let listeners = [Principal.eavesdropper, .thief]
            if detail == .story, listeners.allSatisfy({ ledger.reasons($0, secret).isEmpty }),
                obstacles(.eavesdropper, secret) == obstacles(.thief, secret)
            {
                lines += verdict(say(.both), pen.absent, .normal, obstacles(.thief, secret))
                continue
            }
            for principal in listeners {
                let chain = ledger.reasons(principal, secret)
                // What was said for an earlier quantity is not said again; the first link always is.
                let known = told[principal, default: []]
                let news = chain.prefix(1) + chain.dropFirst().filter { !known.contains($0) }
                told[principal, default: []] += chain
                lines += verdict(
                    principal.description, chain.isEmpty ? pen.absent : pen.pass, chain.isEmpty ? .normal : .bad,
                    chain.isEmpty ? obstacles(principal, secret) : Array(news))
            }
        }
        return lines + [Line()]
    }

    private func verdict(_ who: String, _ glyph: String, _ tone: Tone, _ reasons: [String]) -> [Line] {
        let name = Line("  " + Text.pad(who, to: Narrator.side + 2))
        var lines: [Line] = []
        for reason in reasons {
            let reason = References(journal, told: told).corrected(reason)
            for (index, part) in Text.wrap(pen.legible(reason), to: pen.columns - 24).enumerated() {
                let margin = lines.isEmpty ? name + Line(Text.pad(glyph, to: 4), tone) : Line().padded(to: 20)
                lines.append(margin + ((index == 0 ? "" : "  ") + part))
            }
        }
        return lines
    }

    /// For every way to a quantity, what is missing on it.
    private func obstacles(_ principal: Principal, _ secret: SecretID) -> [String] {
        let ways = journal.derivations.filter { $0.conclusion == secret }
        guard !ways.isEmpty else { return [say(.beyond)] }
        return ways.map { way in
            say(.lacking(way.premises.filter { !ledger.holds(principal, $0) }.map(\.name), for: way.operation))
        }
    }

    /// Every quantity that both sides hold without a message that carried it, once from each side's memory.
    private func equality() -> [Line] {
        var lines: [Line] = []
        for secret in Epilogue.secrets(of: journal) where secret != Epilogue.content {
            guard let left = ledger.fact(.client, secret), let right = ledger.fact(.server, secret),
                let client = left.value, let server = right.value, !left.how.isCarried, !right.how.isCarried
            else { continue }
            let verdict =
                client == server
                ? Line("  \(pen.pass) \(say(.equal(areOctetsShown: detail != .story)))", .good)
                : Line("  \(pen.fail) \(say(.different))", .bad)
            guard detail != .story || client != server else {
                let name = Text.pad(pen.legible(secret.name), to: 36)
                lines.append(Line(name, .strong) + " " + Line(pen.brief(client)) + verdict)
                continue
            }
            lines.append(Line(pen.legible(secret.name), .strong) + Line(", \(pen.count(client.count))", .faint))
            let width = pen.columns - 10
            let rows = zip(pen.octets(client, width: width), pen.octets(server, width: width))
            for (mine, yours) in rows {
                lines += [Line("  client  ", .faint) + mine, Line("  server  ", .faint) + yours]
            }
            lines.append(verdict)
        }
        return lines.isEmpty ? [] : [heading(.equality)] + lines + [Line()]
    }

    private func limits() -> [Line] {
        list(.limits, journal.limits)
    }

    /// The commands that go on from here.
    private func commands() -> [Line] {
        guard !journal.suggestions.isEmpty else { return [] }
        var lines = [heading(.next)]
        let width = journal.suggestions.map { Text.width($0.command) }.max() ?? 0
        for suggestion in journal.suggestions {
            let words = Text.wrap(pen.legible(suggestion.purpose.sentence(in: language)), to: pen.columns - width - 4)
            for (index, part) in words.enumerated() {
                let command = Text.pad(index == 0 ? suggestion.command : "", to: width)
                lines.append("  " + Line(command, .strong) + "  " + part)
            }
        }
        return lines
    }

    private func say(_ note: EpilogueNote) -> String { note.sentence(in: language) }

    private func heading(_ note: EpilogueNote) -> Line { pen.heading(say(note)) }

    private func list(_ title: EpilogueNote, _ remarks: [any Remark]) -> [Line] {
        guard !remarks.isEmpty else { return [] }
        var lines = [heading(title)]
        for remark in remarks {
            let sentence = pen.legible(remark.sentence(in: language))
            for (index, part) in Text.wrap(sentence, to: pen.columns - 4).enumerated() {
                lines.append(Line(index == 0 ? "  \(pen.dot) " : "    ") + part)
            }
        }
        return lines + [Line()]
    }
}
