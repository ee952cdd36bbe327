import Trace

/// Events that one side brings about without the wire: calculations, checks, secrets, states, timers, calls, failures.
extension Narrator {
    /// The lines for an event that is not drawn on the wire. There are none if this level of detail leaves the event out.
    func act(_ event: Event) -> [Line] {
        let quiet = detail == .story && event.remark == nil
        switch event.kind {
        case .computed(let calculation):
            return compute(calculation, event)
        case .checked(let what, let passed) where !topic(of: event).isEmpty:
            return leaf(event, checking: what, passed: passed)
        case .checked(let what, true) where detail == .story && event.remark != nil:
            // A list of checks reads best with each on its own line and nothing between them.
            let why = event.remark.map { words(of: event, $0) } ?? ""
            let english = event.remark.map { told(event, $0, in: .english) } ?? ""
            return entry(
                of: event, pen.pass, pen.legible(pen.say(.checked(words(what), because: why))), mark: .good,
                english: LadderNote.checked(words(what), because: english).english)
        case .checked(let what, let passed):
            return passed
                ? entry(of: event, pen.pass, name(what), mark: .good)
                : entry(of: event, pen.fail, pen.legible(pen.say(.failed(words(what)))), tone: .bad)
        case .learned(let secret, let how, let value):
            return learn(secret, how, value: value, by: event)
        case .failed(let reason):
            return entry(of: event, pen.fail, pen.legible(pen.say(.givesUp(reason))), tone: .bad)
        case .transition(let machine, let from, let to):
            if machine == Timeline.transport { return turn(event, from: from, to: to) }
            guard !quiet else { return [] }
            return entry(of: event, pen.dot, pen.legible("\(machine): \(from) \(pen.becomes) \(to)"))
        case .timer(let name, let timing):
            let name = words(name)
            func told(_ note: LadderNote, tone: Tone = .normal) -> [Line] {
                entry(of: event, pen.dot, pen.legible(pen.say(note)), tone: tone)
            }
            switch timing {
            case .expired: return told(.timerRunsOut(name), tone: .strong)
            case .armed(let until): return quiet ? [] : told(.timerSet(name, until: Narrator.clock(until)))
            case .disarmed: return quiet ? [] : told(.timerStopped(name))
            }
        case .call(let name, let arguments):
            guard !quiet else { return [] }
            return entry(of: event, pen.dot, pen.legible(arguments.isEmpty ? name : "\(name) \(arguments)"))
        case .remarked(let isBookkeeping):
            guard detail != .story || !isBookkeeping, let remark = event.remark else { return [] }
            return entry(
                of: event, pen.dot, pen.legible(words(of: event, remark)), english: told(event, remark, in: .english))
                + remark.quoted(in: language).flatMap { prose(pen.legible($0)) }
        case .received(let packet, let from):
            return arrive(packet, from: from, event)
        case .read(let message):
            // A story has drawn and explained the message where it was written.
            guard detail != .story else { return [] }
            return entry(
                of: event, pen.dot, pen.legible(pen.say(.reads(machine: message.machine, label: message.label))))
        case .lost(let packet, let why):
            // If the packet has a line of its own, that line says that the packet is lost.
            guard timeline.line(ofPacket: packet.number) == nil else { return [] }
            return entry(of: event, pen.lost, pen.legible(pen.say(.frameLost(packet.number, why: why))), tone: .bad)
        case .sent, .wrote, .chapter:
            return []
        }
    }

    /// A new state of the transport. The columns of the sides show the states of that moment.
    private func turn(_ event: Event, from: String, to: String) -> [Line] {
        let who = journal.words(of: event.who).sentence(in: language)
        let words = pen.legible(pen.named(who, "\(from) \(pen.becomes) \(to)"))
        let text = Line(pen.dot + " ") + Line(Text.fit(words, to: span - 2, mark: pen.ellipsis), .strong)
        return [margin(event) + sides(timeline.states(at: event.number), text.padded(to: span))]
    }

    private func learn(_ secret: SecretID, _ how: Learned, value: [UInt8]?, by event: Event) -> [Line] {
        let name = words(secret.name)
        let octets = value.map { pen.behindColon(pen.brief($0)) } ?? ""
        func told(_ glyph: String, _ note: LadderNote, _ tone: Tone = .normal, _ rest: String = "") -> [Line] {
            entry(of: event, glyph, pen.legible(pen.say(note)) + rest, tone: tone)
        }
        switch how {
        case .supplied: return told(pen.dot, .hasToSend(name), .normal, octets)
        case .generated: return told(pen.dot, .draws(name), .normal, octets)
        case .composed(let count): return told(pen.dot, .drawsFor(count, name), .normal, octets)
        case .stolen(let how): return told(pen.fail, .obtainsStolen(name, how: how), .bad)
        case .broken(let how): return told(pen.fail, .obtainsBroken(name, how: how), .bad)
        case .received, .sent, .exchanged, .derived, .configured:
            guard detail != .story || event.remark != nil else { return [] }
            return told(pen.dot, .holds(name, octets: octets, origin: origin(of: how)))
        }
    }

