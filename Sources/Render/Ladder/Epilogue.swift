import Trace

/// The sections after the last step: which party holds which quantity, which quantities are equal on both sides, what the run
/// leaves out.
struct Epilogue {
    /// The quantities that decide whether a conversation stays private.
    static let decisive = [
        SecretID("premaster secret"), SecretID("master secret"), SecretID("shared secret"), SecretID("main_secret"),
        content,
    ]
    /// The data that the conversation carries.
    static let content = SecretID("application data")

    private let journal: Journal
    private let ledger: Ledger
    private let detail: Detail
    /// The events that the page tells. The epilogue refers to no other events.
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

    /// The sections in order, each with the id by which a reader selects it. An empty section is left out.
    func sections() -> [(id: String, lines: [Line])] {
        [
            ("end.holdings", holdings()), ("end.reach", reach()), ("end.equality", equality()),
            ("end.limits", limits()),
        ].filter { !$0.lines.isEmpty }
    }

    /// The quantities of the run in the order in which they appear: first those that events name, then those that only rules
    /// conclude.
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

    /// The conclusions of the run; empty if there are none.
    func summary() -> [(id: String, lines: [Line])] {
        let lines = list(.summary, Summary(journal, ledger).notes)
        return lines.isEmpty ? [] : [("end.summary", lines)]
    }

    /// The commands to run next; empty if there are none.
    func next() -> [(id: String, lines: [Line])] {
        let lines = commands()
        return lines.isEmpty ? [] : [("end.next", lines)]
    }

    // MARK: Sections

    /// The parties of the table of holdings: the ends, those who watch, and a host between them that knows something. The table has four
    /// columns. Where nothing is stolen, the thief knows what the eavesdropper knows, and gives up the place to that host. Else the eavesdropper
    /// does, if all messages pass that host.
    static func audience(of journal: Journal, _ ledger: Ledger) -> [Principal] {
        let others = journal.others.map(\.who).filter { !ledger.facts(of: $0).isEmpty }
        let isRobbed = ledger.facts(of: .thief).map(\.secret) != ledger.facts(of: .eavesdropper).map(\.secret)
        guard let other = others.first, others.count == 1, !isRobbed || journal.listeners.contains(other) else {
            return [.client, .server, .eavesdropper, .thief]
        }
        return [.client, .server] + (isRobbed ? [other, .thief] : [.eavesdropper, other])
    }

    private func holdings() -> [Line] {
        let secrets = Epilogue.secrets(of: journal)
        guard !secrets.isEmpty else { return [] }
        let audience = Epilogue.audience(of: journal, ledger)
        let table = Table(
            columns: [Table.Column(title: say(.quantity), width: min(40, pen.columns - 56))]
                + audience.map { Table.Column(title: $0.sentence(in: language), width: 12) })
        var lines = [heading(.holdings)] + table.head(pen)
        let references = References(journal, told: told)
        var places: Set<References.Place?> = []
        for secret in secrets {
            let row = audience.map { who in
                ledger.fact(who, secret).map { references.place(of: $0, for: who, in: ledger) }
            }
            places.formUnion(row)
            let cells = row.map { place in
                place.map { Table.Cell(text: "\(pen.pass) \($0.sentence(in: language))", tone: .good) }
                    ?? Table.Cell(text: pen.dash, tone: .faint)
            }
            lines += table.row([Table.Cell(text: name(of: secret))] + cells)
        }
        lines += Text.wrap(legend(of: places), to: pen.columns).map { Line($0, .faint) }
        return lines + [Line()]
    }

    /// The meanings of the signs that the table has; nil among `places` is a quantity that a party does not hold.
    private func legend(of places: Set<References.Place?>) -> String {
        var notes: [EpilogueNote] = []
        if places.contains(where: { $0 != nil }) {
            notes.append(.known(sign: pen.pass, fromStart: places.contains(.start)))
        }
        if places.contains(nil) { notes.append(.unknown(sign: pen.dash)) }
        return notes.map(say).joined(separator: language == .chinese ? "；" : "; ")
    }

