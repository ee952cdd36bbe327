import Trace

/// A ladder that is drawn while the run goes on. Each call tells the events since the last call; earlier text is never changed.
///
/// It has the same text as a ``Ladder`` of the whole run, except where that text depends on later events, such as the packets
/// that will carry a message.
package struct RunningLadder: Sendable {
    private let detail: Detail
    private let pen: Pen
    private var told = 0
    private var said: Set<String> = []
    private var hasHeader = false

    /// A ladder of which nothing is drawn yet.
    package init(detail: Detail = .story, style: PageStyle = .plain) {
        self.detail = detail
        pen = Pen(style)
    }

    /// The part of the ladder that is new since the last call. The first call begins with the run's name and settings.
    ///
    /// - Parameter journal: the journal so far. All calls get the journal of the same run.
    package mutating func advance(_ journal: Journal) -> String {
        guard !hasHeader || journal.events.count > told else { return "" }
        var narrator = Narrator(
            journal, detail: detail, pen: pen, language: pen.style.language, tellsChecks: false, hasPictures: false,
            from: (told, said))
        let text = hasHeader ? "" : pen.draw(narrator.title() + narrator.heads())
        hasHeader = true
        let new = journal.events.dropFirst(told).map { (event: $0, lines: narrator.tell($0)) }
        said = narrator.said
        let steps = Ladder.steps(new.filter { !$0.lines.isEmpty }, after: told, narrator)
        told = max(told, journal.events.count)
        return text + steps.map { $0.heading + $0.text }.joined()
    }
}
