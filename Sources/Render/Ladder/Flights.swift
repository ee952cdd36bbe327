import Trace

/// A run as its flights. A flight is what one side sends at one instant: one arrow with the states of both sides.
///
/// Each side has a column, and the states in a column stand in the order in which the side entered them. A flight takes one row
/// where the order allows it: the sender's state stands beside its departure, the receiver's beside its arrival. Flights that
/// cross take two rows each, one for the departure and one for the arrival, and each row has the state of one side.
struct Flights {
    /// One row of the picture.
    struct Row {
        /// The part of a flight that the row shows.
        enum Part {
            /// The flight leaves and arrives.
            case whole
            /// The flight leaves.
            case departure
            /// The flight arrives.
            case arrival
            /// The network loses all packets of the flight.
            case loss
            /// There is no flight: a side is in a new state, and nothing is sent.
            case rest
        }

        let part: Part
        /// The event by which the rows are ordered.
        let event: Int
        let at: Instant
        /// When the flight arrives; nil unless the row shows both the departure and the arrival.
        let arrivesAt: Instant?
        /// The contents of the flight, in few words each.
        let cargo: [String]
        /// The hosts between which the flight goes; nil if nothing is sent.
        let ends: (from: Principal, to: Principal)?
        /// The states of the hosts whose state the row shows.
        let states: [Principal: String]
    }

    /// Consecutive packets of one side that leave at one instant.
    private struct Flight {
        let who: Principal
        let ends: (from: Principal, to: Principal)
        let at: Instant
        /// How many chapters have begun at the departure. A flight belongs to one chapter.
        var chapter: Int
        var packets: [Timeline.Sent]
        /// The events of the first and the last departure.
        var first: Int { packets.first?.event ?? 0 }
        var last: Int { packets.last?.event ?? 0 }
        /// The event of the last arrival, and the last event that follows from it alone; nil if nothing arrives.
        var arrival: (event: Int, at: Instant, settled: Int)?
        /// How many packets of the flight the network loses.
        var lost = 0
        var cargo: [String] = []
        /// The contents of the packets that arrive; nil unless some packets arrive and others are lost.
        var delivered: [String]?
    }

    /// The rows of the whole run, in order.
    let rows: [Row]
    /// The states before the first row.
    let initial: Timeline.Sides
    /// Whether the first row says in which states both sides are before anything is sent.
    var beginsWithRest: Bool { rows.first?.part == .rest }

    /// The flights of a run. Where the run has no packets, because the TCP of another program carries the stream, messages take
    /// their place.
    init(_ journal: Journal, _ timeline: Timeline, in language: Language) {
        initial = timeline.initial
        let flights = Flights.group(journal, timeline, language)
        rows =
            flights.isEmpty
            ? Flights.messages(journal, timeline) : Flights.rows(of: flights, in: journal, timeline)
    }

    // MARK: Flights

    private static func group(_ journal: Journal, _ timeline: Timeline, _ language: Language) -> [Flight] {
        var flights: [Flight] = []
        var seen: Set<Int> = []
        let chapters = journal.events.filter(\.isChapter).map(\.number)
        for sent in timeline.packets {
            let at = journal[sent.event]?.at ?? .zero
            let ends = timeline.ends(of: sent, in: journal)
            let chapter = chapters.count { $0 < sent.event }
            if let last = flights.last, last.who == sent.who, last.at == at, last.ends == ends,
                last.chapter == chapter || last.packets.allSatisfy({ isBareAcknowledgment($0, in: journal) })
            {
                flights[flights.count - 1].packets.append(sent)
                flights[flights.count - 1].chapter = chapter
            } else {
                flights.append(Flight(who: sent.who, ends: ends, at: at, chapter: chapter, packets: [sent]))
            }
        }
        for index in flights.indices {
            for sent in flights[index].packets {
                switch timeline.fate(ofPacket: sent.packet.number) {
                case .arrived(let event):
                    guard event >= flights[index].arrival?.event ?? 0 else { continue }
                    flights[index].arrival = (
                        event, journal[event]?.at ?? .zero, settled(after: event, for: sent.to, in: journal)
                    )
                case .lost: flights[index].lost += 1
                case .underWay: break
                }
            }
            let before = seen
            flights[index].cargo = cargo(
                of: flights[index].packets, lost: flights[index].lost, in: journal, timeline, language, seen: &seen)
            if flights[index].lost > 0, flights[index].lost < flights[index].packets.count {
                let rest = flights[index].packets.filter {
                    if case .arrived = timeline.fate(ofPacket: $0.packet.number) { true } else { false }
                }
                var known = before
                flights[index].delivered = cargo(of: rest, lost: 0, in: journal, timeline, language, seen: &known)
            }
        }
        return flights
    }

