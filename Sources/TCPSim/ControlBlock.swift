import Trace

/// The variables of a connection as they are shown (RFC 9293 3.3.1), in the RFC's names and order.
public struct ControlBlock: Hashable, Sendable {
    /// A variable and its value in print.
    public struct Variable: Hashable, Sendable {
        /// The RFC's name, such as "SND.UNA".
        public let name: String
        /// The value: absolute sequence numbers and octets in decimal; "-" while it has none.
        public let value: String
    }

    /// All variables; the same names in the same order for every state of a connection. Those of congestion control are there
    /// only where it is switched on.
    public let variables: [Variable]

    /// The value of the variable called `name`; nil if there is none of that name.
    public subscript(name: String) -> String? { variables.first { $0.name == name }?.value }
}

extension Connection {
    /// Whether our SYN has been sent, so that the send variables have values.
    private var hasSent: Bool { state != .closed && state != .listen }
    /// Whether the other side's SYN has arrived, so that the receive variables have values.
    private var hasReceived: Bool { hasSent && state != .synSent }

    /// The variables for display.
    public var controlBlock: ControlBlock {
        func shown(_ known: Bool, _ value: some CustomStringConvertible) -> String { known ? value.description : "-" }
        let rto = retransmissionTimeout.value.microseconds / 1_000
        var pairs = [
            ("ISS", shown(hasSent, sending.initial)),
            ("SND.UNA", shown(hasSent, sending.unacknowledged)),
            ("SND.NXT", shown(hasSent, sending.next)),
            ("SND.WND", shown(hasReceived, sending.window)),
            ("SND.WL1", shown(hasReceived, sending.windowSequence)),
            ("SND.WL2", shown(hasReceived, sending.windowAcknowledgment)),
            ("IRS", shown(hasReceived, receiving.initial)),
            ("RCV.NXT", shown(hasReceived, receiving.next)),
            ("RCV.WND", shown(hasReceived, receiving.window)),
            ("Eff.snd.MSS", shown(hasReceived, effectiveSendMSS)),
            ("RTO", shown(hasSent, "\(rto) ms")),
        ]
        if configuration.congestionControl != nil {
            pairs.append(("cwnd", shown(congestion != nil, congestion?.window ?? 0)))
            pairs.append(("ssthresh", shown(congestion != nil, congestion?.threshold ?? 0)))
        }
        return ControlBlock(variables: pairs.map { ControlBlock.Variable(name: $0.0, value: $0.1) })
    }

    /// The variables whose values differ between two moments of a connection.
    public static func changes(from before: Connection, to after: Connection) -> [Trace.Event.Change] {
        zip(before.controlBlock.variables, after.controlBlock.variables).compactMap { old, new in
            old.value == new.value ? nil : Trace.Event.Change(new.name, from: old.value, to: new.value)
        }
    }
}
