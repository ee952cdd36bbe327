import TestSupport
import Testing

@testable import TCPSim

@Suite struct OctetQueueTests {
    /// Whatever is done to it, a queue holds what a plain array would hold.
    @Test func itIsAnArrayThatForgetsItsFront() {
        forEachSeed(300) { _, random in
            var queue = OctetQueue()
            var array: [UInt8] = []
            var copies: [(queue: OctetQueue, array: [UInt8])] = []
            for _ in 0..<60 {
                let limit =
                    [0, 1, array.count, .max, -1, Int.random(in: 0...40, using: &random)]
                    .randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1, 2:
                    let octets = random.octets(Int.random(in: 0...20, using: &random))
                    queue.append(octets)
                    array += octets
                case 3, 4:
                    let taken = Array(array.prefix(max(0, limit)))
                    #expect(queue.take(limit) == taken)
                    array.removeFirst(taken.count)
                default: copies.append((queue, array))
                }
                #expect(queue.count == array.count)
                #expect(queue.isEmpty == array.isEmpty)
                #expect(queue.first == array.first)
                #expect(queue.prefix(limit) == Array(array.prefix(max(0, limit))))
                // Equal queues are those with the same octets, by whatever way they have come there.
                var other = OctetQueue()
                other.append(array)
                #expect(queue == other)
                #expect(queue.hashValue == other.hashValue)
                other.append([0])
                #expect(queue != other)
            }
            // A copy is a value: nothing that was done afterwards has touched it.
            for (queue, array) in copies { #expect(queue.prefix(.max) == array) }
        }
    }
}