    /// The last event of `who` that follows from an arrival, before anything else happens to that side.
    private static func settled(after event: Int, for who: Principal, in journal: Journal) -> Int {
        var last = event
        for next in journal.events[event...] where next.who == who {
            switch next.kind {
            case .received, .call, .timer(_, .expired), .sent: return last
            case .transition(Timeline.transport, _, _): last = next.number
            default: break
            }
        }
        return last
    }

    /// The contents of a flight, in few words each. A bare acknowledgment is named only if the flight carries nothing else; the
    /// acknowledgment that ends the handshake of TCP is always named.
    ///
    /// - Parameters:
    ///   - lost: how many of its packets the network loses.
    ///   - seen: the events of the messages that earlier flights have carried.
    static func cargo(
        of packets: [Timeline.Sent], lost: Int, in journal: Journal, _ timeline: Timeline, _ language: Language,
        seen: inout Set<Int>
    ) -> [String] {
        var words: [String] = []
        var acknowledges = false
        var continued: String?
        func say(_ note: LadderNote) -> String { note.sentence(in: language) }
        func add(_ word: String) {
            if !word.isEmpty, !words.contains(word) { words.append(word) }
        }
        for sent in packets {
            for (written, share) in timeline.cargo(of: sent) {
                guard share.inMessage.lowerBound == 0 else {
                    continued = continued ?? name(of: written.message)
                    continue
                }
                let name = name(of: written.message)
                add(seen.insert(written.event).inserted ? name : say(.again(name)))
            }
            let gist = sent.packet.gist
            if isBareAcknowledgment(sent, in: journal) { acknowledges = true } else { add(gist) }
            if gist.isEmpty, timeline.cargo(of: sent).isEmpty { add(say(.octets(sent.packet.payload.count))) }
        }
        if words.isEmpty { words = [continued.map { say(.moreOf($0)) } ?? (acknowledges ? "ACK" : say(.data))] }
        if lost > 0, packets.count > 1 {
            words.append(say(.lostOf(lost, of: packets.count)))
        }
        return words
    }

    /// Whether a packet does nothing but acknowledge. The third segment of a handshake does more: it opens the connection.
    private static func isBareAcknowledgment(_ sent: Timeline.Sent, in journal: Journal) -> Bool {
        sent.packet.gist == "ACK" && journal[sent.event]?.step != "tcp.handshake_ack"
    }

    /// The name of a message. Encrypted application data is named by the first line of its plaintext, if the run knows it.
    private static func name(of message: Message) -> String {
        if let line = message.hiddenLine { return "\"\(line.prefix(32))\"" }
        return message.label.hasPrefix("Alert ") ? String(message.label.dropFirst(6)) : message.label
    }

    // MARK: Rows

    private static func rows(of flights: [Flight], in journal: Journal, _ timeline: Timeline) -> [Row] {
        let split = crossings(of: flights, events: journal.events.count)
        let rows = flights.indices.flatMap { index in
            flights[index].arrival == nil || split.contains(index)
                ? parts(flights[index], timeline) : [row(for: .whole, of: flights[index], timeline)]
        }.sorted { $0.event < $1.event }
        return waiting(journal, timeline) + resting(after: rows, in: journal, timeline)
    }

    /// A row in the search for crossings: the flight, and which of its two ends the row shows.
    private struct Place {
        let index: Int
        let departs: Bool
        let arrives: Bool
        /// The latest moments of the hosts before this row, for the way back.
        var before: [(host: Principal, moment: (event: Int, index: Int)?)] = []
    }

