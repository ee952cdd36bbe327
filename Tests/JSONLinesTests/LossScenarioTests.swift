import JSONLines
import TCPSim
import Testing
import Trace

/// What the sender makes of acknowledgments that come late, twice, in pieces or not at all (RFC 6298, RFC 5681).
@Suite struct LossScenarioTests {
    /// An open connection with an MSS of 1000.
    private func opened(_ settings: String = "") throws -> Caller {
        try Caller.opened(settings, options: [.maximumSegmentSize(1_000)])
    }

    private func number(_ value: JSON?) -> Int64? {
        if case .integer(let number) = value { number } else { nil }
    }

    // MARK: RFC 6298

    /// RFC 6298 2.2 and 2.3, and Karn's algorithm (3): what was sent twice is not measured, and RTO stays backed off until something
    /// is.
    @Test func theTimeoutFollowsWhatIsMeasuredAndNothingElse() throws {
        var caller = try Caller.opened(#""rto_min_us":1"#, options: [.maximumSegmentSize(1_000)], after: 100_000)
        // The first sample R = 100 ms: SRTT = R, RTTVAR = R/2, RTO = SRTT + 4 RTTVAR.
        #expect(try caller.status("srtt_us") == .integer(100_000))
        #expect(try caller.status("rto_us") == .integer(300_000))
        caller.at = 200_000
        try caller.write(1)
        caller.at = 250_000
        try caller.arrive(seq: 101, ack: 1_002, [])
        // 7/8 of 100 and 1/8 of 50; RTTVAR = 3/4 of 50 and 1/4 of 50.
        #expect(try caller.status("srtt_us") == .integer(93_750))
        #expect(try caller.status("rto_us") == .integer(293_750))
        caller.at = 1_000_000
        try caller.write(1)
        #expect(try caller.wait(until: 1_293_750).shapes == ["<SEQ=1002><ACK=101><CTL=PSH,ACK><DATA=1>"])
        caller.at = 1_300_000
        try caller.arrive(seq: 101, ack: 1_003, [])
        #expect(try caller.status("srtt_us") == .integer(93_750))
        #expect(try caller.status("rto_us") == .integer(587_500))
        caller.at = 1_400_000
        try caller.write(1)
        caller.at = 1_493_750
        try caller.arrive(seq: 101, ack: 1_004, [])
        #expect(try caller.status("srtt_us") == .integer(93_750))
        #expect(number(try caller.status("rto_us")).map { $0 < 293_750 } == true)
    }

    /// RFC 6298 5.3 to 5.6: an acknowledgment of something new restarts the timer; each end of it sends the earliest segment again and
    /// doubles it; when all is acknowledged it stops.
    @Test func theTimerRestartsDoublesAndStops() throws {
        var caller = try opened()
        #expect(try caller.write(2_000).next == .integer(1_000_000))
        caller.at = 600_000
        #expect(try caller.arrive(seq: 101, ack: 2_001, []).next == .integer(1_600_000))
        // An acknowledgment of nothing new does not.
        caller.at = 700_000
        #expect(try caller.arrive(seq: 101, ack: 2_001, []).next == .integer(1_600_000))
        for (instant, next) in [(1_600_000, 3_600_000), (3_600_000, 7_600_000), (7_600_000, 15_600_000)]
            as [(Int64, Int64)]
        {
            let step = try caller.wait(until: instant)
            #expect(step.shapes == ["<SEQ=2001><ACK=101><CTL=PSH,ACK><DATA=1000>"])
            #expect(step.next == .integer(next))
        }
        caller.at = 8_000_000
        #expect(try caller.arrive(seq: 101, ack: 3_001, []).next == .null)
    }

    // MARK: RFC 5681

    /// RFC 5681 2 and 3.2: the third duplicate sends the segment again; what changes the window or carries data is no duplicate.
    @Test func threeDuplicatesAndNoFewerSendAgain() throws {
        var caller = try opened()
        try caller.write(5_000)
        try caller.arrive(seq: 101, ack: 2_001, [])
        #expect(try caller.arrive(seq: 101, ack: 2_001, []).segments.isEmpty)
        #expect(try caller.arrive(seq: 101, ack: 2_001, [], window: 60_000).segments.isEmpty)
        #expect(try caller.arrive(seq: 101, ack: 2_001, [], data: [1], window: 60_000).shapes.count == 1)
        #expect(try caller.arrive(seq: 102, ack: 2_001, [], window: 60_000).segments.isEmpty)
        let third = try caller.arrive(seq: 102, ack: 2_001, [], window: 60_000)
        #expect(third.shapes == ["<SEQ=2001><ACK=102><CTL=ACK><DATA=1000>"])
        // 4000 were in flight: half of them, and three segments that have left the network.
        #expect(try caller.status("ssthresh") == .integer(2_000))
        #expect(try caller.status("cwnd") == .integer(5_000))
        #expect(try caller.arrive(seq: 102, ack: 2_001, [], window: 60_000).segments.isEmpty)
    }

    /// RFC 5681 3.1, formula 2: ten acknowledgments for a tenth of a segment each open cwnd no further than one for the whole, one for
    /// two segments by one segment, and an acknowledgment of what was not sent not at all (RFC 5961 5.2).
    @Test func dividedAndInventedAcknowledgmentsOpenNothing() throws {
        var caller = try opened()
        try caller.write(10_000)
        #expect(try caller.status("cwnd") == .integer(10_000))
        for part in 1...10 as ClosedRange<UInt32> { try caller.arrive(seq: 101, ack: 1_001 + 100 * part, []) }
        #expect(try caller.status("cwnd") == .integer(11_000))
        try caller.arrive(seq: 101, ack: 4_001, [])
        #expect(try caller.status("cwnd") == .integer(12_000))
        #expect(try caller.arrive(seq: 101, ack: 11_002, []).shapes == ["<SEQ=11001><ACK=101><CTL=ACK>"])
        #expect(try caller.status("cwnd") == .integer(12_000))
        #expect(try caller.status("snd_una") == .integer(4_001))
    }

    /// RFC 5681 4.1: after a silence of more than RTO no more than the initial window goes out at once.
    @Test func afterASilenceTheWindowBeginsAnew() throws {
        var caller = try opened(#""iw":2"#)
        try caller.write(8_000)
        for acknowledgment in stride(from: 2_001, through: 9_001, by: 1_000) as StrideThrough<UInt32> {
            try caller.arrive(seq: 101, ack: acknowledgment, [])
        }
        #expect(try caller.status("cwnd") == .integer(10_000))
        caller.at = 900_000
        #expect(try caller.write(3_000).segments.count == 3)
        try caller.arrive(seq: 101, ack: 12_001, [])
        caller.at = 9_000_000
        #expect(try caller.write(9_000).segments.count == 2)
    }

    /// RFC 9293 3.8.3: the driver's own five retransmissions of a SYN take 63 seconds, and seven the three minutes that MUST-23 asks
    /// for.
    @Test(arguments: [("", 63), (#","syn_retries":7"#, 183)] as [(String, Int64)])
    func aSYNIsGivenUpInTime(setting: String, seconds: Int64) throws {
        var caller = Caller()
        try caller.call("config", #""iss":1000\#(setting)"#)
        try caller.call("connect", #""sock":4,"port":0,"to":"192.0.2.1:80""#)
        #expect(try caller.wait(until: seconds * 1_000_000 - 1).states == [])
        #expect(try caller.wait(until: seconds * 1_000_000).states == ["CLOSED"])
        #expect(try caller.read(1).error == .string("ETIMEDOUT"))
    }
}
