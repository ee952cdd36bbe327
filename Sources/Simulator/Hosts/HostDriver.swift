import TCPSim
import TLSSim
import Trace

/// Drives the TCP of the hosts: datagrams that arrive, timers that run out, and what a connection wants done.
extension World {
    mutating func happen(_ happening: Happening) {
        switch happening {
        case .arrival(let packet, let octets, let sent, let host): arrive(packet, octets, sentIn: sent, at: host)
        case .timer(let timer, let host): runOut(timer, of: host)
        case .prompt(let prompt, let host, let cause): tell(.prompted(prompt), to: host, cause: cause)
        }
    }

    private mutating func runOut(_ timer: Connection.Timer, of host: Int) {
        // The schedule still has the old happening of a timer that was set again or stopped.
        guard hosts[host].station.deadlines[timer] == now else { return }
        // The cause is what became of the oldest unacknowledged segment.
        let (oldest, remote) = (hosts[host].connection.sending.unacknowledged, hosts[host].remote)
        let direction = FlightLog.Direction(
            source: hosts[host].connection.local.port, destination: remote.port)
        let reason = timer == .retransmission ? network.flights.reason(at: oldest, in: direction) : nil
        perform(hosts[host].station.runOut(timer, at: now, cause: reason?.event, in: &journal), by: host)
    }

    private mutating func arrive(_ packet: Packet, _ octets: [UInt8], sentIn sent: Int, at host: Int) {
        let datagram: DecodedDatagram
        do {
            datagram = try SegmentCodec.decode(octets, recording: false)
        } catch {
            let step = journal[sent]?.step ?? "tcp.segment"
            let cause = network.flights.damage(of: packet.number) ?? sent
            let lost = journal.record(
                at: now, who: hosts[host].principal, cause: cause, step: step,
                .lost(packet, why: WireFailure.unreadable(error)),
                remark: LossNote(
                    packet, by: journal[sent]?.who, origin(of: packet, sentIn: sent), isDamaged: true, in: journal))
            network.flights.lost(packet.number, in: lost)
            return
        }
        let segment = datagram.segment
        let source = Socket(datagram.header.source, segment.sourcePort)
        let sender = principal(at: source.address)
        let isExpected = hosts[host].expects(source, at: segment.destinationPort)
        if isExpected { hosts[host].correspondent = source }
        // RFC 9293 section 3.10.7.1: a segment that belongs to no connection is answered with a reset.
        var closed = isExpected ? nil : hosts[host].closedStation(at: segment.destinationPort)
        let turn =
            closed?.receive(
                segment, as: packet, from: source.address, of: sender, sentIn: sent, at: now, in: &journal)
            ?? hosts[host].station.receive(
                segment, as: packet, from: source.address, of: sender, sentIn: sent, at: now, in: &journal)
        network.flights.arrived(packet.number, in: turn.cause)
        perform(turn, by: host, to: isExpected ? nil : source)
    }

    mutating func call(_ event: Connection.Event, by host: Int, cause: Int? = nil) {
        let remote = hosts[host].remote
        perform(hosts[host].station.call(event, to: remote, at: now, cause: cause, in: &journal), by: host)
    }

    /// Hands octets to TCP.
    mutating func send(_ octets: [UInt8], by host: Int, cause: Int) {
        hosts[host].written += octets.count
        perform(hosts[host].station.handle(.send(octets, push: true), at: now, cause: cause), by: host)
    }

    /// Does what a connection wants done. The application is told last, so the segment that acknowledges data is sent before any segment
    /// that answers the data.
    ///
    /// - Parameter stranger: the socket that the answers go to, for a segment that belongs to no connection.
    private mutating func perform(_ turn: Turn, by host: Int, to stranger: Socket? = nil) {
        var turn = turn
        var signals: [Connection.Signal] = []
        var delivered: [UInt8] = []
        while let task = turn.next(in: &journal) {
            switch task {
            case .transmit(let segment, let note, let changes):
                transmit(segment, by: host, to: stranger, cause: turn.cause, note: note, changes: changes)
            case .armed(let timer, let instant): schedule.add(.timer(timer, of: host), at: instant)
            case .signal(let signal): signals.append(signal)
            case .deliver(let octets): delivered += octets
            }
        }
        if !delivered.isEmpty { tell(.read(delivered), to: host, cause: turn.cause) }
        for signal in signals { react(to: signal, by: host, cause: turn.cause) }
    }