    /// For those who are no end of the connection: how they reach each decisive quantity, or what they lack for it.
    private func reach() -> [Line] {
        let present = Epilogue.secrets(of: journal)
        let decisive = Epilogue.decisive.filter(present.contains)
        guard !decisive.isEmpty else { return [] }
        let listeners = Epilogue.audience(of: journal, ledger).filter { $0.role == nil }
        var lines = [heading(.reach(listeners))]
        var told: [Principal: [String]] = [:]
        for secret in decisive {
            lines.append(Line(name(of: secret), .strong))
            if detail == .story, listeners.allSatisfy({ ledger.reasons($0, secret).isEmpty }),
                listeners.allSatisfy({ obstacles($0, secret) == obstacles(.eavesdropper, secret) }),
                listeners.contains(.thief)
            {
                lines += verdict(on: say(.both), isReached: false, reasons: obstacles(.eavesdropper, secret))
                continue
            }
            for principal in listeners {
                let chain = ledger.reasons(principal, secret, journal.glossary).map { $0.sentence(in: language) }
                // The first link of a chain is always told. The others are not repeated if an earlier quantity had them.
                let known = told[principal, default: []]
                let news = chain.prefix(1) + chain.dropFirst().filter { !known.contains($0) }
                told[principal, default: []] += chain
                lines += verdict(
                    on: principal.sentence(in: language), isReached: !chain.isEmpty,
                    reasons: chain.isEmpty ? obstacles(principal, secret) : Array(news))
            }
        }
        return lines + [Line()]
    }

    private func verdict(on who: String, isReached: Bool, reasons: [String]) -> [Line] {
        let name = Line("  " + Text.pad(who, to: Narrator.side + 2))
        let (glyph, tone) = isReached ? (pen.pass, Tone.bad) : (pen.dash, Tone.normal)
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

    /// For each rule that concludes a quantity, the premises that the party lacks.
    private func obstacles(_ principal: Principal, _ secret: SecretID) -> [String] {
        let ways = journal.derivations.filter { $0.conclusion == secret }
        guard !ways.isEmpty else { return [say(.beyond)] }
        return ways.map { way in
            say(
                .lacking(
                    way.premises.filter { !ledger.holds(principal, $0) }.map { journal.glossary.name($0.name) },
                    for: journal.glossary.name(way.operation)))
        }
    }

    /// The quantities whose values both sides hold although no message carried them, with the value of each side.
    static func computedOnBothSides(
        of journal: Journal, _ ledger: Ledger
    ) -> [(secret: SecretID, client: [UInt8], server: [UInt8])] {
        secrets(of: journal).compactMap { secret in
            guard secret != content, let left = ledger.fact(.client, secret), let right = ledger.fact(.server, secret),
                let client = left.value, let server = right.value, !left.how.isCarried, !right.how.isCarried
            else { return nil }
            return (secret, client, server)
        }
    }

    /// The quantities that both sides have computed, once from each side's memory.
    private func equality() -> [Line] {
        var lines: [Line] = []
        for (secret, client, server) in Epilogue.computedOnBothSides(of: journal, ledger) {
            let verdict =
                client == server
                ? Line("  \(pen.pass) \(say(.equal(areOctetsShown: detail != .story)))", .good)
                : Line("  \(pen.fail) \(say(.different))", .bad)
            guard detail != .story || client != server else {
                let name = Text.pad(name(of: secret), to: 36)
                lines.append(Line(name, .strong) + " " + Line(pen.brief(client)) + verdict)
                continue
            }
            lines.append(Line(name(of: secret), .strong) + Line(pen.list(["", pen.count(client.count)]), .faint))
            let width = pen.columns - 10
            let rows = zip(pen.octets(client, width: width), pen.octets(server, width: width))
            for (mine, yours) in rows {
                lines += [side(.client) + mine, side(.server) + yours]
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

    private func name(of secret: SecretID) -> String { pen.legible(pen.say(journal.glossary.name(secret.name))) }

    private func side(_ principal: Principal) -> Line { Line("  \(principal.sentence(in: language))  ", .faint) }

    private func say(_ note: EpilogueNote) -> String { note.sentence(in: language) }

    private func heading(_ note: EpilogueNote) -> Line { pen.heading(say(note)) }

    private func list(_ title: EpilogueNote, _ remarks: [any Remark]) -> [Line] {
        guard !remarks.isEmpty else { return [] }
        let items = remarks.flatMap { remark in
            pen.behind(Line("  \(pen.dot)"), pen.legible(remark.sentence(in: language)), indent: 4)
        }
        return [heading(title)] + items + [Line()]
    }
}
