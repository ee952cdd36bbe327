import TCPSim
import Testing
import Trace

/// Figure 5: which arrows are taken, and by what.
@Suite struct StateDiagramTests {
    /// Every arrow of figure 5 is taken by some run, and the runs take no other arrow than those of the figure and the ones
    /// that section 3.10 adds: resets, and giving up.
    @Test func everyArrowOfFigure5IsTaken() throws {
        var arrows: Set<String> = []

        // Left and right: active and passive open, close by either side.
        var (a, b) = established(a: 100, b: 300)
        let fin = try a.on(.close).segment
        let ack = try b.on(fin).segment
        a.on(ack)
        let fin2 = try b.on(.close).segment
        b.on(try a.on(fin2).segment)
        a.on(.timeout(.timeWait))
        arrows.formUnion(a.arrows + b.arrows)

        // Simultaneous open, then simultaneous close.
        a = Side.a(iss: 100)
        a.on(.activeOpen)
        a.on(seq: 300, .syn)
        a.on(seq: 300, ack: 101, .syn)
        a.on(.close)
        a.on(seq: 301, ack: 101, .fin)
        a.on(seq: 302, ack: 102, [])
        arrows.formUnion(a.arrows)

        // CLOSE in LISTEN, in SYN-SENT and in SYN-RECEIVED; SEND in LISTEN; RST in SYN-RECEIVED.
        b = Side.b(iss: 300)
        b.on(.passiveOpen)
        b.on(.close)
        b.on(.passiveOpen)
        b.on(seq: 100, .syn)
        b.on(seq: 101, .rst)
        b.on(seq: 100, .syn)
        b.on(.close)
        arrows.formUnion(b.arrows)
        a = Side.a(iss: 100)
        a.on(.activeOpen)
        a.on(.close)
        a.on(.passiveOpen)
        a.on(.send([1], push: true))
        arrows.formUnion(a.arrows)

        #expect(
            arrows == [
                "CLOSED > LISTEN", "CLOSED > SYN-SENT", "LISTEN > CLOSED", "LISTEN > SYN-RECEIVED", "LISTEN > SYN-SENT",
                "SYN-SENT > CLOSED", "SYN-SENT > SYN-RECEIVED", "SYN-SENT > ESTABLISHED", "SYN-RECEIVED > LISTEN",
                "SYN-RECEIVED > ESTABLISHED", "SYN-RECEIVED > FIN-WAIT-1", "ESTABLISHED > FIN-WAIT-1",
                "ESTABLISHED > CLOSE-WAIT", "FIN-WAIT-1 > FIN-WAIT-2", "FIN-WAIT-1 > CLOSING", "FIN-WAIT-2 > TIME-WAIT",
                "CLOSING > TIME-WAIT", "CLOSE-WAIT > LAST-ACK", "LAST-ACK > CLOSED", "TIME-WAIT > CLOSED",
            ])
    }

    /// With data queued, CLOSE waits for ESTABLISHED (3.10.4). A connection that returns to LISTEN instead meets the CLOSE there.
    @Test(arguments: [ControlBits.rst, .syn])
    func closeThatWaitsIsNotForgottenInListen(_ bits: ControlBits) {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        b.on(seq: 100, .syn)
        b.on(.send([1], push: true))
        #expect(b.on(.close).states == [])
        let step = b.on(seq: 101, bits)
        #expect(step.states == [.listen, .closed])
        #expect(step.signals == [.reset])
        #expect(step.actions.contains(.disarm(.retransmission)))
        // The port no longer listens, and the next connection has nothing of this one.
        #expect(b.on(seq: 200, .syn).lines == ["<SEQ=0><ACK=201><CTL=RST,ACK>"])
        b.on(.passiveOpen)
        b.on(seq: 400, .syn)
        #expect(b.on(seq: 401, ack: 301, []).states == [.established])
    }

    /// Note 2 of figure 5: one segment can take two arrows.
    @Test func finThatAcknowledgesOurFINTakesTwoArrows() {
        var (a, _) = established(a: 100, b: 300)
        a.on(.close)
        let step = a.on(seq: 300, ack: 101, .fin)
        #expect(step.states == [.finWait2, .timeWait])
        #expect(step.lines == ["<SEQ=101><ACK=301><CTL=ACK>"])
    }

    /// Three segments close a connection when the second side closes before it has acknowledged: here, by data in flight.
    @Test func closeWaitGoesOnSending() throws {
        var (a, b) = established(a: 100, b: 300)
        b.on(try a.on(.close).segment)
        let more = b.on(.send([1, 2, 3, 4], push: true))
        #expect(more.lines == ["<SEQ=300><ACK=101><CTL=PSH,ACK><DATA=4>"])
        let answer = a.on(try more.segment)
        #expect(answer.signals == [.closeAcknowledged, .readable])
        #expect(a.on(.receive(max: 100)).delivered == [1, 2, 3, 4])
        b.on(try answer.segment)
        let fin = b.on(.close)
        #expect(fin.lines == ["<SEQ=304><ACK=101><CTL=FIN,ACK>"])
        #expect(fin.states == [.lastAck])
    }

    @Test func finRidesOnTheLastDataAndWaitsForIt() {
        var config = Connection.Configuration.iss(99)
        config.mss = 100
        var a = Side(.a, to: .b, config)
        a.on(.activeOpen)
        a.on(seq: 299, ack: 100, .syn, window: 150, options: [.maximumSegmentSize(1_460)])
        #expect(a.on(.send([UInt8](repeating: 1, count: 250), push: true)).lines.count == 2)
        let close = a.on(.close)
        #expect(close.states == [.finWait1])
        #expect(close.lines == [])
        #expect(close.notes == [.closing(.finQueued(behind: 100))])
        #expect(a.on(.send([1], push: true)).signals == [.callFailed(.closing)])
        // A window of exactly the data has no place for the FIN.
        #expect(a.on(seq: 300, ack: 250, [], window: 100).lines == ["<SEQ=250><ACK=300><CTL=PSH,ACK><DATA=100>"])
        #expect(a.on(seq: 300, ack: 350, [], window: 100).lines == ["<SEQ=350><ACK=300><CTL=FIN,ACK>"])
        #expect(a.on(seq: 300, ack: 351, []).states == [.finWait2])
    }

    @Test func repeatedFINRestartsTimeWait() throws {
        var (a, b) = established(a: 100, b: 300)
        a.on(try b.on(a.on(.close).segment).segment)
        let fin = try b.on(.close).segment
        a.on(fin)
        a.now = .zero + .seconds(100)
        let again = a.on(fin)
        #expect(again.lines == ["<SEQ=101><ACK=301><CTL=ACK>"])
        #expect(again.armed(.timeWait) == .zero + .seconds(340))
        #expect(a.state == .timeWait)
    }

    @Test func lostLastAcknowledgmentIsHealedByTheFINAgain() throws {
        var (a, b) = established(a: 100, b: 300)
        a.on(try b.on(a.on(.close).segment).segment)
        a.on(try b.on(.close).segment)
        b.now = .zero + .seconds(1)
        let again = b.on(.timeout(.retransmission))
        #expect(again.lines == ["<SEQ=300><ACK=101><CTL=FIN,ACK>"])
        let ack = try a.on(again.segment).segment
        #expect(b.on(ack).states == [.closed])
    }
}
