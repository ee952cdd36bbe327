import Trace

/// A journal as JSON, for readers that are programs: nothing is abbreviated, and every list keeps the journal's order.
///
/// docs/json.md describes the schema.
extension JSON {
    /// The schema's version. It grows when a member changes its meaning or goes away. A new member does not change it.
    package static let journalVersion = 1

    /// The whole of `journal`, in English.
    ///
    /// - Parameter language: the language of the reader. In another language than English a last member has the words in it.
    package static func journal(_ journal: Journal, language: Language = .english) -> JSON {
        JournalJSON(journal, hasWords: language != .english).value {}
    }

    /// The whole of `journal`, in English.
    ///
    /// - Parameter check: is called before each event and each packet. What it throws ends the work.
    static func journal(_ journal: Journal, check: () throws -> Void) rethrows -> JSON {
        try JournalJSON(journal, hasWords: false).value(check: check)
    }

    /// Trees of fields in the form of the schema. Where the key of a field's meaning at `place` is not the field's name, the
    /// field has the key as well.
    package static func fields(
        _ fields: [Field], by glossary: Glossary = Glossary(), at place: Place = Place()
    ) -> JSON {
        .array(
            fields.map { field in
                let here = glossary.place(of: field, at: place)
                return .members(
                    ("name", .string(field.name)), ("offset", .number(field.range.lowerBound)),
                    ("length", .number(field.range.count)), ("number", field.number.map { .number($0) }),
                    ("text", .string(field.value)), ("cite", field.cite.map { .string($0.description) }),
                    ("meaning", meaning(of: field.name, by: glossary, at: here)),
                    (
                        "bits",
                        field.bits.isEmpty
                            ? nil
                            : .array(
                                field.bits.map {
                                    .members(
                                        ("name", .string($0.name)), ("mask", .number($0.mask)),
                                        ("value", .number($0.number)),
                                        ("meaning", meaning(of: $0.name, by: glossary, at: here)))
                                })
                    ),
                    ("children", field.children.isEmpty ? nil : .fields(field.children, by: glossary, at: here)))
            })
    }

    /// The key of a field's meaning; nil where the key is the field's name, and where the glossary has no meaning for it.
    private static func meaning(of name: String, by glossary: Glossary, at place: Place) -> JSON? {
        guard let key = glossary.meaning(of: name, at: place)?.key, key != name else { return nil }
        return .string(key)
    }

    static func hex(_ octets: [UInt8]) -> JSON { .string(Hex.string(octets)) }

    static func span(_ range: Range<Int>) -> JSON {
        .members(("offset", .number(range.lowerBound)), ("length", .number(range.count)))
    }
}

/// Builds the schema's parts.
private struct JournalJSON {
    let journal: Journal
    /// Whether the JSON has the words of the other languages.
    let hasWords: Bool
    let language = Language.english
    let timeline: Timeline
    /// The names that a rule for the wire uses for the packets ("server data 2"), by the numbers of the packets.
    private let calls: [Int: String]

    init(_ journal: Journal, hasWords: Bool) {
        self.journal = journal
        self.hasWords = hasWords
        timeline = Timeline(journal)
        calls = JournalJSON.calls(journal, timeline)
    }

    /// The name of a packet has its side, its kind, and its number among the segments of that side and kind: "server data 2".
    /// The numbers begin at 1 and count retransmissions.
    private static func calls(_ journal: Journal, _ timeline: Timeline) -> [Int: String] {
        var counts: [String: Int] = [:]
        var calls: [Int: String] = [:]
        for sent in timeline.packets where sent.who.hasLifeline {
            guard case .sent = journal[sent.event]?.kind else { continue }
            let names = sent.packet.kinds.map { "\(sent.who.description) \($0)" }
            for name in names { counts[name, default: 0] += 1 }
            calls[sent.packet.number] = names.first.map { "\($0) \(counts[$0, default: 0])" }
        }
        return calls
    }

    func value(check: () throws -> Void) rethrows -> JSON {
        let events = try journal.events.map { next in
            try check()
            return event(next)
        }
        let packets = try timeline.packets.map { next in
            try check()
            return packet(next)
        }
        return .members(
            ("schema", .string("handshakesim.journal")), ("version", .number(JSON.journalVersion)),
            ("title", .string(journal.title.english)), ("epoch", .number(journal.epoch)),
            (
                "endpoints",
                .object(journal.endpoints.map { JSON.Member($0.who.description, end($0.who, $0.at)) })
            ),
            (
                "settings",
                .array(journal.settings.map { .members(("name", .string($0.name)), ("value", .string($0.value))) })
            ),
            ("events", .array(events)), ("packets", .array(packets)),
            ("messages", .array(timeline.messages.enumerated().map { message($1, number: $0 + 1) })),
            ("glossary", glossary()),
            ("derivations", .array(journal.derivations.map(derivation))), ("ledger", ledger()),
            ("limits", .array(journal.limits.map { .string($0.sentence(in: language)) })),
            ("conclusions", .array(journal.conclusions.map { .string($0.sentence(in: language)) })),
            (
                "next",
                .array(
                    journal.suggestions.map {
                        .members(
                            ("command", .string($0.command)), ("purpose", .string($0.purpose.sentence(in: language))))
                    })
            ), ("words", hasWords ? .words(of: journal) : nil))
    }

