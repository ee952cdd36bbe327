import Trace

/// The numbers of the steps that the page shows at each of its levels. At the level "all" it shows every step.
struct WebLevels {
    /// Chapters, departures of flights, losses, thefts and failures.
    let visit: [Int]
    /// The steps of a ladder at the detail "story", every departure and every loss.
    let story: [Int]

    init(_ journal: Journal, _ timeline: Timeline, flights: [WebFlight]) {
        let departures = Set(flights.map(\.sent))
        // Where the run has no packets, because the TCP of another program carries the stream, messages take their place.
        let isMessages = timeline.packets.isEmpty
        visit = journal.events.filter { event in
            switch event.kind {
            case .chapter, .failed, .lost, .learned(_, .stolen, _): true
            case .wrote, .read: isMessages && timeline.message(at: event.number) != nil
            default: departures.contains(event.number)
            }
        }.map(\.number)
        let told = Ladder.numbers(toldOf: journal)
        story = journal.events.filter { event in
            switch event.kind {
            case .sent, .lost: true
            default: told.contains(event.number)
            }
        }.map(\.number)
    }

    /// The levels in the form of the document.
    var json: JSON { .members(("visit", .numbers(visit)), ("story", .numbers(story))) }
}

extension JSON {
    /// A list of whole numbers.
    static func numbers(_ list: [Int]) -> JSON { .array(list.map { .number($0) }) }
}
