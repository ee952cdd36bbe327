import TCPSim
import Testing
import Trace

/// D-SACK (RFC 2883): reports of what has arrived twice.
@Suite struct DuplicateReportTests {
    /// A in ESTABLISHED with SACK, which next expects `next`.
    private func receiving(_ next: UInt32, timestamps: Bool = false) -> Side {
        var configuration = Connection.Configuration.iss(100)
        configuration.selectiveAcknowledgment = true
        configuration.timestamps = timestamps ? TimestampClock(offset: 7) : nil
        var a = Side(.a, to: .b, configuration)
        a.on(.activeOpen)
        var options: [SegmentOption] = [.selectiveAcknowledgmentPermitted]
        if timestamps { options.append(.timestamps(value: 1, echo: 7)) }
        a.on(seq: next - 1, ack: 101, .syn, options: options)
        return a
    }

    /// Data from `first` to before `end` arrives; the answer as RFC 2883 writes it: "4000, SACK=3000-3500, 4500-5000".
    private func arrive(_ a: inout Side, _ first: UInt32, _ end: UInt32) throws -> String {
        let segment = try a.on(
            seq: first, ack: 101, [], data: [UInt8](repeating: 7, count: Int(end - first))
        ).segment
        var text = segment.acknowledgment.description
        for case .selectiveAcknowledgment(let blocks) in segment.options {
            text += ", SACK=" + blocks.map { "\($0.left)-\($0.right)" }.joined(separator: ", ")
        }
        return text
    }

    /// The examples of sections 4.1 and 4.2.
    @Test(
        arguments: [
            (3_000, [(3_000, 3_500, "3500"), (3_500, 4_000, "4000"), (3_000, 3_500, "4000, SACK=3000-3500")]),
            (
                3_000,
                [
                    (3_000, 3_500, "3500"), (3_500, 4_000, "4000"), (4_500, 5_000, "4000, SACK=4500-5000"),
                    (3_000, 3_500, "4000, SACK=3000-3500, 4500-5000"),
                ]
            ),
            (
                3_500,
                [
                    (3_500, 4_000, "4000"), (4_500, 5_000, "4000, SACK=4500-5000"),
                    (5_000, 5_500, "4000, SACK=4500-5500"), (5_000, 5_500, "4000, SACK=5000-5500, 4500-5500"),
                ]
            ),
            (
                500,
                [
                    (500, 1_000, "1000"), (2_000, 2_500, "1000, SACK=2000-2500"),
                    (1_000, 1_500, "1500, SACK=2000-2500"), (1_000, 2_000, "2500, SACK=1000-1500"),
                ]
            ),
            (
                500,
                [
                    (500, 1_000, "1000"), (2_000, 2_500, "1000, SACK=2000-2500"),
                    (1_000, 1_500, "1500, SACK=2000-2500"), (1_000, 2_500, "2500, SACK=1000-1500"),
                ]
            ),
        ] as [(UInt32, [(UInt32, UInt32, String)])])
    func examples(next: UInt32, arrivals: [(UInt32, UInt32, String)]) throws {
        var a = receiving(next)
        for (first, end, answer) in arrivals { #expect(try arrive(&a, first, end) == answer) }
        // Each duplicate is reported once.
        let last = try #require(arrivals.last)
        let after = try #require(last.2.split(separator: ",").first).description
        #expect(!(try arrive(&a, 9_000, 9_001)).contains("\(last.0)-"))
        #expect(a.connection.receiving.next.description == after)
    }

    /// Beside timestamps there is room for three blocks, the duplicate among them; data gives way to it.
    @Test func roomIsKept() throws {
        var a = receiving(1_000, timestamps: true)
        let stamp: [SegmentOption] = [.timestamps(value: 2, echo: 7)]
        for first in [2_000, 3_000, 4_000, 5_000] as [UInt32] {
            a.on(seq: first, ack: 101, [], data: [1], options: stamp)
        }
        let answer = try a.on(seq: 3_000, ack: 101, [], data: [1], options: stamp).segment
        let blocks = answer.options.compactMap {
            if case .selectiveAcknowledgment(let blocks) = $0 { blocks.map(\.left.rawValue) } else { nil }
        }
        #expect(blocks == [[3_000, 3_000, 5_000]])
        #expect(answer.options.reduce(0) { $0 + $1.length } <= 40)
    }

    @Test func withoutSACKNothingIsReported() throws {
        var (a, _) = established(a: 101, b: 3_000)
        a.on(seq: 3_000, ack: 101, [], data: [1])
        #expect(try a.on(seq: 3_000, ack: 101, [], data: [1]).segment.options.isEmpty)
    }

    /// The sender learns that it has sent needlessly, and nothing else: no report of a duplicate counts as a duplicate ACK.
    @Test func reportsAreToldAndChangeNothing() throws {
        var configuration = Connection.Configuration.iss(100)
        configuration.mss = 1_000
        configuration.selectiveAcknowledgment = true
        configuration.congestionControl = CongestionControl.Settings(initialWindow: .segments(4), limitedTransmit: true)
        var a = Side(.a, to: .b, configuration)
        a.on(.activeOpen)
        a.on(seq: 300, ack: 101, .syn, options: [.maximumSegmentSize(1_000), .selectiveAcknowledgmentPermitted])
        a.on(.send([UInt8](repeating: 7, count: 9_000), push: true))
        a.now = .zero + .seconds(1)
        #expect(try a.on(.timeout(.retransmission)).segment.sequence == SequenceNumber(101))
        a.on(seq: 301, ack: 3_101, [])
        let before = a.connection
        func report(_ left: UInt32, _ right: UInt32, _ more: (UInt32, UInt32)...) -> Step {
            let blocks = [(left, right)] + more
            return a.on(
                seq: 301, ack: 3_101, [],
                options: [
                    .selectiveAcknowledgment(
                        blocks.map { SegmentOption.Block(left: SequenceNumber($0.0), right: SequenceNumber($0.1)) })
                ])
        }
        for _ in 0..<4 {
            let step = report(101, 1_101)
            #expect(step.segments.isEmpty)
            guard case .congestion(.arrivedTwice(_, let wasResent)) = step.notes.first else {
                return #expect(Bool(false), "\(step.notes)")
            }
            #expect(wasResent)
        }
        #expect(a.connection == before)
        // What was sent once only has been doubled on the way.
        let step = report(1_101, 2_101)
        let twice = SegmentOption.Block(left: SequenceNumber(1_101), right: SequenceNumber(2_101))
        #expect(step.notes.first == .congestion(.arrivedTwice(twice, wasResent: false)))
        // Blocks that are none say nothing.
        for (left, right) in [(5_101, 5_101), (2_101, 1_101)] as [(UInt32, UInt32)] {
            #expect(!report(left, right).notes.map(\.step).contains("tcp.dsack"))
        }
        #expect(a.connection == before)
    }
}
