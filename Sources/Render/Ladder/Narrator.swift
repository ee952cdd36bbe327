import Trace

/// Tells the events of a journal one after the other, as lines of a ladder.
///
/// The columns: event number, milliseconds, the client's side, the wire, the server's side. An event of one side alone is told in
/// the column of the wire, and the side's name stands in the column of the side.
struct Narrator {
    /// The columns of a side: "SYN-RECEIVED" and "eavesdropper" fit exactly.
    static let side = 12

    let journal: Journal
    let detail: Detail
    let pen: Pen
    let language: Language
    let tellsChecks: Bool
    let timeline: Timeline
    let closing: Closing
    private let page: Set<Int>?

    /// The columns of the event number.
    private let numbering: Int
    /// The events that are the first of their step id to have a background.
    private let firsts: Set<Int>
    /// The steps that a story tells in one line, because a reader has met such a step before.
    let repetitions: Repetitions
    /// The knowledge of all parties after the events told so far.
    private var known: Ledger
    /// The same knowledge, as it grows event by event.
    private var learning: Ledger.Growth
    /// The number of the event that was told last.
    private(set) var lastTold: Int

    /// The sentences that a story has told; it does not tell them again.
    private(set) var said: Set<String>
    /// The event that is being told, and its sentences without those that were told before.
    private var news: (event: Int, words: String)?
    /// The events that have been told.
    private var told: Set<Int> = []

    /// The flights of the run; nil if they are not known yet, or drawn elsewhere.
    private let overview: Overview?

    /// - Parameters:
    ///   - tellsChecks: whether a story tells each check of a list, and not only the checks that failed.
    ///   - hasPictures: whether the run and its chapters are also drawn as flights.
    ///   - told: how many events have been told before, and the sentences told there.
    ///   - page: the events that are on the page; nil for all. A reader does not see the sentences of other events.
    init(
        _ journal: Journal, detail: Detail, pen: Pen, language: Language, tellsChecks: Bool, hasPictures: Bool,
        from told: (events: Int, said: Set<String>) = (0, []), on page: Set<Int>? = nil
    ) {
        self.journal = journal
        self.detail = detail
        self.pen = pen
        self.language = language
        self.tellsChecks = tellsChecks
        let timeline = Timeline(journal)
        self.timeline = timeline
        closing = Closing(journal)
        numbering = max(3, String(journal.events.count).count)
        overview = hasPictures ? Overview(journal, timeline, pen: pen, margin: numbering + 11) : nil
        var learning = Ledger.Growth(journal)
        learning.include(upTo: told.events)
        known = learning.ledger
        self.learning = learning
        lastTold = told.events
        said = told.said
        self.page = page
        var seen: Set<String> = []
        firsts = Set(
            journal.events.filter { event in
                guard let remark = event.remark, !remark.background(in: language).isEmpty else { return false }
                return seen.insert(event.step).inserted
            }.map(\.number))
        repetitions = detail == .story ? Repetitions(journal, explained: firsts, on: page) : Repetitions()
    }

    /// The column in which all prose begins: behind the numbers, so that the prose takes few lines.
    var prose: Int { numbering + 2 }
    /// The column in which the wire begins.
    var wire: Int { numbering + 11 + Narrator.side + 1 }
    /// The width of the wire in columns.
    var span: Int { pen.columns - wire - 1 - Narrator.side }

    /// The lines for an event. There are none if this level of detail leaves the event out.
    mutating func tell(_ event: Event) -> [Line] {
        var sentences: [String] = []
        if detail == .story, let remark = event.remark {
            sentences = Text.sentences(full(event, remark), in: language)
            // The first sentence belongs to its step, unless a formula says the same. Each other sentence is told once, even if
            // it is about the other side then.
            let isMove = if case .transition = event.kind { true } else { false }
            let hasFormula = if case .computed = event.kind { true } else { false }
            let fresh = sentences.enumerated().filter {
                $0.offset == 0 && !hasFormula || isMove || !said.contains(Narrator.neutral($0.element))
            }
            let words = fresh.map(\.element).joined(separator: pen.gap)
            let isOnWire = if case .sent = event.kind { true } else { false }
            news = (event.number, isOnWire ? References(journal, told: told).corrected(words) : words)
        }
        let lines = story(of: event)
        guard !lines.isEmpty else { return [] }
        lastTold = event.number
        told.insert(event.number)
        if page?.contains(event.number) ?? true { said.formUnion(sentences.map(Narrator.neutral)) }
        return lines
    }

    /// A sentence in a form that is the same for both sides.
    private static func neutral(_ sentence: String) -> String {
        sentence.utf8.count == sentence.count
            ? Text.replacing("client", with: "server", in: sentence)
            : sentence.replacing("client", with: "server").replacing("客户端", with: "服务器")
    }

