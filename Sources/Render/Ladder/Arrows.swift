import Trace

/// Packets and messages, which go over the wire.
extension Narrator {
    /// A packet as an arrow of a single line, with its numbers relative to each side's first number on the line below.
    func send(_ sent: Timeline.Sent, _ event: Event) -> [Line] {
        let packet = sent.packet
        let fate = timeline.fate(ofPacket: packet.number)
        let way = lifelines.way(timeline.ends(of: sent, in: journal))
        let (span, rightwards) = (way.columns.count, way.isRightwards)
        var states = timeline.states(at: event.number)
        // A packet whose sender has no lifeline is drawn from a host's side, under the name of the sender.
        if !sent.who.hasLifeline { states[way.from] = pen.say(sent.who) }

        let isLost = timeline.isLost(sent)
        let mark = closing.mark(of: event.number).map { pen.say($0) }
        let tone = mark == nil ? Tone.segment : .message
        let cargo = timeline.cargo(of: sent).map { carries($0.written.message, $0.share) }
        if repetitions.isRoutine(event), cargo.isEmpty, !isLost {
            // The first packet of this kind has been explained. The arrow has the label and the number of the frame, by which
            // the line of the arrival names the packet.
            let frame = " \(pen.say(.frame(packet.number))) "
            let shaft = arrow(
                shortened(pen.legible(packet.label), to: span - 5 - Text.width(frame)), on: way, lost: false,
                tone: tone,
                tail: frame)
            return [margin(event) + sides(states, shaft, on: way)]
        }
        let label = pen.legible(packet.label)
        let pieces = label.isEmpty ? [pen.say(.packet(packet.number))] : split(label, on: way)
        var lines = [margin(event) + sides(states, arrow(pieces[0], on: way, lost: isLost, tone: tone), on: way)]
        for piece in pieces.dropFirst() { lines += under((rightwards ? "  " : "   ") + piece, tone) }
        if let mark, detail != .story { lines += under(mark, .strong) }

        let about: LadderNote? =
            switch fate {
            case .arrived(let number) where number != event.number:
                journal[number].map { .arrives(packet.number, at: Narrator.clock($0.at)) }
            case .arrived: .arrives(packet.number, at: nil)
            // A journal of a live run does not know what the other end receives.
            case .underWay: journal.witness == nil ? .underWay(packet.number) : nil
            case .lost: nil
            }
        let relative = name(packet.relativeLabel)
        let isToArrive = if case .arrived(let number) = fate { number != event.number } else { false }
        let carried = cargo.isEmpty ? "" : pen.say(.carries(pen.list(cargo, chinese: "、")))
        if detail == .story, repetitions.isRoutine(event), isToArrive || isLost {
            // The rest of the label stands on the arrow, and the arrival has a line where it happens.
            let number = relative.prefix { $0 != ">" }
            let notes = [pen.say(.frame(packet.number)), pen.say(.relative("\(number)>")), carried]
            lines += prose(pen.list(notes), .faint)
        } else {
            let number = pen.say(.relative(relative))
            let frame = Line(pen.say(about ?? .frame(packet.number)), .faint)
            if detail == .story {
                let notes = [mark, number, cargo.isEmpty ? nil : carried].compactMap { $0 }
                lines += prose(pen.list(notes), .faint).noting(frame, edge: pen.columns)
            } else {
                // The frame stands at the first of these texts that has room for it.
                var texts = ([number] + cargo.map { pen.say(.carries($0)) }).map { under($0, .faint) }
                let place = texts.firstIndex { $0.noting(frame, edge: pen.columns).count == $0.count }
                let noted = place ?? texts.count - 1
                texts[noted] = texts[noted].noting(frame, edge: pen.columns)
                lines += texts.joined()
            }
        }
        if case .lost(let number, let why) = fate {
            lines += under("\(pen.lost) \(pen.legible(pen.say(.lost(why))))", .bad)
            if let remark = journal[number]?.remark { lines += under(pen.legible(remark.sentence(in: language))) }
        }
        return lines
    }

