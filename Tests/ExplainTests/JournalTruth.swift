import TCPSim
import Trace

@testable import Explain

/// The truth about the packets of a run with one connection, taken from the run's journal.
struct JournalTruth {
    /// A packet with data, SYN or FIN.
    struct Frame {
        let number: Int
        /// The places of its octets in the stream of its side.
        let range: Range<Int>
        /// The numbers of earlier packets of the same side that carried its first octet.
        let earlier: [Int]
        let isSentAgain: Bool
        /// Why it was sent again, by the step of its sender; nil if it was not, or if the journal has no such reason.
        let why: Again?
        /// Whether it was all that was not acknowledged in the recording. A tail probe would come as late as the timer then.
        let isAlone: Bool
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

    /// The kind of a retransmission, by the step of its sender.
    private static func why(_ step: String, _ segment: Segment) -> Again? {
        if segment.control.contains(.syn) { return .handshake }
        return switch step {
        case "tcp.retransmission": .timeout
        case "tcp.fast_retransmit": .fast
        case "tcp.partial_ack", "tcp.recovery_retransmission": .recovery
        default: nil
        }
    }

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
                let isSentAgain = before.contains { $0.range.overlaps(range) }
                let known = acknowledged[event.who] ?? 0
                frames.append(
                    Frame(
                        number: packet.number, range: range,
                        earlier: before.filter { $0.range.contains(start) }.map(\.number),
                        isSentAgain: isSentAgain, why: isSentAgain ? Self.why(event.step, segment) : nil,
                        isAlone: before.allSatisfy {
                            $0.range.upperBound <= max(range.lowerBound, known) || $0.range == range
                        },
                        isOfHandshake: segment.control.contains(.syn), isLost: lost.contains(packet.number),
                        isNeedless: arrived[event.who]?.contains { $0.clamped(to: range) == range } ?? false,
                        isKnownToBeNeedless: known >= range.upperBound))
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