    private mutating func react(to signal: Connection.Signal, by host: Int, cause: Int) {
        switch signal {
        case .connected:
            hosts[host].chapter?.record(in: &journal, at: now, cause: cause)
            tell(.connected, to: host, cause: cause)
        case .readable: perform(hosts[host].station.handle(.receive(max: .max), at: now, cause: cause), by: host)
        case .endOfStream: tell(.ended, to: host, cause: cause)
        case .reset, .refused, .timedOut, .callFailed:
            journal.recordFailure(signal, of: hosts[host].principal, at: now, cause: cause)
        case .writable, .closeAcknowledged, .closed, .urgentData: break
        }
    }

    /// Sends a segment. The hosts on the path see it first, and a host in the path may keep it.
    private mutating func transmit(
        _ segment: Segment, by host: Int, to stranger: Socket?, cause: Int, note: TCPSim.Note?, changes: [Event.Change]
    ) {
        let (sender, remote) = (hosts[host].principal, stranger ?? hosts[host].remote)
        let packet = hosts[host].station.packet(
            segment, to: remote, number: network.packets + 1,
            by: stranger == nil ? hosts[host].connection.variables : nil)
        var remark: WireNote?
        var cause = cause
        if segment.length > 0,
            let again = network.flights.reason(at: segment.sequence, in: FlightLog.Direction(of: segment))
        {
            remark = WireNote.retransmission(again, note)
            cause = trace(again, to: cause, by: sender)
        }
        let sent = journal.recordDeparture(
            of: packet, from: sender, to: principal(at: remote.address), at: now, cause: cause, note: note,
            remark: remark, changes: changes)
        var keeper: (who: Principal, why: any Remark, step: String)?
        var answers: [(host: Int, actions: [ApplicationAction])] = []
        for observer in hosts.indices where hosts[observer].eye != .offPath {
            guard let seen = try? SegmentCodec.decode(packet.bytes, recording: false) else { break }
            let actions = hosts[observer].application.handle(.saw(seen))
            answers.append((observer, actions))
            guard hosts[observer].eye == .inPath else { continue }
            for case .keep(let why, let step) in actions { keeper = (hosts[observer].principal, why, step) }
        }
        let origin = LossNote.Origin(note: note, connection: hosts[host].connection)
        if let keeper {
            network.withhold(segment, as: packet, by: sender, origin, sentIn: sent, keeper, at: now, in: &journal)
        } else if let receiver = place(of: remote.address) {
            let copies = network.carry(
                segment, as: packet, by: sender, origin, to: hosts[receiver].principal, sentIn: sent, at: now,
                in: &journal)
            for copy in copies {
                schedule.add(.arrival(packet, octets: copy.octets, sentIn: sent, at: receiver), at: copy.at)
            }
        } else {
            network.entered(segment, in: sent, note)
            let lost = journal.recordLoss(of: packet, sentIn: sent, at: now, why: .noSuchHost(remote.address), origin)
            network.flights.lost(packet.number, in: lost)
        }
        for (observer, actions) in answers { perform(actions, by: observer, cause: sent) }
    }

    /// The TCP that has sent a packet, in its present state; nil if the packet was forged.
    private func origin(of packet: Packet, sentIn sent: Int) -> LossNote.Origin? {
        guard let event = journal[sent], let note = (event.remark as? WireNote)?.note ?? event.remark as? TCPSim.Note,
            let source = try? SegmentCodec.decode(packet.bytes, recording: false).header.source,
            let host = place(of: source), hosts[host].principal == event.who
        else { return nil }
        return LossNote.Origin(note: note, connection: hosts[host].connection)
    }

    /// The name in the journal of the host at an address; the network if no host is there.
    func principal(at address: IPv4Address) -> Principal { place(of: address).map { hosts[$0].principal } ?? .network }

    /// The event that is the cause of a retransmission, from which the causes lead back to what went wrong.
    ///
    /// A timer that has run out is such an event already. If an acknowledgment has made the sender suspect a loss, an event is recorded
    /// that leads back to the reason.
    private mutating func trace(_ again: Retransmission, to trigger: Int, by principal: Principal) -> Int {
        if case .timer(_, .expired) = journal[trigger]?.kind { return trigger }
        let note = WireNote.inferred(again, trigger: trigger)
        return journal.record(
            at: now, who: principal, cause: again.event, step: note.step, .remarked(bookkeeping: true), remark: note)
    }
}
