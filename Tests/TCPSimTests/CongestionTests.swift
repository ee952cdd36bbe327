import TCPSim
import Testing
import Trace

/// Congestion control (RFC 5681, RFC 3390, RFC 6928, RFC 3042) and recovery from losses (RFC 6582, RFC 6675).
@Suite struct CongestionTests {
    /// A in ESTABLISHED with full segments of 1000 octets, `count` of which are in flight from 101 on, one round trip of 100 ms
    /// known, and plenty queued.
    private func sending(
        _ count: Int, sack: Bool = false, limited: Bool = false, queued: Int = 40
    ) -> Side {
        var configuration = Connection.Configuration.iss(100)
        configuration.mss = 1_000
        configuration.congestionControl = CongestionControl.Settings(
            initialWindow: .segments(count), limitedTransmit: limited)
        configuration.selectiveAcknowledgment = sack
        var a = Side(.a, to: .b, configuration)
        a.on(.activeOpen)
        a.now = .zero + .milliseconds(100)
        a.on(
            seq: 300, ack: 101, .syn,
            options: [.maximumSegmentSize(1_000)] + (sack ? [.selectiveAcknowledgmentPermitted] : []))
        #expect(a.on(.send([UInt8](repeating: 7, count: queued * 1_000), push: true)).segments.count == count)
        return a
    }

    /// The first numbers of the data segments that were sent, in thousands.
    private func thousands(_ step: Step) -> [Int] {
        step.segments.filter { !$0.payload.isEmpty }.map { (Int($0.sequence.rawValue) - 101) / 1_000 }
    }

    private func sacked(_ ranges: (UInt32, UInt32)...) -> [SegmentOption] {
        [
            .selectiveAcknowledgment(
                ranges.map {
                    SegmentOption.Block(
                        left: SequenceNumber(101 + 1_000 * $0.0), right: SequenceNumber(101 + 1_000 * $0.1))
                })
        ]
    }

    /// RFC 3390's table and RFC 6928's formula.
    @Test(
        arguments: [
            (.rfc3390, 1_000, 4_000), (.rfc3390, 1_095, 4_380), (.rfc3390, 1_460, 4_380), (.rfc3390, 2_190, 4_380),
            (.rfc3390, 3_000, 6_000), (.rfc6928, 1_000, 10_000), (.rfc6928, 1_460, 14_600), (.rfc6928, 9_000, 18_000),
            (.segments(4), 1_460, 5_840),
        ] as [(CongestionControl.InitialWindow, Int, Int)])
    func initialWindows(window: CongestionControl.InitialWindow, size: Int, octets: Int) {
        #expect(window.octets(segmentSize: size) == octets)
    }

    @Test func slowStartReleasesTwoForEach() {
        var a = sending(4)
        for (place, expected) in [[4, 5], [6, 7], [8, 9], [10, 11]].enumerated() {
            #expect(thousands(a.on(seq: 301, ack: 101 + 1_000 * UInt32(place + 1), [])) == expected)
        }
    }

    @Test func variablesAreShown() {
        var a = sending(4)
        let before = a.connection
        a.on(seq: 301, ack: 1_101, [])
        let change = a.connection.variables.changes(since: before.variables).first { $0.name == "cwnd" }
        #expect(change?.before == "4000")
        #expect(change?.after == "5000")
    }

    /// However much an acknowledgment covers, slow start adds one segment.
    @Test func slowStartCountsAcknowledgments() {
        var a = sending(4)
        a.on(seq: 301, ack: 4_101, [])
        #expect(a.connection.congestion?.window == 5_000)
    }

    /// The SYN's acknowledgment does not count, and a lost SYN leaves one segment (RFC 5681 3.1).
    @Test func lostSYNLeavesOneSegment() {
        var configuration = Connection.Configuration.iss(100)
        configuration.congestionControl = CongestionControl.Settings()
        var a = Side(.a, to: .b, configuration)
        a.on(.activeOpen)
        a.on(.timeout(.retransmission))
        a.on(seq: 300, ack: 101, .syn, options: [.maximumSegmentSize(1_460)])
        #expect(a.connection.congestion?.window == 1_460)
        #expect(a.on(.send([UInt8](repeating: 1, count: 9_000), push: true)).segments.count == 1)
    }

