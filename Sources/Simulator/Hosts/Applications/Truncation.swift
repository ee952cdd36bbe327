import TCPSim
import Trace

/// An attacker in the path who cuts a host's stream off at an octet: from there on it keeps what the host sends, and ends the connection
/// on both sides by segments of its own.
///
/// TCP's numbers and the headers of TLS records are in clear, so that it knows where a record begins and which numbers each side
/// expects. It has no key.
struct Truncation: Application {
    /// Where the stream is cut off: the sender, and the number of its first octet that does not get through.
    private var cut: (sender: IPv4Address, start: SequenceNumber)?
    private var hasForged = false

    mutating func handle(_ event: ApplicationEvent) -> [Deed] {
        switch event {
        case .prompted(.cut(let sender, let start)): cut = (sender, start)
        // A reset from a host that has lost the connection gets through.
        case .saw(let seen):
            let (segment, source) = (seen.segment, seen.header.source)
            guard let cut, cut.sender == source, !segment.control.contains(.rst), hasForged || segment.end > cut.start
            else { break }
            defer { hasForged = true }
            return [.keep(TruncationNote.withheld)]
                + (hasForged ? [] : forgeries(on: segment, cut.start, from: source, to: seen.header.destination))
        case .started, .connected, .read, .ended, .prompted: break
        }
        return []
    }

    /// What the attacker sends for the first segment that it keeps: a FIN to its receiver, behind the octets before the cut, and a reset to
    /// its sender.
    private func forgeries(
        on segment: Segment, _ start: SequenceNumber, from source: IPv4Address, to destination: IPv4Address
    ) -> [Deed] {
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
            TruncationNote.fin(start).deed(fin, from: source, to: destination),
            TruncationNote.reset(segment.acknowledgment).deed(reset, from: destination, to: source),
        ]
    }
}

extension TruncationNote {
    fileprivate func deed(_ segment: Segment, from source: IPv4Address, to destination: IPv4Address) -> Deed {
        .send(segment, from: source, to: destination, self, step: step, cite: cite)
    }
}
