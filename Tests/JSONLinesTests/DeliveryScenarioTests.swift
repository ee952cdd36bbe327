import JSONLines
import TCPSim
import Testing
import Trace

/// What was accepted is delivered or reported, and what was acknowledged can be read: however a connection ends.
@Suite struct DeliveryScenarioTests {
    /// A connection in TIME-WAIT with three octets unread, the other side's clock at 50 if it has one.
    private func waiting(stamped: Bool = false) throws -> Caller {
        let options: [SegmentOption] = stamped ? [.timestamps(value: 50, echo: 0)] : []
        let stamp: [SegmentOption] = stamped ? [.timestamps(value: 50, echo: 1_000)] : []
        var caller = try Caller.opened(#""ts":true"#, options: options, acknowledging: stamp)
        try caller.arrive(seq: 101, ack: 1_001, [], data: [1, 2, 3], options: stamp)
        try caller.call("shutdown", #""sock":4"#)
        #expect(try caller.arrive(seq: 104, ack: 1_002, .fin, options: stamp).states == ["FIN-WAIT-2", "TIME-WAIT"])
        return caller
    }

    // MARK: RFC 6191

    /// RFC 9293 3.6.1 and RFC 6191 2: which SYN opens the sockets anew, by its number and by its timestamp. The octets of the old
    /// connection stay to be read, then its end.
    @Test(
        arguments: [
            (106, nil, false, true), (105, nil, false, false), (0x7000_0000, nil, false, true),
            (104, nil, false, false), (106, 51, true, true), (5, 51, true, true), (106, 50, true, true),
            (105, 50, true, false), (106, 49, true, false), (106, nil, true, true), (5, nil, true, false),
        ] as [(UInt32, UInt32?, Bool, Bool)])
    func aSYNInTimeWaitIsJudged(number: UInt32, clock: UInt32?, stamped: Bool, opens: Bool) throws {
        var caller = try waiting(stamped: stamped)
        caller.at = 1_000_000
        let options: [SegmentOption] = clock.map { [.timestamps(value: $0, echo: 0)] } ?? []
        let syn = try caller.arrive(seq: number, .syn, options: options)
        #expect(syn.states == (opens ? ["CLOSED", "SYN-RECEIVED"] : []))
        if opens {
            // Beyond all that the old connection has used.
            #expect(syn.shapes == ["<SEQ=65002><ACK=\(number + 1)><CTL=SYN,ACK>"])
        } else {
            #expect(syn.segments.allSatisfy { $0.line == "<SEQ=1002><ACK=105><CTL=ACK>" })
        }
        #expect(try caller.read(2).ret?["data"] == .string("0102"))
        #expect(try caller.read(9).ret?["data"] == .string("03"))
        #expect(try caller.read(9).ret?["n"] == .integer(0))
    }

    /// The successor fails, and TIME-WAIT goes on: what is unread is still there, and read once.
    @Test func aFalseSuccessorTakesNothingAway() throws {
        var caller = try waiting()
        try caller.arrive(seq: 50_000, .syn)
        #expect(try caller.arrive(seq: 50_001, .rst).states == ["LISTEN"])
        #expect(try caller.arrive(seq: 104, ack: 1_002, .fin).shapes == ["<SEQ=1002><ACK=105><CTL=ACK>"])
        #expect(try caller.read(9).ret?["data"] == .string("010203"))
        #expect(try caller.read(9).ret?["n"] == .integer(0))
    }

    /// RFC 9293 3.10.7.4, fifth and eighth check: any FIN in TIME-WAIT is acknowledged and begins the wait anew, the one that came before and
    /// one at RCV.NXT alike.
    @Test(arguments: [104, 105] as [UInt32]) func aFINInTimeWaitIsAcknowledged(number: UInt32) throws {
        var caller = try waiting()
        caller.at = 100_000_000
        let answer = try caller.arrive(seq: number, ack: 1_002, .fin)
        #expect(answer.shapes == ["<SEQ=1002><ACK=105><CTL=ACK>"])
        #expect(answer.states.isEmpty)
        #expect(answer.next == .integer(340_000_000))
    }

    /// The same in the other states after the first FIN.
    @Test func aFurtherFINIsAcknowledged() throws {
        var caller = try Caller.connected()
        try caller.arrive(seq: 101, ack: 1_001, .fin)
        #expect(try caller.arrive(seq: 102, ack: 1_001, .fin).shapes == ["<SEQ=1001><ACK=102><CTL=ACK>"])
        try caller.call("shutdown", #""sock":4"#)
        #expect(try caller.arrive(seq: 102, ack: 1_001, .fin).shapes == ["<SEQ=1002><ACK=102><CTL=ACK>"])
        #expect(try caller.status("state") == .string("LAST-ACK"))
    }

    // MARK: Ends that lose something

    /// RFC 9293 3.10.4: CLOSE in SYN-SENT answers queued SENDs with "error: closing". Without any it is no error.
    @Test func closingBeforeThereIsAConnectionIsReported() throws {
        func opening(writing: Bool) throws -> Caller {
            var caller = Caller()
            try caller.call("connect", #""sock":4,"port":0,"to":"192.0.2.1:80""#)
            if writing { #expect(try caller.write(3).ret?["n"] == .integer(3)) }
            return caller
        }
        var caller = try opening(writing: true)
        let shut = try caller.call("shutdown", #""sock":4"#)
        #expect(shut.isOK && shut.states == ["CLOSED"])
        #expect(try caller.read(9).error == .string("EPIPE"))
        #expect(try caller.read(9).error == .string("ENOTCONN"))
        caller = try opening(writing: true)
        #expect(try caller.call("close", #""sock":4"#).error == .string("EPIPE"))
        #expect(try caller.call("close", #""sock":4"#).error == .string("EBADF"))
        caller = try opening(writing: true)
        #expect(try caller.call("abort", #""sock":4"#).isOK)
        #expect(try caller.read(9).error == .string("ECONNRESET"))
        for operation in ["shutdown", "abort"] {
            caller = try opening(writing: false)
            #expect(try caller.call(operation, #""sock":4"#).isOK)
            #expect(try caller.status("err") == .null)
            #expect(try caller.read(9).error == .string("ENOTCONN"))
        }
    }

    /// RFC 9293 3.10.3: on a connection that does not exist RECEIVE is an error. Only the other side's FIN ends a stream.
    @Test func onlyAFINEndsTheStream() throws {
        func reads(_ end: (inout Caller) throws -> Void) throws -> [JSON?] {
            var caller = try Caller.connected()
            try end(&caller)
            return [try caller.read(9), try caller.read(9)].map { $0.error ?? $0.ret?["n"] }
        }
        let (gone, reset, over) = (JSON.string("ENOTCONN"), JSON.string("ECONNRESET"), JSON.integer(0))
        #expect(try reads { try $0.arrive(seq: 101, .rst) } == [reset, gone])
        #expect(try reads { try $0.call("abort", #""sock":4"#) } == [gone, gone])
        #expect(
            try reads {
                try $0.arrive(seq: 101, ack: 1_001, .fin)
                try $0.call("abort", #""sock":4"#)
            } == [gone, gone])
        #expect(try reads { try $0.arrive(seq: 101, ack: 1_001, .fin) } == [over, over])
        // The stream was over before the reset came.
        #expect(
            try reads {
                try $0.arrive(seq: 101, ack: 1_001, .fin)
                try $0.arrive(seq: 102, .rst)
            } == [reset, over])
        #expect(
            try reads {
                try $0.write(3)
                $0.at = 3_600_000_000
            } == [.string("ETIMEDOUT"), gone])
    }

    /// RFC 9293 3.10.5: after ABORT what was queued or not read is "connection reset", and not a stream that has ended.
    @Test(arguments: [true, false]) func abortIsNoEndOfTheStream(writing: Bool) throws {
        var caller = try Caller.connected()
        if writing {
            try caller.write(3)
        } else {
            try caller.arrive(seq: 101, ack: 1_001, .fin, data: [1])
        }
        #expect(try caller.call("abort", #""sock":4"#).isOK)
        #expect(try caller.read(9).error == .string("ECONNRESET"))
    }

    /// RFC 9293 3.6.1: a close that leaves octets unread is a reset. What was written and is not acknowledged is lost with it, and only the
    /// call itself can say so.
    @Test func aCloseThatLosesSomethingSaysSo() throws {
        for writing in [true, false] {
            var caller = try Caller.connected()
            if writing { try caller.write(3) }
            try caller.arrive(seq: 101, ack: 1_001, [], data: [1])
            let close = try caller.call("close", #""sock":4"#)
            #expect(close.isOK == !writing)
            #expect(!writing || close.error == .string("ECONNRESET"))
            #expect(close.segments.map(\.control) == [[.rst, .ack]])
            #expect(try caller.read(9).error == .string("EBADF"))
        }
        var caller = try Caller.connected()
        try caller.write(3)
        let close = try caller.call("close", #""sock":4"#)
        #expect(close.isOK && close.states == ["FIN-WAIT-1"])
    }

    /// Open, filled and reset before it was accepted: the same sockets may begin anew, and both connections are handed over, each with
    /// what belongs to it.
    @Test func whatCameBeforeAcceptIsHandedOver() throws {
        var caller = try Caller.listening()
        try caller.arrive(seq: 100, .syn)
        try caller.arrive(seq: 101, ack: 1_001, [], data: [1, 2])
        try caller.arrive(seq: 103, .rst)
        #expect(try caller.arrive(seq: 500, .syn).shapes == ["<SEQ=1000><ACK=501><CTL=SYN,ACK>"])
        // A second attempt that fails takes nothing away either.
        #expect(try caller.arrive(seq: 501, .rst).states == ["LISTEN"])
        try caller.arrive(seq: 700, .syn)
        try caller.arrive(seq: 701, ack: 1_001, [], data: [3])
        #expect(try caller.call("accept", #""sock":3,"new":4"#).ret?["state"] == .string("CLOSED"))
        #expect(try caller.read(9).ret?["data"] == .string("0102"))
        #expect(try caller.read(9).error == .string("ECONNRESET"))
        #expect(try caller.call("accept", #""sock":3,"new":5"#).ret?["state"] == .string("ESTABLISHED"))
        #expect(try caller.call("read", #""sock":5,"n":9"#).ret?["data"] == .string("03"))
        #expect(try caller.call("accept", #""sock":3,"new":6"#).error == .string("EAGAIN"))
    }

    /// A number is not given to a new socket before its user has read all, and heard of the error.
    @Test func aNumberIsNotTakenFromUnderItsUser() throws {
        var caller = try Caller.connected()
        try caller.arrive(seq: 101, ack: 1_001, [], data: [1])
        try caller.arrive(seq: 102, .rst)
        let again = #""sock":4,"port":81,"backlog":1"#
        #expect(try caller.call("listen", again).error == .string("EINVAL"))
        #expect(try caller.read(9).ret?["data"] == .string("01"))
        #expect(try caller.call("listen", again).error == .string("EINVAL"))
        #expect(try caller.read(9).error == .string("ECONNRESET"))
        // A call that fails leaves the number as it is.
        #expect(try caller.call("listen", #""sock":4,"port":8080,"backlog":1"#).error == .string("EADDRINUSE"))
        #expect(try caller.call("accept", #""sock":3,"new":4"#).error == .string("EAGAIN"))
        #expect(try caller.read(9).error == .string("ENOTCONN"))
        #expect(try caller.call("listen", again).isOK)
    }
}
