import Trace

/// How much a ladder tells.
public enum Detail: String, CaseIterable, Sendable {
    /// The whole run on one screen, and what it comes to.
    case overview
    /// What happens and why.
    case story
    /// Also what changes inside both ends, the rule behind every step, the messages' fields, who comes to know what.
    case messages
    /// Also every octet on the wire and every intermediate value.
    case bytes
}

/// A run as a ladder diagram with its reasons, in the columns of its style.
///
/// Time runs downwards, the client is on the left, the server on the right. A packet is drawn where it is sent, and once more
/// where it arrives if something is told in between. The states on a line are those of its moment. Every step carries its
/// event's number, which is the same at every level of detail and in the JSON.
public struct Ladder: Sendable {
    /// One step of the run.
    public struct Step: Sendable {
        /// The event's stable step id, such as "tls.client_hello". A message sent twice has the same id twice.
        public let id: String
        /// The event's number in the journal.
        public let number: Int
        /// The id by which it is picked out: that of a packet's arrival is its departure's with "arrives." before it.
        let selector: String
        /// Its lines, each ended by a line feed; an empty line follows where the next step is set apart.
        public let text: String
    }

    /// The run's name, and its flights as a picture of few lines.
    public let overview: String
    /// The run's settings, and the heads of the columns.
    public let heads: String
    /// All that comes before the first step.
    public var header: String { overview + heads }
    /// The steps that this level of detail shows, in order.
    public let steps: [Step]
    /// Who holds what in the end, what both sides hold alike, and what the run leaves out.
    public var epilogue: String { sections.map(\.text).joined() }
    /// The parts of the epilogue, each with an id that begins with "end.".
    let sections: [(id: String, text: String)]
    /// The ids of all events, also of those that this level of detail passes over.
    let ids: Set<String>

    /// Draws `journal`.
    ///
    /// - Parameters:
    ///   - detail: how much to tell.
    ///   - tellsChecks: whether a story tells each check of a list, and not only those that failed.
    ///   - hasPicture: whether the picture of the flights opens it; not where a figure of the same run stands above.
    ///   - style: whether colour may be used; the caller knows the terminal and the user's wishes (`NO_COLOR`).
    ///   - ascii: whether to keep to ASCII.
    ///   - language: the language of the reasons.
    public init(
        _ journal: Journal, detail: Detail = .story, style: PageStyle = .plain, ascii: Bool = false,
        language: Language = .english, tellsChecks: Bool = false, hasPicture: Bool = true
    ) {
        let pen = Pen(style, ascii: ascii)
        var narrator = Narrator(
            journal, detail: detail, pen: pen, language: language, tellsChecks: tellsChecks, hasPictures: hasPicture)
        let picture = hasPicture ? narrator.picture() : []
        overview = pen.draw(narrator.title() + picture + (picture.isEmpty ? [] : [Line()]))
        let epilogue = Epilogue(journal, pen: pen, language: language)
        ids = Set(journal.events.map(\.step))
        guard detail != .overview else {
            heads = ""
            steps = []
            sections = Ladder.drawn(epilogue.outcome(), pen)
            return
        }
        heads = pen.draw(narrator.heads())
        let told = journal.events.map { (event: $0, lines: narrator.tell($0)) }.filter { !$0.lines.isEmpty }
        steps = Ladder.steps(told, detail: detail, pen: pen)
        sections = Ladder.drawn(epilogue.sections() + epilogue.outcome(), pen)
    }

    private static func drawn(_ sections: [(id: String, lines: [Line])], _ pen: Pen) -> [(id: String, text: String)] {
        sections.map { (id: $0.id, text: pen.draw($0.lines)) }
    }

    /// The steps that are told with these lines, set apart from one another.
    static func steps(_ told: [(event: Event, lines: [Line])], detail: Detail, pen: Pen) -> [Step] {
        told.enumerated().map { index, step in
            // Steps of a single line stand together, and so do the checks of a story; everything else has air around it.
            let next = index + 1 < told.count ? told[index + 1] : nil
            let joins =
                next.map { next in
                    let areChecks =
                        detail == .story && Ladder.isPassedCheck(step.event) && Ladder.isPassedCheck(next.event)
                    let areLines = step.lines.count == 1 && next.lines.count == 1
                    return (areChecks || areLines) && !Ladder.isChapter(step.event) && !Ladder.isChapter(next.event)
                } ?? false
            return Step(
                id: step.event.step, number: step.event.number, selector: Ladder.selector(step.event),
                text: pen.draw(joins ? step.lines : step.lines + [Line()]))
        }
    }

    /// The whole story: header, steps, epilogue.
    public var text: String { header + steps.map(\.text).joined() + epilogue }

    private static func selector(_ event: Event) -> String {
        if case .received = event.kind { "arrives." + event.step } else { event.step }
    }

    private static func isPassedCheck(_ event: Event) -> Bool {
        switch event.kind {
        case .checked(_, true): true
        // A check of several, all of which are told, and that failed among them belongs to the list.
        case .checked: event.remark.map { !$0.topic(in: .english).isEmpty } ?? false
        default: false
        }
    }

    private static func isChapter(_ event: Event) -> Bool {
        if case .chapter = event.kind { true } else { false }
    }
}