    /// A packet's arrival. There is no line for it if nothing is told between departure and arrival: the line of the departure
    /// then tells both.
    func arrive(_ packet: Packet, from: Principal, _ event: Event) -> [Line] {
        guard let departure = timeline.line(ofPacket: packet.number), departure != event.number,
            lastTold > departure || detail != .story || event.remark != nil
        else { return [] }
        let ends = timeline.packet(at: departure).map { timeline.ends(of: $0, in: journal) } ?? (from, event.who)
        let way = lifelines.way(ends)
        let shaft = pen.arrival(pen.say(.frameArrives(packet.number)), on: way)
        return [margin(event) + sides(timeline.states(at: event.number), shaft, on: way)]
    }

    /// A copy of a packet that the wire has made, drawn where it arrives.
    func arriveAgain(_ copy: Timeline.Sent, _ event: Event) -> [Line] {
        let label = pen.legible(copy.packet.label)
        let way = lifelines.way(timeline.ends(of: copy, in: journal))
        let pieces = label.isEmpty ? [""] : split(label, on: way)
        let shaft = arrow(pieces[0], on: way, lost: false, tone: .faint)
        var lines = [margin(event) + sides(timeline.states(at: event.number), shaft, on: way)]
        for piece in pieces.dropFirst() { lines += under((way.isRightwards ? "  " : "   ") + piece, .faint) }
        return lines + under(pen.say(.copyArrives(copy.packet.number)), .faint)
    }

    /// A message as a double arrow, with the packets that carry it.
    func write(_ written: Timeline.Written, _ event: Event) -> [Line] {
        let message = written.message
        let label = pen.legible(
            pen.say(
                .message(
                    machine: message.machine, label: message.label, octets: message.stream.count,
                    isEncrypted: message.encrypted)))
        let way = lifelines.way(timeline.ends(of: written))
        let span = way.columns.count
        var states = timeline.states(at: event.number)
        if !written.who.hasLifeline { states[way.from] = pen.say(written.who) }
        let frames = frames(of: written)
        let isRoomy = Text.width(label) + Text.width(frames) + 5 <= span
        // A label that is too long for the arrow goes on under it.
        let pieces =
            Text.width(label) <= span - 5 ? [label] : way.label.map { Text.wrap(label, to: $0) } ?? ["", label]
        let shaft = arrow(
            pieces[0], on: way, lost: false, tone: .message, rule: pen.doubleRule, tail: isRoomy ? frames : "")
        var lines = [margin(event) + sides(states, shaft, on: way)]
        for piece in pieces.dropFirst() { lines += under((way.isRightwards ? "  " : "   ") + piece, .message) }

        if detail != .story {
            lines += under(pen.list([place(of: written), carriers(of: written)].compactMap { $0 }), .faint)
        }
        // The other levels of detail show the fields, and the whole plaintext is among these.
        if detail == .story, let hidden = message.hiddenLine {
            let room = pen.columns - wire - 10
            lines += prose(pen.say(.inside(Text.fit(pen.legible(hidden), to: room, mark: pen.ellipsis))))
        }
        return lines
    }

    /// The octets of a message in the stream; nil if it has none.
    private func place(of written: Timeline.Written) -> String? {
        let stream = written.message.stream
        guard !stream.isEmpty else { return nil }
        return pen.say(.range("\(stream.lowerBound)\(pen.dash)\(stream.upperBound - 1)", of: written.who))
    }

    /// The packets that carry a message. Where another program's TCP carries the stream, no packet is ever seen: nil.
    private func carriers(of written: Timeline.Written) -> String? {
        let packets = timeline.shares(of: written).map(\.packet)
        guard packets.isEmpty else { return pen.say(.inFrames(ranges(packets), isOne: packets.count == 1)) }
        return timeline.packets.isEmpty ? nil : pen.say(.inNoPacket)
    }

