import Trace

/// A run as its flights: what one side sends at one instant, as one arrow with both sides' states.
///
/// Reading down either column gives the states of that side in order. A flight takes one row where that is so: its sender's
/// state stands beside its departure, its receiver's beside its arrival. Flights that cross take two rows each, and each row
/// has the state of the side it speaks of.
struct Flights {
    /// One row of the picture.
    struct Row {
        /// What the row is about.
        enum Part {
            /// The flight leaves and arrives.
            case whole
            /// It leaves.
            case departure
            /// It arrives.
            case arrival
            /// The network loses all of it.
            case loss
            /// A side is in a new state, and nothing is sent.
            case rest
        }

        let part: Part
        /// The event by which the rows are ordered.
        let event: Int
        let at: Instant
        /// When the flight arrives, where the row is about its departure and its arrival.
        let arrivesAt: Instant?
        /// What the flight carries, in few words each.
        let cargo: [String]
        /// The hosts that it goes between; nil where nothing is sent.
        let ends: (from: Principal, to: Principal)?
        /// The states of the hosts of which the row says something.
        let states: [Principal: String]
    }

    /// Consecutive packets of one side that leave at one instant.
    private struct Flight {
        let who: Principal
        let ends: (from: Principal, to: Principal)
        let at: Instant
        /// How many chapters have begun: a flight belongs to one.
        var chapter: Int
        var packets: [Timeline.Sent]
        /// The events of the first and the last departure.
        var first: Int { packets.first?.event ?? 0 }
        var last: Int { packets.last?.event ?? 0 }
        /// The event of the last arrival, and the last event that follows from it alone; nil if nothing arrives.
        var arrival: (event: Int, at: Instant, settled: Int)?
        var lost = 0
        var cargo: [String] = []
        /// What of it arrives; nil where all of it does.
        var delivered: [String]?
    }

    /// The rows of the whole run, in order.
    let rows: [Row]
    /// The states before the first row.
    let initial: Timeline.Sides
    /// Whether the first row says in which states both sides are before anything is sent.
    var beginsWithRest: Bool { rows.first?.part == .rest }

    /// The flights of a run. Without packets, as where another program's TCP carries the stream, messages take their place.
    init(_ journal: Journal, _ timeline: Timeline) {
        initial = timeline.initial
        let flights = Flights.group(journal, timeline)
        guard !flights.isEmpty else {
            rows = Flights.messages(journal, timeline)
            return
        }
        rows = Flights.rows(flights, journal, timeline)
    }

    // MARK: Flights

