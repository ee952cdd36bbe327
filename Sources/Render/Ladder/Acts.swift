import Trace

/// What one side does without the wire: calculations, checks, secrets, states, timers, calls, failures.
extension Narrator {
    /// The lines for an event that is not on the wire; none when this level of detail passes over it.
    func act(_ event: Event) -> [Line] {
        let quiet = detail == .story && event.remark == nil
        switch event.kind {
        case .computed(let calculation):
            return compute(calculation, event)
        case .checked(let what, let passed) where !topic(of: event).isEmpty:
            return leaf(event, what, passed)
        case .checked(let what, true) where detail == .story && event.remark != nil:
            // A list of checks reads best with each on its own line and nothing between them.
            let why = event.remark.map { words(of: event, $0) } ?? ""
            return deed(event, pen.pass, pen.legible("\(what): \(why)"), mark: .good)
        case .checked(let what, let passed):
            return passed
                ? deed(event, pen.pass, pen.legible(what), mark: .good)
                : deed(event, pen.fail, pen.legible(what) + ": FAILED", .bad)
        case .learned(let secret, let how, let value):
            return learn(secret, how, value, event)
        case .failed(let reason):
            return deed(event, pen.fail, "GIVES UP: " + pen.legible(reason.sentence(in: language)), .bad)
        case .transition(let machine, let from, let to):
            if machine == Timeline.transport { return turn(event, from, to) }
            guard !quiet else { return [] }
            return deed(event, pen.dot, pen.legible("\(machine): \(from) \(pen.becomes) \(to)"))
        case .timer(let name, let timing):
            let name = pen.legible(name)
            switch timing {
            case .expired: return deed(event, pen.dot, "timer runs out: \(name)", .strong)
            case .armed(let until):
                return quiet ? [] : deed(event, pen.dot, "timer set: \(name), until \(Narrator.clock(until)) ms")
            case .disarmed: return quiet ? [] : deed(event, pen.dot, "timer stopped: \(name)")
            }
        case .call(let name, let arguments):
            guard !quiet else { return [] }
            return deed(event, pen.dot, pen.legible(arguments.isEmpty ? name : "\(name) \(arguments)"))
        case .remarked(let isBookkeeping):
            guard detail != .story || !isBookkeeping, let remark = event.remark else { return [] }
            return deed(event, pen.dot, pen.legible(words(of: event, remark)))
        case .received(let packet, let from):
            return arrive(packet, from, event)
        case .read(let message):
            // It was drawn and explained where it was written.
            guard detail != .story else { return [] }
            return deed(event, pen.dot, pen.legible("\(message.machine) reads \(message.label)"))
        case .lost(let packet, let why):
            // The packet's own line tells it, where there is one.
            guard timeline.line(ofPacket: packet.number) == nil else { return [] }
            let reason = pen.legible(why.sentence(in: language))
            return deed(event, pen.lost, "frame \(packet.number) is lost: \(reason)", .bad)
        case .sent, .wrote, .chapter:
            return []
        }
    }

    /// A new state of the transport. Both columns show the states of that moment.
    private func turn(_ event: Event, _ from: String, _ to: String) -> [Line] {
        let who = journal.name(of: event.who)
        let words = pen.legible("\(who): \(from) \(pen.becomes) \(to)")
        let text = Line(pen.dot + " ") + Line(Text.fit(words, to: span - 2, mark: pen.ellipsis), .strong)
        return [margin(event) + sides(timeline.states(at: event.number), text.padded(to: span))]
    }

    private func learn(_ secret: SecretID, _ how: Learned, _ value: [UInt8]?, _ event: Event) -> [Line] {
        let name = pen.legible(secret.name)
        let octets = value.map { ": " + pen.brief($0) } ?? ""
        switch how {
        case .supplied:
            return deed(event, pen.dot, "has \(name) to send\(octets)")
        case .generated:
            return deed(event, pen.dot, "draws \(name) at random\(octets)")
        case .composed(let count):
            return deed(event, pen.dot, "draws \(counted(count, "random octet")) for the \(name)\(octets)")
        case .stolen(let how):
            return deed(event, pen.fail, "obtains \(name): stolen, \(pen.legible(how.sentence(in: language)))", .bad)
        case .broken(let how):
            return deed(event, pen.fail, "obtains \(name): broken, \(pen.legible(how.sentence(in: language)))", .bad)
        case .received, .sent, .exchanged, .derived, .configured:
            guard detail != .story || event.remark != nil else { return [] }
            return deed(event, pen.dot, "holds \(name)\(octets), \(pen.legible(origin(of: how)))")
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
            "by \(operation) of \(premises.map(\.name).joined(separator: ", "))"
        case .configured: "owned from the start"
        case .stolen(let how): "stolen, \(how.sentence(in: language))"
        case .broken(let how): "broken, \(how.sentence(in: language))"
        }
    }

