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
            return entry(of: event, pen.pass, pen.legible("\(what): \(why)"), mark: .good)
        case .checked(let what, let passed):
            return passed
                ? entry(of: event, pen.pass, pen.legible(what), mark: .good)
                : entry(of: event, pen.fail, pen.legible(what) + ": FAILED", tone: .bad)
        case .learned(let secret, let how, let value):
            return learn(secret, how, value: value, by: event)
        case .failed(let reason):
            return entry(of: event, pen.fail, "GIVES UP: " + pen.legible(reason.sentence(in: language)), tone: .bad)
        case .transition(let machine, let from, let to):
            if machine == Timeline.transport { return turn(event, from: from, to: to) }
            guard !quiet else { return [] }
            return entry(of: event, pen.dot, pen.legible("\(machine): \(from) \(pen.becomes) \(to)"))
        case .timer(let name, let timing):
            let name = pen.legible(name)
            switch timing {
            case .expired: return entry(of: event, pen.dot, "timer runs out: \(name)", tone: .strong)
            case .armed(let until):
                return quiet ? [] : entry(of: event, pen.dot, "timer set: \(name), until \(Narrator.clock(until)) ms")
            case .disarmed: return quiet ? [] : entry(of: event, pen.dot, "timer stopped: \(name)")
            }
        case .call(let name, let arguments):
            guard !quiet else { return [] }
            return entry(of: event, pen.dot, pen.legible(arguments.isEmpty ? name : "\(name) \(arguments)"))
        case .remarked(let isBookkeeping):
            guard detail != .story || !isBookkeeping, let remark = event.remark else { return [] }
            return entry(of: event, pen.dot, pen.legible(words(of: event, remark)))
                + remark.quoted.flatMap { prose(pen.legible($0)) }
        case .received(let packet, let from):
            return arrive(packet, from: from, event)
        case .read(let message):
            // A story has drawn and explained the message where it was written.
            guard detail != .story else { return [] }
            return entry(of: event, pen.dot, pen.legible("\(message.machine) reads \(message.label)"))
        case .lost(let packet, let why):
            // If the packet has a line of its own, that line says that the packet is lost.
            guard timeline.line(ofPacket: packet.number) == nil else { return [] }
            let reason = pen.legible(why.sentence(in: language))
            return entry(of: event, pen.lost, "frame \(packet.number) is lost: \(reason)", tone: .bad)
        case .sent, .wrote, .chapter:
            return []
        }
    }

    /// A new state of the transport. The columns of the sides show the states of that moment.
    private func turn(_ event: Event, from: String, to: String) -> [Line] {
        let who = journal.name(of: event.who)
        let words = pen.legible("\(who): \(from) \(pen.becomes) \(to)")
        let text = Line(pen.dot + " ") + Line(Text.fit(words, to: span - 2, mark: pen.ellipsis), .strong)
        return [margin(event) + sides(timeline.states(at: event.number), text.padded(to: span))]
    }

    private func learn(_ secret: SecretID, _ how: Learned, value: [UInt8]?, by event: Event) -> [Line] {
        let name = pen.legible(secret.name)
        let octets = value.map { ": " + pen.brief($0) } ?? ""
        switch how {
        case .supplied:
            return entry(of: event, pen.dot, "has \(name) to send\(octets)")
        case .generated:
            return entry(of: event, pen.dot, "draws \(name) at random\(octets)")
        case .composed(let count):
            return entry(of: event, pen.dot, "draws \(counted(count, "random octet")) for the \(name)\(octets)")
        case .stolen(let how):
            return entry(
                of: event, pen.fail, "obtains \(name): stolen, \(pen.legible(how.sentence(in: language)))", tone: .bad)
        case .broken(let how):
            return entry(
                of: event, pen.fail, "obtains \(name): broken, \(pen.legible(how.sentence(in: language)))", tone: .bad)
        case .received, .sent, .exchanged, .derived, .configured:
            guard detail != .story || event.remark != nil else { return [] }
            return entry(of: event, pen.dot, "holds \(name)\(octets), \(pen.legible(origin(of: how)))")
        }
    }

    private func origin(of how: Learned) -> String {
        switch how {
        case .generated: "drawn at random"
        case .supplied: "handed over by the application"
        case .composed(let count): "made of \(counted(count, "random octet"))"
        case .received(let event): "read from the wire, step \(event)"
        case .sent(let event): "sent in its own message, step \(event)"
        case .exchanged(let event): "sent in part, read in part, step \(event)"
        case .derived(let premises, let operation):
            "by \(Learned.words(premises, operation))"
        case .configured: "owned from the start"
        case .stolen(let how): "stolen, \(how.sentence(in: language))"
        case .broken(let how): "broken, \(how.sentence(in: language))"
        }
    }

    private func compute(_ calculation: Calculation, _ event: Event) -> [Line] {
        guard detail == .story else {
            return entry(of: event, pen.compute, pen.legible(calculation.name), tone: .strong)
                + under(pen.legible(calculation.formula))
        }
        let (name, formula) = (calculation.name, calculation.formula)
        if repetitions.isRoutine(event) { return equation(event, name: name) }
        let results = calculation.results
        if let first = repetitions.sameCalculation(as: event) {
            let value = "the same value\(results.count > 1 ? "s" : "") as in step \(first) \(pen.pass)"
            guard case .computed(let earlier) = journal[first]?.kind, earlier.formula != formula else {
                return equation(event, name: name, value: value)
            }
            return equation(event, name: name, formula: formula, value: "= " + value)
        }
        if let only = results.first, results.count == 1 {
            return equation(event, name: name, formula: formula, value: "= \(pen.brief(only.octets))")
        }
        let values = results.map { "\(pen.legible($0.name)) = \(pen.brief($0.octets))" }
        return equation(event, name: name, formula: formula) + prose(values.joined(separator: ", "), .good)
    }

    /// The name of a calculation, its formula and its value, on as few lines as they take. All lines begin in the column behind
    /// the glyph.
    private func equation(_ event: Event, name: String, formula: String = "", value: String = "") -> [Line] {
        let name = pen.legible(name)
        let rest = [pen.legible(formula), value].filter { !$0.isEmpty }.joined(separator: " ")
        let head = rest.isEmpty ? name : name + ":"
        let hang = Text.width(pen.compute) + 1
        let parts = Text.wrap("\(head) \(rest)", to: pen.columns - wire - hang)
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
        var lines = calculation.inputs.flatMap { quantity($0, headed: "in") }
        for step in calculation.steps {
            lines +=
                detail == .bytes
                ? quantity(step, headed: "between")
                : note("between", "\(pen.legible(step.name)) = \(pen.brief(step.octets))", tone: .faint)
        }
        lines += calculation.results.flatMap { quantity($0, headed: "out", tone: .good) }
        if let command = calculation.reproduce {
            lines += [Line().padded(to: wire) + Line("the same in a shell:", .faint)]
            lines += Text.shell(pen.legible(lines: command), to: pen.columns).map { Line($0) }
        }
        return lines
    }

    /// A whole quantity: its name, its size, the note on it, its octets.
    private func quantity(_ quantity: Calculation.Quantity, headed word: String, tone: Tone = .normal) -> [Line] {
        let said = quantity.note(in: language)
        let remark = said.isEmpty ? "" : " (\(said))"
        let title = "\(quantity.name), \(pen.count(quantity.octets.count))\(remark)"
        return note(word, pen.legible(title), tone: .faint)
            + pen.octets(quantity.octets, width: pen.columns - wire - 10).flatMap { note("", $0, tone: tone) }
    }
}
