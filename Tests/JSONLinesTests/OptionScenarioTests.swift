import JSONLines
import TCPSim
import Testing
import Trace

/// Options that are old, missing, false or malformed (RFC 7323, RFC 2018, RFC 6675, RFC 9293 3.2).
@Suite struct OptionScenarioTests {
    // MARK: Timestamps

    private func stamp(_ value: UInt32) -> [SegmentOption] {
        [.noOperation, .noOperation, .timestamps(value: value, echo: 1_000)]
    }

    /// An open connection on which the other side's clock stands at `value`.
    private func stamped(_ value: UInt32) throws -> Caller {
        try Caller.opened(#""ts":true"#, options: [.timestamps(value: value, echo: 0)], acknowledging: stamp(value))
    }

    private let answer = "<SEQ=1001><ACK=101><CTL=ACK>"

    /// RFC 7323 5.3, R1: an old timestamp makes a segment that would fit an old duplicate, which is answered and dropped. A reset is
    /// exempt (5.2).
    @Test func anOldTimestampIsRefused() throws {
        var caller = try stamped(50)
        #expect(try caller.arrive(seq: 101, ack: 1_001, [], data: [1], options: stamp(49)).shapes == [answer])
        #expect(try caller.read(9).error == .string("EAGAIN"))
        #expect(
            try caller.arrive(seq: 101, ack: 1_001, [], data: [2], options: stamp(50)).shapes
                == ["<SEQ=1001><ACK=102><CTL=ACK>"])
        #expect(try caller.read(9).ret?["data"] == .string("02"))
        #expect(try caller.arrive(seq: 102, .rst, options: stamp(1)).states == ["CLOSED"])
    }