    // MARK: Events

    private func event(_ event: Event) -> JSON {
        let (kind, data) = kind(of: event)
        let head = JSON.Member.list(
            ("number", .number(event.number)), ("at_us", .number(event.at.microseconds)),
            ("who", .string(event.who.description)), ("cause", event.cause.map { .number($0) }),
            ("step", .string(event.step)), ("kind", .string(kind)))
        let topic = event.remark?.topic(in: language) ?? ""
        let changes = event.changes.map {
            JSON.members(("name", .string($0.name)), ("before", .string($0.before)), ("after", .string($0.after)))
        }
        let tail = JSON.Member.list(
            ("about", topic.isEmpty ? nil : .string(topic)),
            (
                "remark",
                event.remark.map {
                    .string(([$0.text(in: language)] + $0.quoted(in: language)).joined(separator: "\n"))
                }
            ),
            ("own_remark", event.remark?.ownText(in: language).map { .string($0) }),
            ("changes", changes.isEmpty ? nil : .array(changes)), ("cite", event.cite.map { .string($0.description) }))
        return .object(head + data + tail)
    }

    private func kind(of event: Event) -> (String, [JSON.Member]) {
        func members(_ list: (String, JSON?)...) -> [JSON.Member] {
            list.compactMap { name, value in value.map { JSON.Member(name, $0) } }
        }
        switch event.kind {
        case .sent(let packet, let to):
            return ("sent", members(("packet", .number(packet.number)), ("to", .string(to.description))))
        case .received(let packet, let from):
            return ("received", members(("packet", .number(packet.number)), ("from", .string(from.description))))
        case .lost(let packet, let why):
            return ("lost", members(("packet", .number(packet.number)), ("why", .string(why.sentence(in: language)))))
        case .transition(let machine, let from, let to):
            return (
                "transition", members(("machine", .string(machine)), ("from", .string(from)), ("to", .string(to)))
            )
        case .wrote, .read:
            let place = timeline.entry(ofMessageAt: event.number).map { JSON.number($0 + 1) }
            if case .wrote = event.kind { return ("wrote", members(("message", place))) }
            return ("read", members(("message", place)))
        case .computed(let calculation):
            return ("computed", members(("calculation", self.calculation(calculation))))
        case .checked(let what, let passed):
            return ("checked", members(("what", .string(what)), ("passed", .bool(passed))))
        case .learned(let secret, let how, let value):
            return (
                "learned",
                members(("secret", .string(secret.name)), ("how", learned(how)), ("value", value.map(JSON.hex)))
            )
        case .timer(let name, let timing):
            switch timing {
            case .armed(let until):
                return (
                    "timer",
                    members(
                        ("timer", .string(name)), ("timing", .string("armed")),
                        ("until_us", .number(until.microseconds)))
                )
            case .disarmed: return ("timer", members(("timer", .string(name)), ("timing", .string("disarmed"))))
            case .expired: return ("timer", members(("timer", .string(name)), ("timing", .string("expired"))))
            }
        case .chapter(let title):
            return ("chapter", members(("title", .string(title.sentence(in: language)))))
        case .remarked(let isBookkeeping):
            return ("remarked", members(("bookkeeping", .bool(isBookkeeping))))
        case .call(let name, let arguments):
            return ("call", members(("call", .string(name)), ("arguments", .string(arguments))))
        case .failed(let reason):
            return ("failed", members(("alert", .string(reason.sentence(in: language)))))
        }
    }

    private func calculation(_ calculation: Calculation) -> JSON {
        func quantities(_ list: [Calculation.Quantity]) -> JSON {
            .array(
                list.map {
                    let note = $0.note(in: language)
                    return .members(
                        ("name", .string($0.name)), ("octets", .hex($0.octets)),
                        ("secret", $0.secret.map { .string($0.name) }), ("note", note.isEmpty ? nil : .string(note)))
                })
        }
        return .members(
            ("name", .string(calculation.name)), ("formula", .string(calculation.formula)),
            ("inputs", quantities(calculation.inputs)), ("steps", quantities(calculation.steps)),
            ("results", quantities(calculation.results)), ("reproduce", calculation.reproduce.map { .string($0) }))
    }

    private func learned(_ how: Learned) -> JSON {
        switch how {
        case .generated: .members(("by", .string("generated")))
        case .supplied: .members(("by", .string("supplied")))
        case .composed(let count): .members(("by", .string("generated")), ("random", .number(count)))
        case .received(let event): .members(("by", .string("received")), ("event", .number(event)))
        case .sent(let event): .members(("by", .string("sent")), ("event", .number(event)))
        case .exchanged(let event): .members(("by", .string("exchanged")), ("event", .number(event)))
        case .derived(let premises, let operation):
            .members(
                ("by", .string("derived")), ("from", .array(premises.map { .string($0.name) })),
                ("operation", .string(operation)))
        case .configured: .members(("by", .string("configured")))
        case .stolen(let how): .members(("by", .string("stolen")), ("means", .string(how.sentence(in: language))))
        case .broken(let how): .members(("by", .string("broken")), ("means", .string(how.sentence(in: language))))
        }
    }

