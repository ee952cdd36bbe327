import TestSupport
import Testing
import Trace

@testable import TCPSim

/// The retransmission queue as the scoreboard of RFC 6675: its sums, its marks, and what a report costs.
@Suite struct ScoreboardTests {
    private static let size = 100

    private func queue(_ count: Int, from first: SequenceNumber, size: Int = size) -> RetransmissionQueue {
        var queue = RetransmissionQueue()
        for index in 0..<count {
            queue.append(
                Segment(
                    sourcePort: 1, destinationPort: 2, sequence: first + index * size, control: .ack,
                    payload: [UInt8](repeating: 7, count: size)), at: .zero)
        }
        return queue
    }

    private func block(_ first: SequenceNumber, _ from: Int, _ to: Int) -> SegmentOption.Block {
        SegmentOption.Block(left: first + from, right: first + to)
    }

    /// IsLost() of RFC 6675 section 4, as it is written there: counted for each segment.
    private func isLost(_ index: Int, in queue: RetransmissionQueue) -> Bool {
        var (blocks, octets, isWithin) = (0, 0, false)
        for entry in queue.segments[(index + 1)...] {
            if entry.isSacked {
                octets += entry.segment.payload.count
                if !isWithin { blocks += 1 }
            }
            isWithin = entry.isSacked
        }
        return blocks >= 3 || octets > 2 * Self.size
    }

    /// After any reports, losses and acknowledgments the sums are what counting gives, and the marks what the RFC says.
    @Test func sumsAndMarksAreThoseOfTheRFC() {
        forEachSeed(150) { _, random in
            let first = SequenceNumber(.max - 2_000)
            let count = 40
            var queue = queue(count, from: first)
            var lost: Set<UInt32> = []
            for _ in 0..<40 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0...2:
                    let from = Int.random(in: 0..<count, using: &random) * Self.size
                    let length = Int.random(in: 1...5, using: &random) * Self.size
                    let known = queue.segments
                    let shift = Int.random(in: 0..<3, using: &random) == 0 ? 30 : 0
                    let isNews = queue.report(block(first, from + shift, from + length - shift))
                    #expect(isNews == (known != queue.segments))
                case 3, 4:
                    let expected = queue.segments.indices.filter {
                        !queue.segments[$0].isSacked && isLost($0, in: queue)
                    }
                    lost.formUnion(expected.map { queue.segments[$0].segment.sequence.rawValue })
                    if let oldest = queue.segments.first {
                        #expect(
                            queue.isOldestLost(segmentSize: Self.size) == (!oldest.isSacked && isLost(0, in: queue)))
                    }
                    queue.markLost(segmentSize: Self.size)
                    for entry in queue.segments {
                        #expect(entry.isLost == lost.contains(entry.segment.sequence.rawValue))
                    }
                case 5:
                    guard let due = queue.nextDue() else { break }
                    #expect(due == queue.segments.firstIndex(where: \.isDue))
                    _ = queue.resend(due)
                case 6:
                    guard let suspect = queue.nextSuspect(before: first + 3_000) else { break }
                    let expected = queue.segments.firstIndex { !$0.isSacked && !$0.isLost && !$0.isResent }
                    #expect(suspect == expected)
                    _ = queue.resend(suspect, suspected: true)
                default:
                    guard let oldest = queue.segments.first?.segment else { break }
                    let step = Int.random(in: 0..<4, using: &random) == 0 ? 30 : Self.size
                    _ = queue.acknowledge(oldest.sequence + min(step, oldest.payload.count))
                    // A segment that is cut short begins elsewhere.
                    if lost.contains(oldest.sequence.rawValue), let head = queue.segments.first {
                        if head.isLost { lost.insert(head.segment.sequence.rawValue) }
                    }
                }
                #expect(queue.inNetwork == queue.segments.reduce(0) { $0 + $1.inNetwork })
                #expect(queue.octets == queue.segments.reduce(0) { $0 + $1.segment.payload.count })
                #expect(queue.isDue == queue.segments.contains(where: \.isDue))
                #expect(queue.newestUnreported == queue.segments.lastIndex { !$0.isSacked })
            }
            queue.markAllLost()
            #expect(queue.inNetwork == 0 && queue.isDue == !queue.isEmpty)
            queue.forgetLosses()
            #expect(queue.inNetwork == queue.octets && !queue.isDue)
        }
    }

    /// A receiver with a small MSS that reports every second one of 8,000 segments, one at a time, the last first: each report
    /// costs the logarithm, and all the marks together are made once.
    @Test func aReportCostsTheLogarithmOfTheQueue() {
        let (first, count) = (SequenceNumber(77), 8_000)
        var queue = queue(count, from: first, size: 16)
        var (total, most) = (0, 0)
        for index in stride(from: count - 1, to: 0, by: -2) {
            let cost = steps {
                let isNews = queue.report(block(first, index * 16, index * 16 + 16))
                return isNews && queue.newestUnreported != nil && queue.inNetwork >= 0
            }
            #expect(cost.result)
            most = max(most, cost.count, steps { queue.isOldestLost(segmentSize: 16) }.count)
            total +=
                steps {
                    queue.markLost(segmentSize: 16)
                    while let due = queue.nextDue() { _ = queue.resend(due) }
                }.count
        }
        #expect(most <= few(count))
        #expect(total <= count * few(count))
        // Told again what is known, it looks at no more.
        let again = steps { queue.report(block(first, 16, 32)) }
        #expect(!again.result && again.count <= few(count))
    }

    /// So does a report of what has arrived twice, however much was sent again.
    @Test func aReportOfADuplicateCostsTheLogarithm() {
        var resent = ResentRanges()
        let count = 20_000
        func segment(_ place: Int) -> Segment {
            Segment(
                sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(0) + place, control: .ack, payload: [7])
        }
        for index in 0..<count { resent.append(segment(2 * index)) }
        let zero = SequenceNumber(0)
        for place in [count, count + 1] {
            let answer = steps { resent.overlaps(block(zero, place, place + 1)) }
            #expect(answer.result == (place % 2 == 0) && answer.count <= few(count))
        }
        // What lies more than a window back is forgotten, before it would lie ahead.
        resent.append(segment(3 << 29))
        #expect(!resent.overlaps(block(zero, 0, 2 * count)))
        #expect(resent.overlaps(block(zero, 3 << 29, 3 << 29 + 1)))
    }
}
