import TCPSim
import Trace

/// How what happens to a connection is written down, the same in every run.
extension Journal {
    /// A user calls its TCP (RFC 9293 3.9.1). Returns the number of the event.
    @discardableResult
    mutating func recordCall(
        _ name: String, _ arguments: String, by principal: Principal, at now: Instant, cause: Int? = nil
    ) -> Int {
        record(
            at: now, who: principal, cause: cause, step: "tcp.call.\(name.lowercased())",
            .call(name: name, arguments: arguments), cite: .rfc(9293, "3.9.1"))
    }

    /// A timer runs out. Returns the number of the event.
    mutating func recordExpiry(
        of timer: Connection.Timer, of principal: Principal, at now: Instant, cause: Int? = nil
    ) -> Int {
        record(
            at: now, who: principal, cause: cause, step: "tcp.timer", .timer(name: timer.rawValue, .expired))
    }

    /// A packet that was sent in the event `sent` arrives. Returns the number of the event.
    ///
    /// - Parameter step: the step id, if it is not that of the event in which the packet was sent.
    mutating func recordArrival(
        of packet: Packet, sentIn sent: Int, from sender: Principal, at principal: Principal, at now: Instant,
        step: String? = nil, changes: [Event.Change] = []
    ) -> Int {
        record(
            at: now, who: principal, cause: sent, step: step ?? self[sent]?.step ?? "tcp.segment",
            .received(packet, from: sender), changes: changes)
    }
}

extension Connection.Event {
    /// What the event is called (RFC 9293 3.10), and what a call is made with.
    ///
    /// - Parameters:
    ///   - local: the socket of the connection.
    ///   - remote: the socket that an active OPEN names.
    func call(local: Socket, remote: Socket) -> (name: String, arguments: String) {
        switch self {
        case .passiveOpen: ("OPEN", "passive, port \(local.port)")
        case .activeOpen: ("OPEN", "active, to \(remote)")
        case .send(let octets, _): ("SEND", "\(octets.count) octets")
        case .receive(let max): ("RECEIVE", max == .max ? "" : "\(max) octets")
        case .close, .release: ("CLOSE", "")
        case .abort: ("ABORT", "")
        case .nagle(let isOn): ("NAGLE", isOn ? "on" : "off")
        case .segmentArrives: ("SEGMENT ARRIVES", "")
        case .timeout(let timer): ("TIMEOUT", timer.rawValue)
        case .packetTooBig(let mtu, _, _): ("PACKET TOO BIG", "MTU \(mtu)")
        }
    }
}
