import TCPSim
import Trace

/// What the machines want done, and how it is drawn.
extension ScenarioRun {
    /// Does what a connection wants done, and writes it down.
    mutating func perform(_ turn: Turn, by peer: Peer) {
        var turn = turn
        var isReadable = false
        var ends: [Connection.Signal] = []
        while let task = turn.next(in: &journal) {
            switch task {
            case .transmit(let segment, let note, let changes):
                transmit(segment, by: peer, cause: turn.cause, note: note, changes: changes)
            case .armed: break
            case .deliver(let octets):
                if !octets.isEmpty { tell(.read(octets), peer) }
                journal.recordCall(
                    "RECEIVE", counted(octets.count, "octet"), by: peer.principal, at: now, cause: turn.cause)
            case .signal(.readable): isReadable = true
            case .signal(let signal) where signal == .endOfStream || signal == .closed: ends.append(signal)
            case .signal(let signal):
                tell(.told(signal), peer)
                guard signal.isFailure else { break }
                journal.recordFailure(signal, of: peer.principal, at: now, cause: turn.cause)
            }
        }
        // The user of a scenario reads whatever arrives, and hears of the end after it.
        if isReadable {
            let cause = turn.cause
            happen(to: peer) { station, _, now in station.handle(.receive(max: .max), at: now, cause: cause) }
        }
        for signal in ends { tell(.told(signal), peer) }
    }

    private mutating func tell(_ what: UserNews, _ peer: Peer) {
        guard isTelling, let words = what.english(of: peer) else { return }
        news.append(ScenarioFigure.Row(segment: words))
    }

    private mutating func transmit(
        _ segment: Segment, by peer: Peer, cause: Int, note: TCPSim.Note?, changes: [Event.Change]
    ) {
        packets += 1
        let packet = self[peer].station.packet(segment, to: Scenario.socket(of: peer.other), number: packets)
        let event = journal.recordDeparture(
            of: packet, from: peer.principal, to: peer.other.principal, at: now, cause: cause, note: note,
            changes: changes)
        self[peer].sent.append(Flight(segment: segment, packet: packet, event: event, left: now))
    }

    // MARK: The figure

    /// A row with the segment and its arrows. A segment on its way out of the sender or into the receiver has an arrow
    /// there; dots are for the network, unless `end` says where the segment has ended.
    func row(
        of flight: Flight, from peer: Peer, held: Bool, isReleased: Bool = false, end: String = "..."
    ) -> ScenarioFigure.Row {
        let arrow = peer == .a ? "-->" : "<--"
        let departure = isReleased ? "..." : arrow
        let arrival = held && !isReleased ? end : arrow
        return ScenarioFigure.Row(
            leftArrow: peer == .a ? departure : arrival,
            segment: ScenarioFigure.notation(flight.segment, scenario.symbols),
            rightArrow: peer == .a ? arrival : departure)
    }

    /// Writes beside a row what stands there on one side: its state as of now, or the script's words.
    func mark(
        _ row: inout ScenarioFigure.Row, _ peer: Peer, _ mark: Scenario.Mark, if condition: Bool = true
    ) {
        guard condition else { return }
        let text =
            switch mark {
            case .state: self[peer].connection.state.rawValue
            case .words(let words): words
            }
        if peer == .a { row.left = text } else { row.right = text }
    }

    /// Draws a row with what stands on both sides of it.
    mutating func draw(_ row: ScenarioFigure.Row, _ a: Scenario.Mark, _ b: Scenario.Mark) {
        var row = row
        mark(&row, .a, a)
        mark(&row, .b, b)
        draw(row)
    }

    mutating func draw(_ row: ScenarioFigure.Row) {
        if isDrawn { drawing.add(row) }
    }
}
