import TCPSim
import Trace

/// What the machines want done, and how it is drawn.
extension ScenarioRun {
    /// Does what a connection wants done, and writes it down.
    mutating func perform(
        _ actions: [Connection.Action], by peer: Scenario.Peer, cause: Int, changes: [Event.Change] = []
    ) {
        let who = peer.principal
        var recorder = ActionRecorder(who: who, at: now, cause: cause, changes: changes)
        var isReadable = false
        var ends: [Connection.Signal] = []
        for action in actions {
            recorder.record(action, in: &journal)
            switch action {
            case .transmit(let segment):
                let (note, changes) = recorder.explanation()
                transmit(segment, by: peer, cause: cause, note: note, changes: changes)
            case .arm(let timer, let instant): self[peer].deadlines[timer] = instant
            case .disarm(let timer): self[peer].deadlines[timer] = nil
            case .deliver(let octets):
                if !octets.isEmpty { tell(.read(octets), peer) }
                journal.record(
                    at: now, who: who, cause: cause, step: "tcp.call.receive",
                    .call(name: "RECEIVE", arguments: "\(octets.count) octets"), cite: .rfc(9293, "3.9.1"))
            case .signal(.readable): isReadable = true
            case .signal(let signal) where signal == .endOfStream || signal == .closed: ends.append(signal)
            case .signal(let signal):
                tell(.told(signal), peer)
                guard signal.isFailure else { break }
                journal.record(at: now, who: who, cause: cause, step: "tcp.failed", .failed(alert: "\(signal)"))
            case .note, .entered: break
            }
        }
        recorder.finish(in: &journal)
        // The user of a scenario reads whatever arrives, and hears of the end after it.
        if isReadable { handle(.receive(max: .max), by: peer, cause: cause) }
        for signal in ends { tell(.told(signal), peer) }
    }

    private mutating func tell(_ what: UserNews, _ peer: Scenario.Peer) {
        guard isTelling, let words = what.words(of: peer, in: .english) else { return }
        news.append(ScenarioFigure.Row(segment: words))
    }

    private mutating func transmit(
        _ segment: Segment, by peer: Scenario.Peer, cause: Int, note: TCPSim.Note?, changes: [Event.Change]
    ) {
        let connection = self[peer].connection
        // Without a connection there are no first numbers to count from.
        let hasNumbers = connection.state != .closed && connection.state != .listen
        let hasPeer = hasNumbers && connection.state != .synSent && segment.control.contains(.ack)
        let relative =
            hasNumbers
            ? segment.line(
                relativeTo: (
                    sequence: connection.sending.initial,
                    acknowledgment: hasPeer ? connection.receiving.initial : nil
                )) : segment.line
        let first = segment.dataSequence - (connection.sending.initial + 1)
        let packet = packet(
            segment, from: peer, relative: relative,
            stream: segment.payload.isEmpty ? 0..<0 : first..<(first + segment.payload.count))
        let event = journal.record(
            at: now, who: peer.principal, cause: cause, step: note?.step ?? "tcp.segment",
            .sent(packet, to: peer.other.principal), remark: note, changes: changes, cite: note?.cite)
        self[peer].sent.append(Flight(packet: packet, segment: segment, event: event, left: now))
    }

    /// A segment as a datagram, numbered in the order in which datagrams are put on the wire.
    mutating func packet(
        _ segment: Segment, from peer: Scenario.Peer, relative: String, stream: Range<Int>
    ) -> Packet {
        defer { self[peer].identification &+= 1 }
        return packet(
            segment, from: peer.socket, to: peer.other.socket, identification: self[peer].identification,
            relative: relative, stream: stream)
    }

    /// The same between any two sockets.
    mutating func packet(
        _ segment: Segment, from: Socket, to: Socket, identification: UInt16, relative: String? = nil,
        stream: Range<Int> = 0..<0
    ) -> Packet {
        let encoded = SegmentCodec.encode(
            segment, from: from.address, to: to.address, identification: identification, recording: true)
        packets += 1
        return Packet(
            number: packets, source: from.endpoint, destination: to.endpoint, bytes: encoded.bytes,
            fields: encoded.fields, payload: encoded.payload, stream: stream, label: segment.line,
            relativeLabel: relative ?? segment.line)
    }

    // MARK: The figure

    /// A row with the segment and its arrows. A segment on its way out of the sender or into the receiver has an arrow
    /// there; dots are for the network.
    func row(of flight: Flight, from peer: Scenario.Peer, held: Bool, isReleased: Bool = false) -> ScenarioFigure.Row {
        let arrow = peer == .a ? "-->" : "<--"
        let departure = isReleased ? "..." : arrow
        let arrival = held && !isReleased ? "..." : arrow
        return ScenarioFigure.Row(
            leftArrow: peer == .a ? departure : arrival,
            segment: ScenarioFigure.notation(flight.segment, scenario.symbols),
            rightArrow: peer == .a ? arrival : departure)
    }

    /// Writes beside a row what stands there on one side: its state as of now, or the script's words.
    func mark(
        _ row: inout ScenarioFigure.Row, _ peer: Scenario.Peer, _ mark: Scenario.Mark, if condition: Bool = true
    ) {
        guard condition else { return }
        let text =
            switch mark {
            case .state: self[peer].connection.state.rawValue
            case .words(let words): words
            }
        if peer == .a { row.left = text } else { row.right = text }
    }

    mutating func draw(_ row: ScenarioFigure.Row) {
        if isDrawn { drawing.add(row) }
    }
}

extension Connection.Signal {
    /// Whether the user is told that something went wrong.
    var isFailure: Bool {
        switch self {
        case .reset, .refused, .timedOut, .callFailed: true
        case .connected, .readable, .writable, .endOfStream, .closeAcknowledged, .closed, .urgentData: false
        }
    }
}