    private mutating func story(of event: Event) -> [Line] {
        var lines: [Line]
        switch event.kind {
        case .sent, .received:
            lines =
                timeline.packet(at: event.number).map { send($0, event) }
                ?? timeline.copy(at: event.number).map { arriveAgain($0, event) } ?? act(event)
        case .wrote, .read:
            lines = timeline.message(at: event.number).map { write($0, event) } ?? act(event)
        case .chapter(let title): return chapter(title.sentence(in: language), event)
        default: lines = act(event)
        }
        guard !lines.isEmpty || isWorthTelling(event) else { return [] }
        lines += reasons(of: event)
        if detail != .story {
            lines += contents(of: event) + changes(of: event) + knowledge(after: event)
            if lines.count > 1 || event.cite != nil, !isEcho(event) { lines += source(of: event) }
        }
        if detail == .bytes { lines += octets(of: event) }
        return lines
    }

    // MARK: Lines of the ladder

    /// The date of the run; the bare number for a moment before 1970 or after 9999.
    private static func date(_ epoch: Int64) -> String {
        epoch >= 0 && CivilTime.expressible.contains(epoch) ? CivilTime.text(epoch) : "\(epoch) s after 1970"
    }

    /// The run's name.
    func title() -> [Line] {
        Text.wrap(pen.legible(journal.title.sentence(in: language)), to: pen.columns).map { Line($0, .heading) } + [
            Line()
        ]
    }

    /// The whole run as a picture of few lines; empty if there is no picture.
    func picture() -> [Line] { overview?.whole() ?? [] }

    /// The run's settings, how to read the ladder, the heads of its columns, the states before the first event.
    func heads() -> [Line] {
        var lines: [Line] = []
        let names = journal.settings.map { name($0.name) } + [LegendNote.epoch.sentence(in: language)]
        let values = journal.settings.map { name($0.value) } + [Narrator.date(journal.epoch)]
        let width = min(24, names.map { Text.width($0) }.max() ?? 0)
        for (name, value) in zip(names, values) {
            for (index, part) in Text.wrap(value, to: pen.columns - width - 4).enumerated() {
                lines.append(
                    "  "
                        + Line(
                            Text.pad(index == 0 ? Text.fit(name, to: width, mark: pen.ellipsis) : "", to: width), .faint
                        )
                        + "  " + part)
            }
        }
        lines.append(Line())
        lines += legend.map { Line("  " + $0, .faint) }
        lines += Text.wrap(voice, to: pen.columns - 2).map { Line("  " + $0, .faint) }
        lines.append(Line())
        let client = pen.head(.client, in: journal) + " \(pen.legible(journal.client.description))"
        let server = pen.head(.server, in: journal) + " \(pen.legible(journal.server.description))"
        let left =
            Line(Text.pad("#", to: numbering, side: .right) + Text.pad("t(ms)", to: 9, side: .right), .faint) + "  "
        lines += [left + client].noting(server, edge: pen.columns)
        if let others { lines.append(others) }
        if timeline.initial != Timeline.Sides() {
            lines.append(Line().padded(to: numbering + 11) + sides(timeline.initial, Line().padded(to: span)))
        }
        return lines + [Line()]
    }

    /// The sentences of the legend.
    private var voice: String {
        let hasWire = !timeline.packets.isEmpty
        let arrow: LegendNote = journal.witness == nil ? .arrow : .arrowOfOneEnd
        let notes: [LegendNote?] = [
            .voice, hasWire ? arrow : timeline.initial == Timeline.Sides() ? nil : .moment,
            overview != nil && hasWire ? .picture : nil, hasWire ? .relative : nil, .gap, hasWire ? .frame : nil,
        ]
        return notes.compactMap { $0?.sentence(in: language) }.joined(separator: pen.gap)
    }

    /// The meanings of the signs, on as many lines as they take. A sign and its word stay on one line.
    private var legend: [String] {
        let line = String(repeating: pen.rule, count: 2) + pen.right
        let double = String(repeating: pen.doubleRule, count: 2) + pen.right
        let notes: [LegendNote] = [
            .packet(sign: line), .message(sign: double), .calculation(sign: pen.compute),
            .check(passed: pen.pass, failed: pen.fail), .number,
        ]
        return notes.map { $0.sentence(in: language) }.reduce(into: [""]) { lines, sign in
            let last = lines[lines.count - 1]
            let joined = last.isEmpty ? sign : last + "   " + sign
            if Text.width(joined) <= pen.columns - 2 {
                lines[lines.count - 1] = joined
            } else {
                lines.append(sign)
            }
        }
    }

