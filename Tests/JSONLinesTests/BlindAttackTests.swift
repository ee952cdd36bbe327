import JSONLines
import TCPSim
import Testing
import Trace

/// What a sender can do who sees nothing of the connection and guesses its numbers (RFC 5961), or what comes back from the network
/// (RFC 5927).
@Suite struct BlindAttackTests {
    /// What an open connection answers that expects 101 and has sent up to 1001.
    private let answer = "<SEQ=1001><ACK=101><CTL=ACK>"

    /// RFC 5961 3.2: outside the window silence, in it a challenge, at RCV.NXT the end.
    @Test func aResetMustHitTheExactNumber() throws {
        var caller = try Caller.connected()
        for number in [100, 101 + 65_535, 0x8000_0000, 0xffff_ffff] as [UInt32] {
            #expect(try caller.arrive(seq: number, .rst).objects.count == 1, "\(number)")
        }
        for number in [102, 101 + 65_534] as [UInt32] {
            #expect(try caller.arrive(seq: number, .rst).shapes == [answer])
            #expect(try caller.arrive(seq: number, ack: 1_001, .rst).shapes == [answer])
        }
        #expect(try caller.status("state") == .string("ESTABLISHED"))
        let end = try caller.arrive(seq: 101, .rst)
        #expect(end.states == ["CLOSED"])
        #expect(end.segments.isEmpty)
        #expect(try caller.read(1).error == .string("ECONNRESET"))
    }

    /// RFC 5961 4.2: whatever its number, a SYN is challenged; a host that has really restarted answers with a reset that fits.
    @Test func aSYNIsChallengedWhereverItFalls() throws {
        var caller = try Caller.connected()
        for number in [100, 101, 5_000, 101 + 70_000] as [UInt32] {
            #expect(try caller.arrive(seq: number, .syn).shapes == [answer])
            #expect(try caller.arrive(seq: number, ack: 1_001, .syn).shapes == [answer])
        }
        #expect(try caller.status("state") == .string("ESTABLISHED"))
        #expect(try caller.arrive(seq: 101, .rst).states == ["CLOSED"])
    }

    /// RFC 5961 5.2: data counts only with an acknowledgment from SND.UNA - MAX.SND.WND to SND.NXT.
    @Test func dataNeedsAnAcknowledgmentInRange() throws {
        var caller = try Caller.connected()
        try caller.write(3)
        let oldest = UInt32(1_001) &- 65_535
        for acknowledgment in [1_005, oldest &- 1, 0x8000_0000] as [UInt32] {
            let refused = try caller.arrive(seq: 101, ack: acknowledgment, .psh, data: [0xee])
            #expect(refused.shapes == ["<SEQ=1004><ACK=101><CTL=ACK>"])
        }
        #expect(try caller.read(9).error == .string("EAGAIN"))
        #expect(try caller.arrive(seq: 101, ack: oldest, [], data: [1]).shapes == ["<SEQ=1004><ACK=102><CTL=ACK>"])
        #expect(try caller.arrive(seq: 102, ack: 1_004, [], data: [2]).shapes == ["<SEQ=1004><ACK=103><CTL=ACK>"])
        #expect(try caller.read(9).ret?["data"] == .string("0102"))
    }

    /// RFC 5961 7: ten challenges in five seconds at most, and each connection counts its own (CVE-2016-5696).
    @Test func challengesAreLimitedForEachConnection() throws {
        var caller = try Caller.connected()
        try caller.arrive(seq: 500, .syn, from: 7)
        try caller.arrive(seq: 501, ack: 1_001, [], from: 7)
        func challenges(from port: UInt16?) throws -> Int {
            try (0..<15).reduce(0) { count, _ in
                try count + caller.arrive(seq: 3_000, .syn, from: port).segments.count
            }
        }
        #expect(try challenges(from: nil) == 10)
        #expect(try challenges(from: 7) == 10)
        caller.at = 4_999_999
        #expect(try challenges(from: nil) == 0)
        caller.at = 5_000_000
        #expect(try challenges(from: nil) == 10)
        // Data of the true sender is acknowledged all the same.
        #expect(try caller.arrive(seq: 101, ack: 1_001, [], data: [1]).shapes == ["<SEQ=1001><ACK=102><CTL=ACK>"])
    }

    /// RFC 9293 3.10.7.4: in SYN-RECEIVED a reset must fit as well, and leads back to LISTEN; an acknowledgment of what was not sent
    /// is answered by a reset and ends nothing.
    @Test func aHalfOpenConnectionIsNotBlownAway() throws {
        var caller = try Caller.listening()
        try caller.arrive(seq: 100, .syn)
        #expect(try caller.arrive(seq: 100, .rst).objects.count == 1)
        #expect(try caller.arrive(seq: 200, .rst).shapes == [answer])
        #expect(try caller.arrive(seq: 101, ack: 1_002, []).shapes == ["<SEQ=1002><CTL=RST>"])
        #expect(try caller.arrive(seq: 101, ack: 1_001, []).states == ["ESTABLISHED"])
    }

    /// RFC 5927 4 and 5: a report must quote a number that is in flight, and even then an open connection outlives it. While a
    /// connection is being opened only a hard error ends it.
    @Test func reportsOfTheNetworkAreDoubted() throws {
        var caller = Caller()
        try caller.call("config", #""iss":1000"#)
        try caller.call("connect", #""sock":4,"port":8080,"to":"192.0.2.1:40001""#)
        for number in [0, 999, 1_001, 0x8000_03e8] as [UInt32] {
            #expect(try caller.call("packet", report(number, code: 3)).objects.count == 1, "\(number)")
        }
        // Network, host, source route: they may pass.
        for code in [0, 1, 5] as [UInt8] { #expect(try caller.call("packet", report(1_000, code: code)).states == []) }
        #expect(try caller.wait(until: 1_000_000).shapes == ["<SEQ=1000><CTL=SYN>"])
        #expect(try caller.arrive(seq: 100, ack: 1_001, .syn).states == ["ESTABLISHED"])
        try caller.write(5)
        for code in 0..<4 as Range<UInt8> {
            #expect(try caller.call("packet", report(1_001, code: code)).states == [], "\(code)")
        }
        #expect(try caller.status("err") == .null)
        #expect(try caller.arrive(seq: 101, ack: 1_006, []).next == .null)
    }

    /// An ICMP message "destination unreachable" that quotes the segment of that number.
    private func report(_ sequence: UInt32, code: UInt8) -> String {
        let quoted: [UInt8] =
            [0x45, 0, 0, 40, 0, 0, 0, 0, 64, 6, 0, 0, 192, 168, 0, 1, 192, 0, 2, 1, 0x1f, 0x90, 0x9c, 0x41]
            + (0..<4).reversed().map { UInt8(truncatingIfNeeded: sequence >> (8 * UInt32($0))) }
        func summed(_ octets: [UInt8], at place: Int) -> [UInt8] {
            let sum = InternetChecksum.of(octets)
            return octets[..<place] + [UInt8(sum >> 8), UInt8(sum & 0xff)] + octets[(place + 2)...]
        }
        let message = summed([3, code, 0, 0, 0, 0, 0, 0] + quoted, at: 2)
        let header = summed([0x45, 0, 0, 56, 0, 0, 0, 0, 64, 1, 0, 0, 192, 0, 2, 1, 192, 168, 0, 1], at: 10)
        return #""ip":"\#(Hex.string(header + message))""#
    }
}