    private func origin(of how: Learned) -> LadderNote {
        switch how {
        case .generated: .drawn
        case .supplied: .handedOver
        case .composed(let count): .made(count)
        case .received(let event): .readAt(event)
        case .sent(let event): .sentAt(event)
        case .exchanged(let event): .exchangedAt(event)
        case .derived(let premises, let operation): .by(Learned.words(premises, operation, journal.glossary))
        case .configured: .owned
        case .stolen(let how): .stolen(how)
        case .broken(let how): .broken(how)
        }
    }

    /// A name of the run in both languages.
    func words(_ name: String) -> Words { journal.glossary.name(name) }

    /// A name of the run in the language of the ladder.
    func name(_ name: String) -> String { pen.legible(pen.say(words(name))) }

    private func compute(_ calculation: Calculation, _ event: Event) -> [Line] {
        guard detail == .story else {
            return entry(of: event, pen.compute, name(calculation.name), tone: .strong)
                + under(name(calculation.formula))
        }
        let (name, formula) = (name(calculation.name), name(calculation.formula))
        if repetitions.isRoutine(event) { return equation(event, name: name) }
        let results = calculation.results
        if let first = repetitions.sameCalculation(as: event) {
            let value = pen.say(.sameValue(step: first, isOne: results.count == 1, sign: pen.pass))
            guard case .computed(let earlier) = journal[first]?.kind, earlier.formula != calculation.formula else {
                return equation(event, name: name, value: value)
            }
            return equation(event, name: name, formula: formula, value: "= " + value)
        }
        if let only = results.first, results.count == 1 {
            return equation(event, name: name, formula: formula, value: "= \(pen.brief(only.octets))")
        }
        let values = results.map { "\(self.name($0.name)) = \(pen.brief($0.octets))" }
        return equation(event, name: name, formula: formula) + prose(pen.list(values), .good)
    }

    /// The name of a calculation, its formula and its value, on as few lines as they take. All lines begin in the column behind
    /// the glyph.
    private func equation(_ event: Event, name: String, formula: String = "", value: String = "") -> [Line] {
        let rest = [formula, value].filter { !$0.isEmpty }.joined(separator: " ")
        let head = rest.isEmpty ? name : name + pen.colon
        let hang = Text.width(pen.compute) + 1
        let parts = Text.wrap("\(head)\(pen.gap)\(rest)", to: pen.columns - wire - hang)
        let goesOn = parts.count > 1
        var lines = entry(of: event, pen.compute, parts[0], tone: .normal, mark: .strong, goesOn: goesOn)
        if parts[0].hasPrefix(head) {
            lines = entry(
                of: event, pen.compute, head, tone: .strong, after: String(parts[0].dropFirst(head.count)),
                goesOn: goesOn)
        }
        for (index, part) in parts.enumerated().dropFirst() {
            // The value has a tone of its own only if it stands whole on this line.
            let isValue = index == parts.count - 1 && part.hasSuffix(value) && !value.isEmpty
            let text = isValue ? String(part.dropLast(value.count)) : part
            lines.append(Line().padded(to: wire + hang) + Line(text) + Line(isValue ? value : "", .good))
        }
        return lines
    }

    /// The inputs and results of a calculation, whole; its intermediate values, whole at the level of detail that shows every
    /// octet; and the shell command that makes the same calculation.
    func quantities(_ calculation: Calculation) -> [Line] {
        var lines = calculation.inputs.flatMap { quantity($0, headed: .input) }
        for step in calculation.steps {
            lines +=
                detail == .bytes
                ? quantity(step, headed: .between)
                : note(.between, "\(name(step.name)) = \(pen.brief(step.octets))", tone: .faint)
        }
        lines += calculation.results.flatMap { quantity($0, headed: .output, tone: .good) }
        if let command = calculation.reproduce {
            lines += [Line().padded(to: wire) + Line(pen.say(.shell), .faint)]
            lines += Text.shell(pen.legible(lines: command), to: pen.columns).map { Line($0) }
        }
        return lines
    }

    /// A whole quantity: its name, its size, the note on it, its octets.
    private func quantity(_ quantity: Calculation.Quantity, headed label: LadderNote, tone: Tone = .normal) -> [Line] {
        let said = pen.say(words(quantity.note(in: language)))
        let remark = said.isEmpty ? "" : pen.inBrackets(said)
        let title = pen.list([name(quantity.name), pen.count(quantity.octets.count)]) + remark
        return note(label, pen.legible(title), tone: .faint)
            + pen.octets(quantity.octets, width: pen.columns - wire - 10).flatMap { note(naming: "", $0, tone: tone) }
    }
}