    /// The packets that carry a message, as a story names them; empty at the other levels of detail.
    private func frames(of written: Timeline.Written) -> String {
        guard detail == .story else { return "" }
        return carriers(of: written).map { " \($0) " } ?? ""
    }

    /// The octets of a packet or message, in a table of their own.
    func octets(of event: Event) -> [Line] {
        if let sent = timeline.packet(at: event.number) {
            let cargo = timeline.cargo(of: sent).map { pen.say(.seeStep($0.written.message.label, $0.written.event)) }
            let payload = cargo.isEmpty ? nil : cargo.joined(separator: "; ")
            let pane = HexPane(sent.packet, payload: payload)
            return [Line()]
                + pane.explained(by: journal.glossary, at: Place(sent.who.description), in: language).lines(pen)
        }
        if let written = timeline.message(at: event.number) {
            let place = Place(written.message, from: written.who)
            return written.message.panes.flatMap {
                [Line()] + HexPane($0).explained(by: journal.glossary, at: place, in: language).lines(pen)
            }
        }
        return []
    }

    // MARK: Parts

    private func carries(_ message: Message, _ share: Timeline.Share) -> String {
        let total = message.stream.count
        guard share.inMessage.count < total else {
            return pen.legible(detail == .story ? message.label : pen.say(.whole(message.label, octets: total)))
        }
        let part = "\(share.inMessage.lowerBound)\(pen.dash)\(share.inMessage.upperBound - 1)"
        guard detail != .story else { return pen.legible(pen.say(.part(message.label, octets: part, of: total))) }
        return pen.legible(pen.say(.partOf(message.label, octets: part, of: total)))
    }

    /// - Parameter tail: the text on the arrow's shaft behind the label.
    private func arrow(
        _ label: String, on way: Lifelines.Way, lost: Bool, tone: Tone, rule: String? = nil, tail: String = ""
    ) -> Line {
        let rule = rule ?? pen.rule
        let head = lost ? pen.lost : way.isRightwards ? pen.right : pen.left
        let room = way.columns.count - 3 - Text.width(label) - Text.width(tail)
        let rest =
            String(repeating: rule, count: max(1, tail.isEmpty ? room : room - 1)) + tail
            + (tail.isEmpty ? "" : rule)
        let headTone = lost ? Tone.bad : tone
        return way.isRightwards
            ? Line(rule + rule + label + rest, tone) + Line(head, headTone)
            : Line(head, headTone) + Line(rule + label + rest + rule, tone)
    }

    /// A label in the specification's notation, without its first parts where it is too long.
    private func shortened(_ label: String, to width: Int) -> String {
        let parts = label.split(separator: "<").map { "<" + $0 }
        for count in parts.indices.reversed().map({ $0 + 1 }) {
            let text = parts.suffix(count).joined()
            if Text.width(text) <= width { return text }
        }
        return Text.fit(label, to: width, mark: pen.ellipsis)
    }

    /// A label in the specification's notation, broken between its parts where it is too long for one line. Where the arrow has
    /// no room for a label, the first line is empty and the whole label stands under the arrow.
    private func split(_ label: String, on way: Lifelines.Way) -> [String] {
        guard let width = way.label else { return ["", label] }
        var lines: [String] = [""]
        for part in label.split(separator: "<").map({ "<" + $0 }) {
            let last = lines[lines.count - 1]
            if !last.isEmpty, Text.width(last) + Text.width(part) > width {
                lines.append(part)
            } else {
                lines[lines.count - 1] = last + part
            }
        }
        return lines.map { Text.fit($0, to: width, mark: pen.ellipsis) }
    }

