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
        var changes: [Trace.Event.Change] = []
        func compare(_ name: String, unit: String = "", _ value: (Connection) -> Int?) {
            let (old, new) = (value(before), value(after))
            if old != new { changes.append(Trace.Event.Change(name, from: old, to: new, unit: unit)) }
        }
        compare("ISS") { $0.hasSent ? Int($0.sending.initial.rawValue) : nil }
        compare("SND.UNA") { $0.hasSent ? Int($0.sending.unacknowledged.rawValue) : nil }
        compare("SND.NXT") { $0.hasSent ? Int($0.sending.next.rawValue) : nil }
        compare("SND.WND") { $0.hasReceived ? $0.sending.window : nil }
        compare("SND.WL1") { $0.hasReceived ? Int($0.sending.windowSequence.rawValue) : nil }
        compare("SND.WL2") { $0.hasReceived ? Int($0.sending.windowAcknowledgment.rawValue) : nil }
        compare("IRS") { $0.hasReceived ? Int($0.receiving.initial.rawValue) : nil }
        compare("RCV.NXT") { $0.hasReceived ? Int($0.receiving.next.rawValue) : nil }
        compare("RCV.WND") { $0.hasReceived ? $0.receiving.window : nil }
        compare("Eff.snd.MSS") { $0.hasReceived ? $0.effectiveSendMSS : nil }
        compare("RTO", unit: " ms") { $0.hasSent ? Int($0.retransmissionTimeout.value.microseconds / 1_000) : nil }
        // Those of congestion control have values only where it is switched on.
        compare("cwnd") { $0.congestion?.window }
        compare("ssthresh") { $0.congestion?.threshold }
        return changes
    }
}