    @Test func threeDuplicatesBringTheSegmentBack() {
        var a = sending(8)
        #expect(thousands(a.on(seq: 301, ack: 101, [])) == [])
        #expect(thousands(a.on(seq: 301, ack: 101, [])) == [])
        #expect(thousands(a.on(seq: 301, ack: 101, [])) == [0])
        #expect(a.connection.congestion?.threshold == 4_000)
        #expect(a.connection.congestion?.window == 7_000)
        // Each further one stands for a segment that has left the network.
        #expect(thousands(a.on(seq: 301, ack: 101, [])) == [])
        #expect(thousands(a.on(seq: 301, ack: 101, [])) == [8])
        // All is acknowledged: out of recovery.
        a.on(seq: 301, ack: 9_101, [])
        #expect(a.connection.congestion.map { $0.window <= 4_000 } == true)
    }

    /// What is no duplicate by RFC 5681 2: data, another window, nothing outstanding.
    @Test func onlyTrueDuplicatesCount() {
        var a = sending(8)
        a.on(seq: 301, ack: 101, [], window: 60_000)
        a.on(seq: 301, ack: 101, [], window: 60_001)
        a.on(seq: 301, ack: 101, [], window: 60_001, data: [1])
        a.on(seq: 302, ack: 101, [], window: 60_001)
        #expect(thousands(a.on(seq: 302, ack: 101, [], window: 60_001)) == [])
        #expect(thousands(a.on(seq: 302, ack: 101, [], window: 60_001)) == [0])
    }

    /// RFC 3042: one new segment for each of the first two, not counted when the window is halved.
    @Test func limitedTransmitSendsTwoNewSegments() {
        var a = sending(4, limited: true)
        #expect(thousands(a.on(seq: 301, ack: 101, [])) == [4])
        #expect(thousands(a.on(seq: 301, ack: 101, [])) == [5])
        #expect(thousands(a.on(seq: 301, ack: 101, [])) == [0])
        #expect(a.connection.congestion?.threshold == 2_000)
    }

    /// RFC 6582: a partial acknowledgment shows the next loss; only the first one restarts the timer.
    @Test func partialAcknowledgmentsBringOneSegmentEach() {
        var a = sending(8)
        for _ in 0..<3 { a.on(seq: 301, ack: 101, []) }
        let first = a.on(seq: 301, ack: 2_101, [])
        #expect(thousands(first) == [2])
        #expect(first.armed(.retransmission) != nil)
        // 7000 less what is acknowledged, plus a segment.
        #expect(a.connection.congestion?.window == 6_000)
        let second = a.on(seq: 301, ack: 5_101, [])
        #expect(thousands(second).first == 5)
        #expect(second.armed(.retransmission) == nil)
    }

