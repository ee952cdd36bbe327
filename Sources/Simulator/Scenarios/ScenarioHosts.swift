import TCPSim
import Trace

/// A peer that listens as a server does, and the hosts beside the two peers: the source of a flood, and a router.
extension ScenarioRun {
    /// The key of the SYN cookies. Its value does not matter, as long as the attacker does not know it.
    private static let cookieKey = SipHash.Key(low: 0x0123_4567_89ab_cdef, high: 0xfedc_ba98_7654_3210)

    /// Lets a peer listen as a server does: each SYN gets a connection of its own.
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

    /// The mark of a listener: LISTEN, and how many places of its backlog are taken.
    private func places(of peer: Peer) -> Words {
        guard let listener = self[peer]?.listener else { return Words(same: State.listen.rawValue) }
        let taken = listener.halfOpen.count + listener.acceptable.count
        return Words(
            english: "\(State.listen.rawValue), \(taken) of \(listener.backlog) places",
            chinese: "\(State.listen.rawValue)，已用 \(taken)/\(listener.backlog) 个位置")
    }

    /// Lets the source of the flood send its next SYN to `peer`, and draws it. An answer goes to a host that does not exist.
    mutating func flood(_ peer: Peer) {
        var row = ScenarioFigure.Row(
            left: Words(english: "(forged)", chinese: "（伪造）"), leftArrow: "...", rightArrow: "-->")
        for packet in played.tell(.prompted(.act), to: &flooder, latency: .microseconds(0)).packets {
            (row.segment, row.right) = (Words(same: packet.label), places(of: peer))
            draw(row)
            (row.left, row.rightArrow) = (Words(english: "(no host)", chinese: "（没有主机）"), "<--")
        }
    }

    /// Lets the next segment of `peer` come to a router, and draws it with the report of the router.
    mutating func route(_ peer: Peer, _ router: Router) {
        guard let flight = earliest(of: peer),
            let seen = try? SegmentCodec.decode(flight.packet.bytes, recording: false)
        else { return missing(peer) }
        var host = Host(.network, at: .router, router, eye: .inPath)
        let (isKept, packets) = played.tell(.saw(seen), to: &host, about: flight, latency: scenario.latency)
        guard isKept else { return pass(peer) }
        played.take(to: End(peer.other))
        draw(row(of: flight, from: peer, held: true, end: "(MTU \(router.mtu))"), a: .state, b: .state)
        let router = Words(english: "(router)", chinese: "（路由器）")
        let arrows: (Words, Words) = peer == .a ? ("<--", router) : (router, "-->")
        for packet in packets {
            draw(
                ScenarioFigure.Row(leftArrow: arrows.0, segment: Words(same: packet.label), rightArrow: arrows.1),
                a: .state, b: .state)
        }
    }
}
