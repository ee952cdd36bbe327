import TCPHost
import TCPSim
import Trace

/// TCPs that break one rule. Each is made of the real ``Connection``: what reaches it is changed on the way. No command that speaks with
/// the world outside has a way to them.
package enum CarelessTCP {
    /// WRONG: a reset anywhere in the receive window ends the connection (RFC 793; against RFC 9293 section 3.10.7.4).
    package static let resetInWindow: Machine = { connection, event, now in
        guard case .segmentArrives(var segment, let source) = event, segment.control.contains(.rst),
            connection.state != .listen, connection.state != .synSent,
            connection.receiving.holds(segment.sequence)
        else { return connection.handle(event, at: now) }
        segment.sequence = connection.receiving.next
        return connection.handle(.segmentArrives(segment, from: source), at: now)
    }
}

extension ReceiveSequenceSpace {
    /// Whether a number lies in the window: RCV.NXT =< SEG.SEQ < RCV.NXT+RCV.WND.
    func holds(_ number: SequenceNumber) -> Bool { number - next >= 0 && number - next < Int(window) }
}
