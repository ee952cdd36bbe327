import Trace

/// How much a ladder tells.
package enum Detail: String, CaseIterable, Sendable {
    /// The whole run on one screen, and its conclusions.
    case overview
    /// What happens and why.
    case story
    /// As `story`, and what changes inside both ends, the rule behind every step, the fields of the messages, and which party
    /// learns which quantity.
    case messages
    /// As `messages`, and every octet on the wire and every intermediate value.
    case bytes
}

/// A run as a ladder diagram with its reasons, in the columns of its style.
///
/// Time runs downwards, the client is on the left, the server on the right. A packet is drawn where it is sent, and again where
/// it arrives if the ladder tells something in between. A line shows the states at the moment of its event. Every step has its
/// event's number, which is the same at every level of detail and in the JSON.
package struct Ladder: Sendable {
    /// One step of the run.
    package struct Step: Sendable {
        /// The event's stable step id, such as "tls.client_hello". A message sent twice has the same id twice.
        package let id: String
        /// The event's number in the journal.
        package let number: Int
        /// The id by which a reader selects the step. A packet's arrival has the id of its departure with "arrives." before it.
        let selector: String
        /// The heading of the part of a chapter that begins with this step; empty if no part begins here.
        package let heading: String
        /// The lines of the step, each ended by a line feed. An empty line follows if the next step is set apart.
        package let text: String
    }

    /// The run's name, and its flights as a picture of few lines.
    package let overview: String
    /// The run's settings, and the heads of the columns.
    package let heads: String
    /// The text before the first step.
    package var header: String { overview + heads }
    /// The steps that this level of detail shows, in order.
    package let steps: [Step]
    /// The text after the last step: the conclusions of the run, which party holds which quantity, which quantities are equal on
    /// both sides, and what the run leaves out.
    package var epilogue: String { sections.map(\.text).joined() }
    /// The parts of the epilogue, each with an id that begins with "end.".
    let sections: [(id: String, text: String)]
    /// The step ids of all events, including the events that this level of detail leaves out.
    let ids: Set<String>
    /// The language of the ladder.
    let language: Language
    /// Draws the ladder of the same run for a page that has only the events with these numbers.
    let excerpt: @Sendable (Set<Int>) -> Ladder

    /// Draws `journal`.
    ///
    /// - Parameters:
    ///   - detail: how much to tell.
    ///   - style: whether colour may be used; the caller knows the terminal and the user's wishes (`NO_COLOR`).
    ///   - tellsChecks: whether a story tells each check of a list, and not only the checks that failed.
    ///   - hasPicture: whether the ladder begins with the picture of the flights; false if a figure of the same run stands
    ///     above the ladder.
    package init(
        _ journal: Journal, detail: Detail = .story, style: PageStyle = .plain, tellsChecks: Bool = false,
        hasPicture: Bool = true
    ) {
        self.init(
            journal, detail: detail, pen: Pen(style), language: style.language, tellsChecks: tellsChecks,
            hasPicture: hasPicture, on: nil)
    }

    private init(
        _ journal: Journal, detail: Detail, pen: Pen, language: Language, tellsChecks: Bool, hasPicture: Bool,
        on page: Set<Int>?
    ) {
        self.language = language
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

    /// The steps of the events `told`, which have these lines. Empty lines separate the steps, and a step that begins a part of
    /// a chapter has the heading of the part.
    ///
    /// - Parameter last: the number of the last event that was told before these; 0 if there is none.
    static func steps(_ told: [(event: Event, lines: [Line])], after last: Int = 0, _ narrator: Narrator) -> [Step] {
        var headings: [Int: [Line]] = [:]
        for (index, begun) in narrator.journal.begunParts.enumerated() {
            // If a chapter begins together with the part, the chapter's heading comes first.
            let first = told.first { $0.event.number >= begun.event && !$0.event.isChapter }
            guard begun.event > last, let first else { continue }
            headings[first.event.number] = narrator.heading(of: begun.part, number: index + 1)
        }
        return told.enumerated().map { index, step in
            // No empty line stands between steps of a single line, or between the checks of a story. All other steps are
            // separated.
            let next = index + 1 < told.count ? told[index + 1] : nil
            let joins =
                next.map { next in
                    let areChecks =
                        narrator.detail == .story && isPassedCheck(step.event) && isPassedCheck(next.event)
                    let areLines = step.lines.count == 1 && next.lines.count == 1
                    let areOne =
                        narrator.detail == .story && belong(step.event, next.event)
                    let hasHeading = headings[next.event.number] != nil
                    if step.event.isChapter, narrator.detail == .story { return true }
                    return (areChecks || areLines || areOne) && !step.event.isChapter && !next.event.isChapter
                        && !hasHeading
                } ?? false
            return Step(
                id: step.event.step, number: step.event.number, selector: selector(step.event),
                heading: narrator.pen.draw(headings[step.event.number] ?? []),
                text: narrator.pen.draw(joins ? step.lines : step.lines + [Line()]))
        }
    }

    /// Whether a story tells two steps without an empty line between them: one side does both at one moment.
    private static func belong(_ event: Event, _ next: Event) -> Bool { event.at == next.at && event.who == next.who }

    /// The numbers of the events that a story of `journal` tells, whatever figures stand in it.
    static func numbers(toldOf journal: Journal) -> Set<Int> {
        Set(Ladder(journal, detail: .story, hasPicture: false).steps.map(\.number))
    }

    /// The whole ladder: header, steps, epilogue.
    package var text: String { header + story(of: steps) + epilogue }

    /// Steps with the headings of the parts that begin at them.
    func story(of steps: some Sequence<Step>) -> String { steps.map { $0.heading + $0.text }.joined() }

    private static func selector(_ event: Event) -> String {
        if case .received = event.kind { "arrives." + event.step } else { event.step }
    }

    private static func isPassedCheck(_ event: Event) -> Bool {
        switch event.kind {
        case .checked(_, true): true
        // A check with a topic belongs to a list of checks, even if it failed.
        case .checked: event.remark.map { !$0.topic(in: .english).isEmpty } ?? false
        default: false
        }
    }
}

extension Event {
    /// Whether a chapter begins with the event.
    var isChapter: Bool { if case .chapter = kind { true } else { false } }
}
