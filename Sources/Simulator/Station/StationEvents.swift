import TCPSim
import Trace

/// Records what happens to a connection, in the same way in every run.
extension Journal {
    /// A user makes a call of TCP (RFC 9293 3.9.1). Returns the number of the event.
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

    /// A packet arrives that was sent in the event `sent`; nil if the journal has no such event. Returns the number of the event.
    ///
    /// - Parameter step: the step id, if it is not that of the event in which the packet was sent.
    package mutating func recordArrival(
        of packet: Packet, sentIn sent: Int?, from sender: Principal, at principal: Principal, at now: Instant,
        step: String? = nil, changes: [Event.Change] = []
    ) -> Int {
        record(
            at: now, who: principal, cause: sent, step: step ?? sent.flatMap { self[$0]?.step } ?? "tcp.segment",
            .received(packet, from: sender), changes: changes)
    }

    /// A connection's segment leaves as that packet. Returns the number of the event.
    ///
    /// - Parameters:
    ///   - note: the note that explains the segment; nil if there is none.
    ///   - remark: the remark of the event, in place of the note; nil for the note.
    package mutating func recordDeparture(
        of packet: Packet, from sender: Principal, to receiver: Principal, at now: Instant, cause: Int?,
        note: TCPSim.Note?, remark: (any Remark)? = nil, changes: [Event.Change] = []
    ) -> Int {
        let reference = note?.reference
        return record(
            at: now, who: sender, cause: cause, step: reference?.step ?? "tcp.segment", .sent(packet, to: receiver),
            remark: remark ?? (note as (any Remark)?), changes: changes, cite: reference?.cite)
    }

    /// A connection enters a state. Returns the number of the event.
    ///
    /// - Parameter note: the note that explains the change; nil if there is none.
    @discardableResult
    package mutating func recordEntry(
        into state: State, from old: State, of principal: Principal, at now: Instant, cause: Int?, note: TCPSim.Note?,
        changes: [Event.Change] = []
    ) -> Int {
        let reference = note?.reference
        return record(
            at: now, who: principal, cause: cause, step: reference?.step ?? "tcp.state",
            .transition(machine: "TCP", from: old.rawValue, to: state.rawValue), remark: note, changes: changes,
            cite: reference?.cite)
    }

    /// A note is recorded that explains neither a segment nor a change of state.
    package mutating func recordNote(_ note: TCPSim.Note, of principal: Principal, at now: Instant, cause: Int?) {
        let reference = note.reference
        record(
            at: now, who: principal, cause: cause, step: reference.step,
            .remarked(bookkeeping: note.isBookkeeping), remark: note, cite: reference.cite)
    }

    /// A user is told that something went wrong.
    package mutating func recordFailure(
        _ signal: Connection.Signal, of principal: Principal, at now: Instant, cause: Int?
    ) {
        record(at: now, who: principal, cause: cause, step: "tcp.failed", .failed(signal))
    }

    /// A packet that was sent in the event `sent` is lost on the way. `origin` is the TCP that has sent it; nil if no TCP has. Returns the
    /// number of the event.
    @discardableResult
    mutating func recordLoss(
        of packet: Packet, sentIn sent: Int, at now: Instant, why: ScenarioLoss, _ origin: LossNote.Origin? = nil
    ) -> Int {
        record(
            at: now, who: .network, cause: sent, step: "network.lost", .lost(packet, why: why),
            remark: why.meaning ?? LossNote(packet, by: self[sent]?.who, origin, in: self))
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

extension Connection.Event {
    /// The name of the event (RFC 9293 3.10), and the arguments of a call.
    ///
    /// - Parameters:
    ///   - local: the socket of the connection.
    ///   - remote: the socket that an active OPEN names.
    func call(local: Socket, remote: Socket) -> (name: String, arguments: String) {
        switch self {
        case .passiveOpen: ("OPEN", "passive, port \(local.port)")
        case .activeOpen: ("OPEN", "active, to \(remote)")
        case .send(let octets, _): ("SEND", counted(octets.count, "octet"))
        case .receive(let max): ("RECEIVE", max == .max ? "" : counted(max, "octet"))
        case .close, .release: ("CLOSE", "")
        case .abort: ("ABORT", "")
        case .nagle(let isOn): ("NAGLE", isOn ? "on" : "off")
        case .segmentArrives: ("SEGMENT ARRIVES", "")
        case .timeout(let timer): ("TIMEOUT", timer.rawValue)
        case .packetTooBig(let mtu, _, _): ("PACKET TOO BIG", "MTU \(mtu)")
        }
    }
}