    /// RFC 7323 5.3: the clock goes around. What is less than half the circle ahead is later.
    @Test func timestampsGoAround() throws {
        var caller = try stamped(0xffff_fff0)
        let after = try caller.arrive(seq: 101, ack: 1_001, [], data: [1], options: stamp(5))
        #expect(after.segments.first?.timestamps?.echo == 5)
        #expect(
            try caller.arrive(seq: 102, ack: 1_001, [], data: [2], options: stamp(0xffff_ffff)).shapes.first
                == "<SEQ=1001><ACK=102><CTL=ACK>")
        #expect(
            try caller.arrive(seq: 102, ack: 1_001, [], data: [2], options: stamp(6)).shapes == [
                "<SEQ=1001><ACK=103><CTL=ACK>"
            ])
    }

    /// RFC 7323 3.2: where timestamps are agreed upon, a segment without one is dropped in silence, but for a reset.
    @Test func aSegmentWithoutItsTimestampIsDropped() throws {
        var caller = try stamped(50)
        #expect(try caller.arrive(seq: 101, ack: 1_001, [], data: [1]).objects.count == 1)
        #expect(try caller.arrive(seq: 101, .rst).states == ["CLOSED"])
    }

    /// RFC 7323 4.3 and 5.3, R3, with RFC 5961 5: what is refused for another reason does not set TS.Recent, or one forged segment would
    /// have every true one refused.
    @Test func whatIsRefusedDoesNotSetTheClock() throws {
        let forged: [(UInt32?, ControlBits)] = [
            (1_002, []), (UInt32(1_001) &- 65_536, []), (1_002, .psh), (nil, .rst), (nil, .syn), (1_001, .syn),
            (nil, []),
        ]
        for (acknowledgment, control) in forged {
            var caller = try stamped(50)
            // A reset at RCV.NXT would be a hit.
            let number: UInt32 = control == .rst ? 102 : 101
            try caller.arrive(
                seq: number, ack: acknowledgment, control, data: control == .psh ? [9] : [],
                options: stamp(50 + 0x4000_0000))
            let honest = try caller.arrive(seq: 101, ack: 1_001, [], data: [1], options: stamp(51))
            #expect(honest.shapes == ["<SEQ=1001><ACK=102><CTL=ACK>"], "\(control)")
            #expect(honest.segments.first?.timestamps?.echo == 51)
        }
    }

    // MARK: SACK

    /// An open connection with SACK and an MSS of 1000 that has sent five segments, 1001 to 6000.
    private func sacking() throws -> Caller {
        var caller = try Caller.opened(options: [.maximumSegmentSize(1_000), .selectiveAcknowledgmentPermitted])
        #expect(try caller.write(5_000).segments.count == 5)
        return caller
    }

    private func sack(_ blocks: (UInt32, UInt32)...) -> [SegmentOption] {
        let blocks = blocks.map { SegmentOption.Block(left: SequenceNumber($0.0), right: SequenceNumber($0.1)) }
        return [.noOperation, .noOperation, .selectiveAcknowledgment(blocks)]
    }

    /// RFC 2018 3 and RFC 6675 2: blocks beyond SND.NXT, below SND.UNA, reversed, empty, or of half a segment tell nothing, however often
    /// they come.
    @Test func blocksThatLieTellNothing() throws {
        let lies: [[SegmentOption]] = [
            sack((6_001, 7_001)), sack((5_001, 7_001)), sack((0, 500)), sack((500, 3_001)), sack((4_001, 3_001)),
            sack((3_001, 3_001)), sack((3_001, 3_500)), sack((0x8000_0000, 0x9000_0000), (6_002, 6_003), (2, 1)),
        ]
        var caller = try sacking()
        for lie in lies {
            for _ in 0..<4 {
                #expect(try caller.arrive(seq: 101, ack: 1_001, [], options: lie).segments.isEmpty, "\(lie)")
            }
        }
        #expect(try caller.status("cwnd") == .integer(10_000))
        #expect(try caller.status("snd_una") == .integer(1_001))
        #expect(try caller.arrive(seq: 101, ack: 6_001, []).next == .null)
    }

    /// RFC 2018 8: a receiver may discard what it has reported. After a timeout all of it is sent again.
    @Test func whatWasReportedAndDiscardedIsSentAgain() throws {
        var caller = try sacking()
        #expect(try caller.arrive(seq: 101, ack: 1_001, [], options: sack((4_001, 6_001))).segments.isEmpty)
        #expect(try caller.wait(until: 1_000_000).shapes == ["<SEQ=1001><ACK=101><CTL=ACK><DATA=1000>"])
        let second = try caller.arrive(seq: 101, ack: 2_001, [])
        #expect(second.segments.map(\.sequence.rawValue) == [2_001, 3_001])
        let third = try caller.arrive(seq: 101, ack: 4_001, [])
        #expect(third.segments.map(\.sequence.rawValue) == [4_001, 5_001])
        #expect(try caller.arrive(seq: 101, ack: 6_001, []).next == .null)
    }

    /// RFC 6675 5: three segments reported above a gap send the gap at once, and nothing that was reported.
    @Test func aGapIsFilledAndNothingElse() throws {
        var caller = try sacking()
        #expect(try caller.arrive(seq: 101, ack: 1_001, [], options: sack((2_001, 3_001))).segments.isEmpty)
        #expect(try caller.arrive(seq: 101, ack: 1_001, [], options: sack((2_001, 4_001))).segments.isEmpty)
        let third = try caller.arrive(seq: 101, ack: 1_001, [], options: sack((2_001, 5_001)))
        #expect(third.shapes == ["<SEQ=1001><ACK=101><CTL=ACK><DATA=1000>"])
        #expect(try caller.arrive(seq: 101, ack: 6_001, []).next == .null)
    }

    // MARK: Malformed options

    /// RFC 9293 3.2, MUST-7: a SYN with an option of an impossible length is answered; what stands before the option counts.
    @Test(
        arguments: [
            [2], [1, 2], [2, 0], [2, 1], [2, 3, 5], [2, 5, 2, 24, 0], [2, 200, 5, 180], [3, 0], [3, 2], [3, 4, 7, 0],
            [4, 0],
            [4, 3, 0], [5, 2], [5, 9, 0, 0, 0, 0, 0, 0, 0], [8, 0], [8, 8, 0, 0, 0, 1, 0, 0], [8, 10, 0, 0], [200, 0],
            [200, 1], [200, 40, 0], [1, 1, 8, 1],
        ] as [[UInt8]])
    func aSYNWithAMalformedOptionIsAnswered(octets: [UInt8]) throws {
        var caller = try Caller.listening(backlog: 5, #""wscale":3,"ts":true"#)
        // No-operations are whole options.
        let malformed = Array(octets.drop { $0 == 1 })
        let syn = try caller.arrive(
            seq: 100, .syn,
            options: [.maximumSegmentSize(700), .selectiveAcknowledgmentPermitted]
                + octets.prefix { $0 == 1 }.map { _ in .noOperation } + [.malformed(malformed)])
        #expect(syn.shapes == ["<SEQ=1000><ACK=101><CTL=SYN,ACK>"])
        let options = syn.segments.first?.options ?? []
        #expect(options.contains(.selectiveAcknowledgmentPermitted))
        #expect(!options.contains { if case .windowScale = $0 { true } else { false } })
        try caller.arrive(seq: 101, ack: 1_001, [])
        try caller.call("accept", #""sock":3,"new":4"#)
        #expect(try caller.status("mss") == .integer(700))
        // On an open connection the data counts.
        #expect(
            try caller.arrive(seq: 101, ack: 1_001, [], data: [5], options: [.malformed(malformed)]).shapes == [
                "<SEQ=1001><ACK=102><CTL=ACK>"
            ])
    }
}
