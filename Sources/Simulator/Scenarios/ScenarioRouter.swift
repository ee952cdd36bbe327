import TCPSim
import Trace

/// A router between the hosts, behind which a network takes smaller datagrams.
extension ScenarioRun {
    /// The next segment of `peer` comes to the router.
    mutating func route(_ peer: Peer, _ mtu: UInt16, isSilent: Bool) {
        guard let octets = earliest(of: peer)?.packet.bytes.count else { return missing(peer) }
        guard octets > Int(mtu), let first = next(of: peer) else { return pass(peer, .state, .state) }
        let loss = ScenarioLoss.tooBig(octets: octets, mtu: Int(mtu), isSilent: isSilent)
        let lost = played.journal.record(
            at: played.now, who: .network, cause: first.event, step: "network.too_big",
            .lost(first.packet, why: loss), remark: LossNote(first.packet, by: peer.principal, in: journal))
        draw(row(of: first, from: peer, held: true, end: "(MTU \(mtu))"), .state, .state)
        guard !isSilent, let datagram = try? SegmentCodec.decode(first.packet.bytes, recording: false) else { return }
        report(UnreachableMessage(tooBig: datagram.segment, in: datagram.header, mtu: mtu), to: peer, cause: lost)
    }

    /// The router's report goes to `peer`, and arrives.
    private mutating func report(_ message: UnreachableMessage, to peer: Peer, cause: Int) {
        let number = played.nextPacket()
        let packet = Packet(
            message, from: .router, number: number, identification: UInt16(truncatingIfNeeded: number))
        let caption = ScenarioCaption.tooBig(
            octets: Int(message.quoted.totalLength), mtu: Int(message.nextHopMTU))
        let sent = played.journal.record(
            at: played.now, who: .network, cause: cause, step: "network.report", .sent(packet, to: peer.principal),
            remark: caption, cite: .rfc(1191))
        played.now = played.now + scenario.latency
        played.perform(at: End(peer)) { station, _, now, journal in
            station.receive(message, as: packet, sentIn: sent, at: now, in: &journal)
        }
        let arrows = peer == .a ? ("<--", "(router)") : ("(router)", "-->")
        draw(
            ScenarioFigure.Row(leftArrow: arrows.0, segment: packet.label, rightArrow: arrows.1), .state, .state)
    }
}
