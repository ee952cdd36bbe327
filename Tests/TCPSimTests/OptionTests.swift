import TCPSim
import Testing
import Trace

/// Window scaling and timestamps (RFC 7323), and selective acknowledgments as a receiver sends them (RFC 2018).
@Suite struct OptionTests {
    private static func all(iss: UInt32, _ change: (inout Connection.Configuration) -> Void = { _ in })
        -> Connection.Configuration
    {
        var configuration = Connection.Configuration.iss(iss)
        configuration.windowScale = 3
        configuration.timestamps = TimestampClock(offset: 1_000)
        configuration.selectiveAcknowledgment = true
        change(&configuration)
        return configuration
    }

    /// B in ESTABLISHED after a SYN with these options: it next expects 101 and has sent up to 301.
    private func opened(
        _ configuration: Connection.Configuration, _ options: [SegmentOption], stamp: UInt32? = nil
    ) -> Side {
        var b = Side(.b, to: nil, configuration)
        b.on(.passiveOpen)
        b.on(seq: 100, .syn, options: options)
        b.on(seq: 101, ack: 301, [], options: stamp.map { [.timestamps(value: $0, echo: 0)] } ?? [])
        #expect(b.state == .established)
        return b
    }

    private func blocks(_ segment: Segment) -> [[UInt32]] {
        for case .selectiveAcknowledgment(let blocks) in segment.options {
            return blocks.map { [$0.left.rawValue, $0.right.rawValue] }
        }
        return []
    }

    // MARK: What is offered and agreed upon

    /// RFC 7323 2.2: the field says how many units there are. A unit of more than half the buffer could say 0 for ever.
    @Test(
        arguments: [(1_000, 8), (5_000, 11), (1, 0), (2, 0), (65_535, 14), (32_767, 13), (4 << 20, 14)]
            as [(Int, UInt8)])
    func theShiftFitsTheBuffer(buffer: Int, shift: UInt8) throws {
        var configuration = Connection.Configuration.iss(300)
        configuration.windowScale = 14
        configuration.receiveBuffer = buffer
        var b = Side(.b, to: nil, configuration)
        b.on(.passiveOpen)
        #expect(try b.on(seq: 100, .syn, options: [.windowScale(0)]).segment.options.contains(.windowScale(shift)))
        b.on(seq: 101, ack: 301, [])
        // Octet by octet: read at once, so that the buffer is empty each time.
        let count = min(buffer, 2_000)
        for number in 0..<count {
            b.on(seq: UInt32(101 + number), ack: 301, [], data: [1])
            let fields = b.on(.receive(max: .max)).segments.map(\.window)
            #expect(fields.allSatisfy { $0 > 0 })
        }
        let last = try b.on(seq: UInt32(101 + count), ack: 301, [], data: [1]).segment
        #expect(last.window > 0 || buffer < 2)
        #expect(Int(last.window) << Int(shift) <= buffer + buffer / 8)
    }

    @Test func plainSYNCarriesTheMSSAlone() throws {
        var a = Side.a(iss: 100)
        #expect(try a.on(.activeOpen).segment.options == [.maximumSegmentSize(1_460)])
    }

