import TCPSim
import Trace

/// A listener with a backlog, and the SYNs of hosts that do not exist.
extension ScenarioRun {
    /// The key of the cookies. Any will do, as long as the attacker does not know it.
    private static let cookieKey = SipHash.Key(low: 0x0123_4567_89ab_cdef, high: 0xfedc_ba98_7654_3210)

    /// Lets a host listen as a server does: each SYN gets a connection of its own.
    mutating func listen(_ backlog: Int, cookies: Bool, by peer: Scenario.Peer) {
        var configuration = self[peer].connection.configuration
        configuration.synCookies = cookies ? SYNCookies(.whenFull, key: Self.cookieKey) : nil
        var listener = Listener(local: peer.socket, backlog: backlog, configuration: configuration)
        let cause = journal.record(
            at: now, who: peer.principal, step: "tcp.call.open",
            .call(
                name: "OPEN",
                arguments: "passive, port \(peer.socket.port), backlog \(backlog)\(cookies ? ", SYN cookies" : "")"),
            cite: .rfc(9293, "3.9.1"))
        let actions = listener.open(at: now)
        self[peer].connection = listener.connection
        self[peer].listener = listener
        perform(actions, by: peer, cause: cause)
    }

    /// Gives a host a segment of the other: to the connection it belongs to, or to the listener.
    mutating func deliver(_ segment: Segment, from sender: Scenario.Peer) -> [Connection.Action] {
        let (peer, source, time) = (sender.other, sender.socket.address, now)
        guard self[peer].connection.state == .listen,
            let answer = self[peer].listener?.segmentArrives(segment, from: source, at: time)
        else { return variant.handle(.segmentArrives(segment, from: source), by: &self[peer].connection, at: time) }
        switch answer {
        case .answered(let actions): return actions
        case .opened(let connection, let actions):
            self[peer].connection = connection
            return actions
        }
    }

    /// A SYN arrives in the name of a host that does not exist, and the answer, if there is one, goes nowhere. What becomes of
    /// the connection that is kept for it is not told: it waits for a segment that never comes.
    mutating func forgeSYN(_ number: Int, to peer: Scenario.Peer) {
        let place = UInt8(clamping: number)
        let nobody = Socket(IPv4Address(203, 0, 113, place), 40_000 + UInt16(place))
        let syn = Segment(
            sourcePort: nobody.port, destinationPort: peer.socket.port,
            sequence: SequenceNumber(1_000 * UInt32(place)), control: .syn, window: 65_535)
        let other = peer.other.principal
        let packet = packet(syn, from: nobody, to: peer.socket, identification: UInt16(place))
        let left = journal.record(
            at: now, who: .network, step: "network.forged", .sent(packet, to: peer.principal),
            remark: ScenarioCaption.forged)
        let cause = journal.record(
            at: now, who: peer.principal, cause: left, step: "tcp.syn", .received(packet, from: other))
        let time = now
        let answer = self[peer].listener?.segmentArrives(syn, from: nobody.address, at: time)
        let isKept = if case .opened = answer { true } else { false }
        var row = ScenarioFigure.Row(
            left: "(forged)", leftArrow: "...", segment: ScenarioFigure.notation(syn, []), rightArrow: "-->",
            right: isKept ? State.synReceived.rawValue : State.listen.rawValue)
        draw(row)
        var recorder = ActionRecorder(who: peer.principal, at: now, cause: cause)
        let actions: [Connection.Action] =
            switch answer {
            case .answered(let actions), .opened(_, let actions): actions
            case nil: []
            }
        for action in actions {
            switch action {
            case .note: recorder.record(action, in: &journal)
            case .transmit(let segment):
                let reply = self.packet(
                    segment, from: peer.socket, to: nobody, identification: self[peer].identification)
                self[peer].identification &+= 1
                let note = recorder.explanation().note
                let sent = journal.record(
                    at: now, who: peer.principal, cause: cause, step: note?.step ?? "tcp.segment",
                    .sent(reply, to: other), remark: note, cite: note?.cite)
                journal.record(
                    at: now, who: .network, cause: sent, step: "network.lost",
                    .lost(reply, why: "no host has the address \(nobody.address)"))
                row.left = "(nobody)"
                row.segment = ScenarioFigure.notation(segment, [])
                row.rightArrow = "<--"
                draw(row)
            case .arm, .disarm, .deliver, .signal, .entered: break
            }
        }
        recorder.finish(in: &journal)
    }
}
