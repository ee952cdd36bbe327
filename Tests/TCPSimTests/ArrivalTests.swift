import TCPSim
import Testing
import Trace

/// Corners of SEGMENT ARRIVES (RFC 9293 3.10.7.4) that a conversation between two honest sides seldom reaches.
@Suite struct ArrivalTests {
    /// Data that came with the SYN is acknowledged once the connection is open, and not when it is sent a second time.
    @Test func dataOfASYNIsAcknowledged() throws {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        #expect(b.on(seq: 100, .syn, data: [1, 2, 3]).lines == ["<SEQ=300><ACK=101><CTL=SYN,ACK>"])
        let open = b.on(seq: 101, ack: 301, [])
        #expect(open.states == [.established])
        #expect(open.lines == ["<SEQ=301><ACK=104><CTL=ACK>"])
        #expect(b.on(.receive(max: 10)).delivered == [1, 2, 3])
        // With more data behind it one acknowledgment serves for both.
        var c = Side.b(iss: 300)
        c.on(.passiveOpen)
        c.on(seq: 100, .syn, data: [1, 2, 3])
        #expect(c.on(seq: 104, ack: 301, [], data: [4]).lines == ["<SEQ=301><ACK=105><CTL=ACK>"])
    }

    /// B after both FINs: in LAST-ACK, CLOSING or TIME-WAIT; its next number is 302, and it expects 202.
    private func closed(_ state: State) -> Side {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        b.on(seq: 200, .syn)
        b.on(seq: 201, ack: 301, [])
        if state == .lastAck {
            b.on(seq: 201, ack: 301, .fin)
            b.on(.close)
        } else {
            b.on(.close)
            b.on(seq: 201, ack: state == .timeWait ? 302 : 301, .fin)
        }
        #expect(b.state == state)
        return b
    }

    /// The second check: in these states a reset ends the connection. The user is told of it unless everything he sent, his FIN
    /// included, has been acknowledged.
    @Test(arguments: [State.lastAck, .closing, .timeWait])
    func resetAfterBothFINs(state: State) {
        var b = closed(state)
        let step = b.on(seq: 202, .rst)
        #expect(step.states == [.closed])
        #expect(step.signals == [state == .timeWait ? .closed : .reset])
        #expect(step.segments.isEmpty)
    }

    /// Only the FIN that we know, sent again, restarts the wait: with any other, a forger could prolong it.
    @Test func timeWaitRestartsForTheFINOnly() {
        var b = closed(.timeWait)
        b.now = .zero + .seconds(100)
        let again = b.on(seq: 201, ack: 302, .fin)
        #expect(again.armed(.timeWait) == .zero + .seconds(340))
        #expect(again.lines == ["<SEQ=302><ACK=202><CTL=ACK>"])
        let stranger = b.on(seq: 4_000_000_000, ack: 302, .fin)
        #expect(stranger.armed(.timeWait) == nil)
        #expect(stranger.lines == ["<SEQ=302><ACK=202><CTL=ACK>"])
    }

    /// An empty segment with an old timestamp is answered as seldom as any other that may be an answer itself.
    @Test func outdatedAcknowledgmentsAreNotAnsweredForEver() {
        var configuration = Connection.Configuration.iss(300)
        configuration.timestamps = TimestampClock()
        configuration.challengeLimit = ChallengeLimit(count: 2)
        var b = Side(.b, to: nil, configuration)
        b.on(.passiveOpen)
        b.on(seq: 200, .syn, options: [.timestamps(value: 50, echo: 0)])
        b.on(seq: 201, ack: 301, [], options: [.timestamps(value: 50, echo: 0)])
        func answers(_ data: [UInt8]) -> Int {
            (0..<5).reduce(0) { count, _ in
                count
                    + b.on(seq: 201, ack: 301, [], data: data, options: [.timestamps(value: 49, echo: 0)]).segments
                    .count
            }
        }
        #expect(answers([]) == 2)
        #expect(answers([1]) == 5)
    }
}
