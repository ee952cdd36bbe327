import TCPHost
import TCPSim
import Trace

/// What has been counted of a connection of our TCP.
package struct TCPFigures: Sendable {
    /// How a connection of TCP has ended.
    package enum Ending: String, Sendable {
        /// Both sides have ended their streams; or ours has, where the program ends.
        case fin
        /// One side has reset it.
        case reset
        /// The other side does not answer.
        case gaveUp = "gave_up"
    }

    /// Segments that have crossed the device.
    package internal(set) var segments = (sent: 0, received: 0)
    /// Segments that our TCP has sent again.
    package internal(set) var retransmissions = 0
    /// SRTT; nil before the first measurement (RFC 6298 2).
    package internal(set) var roundTrip: TimeSpan?
    /// The number behind the last one that was sent.
    private var next: SequenceNumber?
    /// Whether each side has ended its stream.
    private var hasEnded = (ours: false, theirs: false)
    private var isReset = false
    /// Whether it has come to CLOSED or TIME-WAIT.
    private(set) var isOver = false

    /// How it has ended, once it has, or the program ends.
    package var ending: Ending {
        if hasEnded.ours && (hasEnded.theirs || !isOver) { return .fin }
        return isReset || !isOver ? .reset : .gaveUp
    }

    /// The figures as a program reads them.
    var text: String {
        let roundTrip = roundTrip.map { String($0.microseconds) } ?? "-"
        return "tcp_segments=\(segments.sent)/\(segments.received) retransmissions=\(retransmissions) "
            + "srtt_us=\(roundTrip) closed=\(ending.rawValue)"
    }

    /// Takes note of an event of the connection; `segment` has brought it about, if one has.
    mutating func take(_ event: Host.Event.Kind, upon segment: Segment?) {
        switch event {
        case .transmit(let segment, _):
            let control = segment.control
            if control.contains(.rst) { isReset = true }
            if control.contains(.fin) { hasEnded.ours = true }
            guard segment.length > 0 else { return }
            if let next, segment.sequence < next {
                retransmissions += 1
                if segment.end < next { return }
            }
            next = segment.end
        case .entered(let state, let from, _):
            if [.closeWait, .closing, .timeWait].contains(state) { hasEnded.theirs = true }
            // The other side has taken all, and has not ended its own stream in the time that a closed connection waits for it.
            if state == .closed, from == .finWait2, segment == nil { hasEnded.theirs = true }
            if state == .closed, segment?.control.contains(.rst) ?? false { isReset = from != .timeWait }
            if state == .closed || state == .timeWait { isOver = true }
        case .note: break
        }
    }
}