    // MARK: What goes over the wire

    private func endpoint(_ endpoint: Endpoint) -> JSON {
        .members(("address", .string(endpoint.address)), ("port", .number(endpoint.port)))
    }

    private func end(_ principal: Principal, _ endpoint: Endpoint) -> JSON {
        .members(
            ("address", .string(endpoint.address)), ("port", endpoint.port > 0 ? .number(endpoint.port) : nil),
            ("name", .string(journal.name(of: principal))))
    }

    private func packet(_ sent: Timeline.Sent) -> JSON {
        let packet = sent.packet
        let isSent = if case .sent = journal[sent.event]?.kind { true } else { false }
        var arrival: JSON?
        var loss: JSON?
        switch timeline.fate(ofPacket: packet.number) {
        case .arrived(let event): arrival = .number(event)
        case .lost(let event, _): loss = .number(event)
        case .underWay: break
        }
        return .members(
            ("number", .number(packet.number)), ("sent", isSent ? .number(sent.event) : nil), ("received", arrival),
            ("lost", loss),
            ("at_us", journal[sent.event].map { .number($0.at.microseconds) }),
            ("source", endpoint(packet.source)), ("destination", endpoint(packet.destination)),
            ("label", .string(packet.label)), ("relative_label", .string(packet.relativeLabel)),
            ("called", calls[packet.number].map { .string($0) }),
            ("payload", .span(packet.payload)), ("stream", .span(packet.stream)), ("bytes", .hex(packet.bytes)),
            ("fields", .fields(packet.fields, by: journal.glossary, at: Place(sent.who.description))))
    }

    private func message(_ written: Timeline.Written, number: Int) -> JSON {
        let message = written.message
        let shares = timeline.shares(of: written)
        let whole = shares.first { $0.inMessage.count == message.stream.count }
        let segments = shares.map { share in
            JSON.members(
                ("packet", .number(share.packet)), ("offset", .number(share.inPacket.lowerBound)),
                ("length", .number(share.inPacket.count)), ("within", .number(share.inMessage.lowerBound)))
        }
        let place = Place(message, from: written.who)
        let panes = message.panes.map { pane in
            JSON.members(
                ("name", .string(pane.name)), ("bytes", .hex(pane.bytes)),
                (
                    "fields",
                    .fields(
                        journal.glossary.opened(pane.fields, in: pane.bytes), by: journal.glossary, at: place)
                ))
        }
        let discloses = message.discloses.map {
            JSON.members(("secret", .string($0.secret.name)), ("value", .hex($0.value)))
        }
        return .members(
            ("number", .number(number)), ("event", .number(written.event)), ("who", .string(written.who.description)),
            ("machine", .string(message.machine)), ("label", .string(message.label)), ("step", .string(message.step)),
            ("encrypted", .bool(message.encrypted)), ("stream", .span(message.stream)),
            ("packet", whole.map { .number($0.packet) }), ("offset", whole.map { .number($0.inPacket.lowerBound) }),
            ("segments", .array(segments)), ("transcript_hash", message.transcriptHash.map(JSON.hex)),
            ("discloses", discloses.isEmpty ? nil : .array(discloses)), ("panes", .array(panes)))
    }

    /// The meanings of fields: a sentence for each key.
    private func glossary() -> JSON {
        .object(journal.glossary.all.map { JSON.Member($0.key, .string($0.note.sentence(in: language))) })
    }

    // MARK: Knowledge

    private func derivation(_ rule: Derivation) -> JSON {
        .members(
            ("conclusion", .string(rule.conclusion.name)),
            ("premises", .array(rule.premises.map { .string($0.name) })), ("operation", .string(rule.operation)),
            ("cite", rule.cite.map { .string($0.description) }))
    }

    private func ledger() -> JSON {
        let ledger = Ledger(journal)
        let isEmpty = journal.principals.allSatisfy { ledger.facts(of: $0).isEmpty }
        let references = References(journal, told: isEmpty ? [] : Ladder.numbers(toldOf: journal))
        return .object(
            journal.principals.map { principal in
                let facts = ledger.facts(of: principal).map { fact in
                    let place = references.place(of: fact, for: principal, in: ledger)
                    let reasons = ledger.reasons(principal, fact.secret)
                    let step: Int? = if case .step(let number) = place { number } else { nil }
                    return JSON.members(
                        ("secret", .string(fact.secret.name)), ("event", .number(fact.event)),
                        ("told", step.map { .number($0) }), ("start", place == .start ? .bool(true) : nil),
                        ("how", learned(fact.how)), ("value", fact.value.map(JSON.hex)),
                        ("reasons", .array(reasons.map { .string(references.corrected($0.english)) })))
                }
                return JSON.Member(principal.description, .array(facts))
            })
    }
}
