import TestSupport
import Testing

@testable import TCPSim

/// Data ahead of its turn: what is held, how much, and at what cost.
@Suite struct ReassemblyTests {
    /// Whatever arrives in whatever order, what is held is what a list of numbered octets would hold.
    @Test func itHoldsWhatAListWouldHold() {
        forEachSeed(200) { _, random in
            // Numbers that wrap around.
            var next = SequenceNumber(.max - 100)
            var reassembly = Reassembly()
            var list: [Int: UInt8] = [:]
            var delivered = 0
            for _ in 0..<60 {
                let offset = delivered + Int.random(in: 1...300, using: &random)
                let octets = random.octets(Int.random(in: 0...60, using: &random))
                let isHeld = reassembly.hold(octets, at: next + (offset - delivered), limit: .max)
                #expect(isHeld)
                for (index, octet) in octets.enumerated() where list[offset + index] == nil {
                    list[offset + index] = octet
                }
                let blocks = list.keys.filter { list[$0 - 1] == nil }.sorted()
                #expect(reassembly.blocks.elements.map { $0.first - next + delivered } == blocks)
                guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
                // What lies before the next block, or some of it, arrives in order.
                let step = Int.random(in: 0...200, using: &random)
                var expected: [UInt8] = []
                var end = delivered + step
                while let octet = list[end] {
                    expected.append(octet)
                    end += 1
                }
                let taken = reassembly.take(from: next + step)
                #expect(taken == expected)
                list = list.filter { $0.key >= end }
                next += end - delivered
                delivered = end
                #expect(reassembly.isEmpty == list.isEmpty)
            }
        }
    }

    /// Two that hold the same are equal, however the octets were cut.
    @Test func equalityDoesNotDependOnTheCuts() {
        var (one, other) = (Reassembly(), Reassembly())
        for (first, octets) in [(10, [1, 2]), (12, [3]), (20, [9])] as [(UInt32, [UInt8])] {
            _ = one.hold(octets, at: SequenceNumber(first), limit: .max)
        }
        for (first, octets) in [(12, [3]), (10, [1, 2]), (20, [9])] as [(UInt32, [UInt8])] {
            _ = other.hold(octets, at: SequenceNumber(first), limit: .max)
        }
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        _ = other.hold([9], at: SequenceNumber(22), limit: .max)
        #expect(one != other)
    }

    /// Many gaps, made in the order that is worst for a list: each segment looks at as many of them as the logarithm says.
    @Test(arguments: [true, false])
    func aSegmentCostsTheLogarithmOfTheGaps(isAscending: Bool) {
        var reassembly = Reassembly()
        let count = 10_000
        var most = 0
        for index in 0..<count {
            let place = isAscending ? index : count - index
            let number = SequenceNumber(1_000) + 2 * place
            guard index % 64 == 63 else {
                _ = reassembly.hold([7], at: number, limit: .max)
                continue
            }
            most = max(most, steps { reassembly.hold([7], at: number, limit: .max) }.count)
        }
        #expect(reassembly.blocks.count == count)
        #expect(most <= few(count))
        // So does telling of the latest, and finding what has arrived twice.
        let latest = steps { reassembly.blocks(atMost: 4) }
        #expect(latest.result.count == 4 && latest.count <= 4 * few(count))
        let place = SequenceNumber(10_000)
        let twice = steps { reassembly.blocks.firstOverlapping(place, place + 9) }
        #expect(twice.result != nil && twice.count <= few(count))
        // Closing the gaps from the middle outwards.
        for index in stride(from: count / 2, to: count, by: 7) {
            let cost = steps { reassembly.hold([8], at: SequenceNumber(1_001) + 2 * index, limit: .max) }
            most = max(most, cost.count)
        }
        #expect(most <= few(count))
    }

    /// Single octets from the back to the front are put together: each costs neither an array nor a copy of all others.
    @Test func singleOctetsArePutTogether() {
        var reassembly = Reassembly()
        let count = 20_000
        for index in (1...count).reversed() {
            _ = reassembly.hold([UInt8(index % 251)], at: SequenceNumber(0) + index, limit: .max)
        }
        #expect(reassembly.blocks.count == 1)
        // Few pieces are looked at where all are handed over.
        _ = reassembly.hold([1], at: SequenceNumber(0), limit: .max)
        let taken = steps { reassembly.take(from: SequenceNumber(0)) }
        #expect(taken.count <= few(count))
        #expect(taken.result.dropFirst() == (1...count).map { UInt8($0 % 251) }[...])
    }

    // MARK: The limit

    /// A in ESTABLISHED with SACK and a buffer of `buffer` octets, which next expects 301.
    private func receiving(buffer: Int) -> Side {
        var configuration = Connection.Configuration.iss(100)
        configuration.selectiveAcknowledgment = true
        configuration.receiveBuffer = buffer
        var a = Side(.a, to: .b, configuration)
        a.on(.activeOpen)
        a.on(seq: 300, ack: 101, .syn, options: [.selectiveAcknowledgmentPermitted])
        return a
    }

    /// With as many gaps as the buffer is worth, further ones are not opened: what would open one is dropped, and never reported.
    @Test func gapsHaveALimit() throws {
        let limit = Reassembly.limit(buffer: 10_000)
        #expect(limit == 39)
        var a = receiving(buffer: 10_000)
        for index in 1...limit {
            let step = a.on(seq: 301 + 10 * UInt32(index), ack: 101, [], data: [7])
            #expect(step.notes.map(\.step).contains("tcp.out_of_order"))
        }
        let held = a.connection
        let one = UInt32(301 + 10 * (limit + 1))
        let refused = a.on(seq: one, ack: 101, .fin, data: [7])
        #expect(refused.notes.map(\.step).contains("tcp.too_many_gaps"))
        #expect(try refused.segment.acknowledgment == SequenceNumber(301))
        for case .selectiveAcknowledgment(let blocks) in try refused.segment.options {
            #expect(!blocks.contains { $0.left.rawValue == one })
        }
        #expect(a.connection.tcb.reassembly == held.tcb.reassembly)
        // What borders on something held is taken, and so is what is next.
        #expect(a.on(seq: 312, ack: 101, [], data: [8]).notes.map(\.step).contains("tcp.out_of_order"))
        a.on(seq: 301, ack: 101, [], data: [UInt8](repeating: 9, count: 10))
        #expect(a.connection.receiving.next == SequenceNumber(313))
        // Sent again, everything arrives: the dropped octet and its FIN as well.
        for first in stride(from: UInt32(301), through: one, by: 5) {
            a.on(seq: first, ack: 101, [], data: [UInt8](repeating: 9, count: 5))
        }
        #expect(a.connection.receiving.next == SequenceNumber(one + 5))
    }

    /// A small buffer may have some gaps all the same.
    @Test func aSmallBufferMayHaveGaps() { #expect(Reassembly.limit(buffer: 1) == 16) }
}
