import TCPSim
import Trace

/// An attacker on the path who cuts the server's stream off at an octet: from there on it keeps what the server sends, and ends
/// the connection on both sides by segments of its own.
///
/// TCP's numbers and the headers of TLS records are in clear, so that it knows where a record begins and which numbers each side
/// expects. It has no key.
struct Truncation: Sendable {
    /// A segment in the name of one side.
    struct Forgery: Sendable {
        let segment: Segment
        let sender: Principal
        let note: TruncationNote
    }

    /// The number of the first octet of the server's that does not get through.
    private var start: SequenceNumber?
    private var hasForged = false

    /// Cuts the server's stream off at that number.
    mutating func begin(at number: SequenceNumber) { start = number }

    /// Whether a segment of `sender` does not get through. A reset from a host that has lost the connection does.
    func withholds(_ segment: Segment, by sender: Principal) -> Bool {
        guard let start, sender == .server, !segment.control.contains(.rst) else { return false }
        return hasForged || segment.end > start
    }

    /// What the attacker sends for the first segment that it keeps: a FIN to the client, behind the octets before the cut, and a
    /// reset to the server. For a later one, nothing.
    mutating func forgeries(on segment: Segment) -> [Forgery] {
        guard let start, !hasForged else { return [] }
        hasForged = true
        let kept = segment.sequence < start ? min(segment.payload.count, start - segment.sequence) : 0
        let fin = Segment(
            sourcePort: segment.sourcePort, destinationPort: segment.destinationPort, sequence: segment.sequence,
            acknowledgment: segment.acknowledgment, control: [.fin, .ack], window: segment.window, options: [],
            payload: Array(segment.payload.prefix(kept)))
        let reset = Segment(
            sourcePort: segment.destinationPort, destinationPort: segment.sourcePort,
            sequence: segment.acknowledgment, acknowledgment: SequenceNumber(0), control: .rst, window: 0, options: [],
            payload: [])
        return [
            Forgery(segment: fin, sender: .server, note: .fin(start)),
            Forgery(segment: reset, sender: .client, note: .reset(segment.acknowledgment)),
        ]
    }
}