    /// The indices of the flights that have to take two rows, because the rows would tell the events of a side out of order.
    ///
    /// The rows are gone through in order. Where a row is too early for one of its sides, the flight of the row before it on that side is
    /// split; if it is split already, the flight of this row. Then the search goes back to the flight that was split, and no further: a
    /// run can have thousands of flights that cross.
    private static func crossings(of flights: [Flight], events: Int) -> Set<Int> {
        var places = [Place?](repeating: nil, count: events + 1)
        var split: Set<Int> = []
        for (index, flight) in flights.enumerated() where places.indices.contains(flight.last) {
            places[flight.last] = Place(index: index, departs: true, arrives: flight.arrival != nil)
        }
        var latest: [Principal: (event: Int, index: Int)] = [:]
        func canSplit(_ index: Int) -> Bool { flights[index].arrival != nil && !split.contains(index) }
        func divide(_ index: Int) {
            split.insert(index)
            places[flights[index].last] = Place(index: index, departs: true, arrives: false)
            if let settled = flights[index].arrival?.settled, places.indices.contains(settled) {
                places[settled] = Place(index: index, departs: false, arrives: true)
            }
        }
        var event = 0
        while event < places.count {
            guard var place = places[event] else {
                event += 1
                continue
            }
            let flight = flights[place.index]
            var moments: [(host: Principal, event: Int)] = []
            if place.departs { moments.append((flight.ends.from, flight.last)) }
            if place.arrives { moments.append((flight.ends.to, flight.arrival?.settled ?? 0)) }
            place.before = []
            var earlier: Int?
            for moment in moments {
                let last = latest[moment.host]
                if let last, last.event > moment.event {
                    earlier = last.index
                    break
                }
                place.before.append((moment.host, last))
                latest[moment.host] = (moment.event, place.index)
            }
            places[event]?.before = place.before
            guard let earlier else {
                event += 1
                continue
            }
            guard let crossed = [earlier, place.index].first(where: canSplit) else { return split }
            // Back to the departure of that flight, as if no row from there on had been seen.
            while true {
                for (host, moment) in (places[event]?.before ?? []).reversed() { latest[host] = moment }
                places[event]?.before = []
                guard event > flights[crossed].last else { break }
                event -= 1
            }
            divide(crossed)
        }
        return split
    }

    private static func parts(_ flight: Flight, _ timeline: Timeline) -> [Row] {
        guard flight.arrival != nil else {
            return [row(for: flight.lost == flight.packets.count ? .loss : .departure, of: flight, timeline)]
        }
        return [row(for: .departure, of: flight, timeline), row(for: .arrival, of: flight, timeline)]
    }

    private static func row(for part: Row.Part, of flight: Flight, _ timeline: Timeline) -> Row {
        let departs = part != .arrival
        let arrives = part == .whole || part == .arrival
        var states: [Principal: String] = [:]
        if departs { states[flight.ends.from] = timeline.states(at: flight.last)[flight.ends.from] }
        if arrives, let arrival = flight.arrival {
            states[flight.ends.to] = timeline.states(at: arrival.settled)[flight.ends.to]
        }
        return Row(
            part: part, event: departs ? flight.last : flight.arrival?.settled ?? 0,
            at: departs ? flight.at : flight.arrival?.at ?? flight.at,
            arrivesAt: part == .whole ? flight.arrival?.at : nil,
            cargo: departs ? flight.cargo : flight.delivered ?? flight.cargo,
            ends: flight.ends, states: states)
    }

    /// A row for the side that begins to wait for the first segment, as in LISTEN; none if it waits from the beginning.
    private static func waiting(_ journal: Journal, _ timeline: Timeline) -> [Row] {
        guard let first = timeline.packets.first, first.who.hasLifeline else { return [] }
        let waits = timeline.ends(of: first, in: journal).to
        let turn = journal.events.prefix(first.event).last { $0.movesTransport && $0.who == waits }
        return turn.map { [rest(after: $0, in: journal, timeline)] } ?? []
    }

    /// A row with the states of all hosts after an event, and nothing on the wire.
    private static func rest(after event: Event, in journal: Journal, _ timeline: Timeline) -> Row {
        let states = timeline.states(at: event.number)
        return Row(
            part: .rest, event: event.number, at: event.at, arrivesAt: nil, cargo: [], ends: nil,
            states: Dictionary(journal.lifelines.map { ($0, states[$0]) }) { first, _ in first })
    }

    /// The rows, and one more row if a side enters its last state without a segment.
    private static func resting(after rows: [Row], in journal: Journal, _ timeline: Timeline) -> [Row] {
        let end = timeline.states(at: journal.events.count)
        let isOpen = journal.lifelines.contains { host in
            (rows.last { $0.states[host] != nil }?.states[host] ?? timeline.initial[host]) != end[host]
        }
        guard isOpen, let last = journal.events.last(where: \.movesTransport) else { return rows }
        return rows + [rest(after: last, in: journal, timeline)]
    }

    /// The rows of a run without packets. Consecutive messages of one side are one flight.
    private static func messages(_ journal: Journal, _ timeline: Timeline) -> [Row] {
        var rows: [Row] = []
        for written in timeline.messages {
            let at = journal[written.event]?.at ?? .zero
            let ends = timeline.ends(of: written)
            var cargo = [name(of: written.message)]
            if let last = rows.last, last.ends?.from == ends.from {
                cargo = last.cargo + cargo
                rows.removeLast()
            }
            rows.append(
                Row(
                    part: .whole, event: written.event, at: at, arrivesAt: nil, cargo: cargo, ends: ends, states: [:]))
        }
        return rows
    }
}

extension Event {
    /// Whether a machine of the transport enters another state.
    fileprivate var movesTransport: Bool {
        if case .transition(Timeline.transport, _, _) = kind { true } else { false }
    }
}