    @Test func synOffersWhatIsSwitchedOn() throws {
        var a = Side(.a, to: .b, Self.all(iss: 100))
        #expect(
            try a.on(.activeOpen).segment.options == [
                .maximumSegmentSize(1_460), .selectiveAcknowledgmentPermitted, .timestamps(value: 1_000, echo: 0),
                .noOperation, .windowScale(3),
            ])
    }

    /// A SYN,ACK never offers what the SYN did not.
    @Test func synAckOffersWhatTheSYNDid() throws {
        var b = Side(.b, to: nil, Self.all(iss: 300))
        b.on(.passiveOpen)
        #expect(try b.on(seq: 100, .syn).segment.options == [.maximumSegmentSize(1_460)])
        b = Side(.b, to: nil, Self.all(iss: 300))
        b.on(.passiveOpen)
        let step = b.on(seq: 100, .syn, options: [.timestamps(value: 77, echo: 0), .windowScale(9)])
        #expect(
            try step.segment.options == [
                .maximumSegmentSize(1_460), .timestamps(value: 1_000, echo: 77), .noOperation, .windowScale(3),
            ])
    }

    @Test func windowsOfSYNsAreNotScaledAndAllOthersAre() throws {
        let configuration = Self.all(iss: 300) {
            $0.receiveBuffer = 80_000
            $0.timestamps = nil
        }
        var b = Side(.b, to: nil, configuration)
        b.on(.passiveOpen)
        let synack = try b.on(seq: 100, .syn, window: 1_000, options: [.windowScale(2)]).segment
        #expect(synack.window == 65_535)
        #expect(b.connection.sending.window == 1_000)
        b.on(seq: 101, ack: 301, [], window: 1_000)
        #expect(b.connection.sending.window == 4_000)
        let answer = try b.on(seq: 101, ack: 301, [], window: 1_000, data: [1, 2, 3, 4, 5, 6, 7, 8]).segment
        #expect(answer.window == (80_000 - 8) / 8)
    }

    /// Nor when SYNs cross, and the window comes with a SYN,ACK in SYN-RECEIVED.
    @Test func windowOfACrossedSYNACKIsNotScaled() {
        var a = Side(.a, to: .b, Self.all(iss: 100) { $0.timestamps = nil })
        a.on(.activeOpen)
        a.on(seq: 300, .syn, window: 500, options: [.windowScale(5)])
        #expect(a.connection.sending.window == 500)
        a.on(seq: 300, ack: 101, .syn, window: 500, options: [.windowScale(5)])
        #expect(a.state == .established)
        #expect(a.connection.sending.window == 500)
        a.on(seq: 301, ack: 101, [], window: 500)
        #expect(a.connection.sending.window == 16_000)
    }

    /// RFC 7323 2.3: a shift above 14 counts as 14.
    @Test func shiftsAboveFourteenCountAsFourteen() {
        let b = opened(Self.all(iss: 300) { $0.timestamps = nil }, [.windowScale(200)])
        #expect(b.connection.windowScale?.send == 14)
        #expect(b.connection.sending.window == 65_535 << 14)
    }

    /// However the numbers round, the right edge stays where it was promised.
    @Test func roundingDoesNotMoveTheRightEdgeLeft() throws {
        let configuration = Self.all(iss: 300) {
            $0.receiveBuffer = 1 << 16
            $0.windowScale = 7
            $0.timestamps = nil
        }
        var b = opened(configuration, [.windowScale(7)])
        var sequence: UInt32 = 101
        var edge = 0
        for count in [1, 100, 127, 3, 1_000, 129, 77] {
            let answer = try b.on(
                seq: sequence, ack: 301, [], data: [UInt8](repeating: 1, count: count)
            ).segment
            sequence += UInt32(count)
            let now = Int(sequence) + Int(answer.window) << 7
            #expect(edge <= now)
            edge = now
        }
    }

    /// Where rounding up would overstep the buffer by too much the edge moves left, but what was promised is taken
    /// (RFC 7323 2.4).
    @Test func whatWasPromisedIsTaken() throws {
        let configuration = Self.all(iss: 300) {
            $0.receiveBuffer = 2_048
            $0.windowScale = 10
            $0.timestamps = nil
        }
        var b = opened(configuration, [.windowScale(0)])
        // One octet of 2048 is used; two units are announced all the same, one octet too many.
        #expect(try b.on(seq: 101, ack: 301, [], data: [1]).segment.window == 2)
        #expect(try b.on(seq: 102, ack: 301, [], data: [UInt8](repeating: 2, count: 300)).segment.window == 1)
        b.on(seq: 402, ack: 301, [], data: [3])
        b.on(seq: 403, ack: 301, [], data: [UInt8](repeating: 3, count: 1_747))
        #expect(b.connection.receiving.next == SequenceNumber(102 + 2_048))
    }

    // MARK: Timestamps

    @Test func segmentsCarryTheClockAndTheEcho() throws {
        var b = opened(Self.all(iss: 300), [.timestamps(value: 50, echo: 0)], stamp: 60)
        b.now = .zero + .milliseconds(25)
        let step = b.on(seq: 101, ack: 301, [], data: [1], options: [.timestamps(value: 70, echo: 1_000)])
        #expect(try step.segment.options.contains(.timestamps(value: 1_025, echo: 70)))
        // Twelve octets fewer for data.
        #expect(b.connection.effectiveSendMSS == 536 - 12)
    }

    /// RFC 7323 5.3 R1: an old timestamp makes a segment unacceptable though its numbers fit; a reset is exempt.
    @Test func oldTimestampsAreRefused() {
        var b = opened(Self.all(iss: 300), [.timestamps(value: 50, echo: 0)], stamp: 60)
        let old = b.on(seq: 101, ack: 301, [], data: [1], options: [.timestamps(value: 59, echo: 0)])
        #expect(old.lines == ["<SEQ=301><ACK=101><CTL=ACK>"])
        #expect(b.connection.available == 0)
        // Equal is new enough: a clock may stand still between two segments.
        b.on(seq: 101, ack: 301, [], data: [1], options: [.timestamps(value: 60, echo: 0)])
        #expect(b.connection.available == 1)
        #expect(b.on(seq: 102, .rst, options: [.timestamps(value: 1, echo: 0)]).states == [.closed])
    }

    @Test func timestampsGoAroundTheCircle() {
        var b = opened(Self.all(iss: 300), [.timestamps(value: .max - 5, echo: 0)], stamp: .max)
        b.on(seq: 101, ack: 301, [], data: [1], options: [.timestamps(value: 3, echo: 0)])
        #expect(b.connection.available == 1)
        b.on(seq: 102, ack: 301, [], data: [2], options: [.timestamps(value: .max, echo: 0)])
        #expect(b.connection.available == 1)
    }

    /// RFC 7323 5.5: after 24 days of silence the remembered timestamp means nothing.
    @Test func rememberedTimestampAges() {
        var b = opened(Self.all(iss: 300), [.timestamps(value: 5_000, echo: 0)], stamp: 5_000)
        b.now = .zero + .seconds(25 * 24 * 3_600)
        b.on(seq: 101, ack: 301, [], data: [1], options: [.timestamps(value: 10, echo: 0)])
        #expect(b.connection.available == 1)
    }

    /// RFC 7323 3.2: silently dropped, and never a reason to end the connection.
    @Test func segmentsWithoutTimestampAreDropped() {
        var b = opened(Self.all(iss: 300), [.timestamps(value: 50, echo: 0)], stamp: 60)
        #expect(b.on(seq: 101, ack: 301, [], data: [1]).notes == [.refusal(.dropped(.withoutTimestamp))])
        #expect(b.state == .established)
    }

    /// RFC 7323 4.3, case B: with a gap, what is echoed is the timestamp of the last segment that advanced the window.
    @Test func segmentAfterAGapIsNotEchoed() throws {
        var b = opened(Self.all(iss: 300), [.timestamps(value: 50, echo: 0)], stamp: 60)
        let ahead = b.on(seq: 201, ack: 301, [], data: [1], options: [.timestamps(value: 80, echo: 0)])
        #expect(try ahead.segment.timestamps?.echo == 60)
        let filled = b.on(
            seq: 101, ack: 301, [], data: [UInt8](repeating: 2, count: 100), options: [.timestamps(value: 70, echo: 0)])
        #expect(try filled.segment.timestamps?.echo == 70)
    }

    /// What Karn's algorithm cannot measure, an echo can: here half a second after a retransmission.
    @Test func echoMeasuresRetransmittedSegments() {
        var b = opened(Self.all(iss: 300), [.timestamps(value: 50, echo: 0)], stamp: 60)
        b.on(.send([1], push: true))
        b.now = .zero + .seconds(1)
        b.on(.timeout(.retransmission))
        b.now = .zero + .milliseconds(1_500)
        let step = b.on(seq: 101, ack: 302, [], options: [.timestamps(value: 90, echo: 2_000)])
        let samples: [TimeSpan] = step.notes.compactMap { note in
            if case .retransmission(.roundTrip(let sample, _, _)) = note { sample } else { nil }
        }
        #expect(samples == [.milliseconds(500)])
    }

    // MARK: SACK

    /// RFC 2018 4, case 2: of eight segments of 500 octets from 5000 on the first is lost.
    @Test func case2OfRFC2018ReportsOneGrowingBlock() throws {
        var b = Side(.b, to: nil, Self.all(iss: 300) { $0.timestamps = nil })
        b.on(.passiveOpen)
        b.on(seq: 4_999, .syn, options: [.selectiveAcknowledgmentPermitted])
        b.on(seq: 5_000, ack: 301, [])
        for place in 1...7 as ClosedRange<UInt32> {
            let answer = try b.on(
                seq: 5_000 + 500 * place, ack: 301, [], data: [UInt8](repeating: 0, count: 500)
            ).segment
            #expect(answer.acknowledgment == SequenceNumber(5_000))
            #expect(blocks(answer) == [[5_500, 6_000 + 500 * (place - 1)]])
        }
    }

    /// RFC 2018 4, case 3: the second, fourth, sixth and eighth are lost; then the fourth comes, and then the second.
    @Test func case3OfRFC2018ReportsEachBlock() throws {
        var b = Side(.b, to: nil, Self.all(iss: 300) { $0.timestamps = nil })
        b.on(.passiveOpen)
        b.on(seq: 4_999, .syn, options: [.selectiveAcknowledgmentPermitted])
        b.on(seq: 5_000, ack: 301, [])
        let expected: [(UInt32, UInt32, [[UInt32]])] = [
            (5_000, 5_500, []),
            (6_000, 5_500, [[6_000, 6_500]]),
            (7_000, 5_500, [[7_000, 7_500], [6_000, 6_500]]),
            (8_000, 5_500, [[8_000, 8_500], [7_000, 7_500], [6_000, 6_500]]),
            (6_500, 5_500, [[6_000, 7_500], [8_000, 8_500]]),
            (5_500, 7_500, [[8_000, 8_500]]),
        ]
        for (sequence, acknowledgment, report) in expected {
            let answer = try b.on(seq: sequence, ack: 301, [], data: [UInt8](repeating: 0, count: 500)).segment
            #expect(answer.acknowledgment == SequenceNumber(acknowledgment))
            #expect(blocks(answer) == report)
        }
    }

    /// A block that has grown holds what came last, and is told first.
    @Test func grownBlockComesFirst() throws {
        var b = opened(Self.all(iss: 300) { $0.timestamps = nil }, [.selectiveAcknowledgmentPermitted])
        b.on(seq: 301, ack: 301, [], data: [UInt8](repeating: 1, count: 50))
        b.on(seq: 201, ack: 301, [], data: [UInt8](repeating: 1, count: 50))
        let answer = try b.on(seq: 351, ack: 301, [], data: [UInt8](repeating: 1, count: 50)).segment
        #expect(blocks(answer) == [[301, 401], [201, 251]])
    }

    /// Four blocks fit in a header, three beside timestamps.
    @Test(arguments: [(false, 4), (true, 3)]) func headerHasRoomForFewBlocks(stamped: Bool, count: Int) throws {
        let configuration = Self.all(iss: 300) { if !stamped { $0.timestamps = nil } }
        let stamp: [SegmentOption] = stamped ? [.timestamps(value: 50, echo: 0)] : []
        var b = opened(configuration, [.selectiveAcknowledgmentPermitted] + stamp, stamp: stamped ? 50 : nil)
        var last: Segment?
        for place in 1...6 as ClosedRange<UInt32> {
            last = try b.on(seq: 101 + 100 * place, ack: 301, [], data: [1], options: stamp).segment
        }
        let answer = try #require(last)
        #expect(blocks(answer).count == count)
        #expect(blocks(answer).first == [701, 702])
        #expect(answer.options.reduce(0) { $0 + $1.length } <= 40)
        // Data makes way for the report, so that the segment is no larger than the MSS.
        let data = b.on(.send([UInt8](repeating: 1, count: 5_000), push: true)).segments
        for segment in data {
            #expect(segment.payload.count + segment.options.reduce(0) { $0 + $1.length } <= 536)
            #expect(blocks(segment).count == count)
        }
    }
}
