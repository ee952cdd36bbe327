import Trace

/// Which steps the page shows at each of its levels. At its level "all" it shows every one.
struct WebLevels {
    /// Chapters, the departures of the flights, what is lost of them, thefts and failures.
    let visit: [Int]
    /// What a ladder tells as a story, every departure and every loss.
    let story: [Int]

    init(_ journal: Journal, _ timeline: Timeline, _ flights: [WebFlight]) {
        let departures = Set(flights.map(\.sent))
        // Without packets, as where another program's TCP carries the stream, messages take their place.
        let isMessages = timeline.packets.isEmpty
        visit = journal.events.filter { event in
            switch event.kind {
            case .chapter, .failed, .lost, .learned(_, .stolen, _): true
            case .wrote, .read: isMessages && timeline.message(at: event.number) != nil
            default: departures.contains(event.number)
            }
        }.map(\.number)
        let told = Set(Ladder(journal, detail: .story, hasPicture: false).steps.map(\.number))
        story = journal.events.filter { event in
            switch event.kind {
            case .sent, .lost: true
            default: told.contains(event.number)
            }
        }.map(\.number)
    }

    /// As they stand in the document.
    var json: JSON { .members(("visit", .numbers(visit)), ("story", .numbers(story))) }
}

extension JSON {
    /// A list of whole numbers.
    static func numbers(_ list: [Int]) -> JSON { .array(list.map { .number($0) }) }
}
