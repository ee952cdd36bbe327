import Trace

extension JSON {
    /// What a reader of `journal` sees in the languages beside English: an object with a member for each, as docs/json.md describes it.
    static func words(of journal: Journal) -> JSON {
        .object(
            Language.allCases.compactMap { language in
                switch language {
                case .english: nil
                case .chinese: JSON.Member(language.rawValue, JournalWords(journal: journal, language: language).value)
                }
            })
    }
}

/// The words of a journal in another language than that of its JSON.
private struct JournalWords {
    let journal: Journal
    let language: Language

    var value: JSON {
        .members(
            ("title", .string(say(journal.title))),
            (
                "events",
                .object(
                    journal.events.compactMap { event in
                        let members = members(of: event)
                        return members.isEmpty ? nil : JSON.Member("\(event.number)", .object(members))
                    })
            ),
            ("limits", .array(journal.limits.map { .string(say($0)) })),
            ("conclusions", .array(journal.conclusions.map { .string(say($0)) })),
            ("next", .array(journal.suggestions.map { .string(say($0.purpose)) })), ("names", names))
    }

    private func say(_ words: any Wording) -> String { words.sentence(in: language) }

    /// The same members as the event has in the journal, of those that are words.
    private func members(of event: Event) -> [JSON.Member] {
        let topic = event.remark?.topic(in: language) ?? ""
        var title: String?
        var why: String?
        var arguments: String?
        var alert: String?
        switch event.kind {
        case .chapter(let words): title = say(words)
        case .lost(_, let words): why = say(words)
        case .call(_, let words): arguments = say(journal.glossary.name(words))
        case .failed(let words): alert = say(words)
        case .sent, .received, .transition, .wrote, .read, .computed, .checked, .learned, .timer, .remarked: break
        }
        return JSON.Member.list(
            ("title", title.map { .string($0) }), ("why", why.map { .string($0) }),
            ("arguments", arguments.map { .string($0) }), ("alert", alert.map { .string($0) }),
            ("about", topic.isEmpty ? nil : .string(topic)),
            (
                "remark",
                event.remark.map {
                    .string(([$0.text(in: language)] + $0.quoted(in: language)).joined(separator: "\n"))
                }
            ))
    }

    /// Every other text that a reader sees and that is no protocol text, by its English.
    private var names: JSON {
        var list: [(String, String)] = []
        var seen: Set<String> = []
        func add(_ words: Words) {
            let other = say(words)
            if other != words.english, seen.insert(words.english).inserted { list.append((words.english, other)) }
        }
        var asked: Set<String> = []
        func add(_ name: String) { if asked.insert(name).inserted { add(journal.glossary.name(name)) } }
        func add(_ fields: [Field], at outside: Place) {
            for field in fields {
                add(field.value)
                let place = journal.glossary.place(of: field, at: outside)
                for name in [field.name] + field.bits.map(\.name) {
                    journal.glossary.meaning(of: name, at: place).map { add($0.note) }
                }
                add(field.children, at: place)
            }
        }
        for setting in journal.settings {
            add(setting.name)
            add(setting.value)
        }
        for principal in journal.principals { add(journal.words(of: principal)) }
        for event in journal.events {
            // What the party itself can know is shown from its seat alone.
            if let own = event.remark.flatMap({ remark in remark.ownText(in: .english).map { (remark, $0) } }),
                !own.1.isEmpty
            {
                add(Words(english: own.1, chinese: own.0.ownText(in: language) ?? own.1))
            }
            switch event.kind {
            case .computed(let calculation):
                add(calculation.name)
                add(calculation.formula)
                for quantity in calculation.inputs + calculation.steps + calculation.results {
                    add(quantity.name)
                    add(quantity.words)
                    add(quantity.note(in: .english))
                }
            case .checked(let what, _): add(what)
            case .learned(let secret, let how, _):
                add(secret.name)
                switch how {
                case .stolen(let how), .broken(let how): add(Words(english: how.english, chinese: how.chinese))
                case .derived(_, let operation): add(operation)
                case .generated, .supplied, .composed, .received, .sent, .exchanged, .configured: break
                }
            case .timer(let name, _): add(name)
            case .sent(let packet, _): add(packet.fields, at: Place(event.who.description))
            case .wrote(let message):
                for pane in message.panes {
                    add(pane.name)
                    add(
                        journal.glossary.opened(pane.fields, in: pane.bytes), at: Place(message, from: event.who))
                }
                for item in message.discloses { add(item.secret.name) }
            case .received, .lost, .transition, .read, .chapter, .remarked, .call, .failed: break
            }
        }
        for rule in journal.derivations {
            add(rule.conclusion.name)
            add(rule.operation)
        }
        let ledger = Ledger(journal)
        for principal in journal.principals {
            for fact in ledger.facts(of: principal) {
                for reason in ledger.reasons(principal, fact.secret, journal.glossary) { add(reason) }
            }
        }
        return .object(list.map { JSON.Member($0.0, .string($0.1)) })
    }
}
