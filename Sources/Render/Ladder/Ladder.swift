import Trace

/// How much a ladder tells.
package enum Detail: String, CaseIterable, Sendable {
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
package struct Ladder: Sendable {
    /// One step of the run.
    package struct Step: Sendable {
        /// The event's stable step id, such as "tls.client_hello". A message sent twice has the same id twice.
        package let id: String
        /// The event's number in the journal.
        package let number: Int
        /// The id by which it is picked out: that of a packet's arrival is its departure's with "arrives." before it.
        let selector: String
        /// The heading of the part of the chapter that begins here; empty for most.
        package let heading: String
        /// Its lines, each ended by a line feed; an empty line follows where the next step is set apart.
        package let text: String
    }

    /// The run's name, and its flights as a picture of few lines.
    package let overview: String
    /// The run's settings, and the heads of the columns.
    package let heads: String
    /// All that comes before the first step.
    package var header: String { overview + heads }
    /// The steps that this level of detail shows, in order.
    package let steps: [Step]
    /// What the run comes to, who holds what in the end, what both sides hold alike, and what the run leaves out.
    package var epilogue: String { sections.map(\.text).joined() }
    /// The parts of the epilogue, each with an id that begins with "end.".
    let sections: [(id: String, text: String)]
    /// The ids of all events, also of those that this level of detail passes over.
    let ids: Set<String>
    /// The same ladder as it is where only these events are on the page.
    let excerpt: @Sendable (Set<Int>) -> Ladder

    /// Draws `journal`.
    ///
    /// - Parameters:
    ///   - detail: how much to tell.
    ///   - tellsChecks: whether a story tells each check of a list, and not only those that failed.
    ///   - hasPicture: whether the picture of the flights opens it; not where a figure of the same run stands above.
    ///   - style: whether colour may be used; the caller knows the terminal and the user's wishes (`NO_COLOR`).
    ///   - ascii: whether to keep to ASCII.
    ///   - language: the language of the reasons.
    package init(
        _ journal: Journal, detail: Detail = .story, style: PageStyle = .plain, ascii: Bool = false,
        language: Language = .english, tellsChecks: Bool = false, hasPicture: Bool = true
    ) {
        self.init(
            journal, detail: detail, pen: Pen(style, ascii: ascii), language: language, tellsChecks: tellsChecks,
            hasPicture: hasPicture, on: nil)
    }

    private init(
        _ journal: Journal, detail: Detail, pen: Pen, language: Language, tellsChecks: Bool, hasPicture: Bool,
        on page: Set<Int>?
    ) {
        excerpt = { page in
            Ladder(
                journal, detail: detail, pen: pen, language: language, tellsChecks: tellsChecks,
                hasPicture: hasPicture, on: page)
        }
        var narrator = Narrator(
            journal, detail: detail, pen: pen, language: language, tellsChecks: tellsChecks, hasPictures: hasPicture,
            on: page)
        let picture = hasPicture ? narrator.picture() : []
        overview = pen.draw(narrator.title() + picture + (picture.isEmpty ? [] : [Line()]))
        ids = Set(journal.events.map(\.step))
        guard detail != .overview else {
            heads = ""
            steps = []
            let epilogue = Epilogue(journal, detail: detail, pen: pen, language: language)
            sections = Ladder.drawn(epilogue.summary() + epilogue.next(), pen)
            return
        }
        heads = pen.draw(narrator.heads())
        let told = journal.events.map { (event: $0, lines: narrator.tell($0)) }.filter { !$0.lines.isEmpty }
        steps = Ladder.steps(told, narrator)
        let epilogue = Epilogue(
            journal, detail: detail, told: Set(told.map(\.event.number)), pen: pen, language: language)
        sections = Ladder.drawn(epilogue.summary() + epilogue.sections() + epilogue.next(), pen)
    }

    private static func drawn(_ sections: [(id: String, lines: [Line])], _ pen: Pen) -> [(id: String, text: String)] {
        sections.map { (id: $0.id, text: pen.draw($0.lines)) }
    }

    /// The steps that are told with these lines, set apart from one another, each part of the story with its heading.
    ///
    /// - Parameter last: the number of the event that was told before them.
    static func steps(_ told: [(event: Event, lines: [Line])], after last: Int = 0, _ narrator: Narrator) -> [Step] {
        var headings: [Int: [Line]] = [:]
        for (index, begun) in narrator.journal.begunParts.enumerated() {
            // Where a chapter begins with the part, its own heading comes first.
            let first = told.first { $0.event.number >= begun.event && !isChapter($0.event) }
            guard begun.event > last, let first else { continue }
            headings[first.event.number] = narrator.heading(of: begun.part, number: index + 1)
        }
        return told.enumerated().map { index, step in
            // Steps of a single line stand together, and so do the checks of a story; everything else has air around it.
            let next = index + 1 < told.count ? told[index + 1] : nil
            let joins =
                next.map { next in
                    let areChecks =
                        narrator.detail == .story && isPassedCheck(step.event) && isPassedCheck(next.event)
                    let areLines = step.lines.count == 1 && next.lines.count == 1
                    let areOne =
                        narrator.detail == .story && belong(step.event, next.event)
                    let hasHeading = headings[next.event.number] != nil
                    if isChapter(step.event), narrator.detail == .story { return true }
                    return (areChecks || areLines || areOne) && !isChapter(step.event) && !isChapter(next.event)
                        && !hasHeading
                } ?? false
            return Step(
                id: step.event.step, number: step.event.number, selector: selector(step.event),
                heading: narrator.pen.draw(headings[step.event.number] ?? []),
                text: narrator.pen.draw(joins ? step.lines : step.lines + [Line()]))
        }
    }

    /// Whether a story tells two steps in one breath: what one side does at one moment.
    private static func belong(_ event: Event, _ next: Event) -> Bool { event.at == next.at && event.who == next.who }

    /// The whole story: header, steps, epilogue.
    package var text: String { header + story(of: steps) + epilogue }

    /// Steps with the headings of the parts that begin at them.
    func story(of steps: some Sequence<Step>) -> String { steps.map { $0.heading + $0.text }.joined() }

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
