import TCPSim

/// An attacker in the path who changes what two others say on one TCP connection, also in length: the numbers of all segments that follow
/// are translated, so that neither TCP notices.
package final class Splice {
    private struct Direction {
        /// Numbers that belong together: the sender's, and those with which its octets arrive.
        var marks: [(sent: SequenceNumber, arriving: SequenceNumber)] = []
        /// What the sender has acknowledged last, in the other one's numbers.
        var acknowledgment = SequenceNumber(0)

        /// The number with which the octet of the sender's number `sent` arrives.
        func arriving(_ sent: SequenceNumber) -> SequenceNumber {
            guard let mark = marks.last(where: { sent.place(from: $0.sent) >= 0 }) else { return sent }
            return mark.arriving + (sent - mark.sent)
        }

        /// How far the sender may be told that its octets have arrived, when all below `arriving` have.
        func sent(_ arriving: SequenceNumber) -> SequenceNumber {
            marks.last { arriving.place(from: $0.arriving) >= 0 }?.sent ?? arriving
        }
    }

    private var directions: [Socket: Direction] = [:]
    /// The most octets of data that she puts into a segment.
    private static let segmentSize = 1_460

    /// A splice that has seen no segment.
    package init() {}

    /// What becomes of a segment that passes.
    ///
    /// - Parameter change: the octets that go on in place of these of the source.
    package func pass(_ sight: Sight, _ change: (Socket, [UInt8]) -> [UInt8]) -> Passage {
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
        let identification = UInt16(sight.datagram[4]) << 8 | UInt16(sight.datagram[5])
        return .replacedBy(
            pieces(of: changed).map {
                SegmentCodec.encode(
                    $0, from: sight.source.address, to: sight.destination.address, identification: identification,
                    recording: false
                ).bytes
            })
    }

    /// A segment with octets of hers, which comes next in a direction.
    package func insertion(_ octets: [UInt8], from source: Socket, to destination: Socket) -> Segment? {
        guard let direction = directions[source], let last = direction.marks.last else { return nil }
        directions[source]?.marks.append((last.sent, last.arriving + octets.count))
        return Segment(
            sourcePort: source.port, destinationPort: destination.port, sequence: last.arriving,
            acknowledgment: direction.acknowledgment, control: [.psh, .ack], window: .max, payload: octets)
    }

    /// The same data in segments that are not too long.
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