    /// Duplicates caused by our own retransmissions begin no second recovery.
    @Test func noSecondRecoveryForTheSameWindow() {
        var a = sending(8)
        a.now = .zero + .seconds(2)
        a.on(.timeout(.retransmission))
        for _ in 0..<5 { #expect(thousands(a.on(seq: 301, ack: 101, [])) == []) }
        #expect(a.connection.congestion?.window == 1_000)
    }

    /// RFC 6582 3.2, step 2: nor do duplicates of exactly its end, which retransmissions that were not needed would cause.
    @Test func duplicatesOfTheEndOfARecoveryAreAmbiguous() {
        var a = sending(8)
        for _ in 0..<3 { a.on(seq: 301, ack: 101, []) }
        a.on(seq: 301, ack: 8_101, [])
        for _ in 0..<4 { #expect(!thousands(a.on(seq: 301, ack: 8_101, [])).contains(8)) }
        a.on(seq: 301, ack: 9_101, [])
        #expect((0..<3).flatMap { _ in thousands(a.on(seq: 301, ack: 9_101, [])) }.contains(9))
    }

    /// RFC 5681 3.1 and RFC 6298 5: the earliest alone, one segment of window, then slow start over all that was in flight.
    @Test func timeoutCollapsesTheWindow() {
        var a = sending(6)
        #expect(thousands(a.on(.timeout(.retransmission))) == [0])
        #expect(a.connection.congestion?.window == 1_000)
        #expect(a.connection.congestion?.threshold == 3_000)
        // Running out again for the same segment leaves the threshold alone.
        #expect(thousands(a.on(.timeout(.retransmission))) == [0])
        #expect(a.connection.congestion?.threshold == 3_000)
        #expect(thousands(a.on(seq: 301, ack: 1_101, [])) == [1, 2])
        #expect(thousands(a.on(seq: 301, ack: 3_101, [])) == [3, 4, 5])
        // At the threshold: congestion avoidance, one more for the three that were acknowledged.
        #expect(thousands(a.on(seq: 301, ack: 6_101, [])) == [6, 7, 8, 9])
    }

    /// Above the threshold the window grows by one segment for each window's worth of acknowledgments.
    @Test func congestionAvoidanceIsLinear() {
        var a = sending(6, queued: 60)
        a.on(.timeout(.retransmission))
        a.on(seq: 301, ack: 6_101, [])
        a.on(seq: 301, ack: 7_101, [])
        #expect(a.connection.congestion?.window == 3_000)
        var acknowledged: UInt32 = 7
        for window in 3...6 {
            for _ in 0..<window {
                #expect(a.connection.congestion?.window == window * 1_000)
                acknowledged += 1
                a.on(seq: 301, ack: 101 + 1_000 * acknowledged, [])
            }
            #expect(a.connection.congestion?.window == (window + 1) * 1_000)
        }
    }

    /// What is left over when the window grows counts towards the next time: here each acknowledgment covers two segments.
    @Test func congestionAvoidanceCountsOctets() {
        var a = sending(6, queued: 60)
        a.on(.timeout(.retransmission))
        a.on(seq: 301, ack: 6_101, [])
        a.on(seq: 301, ack: 7_101, [])
        var windows: [Int] = []
        for place in 1...6 as ClosedRange<UInt32> {
            a.on(seq: 301, ack: 7_101 + 2_000 * place, [])
            windows.append(a.connection.congestion?.window ?? 0)
        }
        #expect(windows == [3_000, 4_000, 4_000, 5_000, 5_000, 6_000])
    }

    /// RFC 5681 4.1.
    @Test func windowShrinksAfterASilence() {
        var a = sending(4, queued: 8)
        a.on(seq: 301, ack: 2_101, [])
        a.on(seq: 301, ack: 4_101, [])
        a.on(seq: 301, ack: 8_101, [])
        #expect(a.connection.congestion?.window == 7_000)
        a.now = .zero + .seconds(10)
        #expect(a.on(.send([UInt8](repeating: 1, count: 9_000), push: true)).segments.count == 4)
    }

    // MARK: SACK

    /// Every hole is filled in one round trip, as far as cwnd minus pipe allows.
    @Test func sackFillsAllHoles() {
        var a = sending(10, sack: true)
        #expect(thousands(a.on(seq: 301, ack: 101, [], options: sacked((1, 2)))) == [])
        #expect(thousands(a.on(seq: 301, ack: 101, [], options: sacked((3, 4), (1, 2)))) == [])
        // Third duplicate: 0 is lost. Pipe is 10 - 3 sacked - 1 lost + 1 resent.
        #expect(thousands(a.on(seq: 301, ack: 101, [], options: sacked((5, 6), (3, 4), (1, 2)))) == [0])
        #expect(a.connection.congestion?.window == 5_000)
        // Pipe is 4 in the network and 1 resent: as much as cwnd. Three blocks lie above 2, which is lost as well, but waits.
        #expect(thousands(a.on(seq: 301, ack: 101, [], options: sacked((7, 8), (5, 6), (3, 4)))) == [])
        // Two more have left the network, one reported and one (4) lost: both holes are filled.
        #expect(thousands(a.on(seq: 301, ack: 101, [], options: sacked((9, 10), (7, 8), (5, 6)))) == [2, 4])
    }

    /// RFC 6675 5, step 2: three segments reported in fewer than three duplicates are enough.
    @Test func reportsCountAndNotAcknowledgments() {
        var a = sending(10, sack: true)
        #expect(thousands(a.on(seq: 301, ack: 101, [], options: sacked((1, 4)))).first == 0)
    }

    /// Without news there is no duplicate: an acknowledgment of the same number may only repeat a report.
    @Test func repeatedReportsAreNoDuplicates() {
        var a = sending(10, sack: true)
        for _ in 0..<6 { #expect(thousands(a.on(seq: 301, ack: 101, [], options: sacked((1, 2)))) == []) }
    }

    /// Reports that make no sense are ignored: of what is acknowledged, was never sent, or runs backwards.
    @Test func senselessReportsAreIgnored() {
        var a = sending(10, sack: true)
        a.on(seq: 301, ack: 2_101, [])
        for _ in 0..<6 {
            #expect(thousands(a.on(seq: 301, ack: 2_101, [], options: sacked((0, 1), (5, 4), (30, 31)))) == [])
        }
    }

    /// NextSeg rule 4: the last segment is lost, too, and nothing behind it will tell. Once the first retransmission is
    /// acknowledged, it is sent again, once, without waiting for the timer.
    @Test func lostTailIsRescued() {
        var a = sending(8, sack: true, queued: 8)
        for last in 2...6 as ClosedRange<UInt32> {
            #expect(thousands(a.on(seq: 301, ack: 101, [], options: sacked((1, last)))) == (last == 4 ? [0] : []))
        }
        // 6 is reported as well; 0 has arrived. Only 7 is left, above all reports.
        #expect(thousands(a.on(seq: 301, ack: 101, [], options: sacked((1, 7)))) == [])
        #expect(thousands(a.on(seq: 301, ack: 7_101, [])) == [7])
        #expect(thousands(a.on(seq: 301, ack: 7_101, [])) == [])
    }

    /// RFC 2018 8: after a timeout reports no longer count, since their sender may have discarded the data.
    @Test func timeoutForgetsReports() {
        var a = sending(4, sack: true)
        a.on(seq: 301, ack: 101, [], options: sacked((1, 2)))
        #expect(thousands(a.on(.timeout(.retransmission))) == [0])
        #expect(thousands(a.on(seq: 301, ack: 1_101, [])) == [1, 2])
    }

    /// And what is reported after it is not sent again.
    @Test func reportsAfterATimeoutAreHeeded() {
        var a = sending(4, sack: true)
        #expect(thousands(a.on(.timeout(.retransmission))) == [0])
        #expect(thousands(a.on(seq: 301, ack: 1_101, [], options: sacked((2, 3)))) == [1, 3])
    }

    /// A has sent ten octets three times and a FIN, the first of which were lost.
    private func small() -> Side {
        var a = sending(4, queued: 4)
        #expect(a.on(seq: 301, ack: 4_101, []).segments.isEmpty)
        for _ in 0..<3 { #expect(a.on(.send([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], push: true)).segments.count == 1) }
        return a
    }

    /// The timer sends one segment again (RFC 6298 5.4), though the window of one full segment has room for more small ones.
    @Test func timeoutSendsOneSegment() {
        var a = small()
        a.on(.close)
        for seconds in [1, 2] as [Int64] {
            a.now = a.now + .seconds(seconds)
            #expect(a.on(.timeout(.retransmission)).lines == ["<SEQ=4101><ACK=301><CTL=PSH,ACK><DATA=10>"])
        }
        // Only an acknowledgment shows that there is room for the rest, which then comes in order.
        #expect(a.on(seq: 301, ack: 4_111, []).segments.map(\.sequence.rawValue) == [4_111, 4_121, 4_131])
    }

    /// What is lost goes before what is new, even where only the latter fits in the window.
    @Test func lostGoesBeforeNew() {
        var a = small()
        a.on(.send([UInt8](repeating: 1, count: 1_000), push: true))
        a.now = a.now + .seconds(1)
        a.on(.timeout(.retransmission))
        #expect(a.on(.send([1], push: true)).segments.isEmpty)
        let first = a.on(seq: 301, ack: 4_111, [])
        #expect(first.segments.map(\.sequence.rawValue) == [4_111, 4_121])
        #expect(a.on(seq: 301, ack: 4_131, []).segments.map(\.sequence.rawValue) == [4_131, 5_131])
    }
}