    /// The heading of a part of a chapter, and the sentence that introduces the part.
    func heading(of part: Journal.Part, number: Int) -> [Line] {
        let title = pen.say(.partTitle(number, part.about.topic(in: language)))
        let edge = pen.rule + pen.rule
        // In Chinese nothing stands behind the words: a rule at the end goes to the edge of the page, and marks a chapter.
        let end = language == .chinese ? "" : " \(edge)"
        return [Line(Text.fit("\(edge) \(pen.legible(title))\(end)", to: pen.columns, mark: pen.ellipsis), .heading)]
            + Text.wrap(pen.legible(part.about.sentence(in: language)), to: pen.columns).map { Line($0) }
            + (detail == .story ? [] : [Line()])
    }

    /// A chapter's heading, its remark, and the picture of its flights.
    private func chapter(_ title: String, _ event: Event) -> [Line] {
        let words = event.remark.map { Text.wrap(pen.legible($0.sentence(in: language)), to: pen.columns) } ?? []
        let next = journal.events[event.number...].first(where: \.isChapter)
        let picture = overview?.part(event.number..<(next?.number ?? journal.events.count + 1)) ?? []
        return [pen.heading(title)] + words.map { Line($0) } + (picture.isEmpty ? [] : [Line()] + picture)
    }

    /// The event's number and time.
    func margin(_ event: Event) -> Line {
        Line(Text.pad(String(event.number), to: numbering, side: .right), .faint)
            + Line(Text.pad(Narrator.clock(event.at), to: 9, side: .right) + "  ", .faint)
    }

    /// The states of both sides with the wire between them.
    func sides(_ states: Timeline.Sides, _ middle: Line) -> Line {
        pen.sides(client: states[.client], wire: middle, server: states[.server])
    }

    /// Lines under the wire, wrapped.
    func under(_ text: String, _ tone: Tone = .normal) -> [Line] {
        Text.wrap(text, to: pen.columns - wire).map { Line().padded(to: wire) + Line($0, tone) }
    }

    /// Sentences below a step, wrapped.
    func prose(_ text: String, _ tone: Tone = .normal) -> [Line] {
        Text.wrap(text, to: pen.columns - prose).map { Line().padded(to: prose) + Line($0, tone) }
    }

    /// Lines in the column of the wire that say what one principal does. The principal's name stands before them. Only the server's name
    /// stands on the server's side, behind a text that ends on its first line. Behind any other text it would stand inside a sentence.
    ///
    /// - Parameters:
    ///   - mark: the tone of the glyph; nil for that of the text.
    ///   - trunk: the sign below the glyph if the text takes several lines.
    ///   - rest: text behind the first line, in normal tone.
    ///   - goesOn: whether the caller continues the text on further lines.
    ///   - english: the text in English where it is a sentence: the name stands on the same side in each language.
    func entry(
        of event: Event, _ glyph: String, _ text: String, tone: Tone = .normal, mark: Tone? = nil, trunk: String = "",
        after rest: String = "", goesOn: Bool = false, english: String = ""
    ) -> [Line] {
        let name = Line(Text.fit(pen.legible(pen.say(journal.words(of: event.who))), to: Narrator.side), .strong)
        let hang = Text.width(glyph) + 1
        // Below a branch of a tree the trunk goes on, and the text beside it. Any other text goes on where all prose begins.
        let margin = trunk.isEmpty ? prose : wire + hang
        let isBehind =
            event.who == .server && !goesOn && max(Text.width(text + rest), Text.width(english)) <= span - hang
        return Text.wrap(text, to: pen.columns - margin, first: pen.columns - wire - hang).enumerated().map {
            index, part in
            guard index == 0 else {
                return (Line().padded(to: min(margin, wire)) + Line(trunk, mark ?? tone)).padded(to: margin)
                    + Line(part, tone)
            }
            let left = self.margin(event) + (isBehind ? Line() : name)
            let line = left.padded(to: wire) + Line(glyph + " ", mark ?? tone) + Line(part, tone) + rest
            return isBehind ? line.padded(to: wire + span + 1) + name : line
        }
    }

    /// Lines under the wire, with a word before the first that names what they tell.
    func note(_ label: LadderNote, _ text: String, tone: Tone = .normal) -> [Line] {
        note(naming: pen.say(label), text, tone: tone)
    }

    /// Lines under the wire, with a name before the first.
    func note(naming word: String, _ text: String, tone: Tone = .normal) -> [Line] {
        let width = 10
        return Text.wrap(text, to: pen.columns - wire - width).enumerated().map { index, part in
            Line().padded(to: wire) + Line(Text.pad(index == 0 ? word : "", to: width), .faint) + Line(part, tone)
        }
    }

