import Trace

/// An arrow of the page's overview: what one side sends at one instant within one chapter.
///
/// A segment that is an ACK and nothing else is an arrow of its own, and only if its arrival moves a state machine of the transport; any
/// other such segment is in no flight.
struct WebFlight {
    let from: Principal
    let to: Principal
    /// The event that begins its chapter; nil before the first.
    let chapter: Int?
    /// The event of its first packet's departure; where the run does not know that, as when the peer is another program, of its arrival.
    let sent: Int
    /// The event of its last arrival, and that of its first loss.
    private(set) var received: Int?
    private(set) var lost: Int?
    /// Places in the timeline's lists.
    private(set) var packets: [Timeline.Sent] = []
    private(set) var messages: [Int] = []
    private(set) var isEncrypted = false
    private(set) var title = ""

    /// What departures must have in common to be one flight.
    private struct Departure: Hashable {
        let from: Principal
        let to: Principal
        let chapter: Int?
        let at: Instant
        /// A bare acknowledgment's number: it shares its flight with no other packet.
        let alone: Int?
    }

    /// The flights of a run, in the order of their departures.
    static func all(_ journal: Journal, _ timeline: Timeline) -> [WebFlight] {
        let moving = WebFlight.packetsThatMoveTransport(journal)
        let chapters = journal.events.filter { if case .chapter = $0.kind { true } else { false } }.map(\.number)
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
            let losses = flights[index].packets.count { sent in
                if case .lost = timeline.fate(ofPacket: sent.packet.number) { true } else { false }
            }
            flights[index].title = Overview.list(
                Flights.cargo(of: flights[index].packets, lost: losses, journal, timeline, &seen))
        }
        return flights
    }

    /// The packets whose arrival brings the transport's machine of either side into another state.
    private static func packetsThatMoveTransport(_ journal: Journal) -> Set<Int> {
        Set(
            journal.events.compactMap { event in
                guard case .transition(Timeline.transport, _, _) = event.kind, let cause = event.cause,
                    case .received(let packet, _) = journal[cause]?.kind
                else { return nil }
                return packet.number
            })
    }

    private init(from: Principal, to: Principal, chapter: Int?, sent: Int) {
        self.from = from
        self.to = to
        self.chapter = chapter
        self.sent = sent
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

    /// As it stands in the document.
    var json: JSON {
        .members(
            ("from", .string(from.description)), ("to", .string(to.description)),
            ("chapter", chapter.map { .number($0) }),
            ("sent", .number(sent)), ("received", received.map { .number($0) }), ("lost", lost.map { .number($0) }),
            ("packets", .array(packets.map { .number($0.packet.number) })),
            ("messages", .array(messages.map { .number($0 + 1) })), ("title", .string(title)),
            ("octets", .number(packets.reduce(0) { $0 + $1.packet.payload.count })), ("encrypted", .bool(isEncrypted)))
    }
}