    private func compute(_ calculation: Calculation, _ event: Event) -> [Line] {
        guard detail == .story else {
            return deed(event, pen.compute, pen.legible(calculation.name), .strong)
                + under(pen.legible(calculation.formula))
        }
        let (name, formula) = (calculation.name, calculation.formula)
        if repetitions.isRoutine(event) { return equation(event, name, "", "") }
        let results = calculation.results
        if let first = repetitions.sameCalculation(as: event) {
            let value = "the same value\(results.count > 1 ? "s" : "") as in step \(first) \(pen.pass)"
            guard case .computed(let earlier) = journal[first]?.kind, earlier.formula != formula else {
                return equation(event, name, "", value)
            }
            return equation(event, name, formula, "= " + value)
        }
        if let only = results.first, results.count == 1 {
            return equation(event, name, formula, "= \(pen.brief(only.octets))")
        }
        let values = results.map { "\(pen.legible($0.name)) = \(pen.brief($0.octets))" }
        return equation(event, name, formula, "") + prose(values.joined(separator: ", "), .good)
    }

    /// A calculation's name, its formula and its value, on as few lines as they take; what goes on stands behind the glyph.
    private func equation(_ event: Event, _ name: String, _ formula: String, _ value: String) -> [Line] {
        let name = pen.legible(name)
        let rest = [pen.legible(formula), value].filter { !$0.isEmpty }.joined(separator: " ")
        let head = rest.isEmpty ? name : name + ":"
        let hang = Text.width(pen.compute) + 1
        let width = pen.columns - wire - hang
        let parts = Text.wrap("\(head) \(rest)", to: width, first: event.who == .server ? span - hang : width)
        var lines = deed(event, pen.compute, parts[0], .normal, mark: .strong)
        if parts[0].hasPrefix(head) {
            lines = deed(event, pen.compute, head, .strong, after: String(parts[0].dropFirst(head.count)))
        }
        for (index, part) in parts.enumerated().dropFirst() {
            // The value has its tone where it is whole.
            let isValue = index == parts.count - 1 && part.hasSuffix(value) && !value.isEmpty
            let text = isValue ? String(part.dropLast(value.count)) : part
            lines.append(Line().padded(to: wire + hang) + Line(text) + Line(isValue ? value : "", .good))
        }
        return lines
    }

    /// What goes into a calculation and what comes out, whole; what arises on the way, whole where every octet is shown;
    /// and how to do the same without this program.
    func quantities(_ calculation: Calculation) -> [Line] {
        var lines = calculation.inputs.flatMap { quantity("in", $0) }
        for step in calculation.steps {
            lines +=
                detail == .bytes
                ? quantity("between", step)
                : note("between", "\(pen.legible(step.name)) = \(pen.brief(step.octets))", .faint)
        }
        lines += calculation.results.flatMap { quantity("out", $0, .good) }
        if let command = calculation.reproduce {
            lines += [Line().padded(to: wire) + Line("the same in a shell:", .faint)]
            lines += Text.shell(pen.legible(lines: command), to: pen.columns).map { Line($0) }
        }
        return lines
    }

    /// A quantity whole: its name, its size, what there is to say about it, its octets.
    private func quantity(_ word: String, _ quantity: Calculation.Quantity, _ tone: Tone = .normal) -> [Line] {
        let said = quantity.note(in: language)
        let remark = said.isEmpty ? "" : " (\(said))"
        let title = "\(quantity.name), \(pen.count(quantity.octets.count))\(remark)"
        return note(word, pen.legible(title), .faint)
            + pen.octets(quantity.octets, width: pen.columns - wire - 10).flatMap { note("", $0, tone) }
    }

    /// "client, eavesdropper and thief".
    static func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
