import TCPHost
import TCPSim
import Trace

/// The figures of a connection of our TCP.
package struct TCPFigures: Sendable {
    /// How a connection has ended.
    package enum Ending: String, Sendable {
        /// Both sides have ended their streams; or our side has, and the program ends before the other side does.
        case fin
        /// One side has reset the connection.
        case reset
        /// Our TCP has given up, because the other side does not answer.
        case gaveUp = "gave_up"
    }

    /// The numbers of segments that have crossed the device.
    package internal(set) var segments = (sent: 0, received: 0)
    /// The number of segments that our TCP has sent again.
    package internal(set) var retransmissions = 0
    /// The smoothed round-trip time, SRTT; nil before the first measurement (RFC 6298 section 2).
    package internal(set) var roundTrip: TimeSpan?
    /// The sequence number behind the last segment that was sent for the first time; nil before the first segment.
    private var next: SequenceNumber?
    /// Whether each side has ended its stream.
    private var hasEnded = (ours: false, theirs: false)
    private var isReset = false
    /// Whether the connection has reached CLOSED or TIME-WAIT.
    private(set) var isOver = false

    /// How the connection has ended. It is meaningful once the connection, or the program, has ended.
    package var ending: Ending {
        if hasEnded.ours && (hasEnded.theirs || !isOver) { return .fin }
        return isReset || !isOver ? .reset : .gaveUp
    }

    /// The figures in the form for programs.
    var text: String {
        let roundTrip = roundTrip.map { String($0.microseconds) } ?? "-"
        return "tcp_segments=\(segments.sent)/\(segments.received) retransmissions=\(retransmissions) "
            + "srtt_us=\(roundTrip) closed=\(ending.rawValue)"
    }

    /// Counts an event of the connection. `segment` is the segment that caused it; nil for none.
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
            // The other side has acknowledged everything, but has not ended its own stream in the time that a closed connection waits
            // for that. This counts as an orderly end.
            if state == .closed, from == .finWait2, segment == nil { hasEnded.theirs = true }
            if state == .closed, segment?.control.contains(.rst) ?? false { isReset = from != .timeWait }
            if state == .closed || state == .timeWait { isOver = true }
        case .note: break
        }
    }
}
