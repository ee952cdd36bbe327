import Trace

/// The variables of a connection as they are shown (RFC 9293 3.3.1), in the RFC's names and order.
extension Connection {
    /// Whether our SYN has been sent, so that the send variables have values.
    private var hasSent: Bool { state != .closed && state != .listen }
    /// Whether the other side's SYN has arrived, so that the receive variables have values.
    private var hasReceived: Bool { hasSent && state != .synSent }

    /// The variables whose values differ between two moments of a connection: absolute sequence numbers and octets in decimal, "-"
    /// where a variable has no value.
    public static func changes(from before: Connection, to after: Connection) -> [Trace.Event.Change] {
        // Most events change two or three of them: only those are put into print.
        zip(before.quantities, after.quantities).compactMap { old, new in
            old.number == new.number ? nil : Trace.Event.Change(new.name, from: old.text, to: new.text)
        }
    }

    /// A variable before it is put into print.
    private struct Quantity {
        let name: String
        /// The value; nil while it has none.
        let number: Int?
        var unit = ""

        var text: String { number.map { "\($0)\(unit)" } ?? "-" }
    }

    /// The same variables in the same order for every state of a connection. Those of congestion control are there only where it
    /// is switched on.
    private var quantities: [Quantity] {
        func own(_ name: String, _ number: SequenceNumber) -> Quantity {
            Quantity(name: name, number: hasSent ? Int(number.rawValue) : nil)
        }
        func theirs(_ name: String, _ number: SequenceNumber) -> Quantity {
            Quantity(name: name, number: hasReceived ? Int(number.rawValue) : nil)
        }
        func agreed(_ name: String, _ count: Int) -> Quantity {
            Quantity(name: name, number: hasReceived ? count : nil)
        }
        let rto = retransmissionTimeout.value.microseconds / 1_000
        var list = [
            own("ISS", sending.initial),
            own("SND.UNA", sending.unacknowledged),
            own("SND.NXT", sending.next),
            agreed("SND.WND", sending.window),
            theirs("SND.WL1", sending.windowSequence),
            theirs("SND.WL2", sending.windowAcknowledgment),
            theirs("IRS", receiving.initial),
            theirs("RCV.NXT", receiving.next),
            agreed("RCV.WND", receiving.window),
            agreed("Eff.snd.MSS", effectiveSendMSS),
            Quantity(name: "RTO", number: hasSent ? Int(rto) : nil, unit: " ms"),
        ]
        if configuration.congestionControl != nil {
            list.append(Quantity(name: "cwnd", number: congestion?.window))
            list.append(Quantity(name: "ssthresh", number: congestion?.threshold))
        }
        return list
    }
}