    /// Milliseconds with one decimal; seconds if the milliseconds do not fit into the column.
    static func clock(_ instant: Instant) -> String {
        let milliseconds = instant.description
        if milliseconds.count <= 8 { return milliseconds }
        let seconds = "\(instant.microseconds / 1_000_000)s"
        return seconds.count <= 8 ? seconds : "forever"
    }

    // MARK: Lines that every event may have

    /// Whether an event for which no line is drawn has a remark to tell.
    private func isWorthTelling(_ event: Event) -> Bool {
        if case .lost(let packet, _) = event.kind, timeline.line(ofPacket: packet.number) != nil { return false }
        if case .remarked = event.kind { return false }
        return !isEcho(event) && event.remark != nil && detail != .story
    }

    /// Whether an event reads a message that is drawn and explained where it was written.
    private func isEcho(_ event: Event) -> Bool {
        if case .read = event.kind { timeline.message(at: event.number) == nil } else { false }
    }

    private func reasons(of event: Event) -> [Line] {
        switch event.kind {
        // The line itself tells it.
        case .remarked: return []
        case .checked(_, true) where detail == .story: return []
        case .checked where !topic(of: event).isEmpty: return []
        default: break
        }
        guard !isEcho(event), !repetitions.isRoutine(event), repetitions.sameCalculation(as: event) == nil,
            let remark = event.remark
        else { return [] }
        let words = words(of: event, remark)
        return words.isEmpty ? [] : prose(pen.legible(words))
    }

    /// The words of a remark. The background is told with the first step that has one.
    func words(of event: Event, _ remark: any Remark) -> String {
        if let news, news.event == event.number { return news.words }
        return full(event, remark)
    }

    private func full(_ event: Event, _ remark: any Remark) -> String { told(event, remark, in: language) }

    /// The remark of an event, with its background where it comes first.
    func told(_ event: Event, _ remark: any Remark, in language: Language) -> String {
        firsts.contains(event.number) ? remark.text(in: language) : remark.sentence(in: language)
    }

    private func changes(of event: Event) -> [Line] {
        guard !event.changes.isEmpty else { return [] }
        let list = event.changes.map { change in
            let isNew = change.before.isEmpty || change.before == "-"
            return "\(change.name)\(isNew ? "=" : " \(change.before)\(pen.becomes)")\(change.after)"
        }
        return note(.changed, pen.legible(pen.list(list)))
    }

    /// The rule behind an event, and the id by which a lesson or a link can point at it.
    private func source(of event: Event) -> [Line] {
        let step = Text.fit(pen.legible(event.step), to: 50, mark: pen.ellipsis)
        guard let cite = event.cite else { return note(naming: Text.trimmed(pen.say(.step(""))), step, tone: .faint) }
        return note(.rule, pen.legible(cite.description)).noting(Line(pen.say(.step(step)), .faint), edge: pen.columns)
    }

    /// The fields of a message, or the quantities of a calculation.
    private func contents(of event: Event) -> [Line] {
        switch event.kind {
        case .wrote, .read: timeline.message(at: event.number).map { outline($0.message) } ?? []
        case .computed(let calculation): quantities(calculation)
        default: []
        }
    }

    /// The parties that learn something by this event beyond what its own line says: the quantities that a message discloses,
    /// and those that follow from them together with earlier knowledge.
    private mutating func knowledge(after event: Event) -> [Line] {
        var told: SecretID?
        switch event.kind {
        case .learned(let secret, _, _): told = secret
        case .wrote(let message) where !message.discloses.isEmpty: break
        // A party that watches the wire has a message with the last packet that carries it.
        case .sent(let packet, _) where !packet.stream.isEmpty: break
        default: return []
        }
        guard learning.include(upTo: event.number) else { return [] }
        let ledger = learning.ledger
        defer { known = ledger }
        var gains: [(text: String, who: [Principal])] = []
        for principal in journal.principals {
            let new = ledger.facts(of: principal).filter { !known.holds(principal, $0.secret) }
            let read = new.filter { if case .received = $0.how { $0.secret != told } else { false } }
            let computable = new.filter { if case .derived = $0.how { $0.secret != told } else { false } }
            func names(_ facts: [Ledger.Fact]) -> [Words] { facts.map { words($0.secret.name) } }
            let notes: [LadderNote?] = [
                read.isEmpty ? nil : .learned(names(read)), computable.isEmpty ? nil : .canCompute(names(computable)),
            ]
            for note in notes.compactMap({ $0 }) {
                let text = pen.legible(pen.say(note))
                if let index = gains.firstIndex(where: { $0.text == text }) {
                    gains[index].who.append(principal)
                } else {
                    gains.append((text, [principal]))
                }
            }
        }
        return gains.flatMap { gain in
            note(.so, pen.say(.who(gain.who)) + pen.gap + gain.text)
        }
    }
}