    private static func group(_ journal: Journal, _ timeline: Timeline) -> [Flight] {
        var flights: [Flight] = []
        var seen: Set<Int> = []
        let chapters = journal.events.filter { if case .chapter = $0.kind { true } else { false } }.map(\.number)
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
                of: flights[index].packets, lost: flights[index].lost, journal, timeline, &seen)
            if flights[index].lost > 0, flights[index].lost < flights[index].packets.count {
                let rest = flights[index].packets.filter {
                    if case .arrived = timeline.fate(ofPacket: $0.packet.number) { true } else { false }
                }
                var known = before
                flights[index].delivered = cargo(of: rest, lost: 0, journal, timeline, &known)
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

    /// What a flight carries. Acknowledgments alone go without saying where there is more to say, but for that of the handshake.
    ///
    /// - Parameters:
    ///   - lost: how many of its packets the network loses.
    ///   - seen: the events of the messages that earlier flights have carried.
    static func cargo(
        of packets: [Timeline.Sent], lost: Int, _ journal: Journal, _ timeline: Timeline, _ seen: inout Set<Int>
    ) -> [String] {
        var words: [String] = []
        var acknowledges = false
        var continued: String?
        func add(_ word: String) {
            if !word.isEmpty, !words.contains(word) { words.append(word) }
        }
        for sent in packets {
            for (written, share) in timeline.cargo(of: sent) {
                guard share.inMessage.lowerBound == 0 else {
                    continued = continued ?? name(of: written.message)
                    continue
                }
                add((seen.insert(written.event).inserted ? "" : "again ") + name(of: written.message))
            }
            let gist = sent.packet.gist
            if isBareAcknowledgment(sent, in: journal) { acknowledges = true } else { add(gist) }
            if gist.isEmpty, timeline.cargo(of: sent).isEmpty { add(counted(sent.packet.payload.count, "octet")) }
        }
        if words.isEmpty { words = [continued.map { "more of \($0)" } ?? (acknowledges ? "ACK" : "data")] }
        if lost > 0, packets.count > 1 {
            words.append("(\(lost) of \(packets.count) lost)")
        }
        return words
    }

    /// Whether a packet does nothing but acknowledge; the third segment of a handshake does more.
    private static func isBareAcknowledgment(_ sent: Timeline.Sent, in journal: Journal) -> Bool {
        sent.packet.gist == "ACK" && journal[sent.event]?.step != "tcp.handshake_ack"
    }

    /// A message's name; of application data, the first line of what it hides, where the run holds that.
    private static func name(of message: Message) -> String {
        if let line = message.hiddenLine { return "\"\(line.prefix(32))\"" }
        return message.label.hasPrefix("Alert ") ? String(message.label.dropFirst(6)) : message.label
    }

    // MARK: Rows

    private static func rows(_ flights: [Flight], _ journal: Journal, _ timeline: Timeline) -> [Row] {
        var whole = Set(flights.indices.filter { flights[$0].arrival != nil })
        while true {
            let rows = flights.indices.flatMap { index in
                whole.contains(index)
                    ? [(index: index, row: self.row(flights[index], .whole, timeline))]
                    : parts(flights[index], timeline).map { (index: index, row: $0) }
            }.sorted { $0.row.event < $1.row.event }
            guard let crossed = crossing(rows, flights, whole) else {
                return waiting(journal, timeline) + resting(rows.map(\.row), journal, timeline)
            }
            whole.remove(crossed)
        }
    }

    /// A flight on one row whose arrival comes after what a later row tells of the same side; nil if there is none.
    private static func crossing(
        _ rows: [(index: Int, row: Row)], _ flights: [Flight], _ whole: Set<Int>
    ) -> Int? {
        var latest: [Principal: (event: Int, index: Int)] = [:]
        for (index, row) in rows {
            let flight = flights[index]
            let (departure, arrival) = (
                (at: flight.ends.from, event: flight.last), (at: flight.ends.to, event: flight.arrival?.settled ?? 0)
            )
            let moments: [(at: Principal, event: Int)] =
                switch row.part {
                case .whole: [departure, arrival]
                case .departure, .loss: [departure]
                case .arrival: [arrival]
                case .rest: []
                }
            for moment in moments {
                if let last = latest[moment.at], last.event > moment.event {
                    // The row that was too early gives way; if it is in two parts already, this one does.
                    return whole.contains(last.index) ? last.index : whole.contains(index) ? index : nil
                }
                latest[moment.at] = (moment.event, index)
            }
        }
        return nil
    }

    private static func parts(_ flight: Flight, _ timeline: Timeline) -> [Row] {
        guard flight.arrival != nil else {
            return [row(flight, flight.lost == flight.packets.count ? .loss : .departure, timeline)]
        }
        return [row(flight, .departure, timeline), row(flight, .arrival, timeline)]
    }

    private static func row(_ flight: Flight, _ part: Row.Part, _ timeline: Timeline) -> Row {
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

    /// A row for the side that comes to wait for the first segment, as in LISTEN; none where it has waited from the beginning.
    private static func waiting(_ journal: Journal, _ timeline: Timeline) -> [Row] {
        guard let first = timeline.packets.first, first.who.hasLifeline else { return [] }
        let waits = timeline.ends(of: first, in: journal).to
        let turn = journal.events.prefix(first.event).last { event in
            if case .transition(Timeline.transport, _, _) = event.kind { event.who == waits } else { false }
        }
        guard let turn else { return [] }
        return [rest(after: turn, journal, timeline)]
    }

    /// A row with the states of all hosts after an event, and nothing on the wire.
    private static func rest(after event: Event, _ journal: Journal, _ timeline: Timeline) -> Row {
        let states = timeline.states(at: event.number)
        return Row(
            part: .rest, event: event.number, at: event.at, arrivesAt: nil, cargo: [], ends: nil,
            states: Dictionary(journal.lifelines.map { ($0, states[$0]) }) { first, _ in first })
    }

    /// The rows, and one more where a side comes to its last state without a segment.
    private static func resting(_ rows: [Row], _ journal: Journal, _ timeline: Timeline) -> [Row] {
        let end = timeline.states(at: journal.events.count)
        let isOpen = journal.lifelines.contains { host in
            (rows.last { $0.states[host] != nil }?.states[host] ?? timeline.initial[host]) != end[host]
        }
        let last = journal.events.last {
            if case .transition(Timeline.transport, _, _) = $0.kind { true } else { false }
        }
        guard let last, isOpen else { return rows }
        return rows + [rest(after: last, journal, timeline)]
    }

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
