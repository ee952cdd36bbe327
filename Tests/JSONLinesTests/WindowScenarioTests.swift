import JSONLines
import TCPSim
import TestSupport
import Testing
import Trace

/// Windows that are closed, small or silly, and other sides that have fallen silent (RFC 9293 3.7.4, 3.8.4 and 3.8.6).
@Suite struct WindowScenarioTests {
    private let thousand: [SegmentOption] = [.maximumSegmentSize(1_000)]

    // MARK: The sender

    /// RFC 9293 3.7.4 and 3.8.6.1: what Nagle holds back meets a closed window. A probe is one octet; when the window opens all of it
    /// goes out together.
    @Test func naglesDataWaitsForAClosedWindow() throws {
        var caller = try Caller.opened(options: thousand)
        #expect(try caller.write(1).segments.count == 1)
        for _ in 0..<3 { #expect(try caller.write(1).segments.isEmpty) }
        let closed = try caller.arrive(seq: 101, ack: 1_002, [], window: 0)
        #expect(closed.segments.isEmpty)
        #expect(closed.next == .integer(1_000_000))
        let probe = try caller.wait(until: 1_000_000)
        #expect(probe.shapes == ["<SEQ=1002><ACK=101><CTL=ACK><DATA=1>"])
        #expect(probe.next == .integer(3_000_000))
        // The probe found no room: its octet is sent again with the others.
        try caller.arrive(seq: 101, ack: 1_002, [], window: 0)
        #expect(try caller.arrive(seq: 101, ack: 1_002, []).shapes == ["<SEQ=1002><ACK=101><CTL=PSH,ACK><DATA=3>"])
    }

    /// RFC 9293 3.8.6.2.1, MUST-38: a window of less than a segment and less than half the largest is not used before the override
    /// timeout.
    @Test func theSenderIsNotLuredIntoSmallSegments() throws {
        var caller = try Caller.opened(options: thousand, window: 1_000)
        #expect(try caller.write(3_000).segments.map(\.payload.count) == [1_000])
        let small = try caller.arrive(seq: 101, ack: 2_001, [], window: 300)
        #expect(small.segments.isEmpty)
        #expect(small.next == .integer(1_000_000))
        #expect(try caller.arrive(seq: 101, ack: 2_001, [], window: 499).segments.isEmpty)
        #expect(try caller.arrive(seq: 101, ack: 2_001, [], window: 300).segments.isEmpty)
        #expect(try caller.wait(until: 1_000_000).segments.map(\.payload.count) == [300])
        #expect(try caller.arrive(seq: 101, ack: 2_301, [], window: 500).segments.map(\.payload.count) == [500])
    }

    // MARK: The receiver

    /// RFC 9293 3.8.6.2.2, MUST-39: the user reads octet by octet, and the right edge stays until a whole segment fits. The other side is
    /// told unasked once there is room for two, or half the buffer.
    @Test func theReceiverOffersWholeSegmentsOnly() throws {
        var caller = try Caller.opened(#""rcvbuf":4000,"mss":1000"#, options: thousand)
        let full = try caller.arrive(seq: 101, ack: 1_001, [], data: [UInt8](repeating: 7, count: 4_000))
        #expect(full.segments.map(\.window) == [0])
        func offered() throws -> [UInt16] {
            // A probe makes the receiver say what it offers.
            try caller.arrive(seq: 4_101, ack: 1_001, [], data: [8]).segments.map(\.window)
        }
        for _ in 0..<999 { #expect(try caller.read(1).segments.isEmpty) }
        #expect(try offered() == [0])
        #expect(try caller.status("rcv_nxt") == .integer(4_101))
        #expect(try caller.status("rcv_wnd") == .integer(0))
        #expect(try caller.read(1).segments.isEmpty)
        #expect(try offered() == [999])
        #expect(try caller.status("rcv_nxt") == .integer(4_102))
        #expect(try caller.read(999).segments.isEmpty)
        // 1999 octets are free, 999 of them were told.
        #expect(try caller.read(1_001).segments.map(\.window) == [2_999])
    }

    /// The same at random, with and without scaling: the right edge never moves left, and to the right by a segment or by half the buffer at
    /// least. Scaled, an edge is rounded by less than a unit.
    @Test func theRightEdgeMovesInStepsAndNeverBack() {
        forEachSeed(60) { seed, random in
            let shift = seed % 3 == 0 ? Int.random(in: 1...5, using: &random) : 0
            let buffer = Int.random(in: 600...9_000, using: &random)
            let segment = Int.random(in: 100...1_460, using: &random)
            let scaling: [SegmentOption] = shift > 0 ? [.windowScale(0)] : []
            var caller = try Caller.opened(
                #""rcvbuf":\#(buffer),"mss":\#(segment)\#(shift > 0 ? #","wscale":\#(shift)"# : "")"#,
                options: [.maximumSegmentSize(UInt16(segment))] + scaling)
            let unit = 1 << shift
            let step = min(segment, buffer / 2)
            var edge = 101 + min(buffer, 65_535)
            var next = 101
            for _ in 0..<200 {
                let answer: Caller.Answer
                if Int.random(in: 0..<3, using: &random) > 0 {
                    answer = try caller.read(.random(in: 1...segment, using: &random))
                } else {
                    // In a closed window a probe of one octet.
                    let room = min(max(1, edge - next), segment, Int.random(in: 1...segment, using: &random))
                    answer = try caller.arrive(
                        seq: UInt32(next), ack: 1_001, [], data: [UInt8](repeating: 1, count: room))
                }
                for sent in answer.segments {
                    next = Int(sent.acknowledgment.rawValue)
                    let now = next + Int(sent.window) << shift
                    #expect(now > edge - unit, "the right edge has moved left")
                    #expect(now < edge + unit || now >= edge + step, "from \(edge) to \(now)")
                    if shift == 0 { #expect(now == edge || now >= edge + step) }
                    edge = max(edge, now)
                }
            }
        }
    }

    // MARK: Silence

    /// RFC 9293 3.8.4: after the time that was set a segment that must be answered (SEG.SEQ = SND.NXT-1). An answer begins the silence anew;
    /// one missing answer proves nothing (MUST-29), nine in a row end the connection.
    @Test func aSilentSideIsAskedAndGivenUp() throws {
        var caller = try Caller.opened(#""keepalive_us":10000000"#, options: thousand)
        let question = "<SEQ=1000><ACK=101><CTL=ACK>"
        #expect(try caller.wait(until: 9_999_999).segments.isEmpty)
        #expect(try caller.wait(until: 10_000_000).shapes == [question])
        caller.at = 11_000_000
        #expect(try caller.arrive(seq: 101, ack: 1_001, []).next == .integer(21_000_000))
        var questions: [Int64] = []
        var instant: Int64 = 21_000_000
        for _ in 0..<9 {
            let step = try caller.wait(until: instant)
            #expect(step.shapes == [question])
            questions.append(instant)
            instant += 75_000_000
        }
        #expect(questions.count == 9)
        #expect(try caller.wait(until: instant - 1).states.isEmpty)
        #expect(try caller.wait(until: instant).states == ["CLOSED"])
        #expect(try caller.read(1).error == .string("ETIMEDOUT"))
    }

    /// MUST-25: nothing is asked unless the user wants it.
    @Test func withoutKeepAliveSilenceIsKept() throws {
        for setting in ["", #""keepalive_us":null"#] {
            var caller = try Caller.opened(setting, options: thousand)
            #expect(try caller.wait(until: 1_000_000_000_000).objects.count == 1)
        }
        var caller = Caller()
        #expect(try caller.call("config", #""keepalive_us":0"#).all("unsupported").count == 1)
    }

    /// The RFC sets no limit to FIN-WAIT-2. After `close` the user is gone, and 60 seconds end the wait, as on Linux; after `shutdown` the
    /// user is there and waits for as long as he likes.
    @Test func aReleasedConnectionDoesNotWaitForEver() throws {
        for (setting, limit) in [("", 60_000_000), (#""fin_wait_2_us":5000000"#, 5_000_000)] as [(String, Int64)] {
            var caller = try Caller.opened(setting, options: thousand)
            #expect(try caller.call("close", #""sock":4"#).states == ["FIN-WAIT-1"])
            caller.at = 400_000
            let waiting = try caller.arrive(seq: 101, ack: 1_002, [])
            #expect(waiting.states == ["FIN-WAIT-2"])
            #expect(waiting.next == .integer(400_000 + limit))
            // A bare acknowledgment is no reason to wait longer.
            caller.at = 500_000
            #expect(try caller.arrive(seq: 101, ack: 1_002, []).next == .integer(400_000 + limit))
            let over = try caller.wait(until: 400_000 + limit)
            #expect(over.states == ["CLOSED"])
            #expect(over.segments.isEmpty)
            #expect(try caller.arrive(seq: 101, ack: 1_002, .fin).shapes == ["<SEQ=1002><CTL=RST>"])
        }
        for (setting, operation) in [("", "shutdown"), (#""fin_wait_2_us":null"#, "close")] {
            var caller = try Caller.opened(setting, options: thousand)
            try caller.call(operation, #""sock":4"#)
            #expect(try caller.arrive(seq: 101, ack: 1_002, []).next == .null)
        }
        // The FIN in time leads on as ever.
        var caller = try Caller.opened(options: thousand)
        try caller.call("close", #""sock":4"#)
        try caller.arrive(seq: 101, ack: 1_002, [])
        let end = try caller.arrive(seq: 101, ack: 1_002, .fin)
        #expect(end.states == ["TIME-WAIT"])
        #expect(end.next == .integer(240_000_000))
    }
}
