import TCPSim
import Trace

/// A listener with a backlog, and the SYNs of hosts that do not exist.
extension ScenarioRun {
    /// The key of the cookies. Any will do, as long as the attacker does not know it.
    private static let cookieKey = SipHash.Key(low: 0x0123_4567_89ab_cdef, high: 0xfedc_ba98_7654_3210)

    /// Lets a host listen as a server does: each SYN gets a connection of its own.
    mutating func listen(_ backlog: Int, cookies: Bool, by peer: Peer) {
        guard var configuration = self[peer]?.connection.configuration else { return }
        configuration.synCookies = cookies ? SYNCookies(.whenFull, key: Self.cookieKey) : nil
        let socket = Scenario.socket(of: peer)
        let listener = Listener(local: socket, backlog: backlog, configuration: configuration)
        let arguments = "passive, port \(socket.port), backlog \(backlog)\(cookies ? ", SYN cookies" : "")"
        played.perform(at: End(peer)) { station, _, now, journal in
            let cause = journal.recordCall("OPEN", arguments, by: peer.principal, at: now)
            return station.listen(listener, at: now, cause: cause)
        }
    }

    /// The listener's own state, and how many of its places are taken. A connection that is kept for a forged SYN has a state of its
    /// own, SYN-RECEIVED, of which nothing more is told.
    private func places(of peer: Peer) -> String {
        guard let listener = self[peer]?.listener else { return State.listen.rawValue }
        let taken = listener.halfOpen.count + listener.acceptable.count
        return "\(State.listen.rawValue), \(taken) of \(listener.backlog) places"
    }

    /// A SYN arrives in the name of a host that does not exist, and the answer, if there is one, goes nowhere. What becomes of
    /// the connection that is kept for it is not told: it waits for a segment that never comes.
    mutating func forgeSYN(_ number: Int, to peer: Peer) {
        let place = UInt8(clamping: number)
        let nobody = Socket(.absent(place), 40_000 + UInt16(place))
        let syn = Segment(
            sourcePort: nobody.port, destinationPort: Scenario.socket(of: peer).port,
            sequence: SequenceNumber(1_000 * UInt32(place)), control: .syn, window: 65_535)
        let packet = Packet(
            syn, from: nobody, to: Scenario.socket(of: peer), number: played.nextPacket(),
            identification: UInt16(place))
        let forged = played.inject(syn, as: packet, to: peer.principal, .forged, step: "network.forged")
        let cause = played.journal.recordArrival(
            of: packet, sentIn: forged.event, from: .network, at: peer.principal, at: played.now, step: "tcp.syn")
        let answer = played.stations[End(peer)]?.listener?.segmentArrives(syn, from: nobody.address, at: played.now)
        var row = ScenarioFigure.Row(
            left: "(forged)", leftArrow: "...", segment: ScenarioFigure.notation(syn, []), rightArrow: "-->",
            right: places(of: peer))
        draw(row)
        let actions: [Connection.Action] =
            switch answer {
            case .answered(let actions), .opened(_, let actions): actions
            case nil: []
            }
        // The timers and states of a connection that is not told about are left out.
        let told = actions.filter { action in
            switch action {
            case .note, .transmit: true
            case .arm, .disarm, .deliver, .signal, .entered: false
            }
        }
        var turn = Turn(of: peer.principal, told, at: played.now, cause: cause)
        while case .transmit(let segment, let note, _)? = turn.next(in: &played.journal) {
            let number = played.nextPacket()
            guard let reply = played.stations[End(peer)]?.packet(segment, to: nobody, number: number, by: nil) else {
                return
            }
            let sent = played.journal.recordDeparture(
                of: reply, from: peer.principal, to: .network, at: played.now, cause: cause, note: note)
            played.journal.recordLoss(
                of: reply, sentIn: sent, at: played.now, why: .noSuchHost(nobody.address))
            row.left = "(no host)"
            row.segment = ScenarioFigure.notation(segment, [])
            row.rightArrow = "<--"
            draw(row)
        }
    }
}