    /// "4–6, 9".
    private func ranges(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)\(pen.dash)\($0.upperBound)" }
            .joined(separator: ", ")
    }

    /// The fields of a message, and the transcript hash up to and including the message.
    func outline(_ message: Message) -> [Line] {
        var lines = message.panes.flatMap { outline($0) }
        if let hash = message.transcriptHash {
            lines += note(.hash, pen.say(.hashOfAll)) + under(Hex.string(hash))
        }
        return lines
    }

    /// The upper levels of a pane's fields with their values. The value of a structure names the fields that lie deeper.
    private func outline(_ pane: Pane) -> [Line] {
        var roots = pane.fields
        while roots.count == 1, !roots[0].children.isEmpty { roots = roots[0].children }
        return note(
            naming: pen.legible(pen.say(journal.glossary.name(pane.name))), pen.count(pane.bytes.count), tone: .faint)
            + roots.flatMap { outline($0, of: pane, depth: 0) }
    }

    private func outline(_ field: Field, of pane: Pane, depth: Int) -> [Line] {
        let room = pen.columns - wire
        let table = Table(columns: [
            Table.Column(title: pen.say(.field), width: room * 2 / 5),
            Table.Column(title: pen.say(.value), width: room - room * 2 / 5 - 2),
        ])
        let opens = depth < 2 && !field.children.isEmpty
        let value = opens ? pen.legible(name(field.value)) : summary(field, of: pane)
        // The value is a text of the wire where it has no other name.
        let isFromWire = field.children.isEmpty && words(field.value).chinese == field.value
        let cells = [
            Table.Cell(text: pen.legible(field.name), tone: field.children.isEmpty ? .segment : .strong, indent: depth),
            Table.Cell(text: isFromWire ? goingOn(value, to: table.columns[1].width) : value),
        ]
        let children = opens ? field.children.filter { depth < 1 || !Narrator.isLength($0) } : []
        return table.row(cells).map { Line().padded(to: wire) + $0 }
            + children.flatMap { outline($0, of: pane, depth: depth + 1) }
    }

    /// A text of the wire. In Chinese a bar stands before each line on which it goes on, since its words belong to no sentence around it.
    private func goingOn(_ text: String, to width: Int) -> String {
        guard language == .chinese, Text.width(text) > width else { return text }
        return Text.wrap(lines: text, to: width - Text.width(pen.trunk)).enumerated().map { index, line in
            index == 0 ? line : pen.trunk + line
        }.joined(separator: "\n")
    }

    /// The value of a field in few words. A list of structures has a line for each.
    private func summary(_ field: Field, of pane: Pane) -> String {
        if field.children.isEmpty || !field.value.isEmpty { return value(field, of: pane) }
        let telling = field.children.filter { !Narrator.isLength($0) }
        return telling.map { child in
            let values = child.leaves.filter { !Narrator.isLength($0) && !$0.range.isEmpty }.map { value($0, of: pane) }
            guard let first = values.first, values.count > 1 else { return values.first ?? pen.say(.nothing) }
            return "\(first): \(values.dropFirst().joined(separator: ", "))"
        }.joined(separator: "\n")
    }

    private func value(_ field: Field, of pane: Pane) -> String {
        if !field.value.isEmpty { return pen.legible(name(field.value)) }
        if let number = field.number { return String(number) }
        return pen.brief(Array(pane.bytes[field.range.clamped(to: 0..<pane.bytes.count)]))
    }

    /// Whether a field is a length inside a message. Lengths are left out: the octets show them better.
    private static func isLength(_ field: Field) -> Bool {
        field.children.isEmpty && ["_length", "_len", ".len"].contains { field.name.hasSuffix($0) }
    }
}

extension Message {
    /// The first line of the application data that is encrypted in a message; nil if the run does not know the plaintext, or if
    /// it does not begin with a line of text.
    var hiddenLine: String? {
        guard step == "tls.application_data", panes.count > 1, let text = panes.last?.bytes else { return nil }
        let line = text.prefix { (0x20...0x7e).contains($0) }
        guard !line.isEmpty, line.count == text.count || [0x0d, 0x0a].contains(text[line.endIndex]) else { return nil }
        return String(decoding: line, as: UTF8.self)
    }
}
