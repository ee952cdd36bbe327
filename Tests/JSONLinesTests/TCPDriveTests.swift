import JSONLines
import TCPSim
import TestSupport
import Testing
import Trace

/// One host's TCP as a function of lines.
@Suite struct TCPDriveTests {
    // MARK: Lines

    /// The contract's own example, octet for octet where it shows them.
    @Test func exampleOfTheContractHolds() throws {
        var caller = Caller()
        #expect(
            try caller.say(#"{"op":"config","at":0,"local":"192.168.0.1","sack":false}"#).lines
                == [#"{"ev":"done","next":null}"#])
        #expect(
            try caller.say(#"{"op":"listen","at":0,"sock":3,"port":8080,"backlog":1}"#).lines == [
                #"{"ev":"state","at":0,"conn":null,"sock":3,"from":"CLOSED","to":"LISTEN"}"#,
                #"{"ev":"ret","op":"listen","ok":true}"#, #"{"ev":"done","next":null}"#,
            ])
        let syn = try caller.arrive(seq: 0, .syn)
        let name = "192.168.0.1:8080>192.0.2.1:40001"
        #expect(
            syn.lines.first
                == #"{"ev":"state","at":0,"conn":"\#(name)","sock":null,"from":"LISTEN","to":"SYN-RECEIVED"}"#)
        #expect(syn.next == .integer(1_000_000))
        let again = try caller.say(#"{"op":"advance","at":1000000}"#)
        #expect(again.segments.count == 1)
        #expect(again.next == .integer(3_000_000))
    }

    /// What cannot be read or carried out is told with its place, and the program goes on.
    @Test(
        arguments: [
            ("nonsense", "octet 0"), ("", "octet 0"), (#"{"op":"advance"}"#, "at: missing"),
            (#"{"op":"advance","at":-1}"#, "at: -1"), (#"{"op":"advance","at":"x"}"#, "at: must be an integer"),
            (#"{"at":5}"#, "op: missing"), (#"{"op":"read","at":5,"sock":4}"#, "n: missing"),
            (#"{"op":"packet","at":5,"ip":"abc"}"#, "ip: must be an even number"),
            (#"{"op":"listen","at":5,"sock":3,"port":70000,"backlog":1}"#, "port: 70000 is outside"),
            (#"{"op":"connect","at":5,"sock":3,"port":0,"to":"1.2.3:4"}"#, "to: must be an address"),
            (#"{"op":"config","at":5}"#, "config comes once"),
        ])
    func badLinesAreRefused(line: String, place: String) throws {
        var caller = try Caller.listening()
        caller.at = 5
        let answer = try caller.say(line)
        guard case .string(let what) = answer.all("error").first?["what"] else {
            Issue.record("no error for \(line)")
            return
        }
        #expect(what.contains(place), "\(what)")
        #expect(try caller.arrive(seq: 1, .syn).shapes == ["<SEQ=1000><ACK=2><CTL=SYN,ACK>"])
    }

    @Test func timeDoesNotRunBackwards() throws {
        var caller = Caller()
        try caller.say(#"{"op":"advance","at":10}"#)
        #expect(try caller.say(#"{"op":"advance","at":9}"#).all("error").count == 1)
        #expect(try caller.say(#"{"op":"advance","at":10}"#).all("error").isEmpty)
    }

    @Test func unknownThingsAreUnsupported() throws {
        var caller = Caller()
        let config = try caller.say(#"{"op":"config","at":0,"tea":true,"cc":"cubic","wscale":15,"mss":536,"iss":null}"#)
        #expect(
            config.all("unsupported").map { $0["what"] } == [
                .string("config tea"), .string("config cc"), .string("config wscale"),
            ])
        #expect(try caller.say(#"{"op":"fly","at":0}"#).all("unsupported").first?["what"] == .string("op fly"))
    }

    @Test func timersFireInOrderAtTheirInstants() throws {
        var caller = try Caller.listening()
        try caller.arrive(seq: 100, .syn, from: 1)
        caller.at = 400_000
        try caller.arrive(seq: 100, .syn, from: 2)
        caller.at = 5_000_000
        let answer = try caller.call("advance")
        let order = answer.all("packet").map { $0["at"] }
        #expect(order == [1_000_000, 1_400_000, 3_000_000, 3_400_000].map { .integer($0) })
        #expect(answer.segments.map(\.destinationPort) == [1, 2, 1, 2])
        #expect(answer.next == .integer(7_000_000))
    }

    @Test func sameInputGivesTheSameOutput() throws {
        func run() throws -> [String] {
            var caller = try Caller.connected()
            let lines = try caller.call("write", #""sock":4,"data":"\#(String(repeating: "ab", count: 9_000))""#).lines
            caller.at = 9_000_000
            return try lines + caller.call("advance").lines
        }
        #expect(try run() == run())
    }

    // MARK: Calls

    @Test func dataGoesBothWays() throws {
        var caller = try Caller.connected()
        #expect(try caller.call("read", #""sock":4,"n":9"#).error == .string("EAGAIN"))
        #expect(
            try caller.arrive(seq: 101, ack: 1_001, .psh, data: [1, 2, 3]).shapes == ["<SEQ=1001><ACK=104><CTL=ACK>"])
        let peeked = try caller.call("read", #""sock":4,"n":2,"peek":true"#)
        #expect(peeked.ret?["data"] == .string("0102"))
        #expect(try caller.call("read", #""sock":4,"n":9"#).ret?["data"] == .string("010203"))
        let write = try caller.call("write", #""sock":4,"data":"aabb""#)
        #expect(write.ret?["n"] == .integer(2))
        #expect(write.shapes == ["<SEQ=1001><ACK=104><CTL=PSH,ACK><DATA=2>"])
        #expect(try caller.arrive(seq: 104, ack: 1_003, .fin).states == ["CLOSE-WAIT"])
        #expect(try caller.call("read", #""sock":4,"n":9"#).ret?["n"] == .integer(0))
    }

    @Test func writeTakesWhatFits() throws {
        var caller = try Caller.connected(#""sndbuf":5"#)
        #expect(try caller.call("write", #""sock":4,"data":"01020304050607""#).ret?["n"] == .integer(5))
        #expect(try caller.call("write", #""sock":4,"data":"06""#).error == .string("EAGAIN"))
        try caller.arrive(seq: 101, ack: 1_004, [])
        #expect(try caller.call("write", #""sock":4,"data":"06070809""#).ret?["n"] == .integer(3))
    }

    /// An error is told once, after what has arrived before it.
    @Test func aPendingErrorIsToldOnce() throws {
        var caller = try Caller.connected()
        try caller.arrive(seq: 101, ack: 1_001, [], data: [7])
        #expect(try caller.arrive(seq: 102, .rst).states == ["CLOSED"])
        #expect(try caller.call("read", #""sock":4,"n":9"#).ret?["data"] == .string("07"))
        #expect(try caller.call("read", #""sock":4,"n":9"#).error == .string("ECONNRESET"))
        #expect(try caller.call("read", #""sock":4,"n":9"#).error == .string("ENOTCONN"))
        #expect(try caller.call("write", #""sock":4,"data":"00""#).error == .string("EPIPE"))
    }

    @Test func refusedAndUnansweredConnectionsSaySo() throws {
        var caller = Caller()
        try caller.call("config", #""iss":1000,"syn_retries":1"#)
        let syn = try caller.call("connect", #""sock":5,"port":8080,"to":"192.0.2.1:40001""#)
        #expect(syn.isOK)
        #expect(syn.states == ["SYN-SENT"])
        try caller.arrive(seq: 0, ack: 1_001, .rst)
        #expect(try caller.call("status", #""sock":5"#).all("status").first?["err"] == .string("ECONNREFUSED"))
        // The number may be used again.
        #expect(try caller.call("connect", #""sock":5,"port":0,"to":"192.0.2.1:40001""#).isOK)
        caller.at = 3_000_000
        #expect(try caller.call("advance").states == ["CLOSED"])
        #expect(try caller.call("status", #""sock":5"#).all("status").first?["err"] == .string("ETIMEDOUT"))
        #expect(try caller.call("status", #""sock":5"#).all("status").first?["err"] == .null)
    }

    /// "Destination unreachable" about a segment with the number `sequence`, as RFC 792 and RFC 1191 draw it.
    private func report(_ sequence: UInt32, code: UInt8 = 3, mtu: UInt16 = 0) -> String {
        let inner: [UInt8] =
            [0x45, 0, 5, 0xdc, 0, 0, 0x40, 0, 64, 6, 0, 0, 192, 168, 0, 1, 192, 0, 2, 1, 0x1f, 0x90, 0x9c, 0x41]
            + (0..<4).reversed().map { UInt8(truncatingIfNeeded: sequence >> (8 * UInt32($0))) }
        func summed(_ octets: [UInt8], at place: Int) -> [UInt8] {
            let sum = InternetChecksum.of(octets)
            return octets[..<place] + [UInt8(sum >> 8), UInt8(sum & 0xff)] + octets[(place + 2)...]
        }
        let icmp = summed([3, code, 0, 0, 0, 0, UInt8(mtu >> 8), UInt8(mtu & 0xff)] + inner, at: 2)
        let header = summed([0x45, 0, 0, 56, 0, 0, 0, 0, 64, 1, 0, 0, 198, 51, 100, 9, 192, 168, 0, 1], at: 10)
        return #""ip":"\#(Hex.string(header + icmp))""#
    }

    /// "Fragmentation needed" for a number in flight has the data cut anew and sent again; for any other it means nothing. A
    /// damaged or shortened one is none.
    @Test func aTooLargeDatagramIsCutAnew() throws {
        var caller = try Caller.connected(#""cc":"none","nagle":false"#)
        let data = #""sock":4,"data":"\#(String(repeating: "41", count: 1_460))""#
        caller.at = 1_000
        // The SYN of this test announces no MSS, so that segments carry 536 octets.
        #expect(try caller.call("write", data).segments.map(\.payload.count) == [536, 536, 388])
        for sequence in [1_000, 2_461, 5_000, 0] as [UInt32] {
            #expect(try caller.call("packet", report(sequence, code: 4, mtu: 296)).segments.isEmpty, "\(sequence)")
        }
        let whole = report(1_537, code: 4, mtu: 296)
        #expect(try caller.call("packet", whole.dropLast(3) + #"""#).segments.isEmpty)
        #expect(try caller.call("packet", whole.replacing("0128", with: "0129")).segments.isEmpty)
        let cut = try caller.call("packet", whole)
        #expect(cut.segments.map(\.payload.count) == [256, 256, 24, 256, 256, 24, 256, 132])
        #expect(cut.segments.first?.sequence == SequenceNumber(1_001))
        #expect(try caller.call("status", #""sock":4"#).all("status").first?["mss"] == .integer(256))
        // Each datagram says that it must not be cut up; without "pmtu" none does, and reports mean nothing.
        func flags(_ answer: Caller.Answer) -> [Bool] {
            answer.all("packet").compactMap { event in
                guard case .string(let hex) = event["ip"], let octets = Hex.octets(hex) else { return nil }
                return (try? SegmentCodec.decode(octets))?.header.dontFragment
            }
        }
        #expect(flags(cut) == [Bool](repeating: true, count: 8))
        caller = try Caller.connected(#""cc":"none","nagle":false,"pmtu":false"#)
        #expect(flags(try caller.call("write", data)) == [false, false, false])
        #expect(try caller.call("packet", whole).segments.isEmpty)
    }

    /// "Port unreachable" for our SYN refuses the connection; for another number, or once it is open, it means nothing.
    @Test func anUnreachablePortRefuses() throws {
        var caller = Caller()
        try caller.call("config", #""iss":1000"#)
        try caller.call("connect", #""sock":5,"port":8080,"to":"192.0.2.1:40001""#)
        #expect(try caller.call("packet", report(999)).states == [])
        #expect(try caller.call("packet", report(1_000, code: 1)).states == [])
        #expect(try caller.call("packet", report(1_000)).states == ["CLOSED"])
        #expect(try caller.call("read", #""sock":5,"n":1"#).error == .string("ECONNREFUSED"))
        caller = try Caller.connected()
        #expect(try caller.call("packet", report(1_000)).states == [])
    }

    @Test func wrongCallsSaySo() throws {
        var caller = try Caller.connected()
        let cases: [(String, String, String)] = [
            ("read", #""sock":9,"n":1"#, "EBADF"), ("write", #""sock":9,"data":"00""#, "EBADF"),
            ("accept", #""sock":9,"new":10"#, "EBADF"), ("accept", #""sock":4,"new":10"#, "EINVAL"),
            ("accept", #""sock":3,"new":10"#, "EAGAIN"), ("accept", #""sock":3,"new":4"#, "EINVAL"),
            ("listen", #""sock":9,"port":8080,"backlog":1"#, "EADDRINUSE"),
            ("listen", #""sock":4,"port":81,"backlog":1"#, "EINVAL"), ("read", #""sock":3,"n":1"#, "ENOTCONN"),
            ("connect", #""sock":9,"port":8080,"to":"192.0.2.1:40001""#, "EADDRINUSE"),
            ("setopt", #""sock":4,"name":"color","value":true"#, "EINVAL"), ("close", #""sock":9"#, "EBADF"),
        ]
        for (operation, members, error) in cases {
            #expect(try caller.call(operation, members).error == .string(error), "\(operation) \(members)")
        }
        #expect(try caller.call("shutdown", #""sock":4"#).states == ["FIN-WAIT-1"])
        #expect(try caller.call("shutdown", #""sock":4"#).isOK)
        #expect(try caller.call("write", #""sock":4,"data":"00""#).error == .string("EPIPE"))
    }

    @Test func aClosedListenerResetsWhatWaits() throws {
        var caller = try Caller.listening()
        try caller.arrive(seq: 100, .syn, from: 1)
        try caller.arrive(seq: 101, ack: 1_001, [], from: 1)
        try caller.arrive(seq: 200, .syn, from: 2)
        let close = try caller.call("close", #""sock":3"#)
        #expect(close.segments.map(\.destinationPort) == [1, 2])
        #expect(close.segments.allSatisfy { $0.control == [.rst, .ack] })
        #expect(try caller.arrive(seq: 300, .syn).shapes == ["<SEQ=0><ACK=301><CTL=RST,ACK>"])
        #expect(close.next == .null)
    }

    @Test func theOldestConnectionIsAcceptedFirst() throws {
        var caller = try Caller.listening()
        for port in [7, 8] as [UInt16] { try caller.arrive(seq: 100, .syn, from: port) }
        for port in [8, 7] as [UInt16] { try caller.arrive(seq: 101, ack: 1_001, [], from: port) }
        try caller.call("accept", #""sock":3,"new":4"#)
        #expect(try caller.call("write", #""sock":4,"data":"00""#).segments.first?.destinationPort == 8)
    }

    @Test func aFullBacklogIsSilent() throws {
        var caller = try Caller.listening(backlog: 1)
        #expect(try caller.arrive(seq: 100, .syn, from: 1).segments.count == 1)
        #expect(try caller.arrive(seq: 100, .syn, from: 2).segments.isEmpty)
        try caller.arrive(seq: 101, .rst, from: 1)
        #expect(try caller.arrive(seq: 100, .syn, from: 2).segments.count == 1)
    }

    /// Opened, reset and never accepted: the same sockets may begin anew, and only the new connection is handed over.
    @Test func aResetBeforeAcceptMakesRoom() throws {
        var caller = try Caller.listening(backlog: 1)
        try caller.arrive(seq: 100, .syn)
        try caller.arrive(seq: 101, ack: 1_001, [])
        #expect(try caller.arrive(seq: 101, .rst).states == ["CLOSED"])
        #expect(try caller.arrive(seq: 500, .syn).shapes == ["<SEQ=1000><ACK=501><CTL=SYN,ACK>"])
        #expect(try caller.call("accept", #""sock":3,"new":4"#).error == .string("EAGAIN"))
        try caller.arrive(seq: 501, ack: 1_001, [])
        #expect(try caller.call("accept", #""sock":3,"new":4"#).ret?["state"] == .string("ESTABLISHED"))
    }

    // MARK: TIME-WAIT

    /// Even a TIME-WAIT of no length leaves no timer for the present instant.
    @Test func timersOfNoLengthFireAtOnce() throws {
        var caller = try Caller.connected(#""msl_us":0"#)
        try caller.call("shutdown", #""sock":4"#)
        let answer = try caller.arrive(seq: 101, ack: 1_002, .fin)
        #expect(answer.states == ["FIN-WAIT-2", "TIME-WAIT", "CLOSED"])
        #expect(answer.next == .null)
    }

    /// A SYN beyond the old numbers opens a new connection; a reset shows that it was an old duplicate after all, and TIME-WAIT
    /// goes on (RFC 9293 3.6.1, conditions 1 and 2).
    @Test func timeWaitYieldsAndReturns() throws {
        var caller = try Caller.connected()
        try caller.call("close", #""sock":4"#)
        #expect(try caller.arrive(seq: 101, ack: 1_002, .fin).states == ["FIN-WAIT-2", "TIME-WAIT"])
        caller.at = 1_000_000
        let syn = try caller.arrive(seq: 50_000, .syn)
        #expect(syn.states == ["CLOSED", "SYN-RECEIVED"])
        #expect(syn.shapes == ["<SEQ=65002><ACK=50001><CTL=SYN,ACK>"])
        #expect(try caller.arrive(seq: 50_001, .rst).states == ["LISTEN"])
        // The old connection is back: it answers its FIN.
        #expect(try caller.arrive(seq: 101, ack: 1_002, .fin).shapes == ["<SEQ=1002><ACK=102><CTL=ACK>"])
        caller.at = 300_000_000
        #expect(try caller.call("advance").states == ["CLOSED"])
    }

    // MARK: Garbage

    @Test func garbageIsDroppedInSilence() throws {
        var caller = try Caller.connected()
        #expect(try caller.call("packet", #""ip":"""#).objects.count == 1)
        let segment = Segment(
            sourcePort: caller.remote.port, destinationPort: caller.local.port, sequence: SequenceNumber(101),
            acknowledgment: SequenceNumber(1_001), control: .ack, window: 9, payload: [1, 2, 3])
        let good = SegmentCodec.encode(
            segment, from: caller.remote.address, to: caller.local.address, identification: 1)
        for index in good.bytes.indices {
            var bad = good.bytes
            // The sum does not change when 0 becomes 0xffff; a single bit always changes it.
            bad[index] ^= 0x10
            let answer = try caller.call("packet", #""ip":"\#(Hex.string(bad))""#)
            #expect(answer.objects.count == 1, "octet \(index)")
        }
        for elsewhere in [IPv4Address(192, 168, 0, 2), IPv4Address(224, 0, 0, 1)] {
            let astray = SegmentCodec.encode(segment, from: caller.remote.address, to: elsewhere, identification: 1)
            #expect(try caller.call("packet", #""ip":"\#(Hex.string(astray.bytes))""#).objects.count == 1)
        }
    }

    /// With any correct segments from a stranger, the host lives, keeps its timers in the future and moves by the arrows.
    @Test func inventedSegmentsNeverTrap() {
        forEachSeed(150) { _, random in
            var caller = try Caller.connected(#""ts":\#(Bool.random(using: &random)),"wscale":3,"delack_us":40000"#)
            for _ in 0..<60 {
                caller.at += .random(in: 0...400_000, using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0: try caller.call("write", #""sock":4,"data":"\#(Hex.string(random.octets(3_000)))""#)
                case 1: try caller.call("read", #""sock":4,"n":500"#)
                case 2 where random.next() % 8 == 0: try caller.call("shutdown", #""sock":4"#)
                case 3: try caller.call("accept", #""sock":3,"new":\#(Int.random(in: 5...90, using: &random))"#)
                default:
                    let control = ControlBits(rawValue: UInt8.random(in: 0...63, using: &random))
                    let near = UInt32.random(in: 0...3_000, using: &random)
                    try caller.arrive(
                        seq: Bool.random(using: &random) ? 90 &+ near : UInt32.random(in: 0 ... .max, using: &random),
                        ack: control.contains(.ack) ? 990 &+ near : nil, control, data: random.octets(Int(near % 200)),
                        from: Bool.random(using: &random) ? nil : UInt16.random(in: 1...9, using: &random))
                }
            }
        }
    }

    /// No connection can be opened to what is not one host's address, and none comes from there, or from ourselves (RFC 9293
    /// MUST-46, MUST-63).
    @Test(arguments: ["224.0.0.1", "255.255.255.255", "0.0.0.0", "127.0.0.1"])
    func impossibleAddressesAreRefused(address: String) throws {
        var caller = try Caller.listening()
        let answer = try caller.call("connect", #""sock":5,"port":0,"to":"\#(address):80""#)
        #expect(answer.error == .string("EINVAL"))
        #expect(answer.segments.isEmpty)
        let syn = Segment(
            sourcePort: 8_080, destinationPort: 8_080, sequence: SequenceNumber(1), control: .syn, window: 1)
        for source in [try #require(IPv4Address(address)), caller.local.address] {
            let datagram = SegmentCodec.encode(syn, from: source, to: caller.local.address, identification: 1)
            #expect(try caller.call("packet", #""ip":"\#(Hex.string(datagram.bytes))""#).lines.count == 1)
        }
    }

    /// A backlog of one, filled by a SYN that is not followed up: with cookies there is still a way in.
    @Test func cookiesLetInWhatAFloodKeepsOut() throws {
        for setting in ["never", "full", "always"] {
            var caller = try Caller.listening(backlog: 1, #""syn_cookies":"\#(setting)""#)
            let flood = try caller.arrive(seq: 7, .syn, from: 1)
            #expect(flood.states == (setting == "always" ? [] : ["SYN-RECEIVED"]))
            let answer = try caller.arrive(seq: 100, .syn)
            #expect(answer.segments.count == (setting == "never" ? 0 : 1))
            guard let cookie = answer.segments.first?.sequence.rawValue else { continue }
            #expect(cookie != 1_000 && answer.states.isEmpty)
            #expect(
                try caller.arrive(seq: 101, ack: cookie &+ 1, [], data: [5]).states == ["SYN-RECEIVED", "ESTABLISHED"])
            #expect(try caller.call("accept", #""sock":3,"new":4"#).isOK)
            #expect(try caller.call("read", #""sock":4,"n":9"#).ret?["data"] == .string("05"))
            #expect(try caller.arrive(seq: 9, ack: cookie, [], from: 99).shapes == ["<SEQ=\(cookie)><CTL=RST>"])
        }
        var caller = Caller()
        #expect(try caller.call("config", #""syn_cookies":"sometimes""#).all("unsupported").count == 1)
    }
}
