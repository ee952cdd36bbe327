import TCPSim

/// An attacker in the path who changes the data of one TCP connection between two others. The changed data may have another length: she
/// translates the sequence and acknowledgment numbers of all later segments, so that neither TCP notices.
package final class SegmentRelay {
    private struct Direction {
        /// Corresponding sequence numbers: the sender's, and the receiver's for the same octet.
        var marks: [(sent: SequenceNumber, arriving: SequenceNumber)] = []
        /// The sender's last acknowledgment number, translated to the numbers of the peer.
        var acknowledgment = SequenceNumber(0)

        /// The receiver's sequence number of the octet that has the sender's number `sent`.
        func arriving(_ sent: SequenceNumber) -> SequenceNumber {
            guard let mark = marks.last(where: { sent.place(from: $0.sent) >= 0 }) else { return sent }
            return mark.arriving + (sent - mark.sent)
        }

        /// The acknowledgment number for the sender when the receiver has acknowledged all octets before `arriving`.
        func sent(_ arriving: SequenceNumber) -> SequenceNumber {
            marks.last { arriving.place(from: $0.arriving) >= 0 }?.sent ?? arriving
        }
    }

    private var directions: [Socket: Direction] = [:]
    /// The largest number of data octets in a segment that she makes.
    private static let segmentSize = 1_460

    /// A segments that has seen no segment.
    package init() {}

    /// The decision about a segment on the path.
    ///
    /// - Parameter change: gives the octets that go on, from the source and its octets.
    package func pass(_ sight: Sight, _ change: (Socket, [UInt8]) -> [UInt8]) -> PathDecision {
        let segment = sight.segment
        guard var direction = directions[sight.source], let last = direction.marks.last, !segment.control.contains(.syn)
        else {
            directions[sight.source] = Direction(
                marks: [(segment.end, segment.end)], acknowledgment: segment.acknowledgment)
            return .passes
        }
        var changed = segment
        if !segment.payload.isEmpty, segment.sequence == last.sent {
            changed.payload = change(sight.source, segment.payload)
        }
        changed.sequence = direction.arriving(segment.sequence)
        changed.acknowledgment = directions[sight.destination]?.sent(segment.acknowledgment) ?? segment.acknowledgment
        if segment.end.place(from: last.sent) > 0 { direction.marks.append((segment.end, changed.end)) }
        direction.acknowledgment = changed.acknowledgment
        directions[sight.source] = direction
        guard changed != segment else { return .passes }
        return .replaced(pieces(of: changed).map { sight.carrying($0) })
    }

    /// A segment with octets of the attacker, at the next sequence number of a direction; nil if she has
    /// seen no segment of that direction.
    package func insertion(_ octets: [UInt8], from source: Socket, to destination: Socket) -> Segment? {
        guard let direction = directions[source], let last = direction.marks.last else { return nil }
        directions[source]?.marks.append((last.sent, last.arriving + octets.count))
        return Segment(
            sourcePort: source.port, destinationPort: destination.port, sequence: last.arriving,
            acknowledgment: direction.acknowledgment, control: [.psh, .ack], window: .max, payload: octets)
    }

    /// A segment's data in segments of at most ``segmentSize`` octets.
    private func pieces(of segment: Segment) -> [Segment] {
        guard segment.payload.count > Self.segmentSize else { return [segment] }
        return stride(from: 0, to: segment.payload.count, by: Self.segmentSize).map { start in
            var piece = segment
            piece.payload = Array(segment.payload.dropFirst(start).prefix(Self.segmentSize))
            piece.sequence = segment.sequence + start
            if start + Self.segmentSize < segment.payload.count { piece.control.subtract([.fin, .psh]) }
            return piece
        }
    }
}
