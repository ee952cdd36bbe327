import TCPSim
import Trace

/// A TCP whose FIN takes no sequence number. It is the real ``Connection``: the number of each FIN is removed from segments that leave, and
/// added to segments that arrive.
enum NumberlessFIN {
    /// Hands an event to `connection`, and returns what this TCP wants done about it.
    static func handle(
        _ event: Connection.Event, by connection: inout Connection, at now: Instant
    ) -> [Connection.Action] {
        let actions = connection.handle(counted(event, by: connection), at: now)
        return actions.compactMap { action in
            switch action {
            case .transmit(let segment): .transmit(uncounted(segment, by: connection))
            // The machine's notes on closing speak of the number of a FIN, which has none here.
            case .note(.closing): nil
            default: action
            }
        }
    }

    /// The event for a connection whose FIN takes a number: the numbers of FINs are added to a segment that arrives.
    private static func counted(_ event: Connection.Event, by connection: Connection) -> Connection.Event {
        guard case .segmentArrives(var segment, let source) = event else { return event }
        if hasSentFIN(connection), segment.control.contains(.ack),
            segment.acknowledgment + 1 == connection.sending.next
        {
            segment.acknowledgment += 1
        }
        if hasReceivedFIN(connection), !segment.control.contains(.fin),
            segment.sequence + 1 == connection.receiving.next
        {
            segment.sequence += 1
        }
        return .segmentArrives(segment, from: source)
    }

    /// The segment that leaves, without the numbers of FINs.
    private static func uncounted(_ segment: Segment, by connection: Connection) -> Segment {
        var segment = segment
        if hasSentFIN(connection), !segment.control.contains(.fin), segment.sequence == connection.sending.next {
            segment.sequence = segment.sequence - 1
        }
        if hasReceivedFIN(connection), segment.control.contains(.ack),
            segment.acknowledgment == connection.receiving.next
        {
            segment.acknowledgment = segment.acknowledgment - 1
        }
        return segment
    }

    /// Whether the connection has sent its FIN. In these scripts the FIN always leaves as soon as the user closes.
    private static func hasSentFIN(_ connection: Connection) -> Bool {
        switch connection.state {
        case .finWait1, .finWait2, .closing, .timeWait, .lastAck: true
        case .closed, .listen, .synSent, .synReceived, .established, .closeWait: false
        }
    }

    /// Whether the connection has received the FIN of the other side.
    private static func hasReceivedFIN(_ connection: Connection) -> Bool {
        switch connection.state {
        case .closeWait, .closing, .timeWait, .lastAck: true
        case .closed, .listen, .synSent, .synReceived, .established, .finWait1, .finWait2: false
        }
    }
}
