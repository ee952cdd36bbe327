import TCPSim
import Trace

/// An attacker in the path that cuts off a host's stream at an octet. From that octet on it forwards nothing of the host's stream, and
/// it ends the connection on both sides with forged segments.
///
/// TCP's numbers and the headers of TLS records are in clear. So the attacker knows where a record begins and which numbers each side
/// expects. It has no key.
struct Truncation: PathAttacker {
    /// Where the stream is cut off: the sender, and the sequence number of the first octet that is not forwarded.
    private var cut: (sender: IPv4Address, start: SequenceNumber)?
    private var hasForged = false

    var conclusions: [PathConclusion] { [hasForged ? .hasCutOff : .hasWaited] }

    mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        switch event {
        case .prompted(.cut(let sender, let start)): cut = (sender, start)
        // A reset of the sender is forwarded.
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

    /// What the attacker sends in place of the first segment that it keeps: to the receiver the octets before the cut and a FIN, and to
    /// the sender a reset.
    private func forgeries(
        on segment: Segment, _ start: SequenceNumber, from source: IPv4Address, to destination: IPv4Address
    ) -> [ApplicationAction] {
        let kept = segment.sequence < start ? min(segment.payload.count, start - segment.sequence) : 0
        let fin = Segment(
            sourcePort: segment.sourcePort, destinationPort: segment.destinationPort, sequence: segment.sequence,
            acknowledgment: segment.acknowledgment, control: [.fin, .ack], window: segment.window,
            payload: Array(segment.payload.prefix(kept)))
        let reset = Segment(
            sourcePort: segment.destinationPort, destinationPort: segment.sourcePort,
            sequence: segment.acknowledgment, control: .rst)
        return [
            TruncationNote.fin(start).action(fin, from: source, to: destination),
            TruncationNote.reset(segment.acknowledgment).action(reset, from: destination, to: source),
        ]
    }
}

extension TruncationNote {
    fileprivate func action(_ segment: Segment, from source: IPv4Address, to destination: IPv4Address)
        -> ApplicationAction
    {
        .send(segment, from: source, to: destination, self, step: step, cite: cite)
    }
}
