import TCPSim
import Trace

/// The truth about the packets of a run with one connection, taken from the run's journal.
struct JournalTruth {
    /// A packet with data, SYN or FIN.
    struct Frame {
        let number: Int
        /// The numbers of earlier packets of the same side that carried its first octet.
        let earlier: [Int]
        let isSentAgain: Bool
        let isOfHandshake: Bool
        let isLost: Bool
        /// Whether an earlier packet with all of its octets had arrived when it was sent.
        let isNeedless: Bool
        /// Whether an acknowledgment before it in the recording covers all of its octets.
        let isKnownToBeNeedless: Bool
    }

    private struct Sent {
        let number: Int
        let range: Range<Int>
    }

    private(set) var frames: [Frame] = []

    init(_ journal: Journal) {
        var lost: Set<Int> = []
        for case .lost(let packet, _) in journal.events.map(\.kind) { lost.insert(packet.number) }
        var sent: [Principal: [Sent]] = [:]
        var arrived: [Principal: [Range<Int>]] = [:]
        var acknowledged: [Principal: Int] = [:]
        var first: [Principal: SequenceNumber] = [:]
        for event in journal.events {
            switch event.kind {
            case .sent(let packet, let receiver):
                guard let read = try? SegmentCodec.decode(packet.bytes, verifyingChecksums: false, recording: false)
                else { continue }
                let segment = read.segment
                if segment.control.contains(.ack), let start = first[receiver] {
                    let place = Int(segment.acknowledgment - start)
                    acknowledged[receiver] = max(acknowledged[receiver] ?? 0, place)
                }
                guard segment.length > 0 else { continue }
                let start = Int(segment.sequence - first[event.who, default: segment.sequence])
                if first[event.who] == nil { first[event.who] = segment.sequence }
                let range = start..<start + segment.length
                let before = sent[event.who, default: []]
                frames.append(
                    Frame(
                        number: packet.number,
                        earlier: before.filter { $0.range.contains(start) }.map(\.number),
                        isSentAgain: before.contains { $0.range.overlaps(range) },
                        isOfHandshake: segment.control.contains(.syn), isLost: lost.contains(packet.number),
                        isNeedless: arrived[event.who]?.contains { $0.clamped(to: range) == range } ?? false,
                        isKnownToBeNeedless: (acknowledged[event.who] ?? 0) >= range.upperBound))
                sent[event.who, default: []].append(Sent(number: packet.number, range: range))
            case .received(let packet, let sender):
                if let range = sent[sender]?.first(where: { $0.number == packet.number })?.range {
                    arrived[sender, default: []].append(range)
                }
            default: break
            }
        }
    }
}
