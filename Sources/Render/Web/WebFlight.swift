import Trace

/// An arrow of the page's overview: the packets that one side sends at one instant within one chapter.
///
/// A segment that is only an ACK has an arrow of its own if its arrival moves a state machine of the transport. Any other segment
/// that is only an ACK is in no flight.
struct WebFlight {
    let from: Principal
    let to: Principal
    /// The event that begins the flight's chapter; nil before the first chapter.
    let chapter: Int?
    /// The event of the first packet's departure. If the journal has no departure, because the peer is another program, the event of
    /// its arrival.
    let sent: Int
    /// The event of the last arrival; nil if no packet arrives.
    private(set) var received: Int?
    /// The event of the first loss; nil if no packet is lost.
    private(set) var lost: Int?
    /// The packets of the flight.
    private(set) var packets: [Timeline.Sent] = []
    /// The messages that the packets carry, as places in ``Timeline/messages``.
    private(set) var messages: [Int] = []
    private(set) var isEncrypted = false
    private(set) var title: Words = ""

    /// The key of a flight: departures with the same values belong to one flight.
    private struct Departure: Hashable {
        let from: Principal
        let to: Principal
        let chapter: Int?
        let at: Instant
        /// The number of a packet that is only an ACK, and so shares its flight with no other packet; nil for any other packet.
        let alone: Int?
    }

    /// The flights of a run, in the order of their departures.
    static func all(_ journal: Journal, _ timeline: Timeline) -> [WebFlight] {
        let moving = WebFlight.packetsThatMoveTransport(journal)
        let chapters = journal.events.filter(\.isChapter).map(\.number)
        var passed = 0
        var flights: [WebFlight] = []
        var places: [Departure: Int] = [:]
        for sent in timeline.packets {
            guard let event = journal[sent.event] else { continue }
            while passed < chapters.count, chapters[passed] < event.number { passed += 1 }
            let chapter = passed > 0 ? chapters[passed - 1] : nil
            let isBare = sent.packet.gist == "ACK" && sent.packet.payload.isEmpty
            guard !isBare || moving.contains(sent.packet.number) else { continue }
            let departure = Departure(
                from: sent.who, to: sent.to, chapter: chapter, at: event.at, alone: isBare ? sent.packet.number : nil)
            let place: Int
            if let known = places[departure] {
                place = known
            } else {
                place = flights.count
                places[departure] = place
                flights.append(WebFlight(from: sent.who, to: sent.to, chapter: chapter, sent: event.number))
            }
            flights[place].add(sent, timeline)
        }
        var seen: Set<Int> = []
        for index in flights.indices {
            let losses = flights[index].packets.count { timeline.isLost($0) }
            func title(_ language: Language, _ seen: inout Set<Int>) -> String {
                let cargo = Flights.cargo(
                    of: flights[index].packets, lost: losses, in: journal, timeline, language, seen: &seen)
                return switch language {
                case .english: Overview.list(cargo)
                case .chinese: cargo.joined(separator: "、")
                }
            }
            var before = seen
            let english = title(.english, &seen)
            flights[index].title = Words(english: english, chinese: title(.chinese, &before))
        }
        return flights
    }

    /// The numbers of the packets whose arrival moves the transport's state machine of a side.
    private static func packetsThatMoveTransport(_ journal: Journal) -> Set<Int> {
        Set(
            journal.events.compactMap { event in
                guard case .transition(Timeline.transport, _, _) = event.kind, let cause = event.cause,
                    case .received(let packet, _) = journal[cause]?.kind
                else { return nil }
                return packet.number
            })
    }

    private mutating func add(_ sent: Timeline.Sent, _ timeline: Timeline) {
        packets.append(sent)
        switch timeline.fate(ofPacket: sent.packet.number) {
        case .arrived(let event): received = max(received ?? 0, event)
        case .lost(let event, _): lost = min(lost ?? event, event)
        case .underWay: break
        }
        for (written, _) in timeline.cargo(of: sent) {
            guard let entry = timeline.entry(ofMessageAt: written.event), !messages.contains(entry) else { continue }
            messages.append(entry)
            if written.message.encrypted { isEncrypted = true }
        }
    }

    /// The flight in the form of the document.
    var json: JSON {
        .members(
            ("from", .string(from.description)), ("to", .string(to.description)),
            ("chapter", chapter.map { .number($0) }),
            ("sent", .number(sent)), ("received", received.map { .number($0) }), ("lost", lost.map { .number($0) }),
            ("packets", .numbers(packets.map(\.packet.number))), ("messages", .numbers(messages.map { $0 + 1 })),
            ("title", .string(title.english)),
            ("octets", .number(packets.reduce(0) { $0 + $1.packet.payload.count })), ("encrypted", .bool(isEncrypted)))
    }
}
