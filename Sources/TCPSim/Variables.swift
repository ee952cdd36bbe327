import Trace

extension Connection {
    /// The variables of a connection at one moment, which are shown with the RFC's names and in its order (RFC 9293 3.3.1).
    ///
    /// They are a few numbers. A copy of them from before an event costs much less than a copy of the connection.
    public struct Variables: Sendable {
        let sending: SendSequenceSpace
        let receiving: ReceiveSequenceSpace
        private let effectiveSendMSS: Int
        private let timeout: TimeSpan
        private let congestion: CongestionControl?
        private let held: SequenceSet
        /// Whether our SYN has been sent, so that the send variables have values.
        let hasSent: Bool
        /// Whether the other side's SYN has arrived, so that the receive variables have values.
        let hasReceived: Bool

        @inline(__always)
        fileprivate init(of connection: borrowing Connection) {
            let state = connection.state
            sending = connection.tcb.sending
            receiving = connection.tcb.receiving
            effectiveSendMSS = connection.tcb.effectiveSendMSS
            timeout = connection.tcb.retransmission.timeout.value
            congestion = connection.tcb.congestion
            held = connection.tcb.reassembly.blocks
            hasSent = state != .closed && state != .listen
            hasReceived = hasSent && state != .synSent
        }
    }

    /// The variables of the connection at this moment.
    public var variables: Variables { Variables(of: self) }

    /// Handles one event as ``handle(_:at:into:)`` does, and returns the variables before the event and after it. A caller that reads
    /// ``variables`` twice would cost two copies of the connection.
    public mutating func follow(
        _ event: Event, at now: Instant, into actions: inout [Action]
    ) -> (before: Variables, after: Variables) {
        let before = Variables(of: self)
        handle(event, at: now, into: &actions)
        return (before, Variables(of: self))
    }
}

extension Connection.Variables {
    /// The variables that differ from `before`: absolute sequence numbers and octets in decimal, "-" if a variable has no value.
    /// RCV.HELD is not a variable of the RFC: it is the data out of order, which RFC 9293 3.10.7.4 allows to keep until the octets
    /// before it arrive.
    public func changes(since before: Self) -> [Trace.Event.Change] {
        var changes: [Trace.Event.Change] = []
        func compare(_ name: String, unit: String = "", _ value: (Self) -> Int?) {
            let (old, new) = (value(before), value(self))
            guard old != new else { return }
            // Few events change more than four.
            if changes.isEmpty { changes.reserveCapacity(4) }
            changes.append(Trace.Event.Change(name, from: old, to: new, unit: unit))
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
        if held != before.held { changes.append(Trace.Event.Change("RCV.HELD", from: before.heldText, to: heldText)) }
        compare("Eff.snd.MSS") { $0.hasReceived ? $0.effectiveSendMSS : nil }
        compare("RTO", unit: " ms") { $0.hasSent ? Int($0.timeout.microseconds / 1_000) : nil }
        // The variables of congestion control have values only if it is switched on.
        compare("cwnd") { $0.congestion?.window }
        compare("ssthresh") { $0.congestion?.threshold }
        return changes
    }

    /// RCV.HELD: the data that has arrived out of order and waits for the octets before it, as ranges from the first number to the
    /// last: "1001-1500, 2001-2500". Nil if there is no such data.
    private var heldText: String? {
        guard var range = held.first else { return nil }
        var text = "\(range.first)-\(range.end - 1)"
        while let next = held.range(after: range.first) {
            text += ", \(next.first)-\(next.end - 1)"
            range = next
        }
        return text
    }
}
