import Crypto
import TestSupport
import Testing
import Trace

@testable import Simulator

@Suite struct LinkTests {
    private func link(_ change: (inout Wire) -> Void) -> Link {
        var wire = Wire()
        change(&wire)
        return Link(wire, random: SeededRandomSource(seed: 7))
    }

    private func instant(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }
    private let datagram = [UInt8](repeating: 0, count: 100)

    @Test func aPerfectWireIsLateByItsLatencyAndByNothingElse() {
        var link = link { $0.latency = .milliseconds(25) }
        for time: Int64 in [0, 0, 3, 100] {
            let passage = link.carry(datagram, putInAt: instant(time))
            #expect(passage.copies == [Link.Copy(at: instant(time + 25), octets: datagram)])
            #expect(passage.incidents.isEmpty)
        }
    }

    @Test func aDatagramLeavesBitByBitOneAfterTheOther() {
        // 100 octets at 8,000 bits a second take 100 ms.
        var link = link { $0.bandwidth = 8_000 }
        let arrivals = [0, 0, 150, 1_000].map { link.carry(datagram, putInAt: instant($0)).copies.map(\.at) }
        #expect(arrivals == [[instant(110)], [instant(210)], [instant(310)], [instant(1_110)]])
        // A fraction of a microsecond counts as one.
        var fast = self.link { $0.bandwidth = 3_000_000_000 }
        #expect(fast.carry(datagram, putInAt: .zero).copies.map(\.at) == [Instant(microseconds: 10_001)])
    }

    @Test func whatDoesNotFitIntoTheQueueIsDroppedAndOnlyThat() {
        for queue in [Wire.Queue.packets(2), .octets(250)] {
            var link = link {
                $0.bandwidth = 8_000
                $0.queue = queue
            }
            // One leaves, two wait.
            let fates = (0..<4).map { _ in link.carry(datagram, putInAt: .zero) }
            #expect(fates.map(\.copies.count) == [1, 1, 1, 0])
            #expect(fates[3].incidents == [.queueFull(queue)])
            // At 100 ms the second begins to leave, and its place is free.
            #expect(link.carry(datagram, putInAt: instant(100)).copies.map(\.at) == [instant(410)])
            #expect(link.carry(datagram, putInAt: instant(100)).copies.isEmpty)
        }
        var none = link {
            $0.bandwidth = 8_000
            $0.queue = .packets(0)
        }
        #expect([0, 50, 100].map { none.carry(datagram, putInAt: instant($0)).copies.count } == [1, 0, 1])
    }

    @Test func whatIsLargerThanTheMTUIsNotCarried() {
        var link = link { $0.mtu = 100 }
        #expect(link.carry(datagram, putInAt: .zero).copies.count == 1)
        let passage = link.carry(datagram + [0], putInAt: .zero)
        #expect(passage.copies.isEmpty && passage.incidents == [.tooLarge(octets: 101, mtu: 100)])
    }

    @Test func jitterSpreadsTheArrivalsAndDoesNotChangeTheirOrder() {
        var link = link { $0.jitter = .milliseconds(5) }
        var lateness: Set<TimeSpan> = []
        var last = Instant.zero
        for time: Int64 in stride(from: 0, to: 5_000, by: 10) {
            for copy in link.carry(datagram, putInAt: instant(time)).copies {
                #expect(last <= copy.at)
                last = copy.at
                lateness.insert(copy.at - instant(time))
            }
        }
        #expect(lateness.count > 100)
        #expect(lateness.allSatisfy { .milliseconds(10) <= $0 && $0 <= .milliseconds(15) })
    }

    @Test func eachFaultDoesWhatItSays() throws {
        var corrupting = link { $0.faults.corrupt = 1 }
        let damaged = try #require(corrupting.carry(datagram, putInAt: .zero).copies.first).octets
        #expect(damaged.reduce(0) { $0 + $1.nonzeroBitCount } == 1)
        var doubling = link { $0.faults.duplicate = 1 }
        #expect(doubling.carry(datagram, putInAt: .zero).copies.map(\.at) == [instant(10), instant(20)])
        var losing = link { $0.faults.loss = 1 }
        #expect(losing.carry(datagram, putInAt: .zero) == Link.Passage(incidents: [.lost(nil)]))
        var delaying = link {
            $0.faults.delay = 1
            $0.faults.hold = .seconds(1)
        }
        #expect(delaying.carry(datagram, putInAt: .zero).copies.map(\.at) == [instant(1_010)])
        // What is held up is overtaken; what is not keeps its place.
        var reordering = link { _ in }
        let late = reordering.carry(datagram, putInAt: .zero, under: [try LinkRule("reorder client segment")])
        let next = reordering.carry(datagram, putInAt: instant(5))
        #expect(late.copies.map(\.at) == [instant(20)] && next.copies.map(\.at) == [instant(15)])
    }

    @Test func aRateIsAShareAndOneRateDoesNotShiftWhatAnotherDoes() {
        func lost(_ change: (inout Wire) -> Void) -> [Bool] {
            var link = link {
                $0.faults.loss = 0.2
                change(&$0)
            }
            return (0..<10_000).map { _ in link.carry(datagram, putInAt: .zero).copies.isEmpty }
        }
        let alone = lost { _ in }
        #expect((1_850...2_150).contains(alone.count { $0 }))
        let crowded = lost {
            $0.faults.duplicate = 0.5
            $0.faults.corrupt = 0.5
            $0.faults.reorder = 0.5
            $0.faults.delay = 0.5
            $0.jitter = .milliseconds(3)
        }
        #expect(alone == crowded)
    }

    @Test(arguments: [
        ("500ms", 500_000), ("1.5s", 1_500_000), ("30s", 30_000_000), ("2min", 120_000_000), ("20us", 20),
        ("0.25ms", 250), ("0s", 0),
    ])
    func timesSizesAndBandwidthsAsAPersonWritesThem(text: String, microseconds: Int64) throws {
        let span = try #require(TimeSpan(measure: text))
        #expect(span.microseconds == microseconds)
        #expect(TimeSpan(measure: span.measure) == span)
    }

    @Test func whatIsNoMeasureIsNone() {
        for text in [
            "", "5", "s", "ms", "-1s", "1.s", ".5s", "1.2.3s", "1.0000001s", "0.5us", "1 s", "1h", "1S", "٣s",
            "9223372036854775807s", "99999999999999999999us", "153722867281min",
        ] { #expect(TimeSpan(measure: text) == nil, "\(text)") }
        for text in ["", "B", "-1", "1.5", "10b", "B10", "99999999999999999999"] {
            #expect(Wire.Queue(measure: text) == nil, "\(text)")
        }
        #expect(Wire.Queue(measure: "10") == .packets(10))
        #expect(Wire.Queue(measure: "1500B") == .octets(1_500))
        for text in ["", "0", "k", "-1", "1.5M", "1T", "9223372036854775807k"] {
            #expect(Wire.bandwidth(measure: text) == nil, "\(text)")
        }
        #expect(Wire.bandwidth(measure: "56k") == 56_000)
        #expect(Wire.bandwidth(measure: "1G") == 1_000_000_000)
    }
}
