import TCPSim
import Testing
import Trace

/// The figures of RFC 9293, line by line.
@Suite struct FigureTests {
    @Test func basicHandshakeFollowsFigure6() throws {
        var a = Side.a(iss: 100)
        var b = Side.b(iss: 300)
        #expect(b.on(.passiveOpen).states == [.listen])
        let line2 = a.on(.activeOpen)
        #expect(line2.lines == ["<SEQ=100><CTL=SYN>"])
        #expect(line2.states == [.synSent])
        let line3 = b.on(try line2.segment)
        #expect(line3.lines == ["<SEQ=300><ACK=101><CTL=SYN,ACK>"])
        #expect(line3.states == [.synReceived])
        let line4 = a.on(try line3.segment)
        #expect(line4.lines == ["<SEQ=101><ACK=301><CTL=ACK>"])
        #expect(line4.states == [.established])
        #expect(line4.signals == [.connected])
        let atB = b.on(try line4.segment)
        #expect(atB.lines == [])
        #expect(atB.states == [.established])
        // The ACK took no number: the data that follows has the same SEQ.
        let line5 = a.on(.send([1, 2, 3], push: true))
        #expect(line5.lines == ["<SEQ=101><ACK=301><CTL=PSH,ACK><DATA=3>"])
    }

    @Test func simultaneousOpenFollowsFigure7() throws {
        var a = Side.a(iss: 100)
        var b = Side.b(iss: 300, listening: false)
        let line2 = a.on(.activeOpen)
        #expect(line2.lines == ["<SEQ=100><CTL=SYN>"])
        let line3 = b.on(.activeOpen)
        #expect(line3.lines == ["<SEQ=300><CTL=SYN>"])
        let line5 = a.on(try line3.segment)
        #expect(line5.lines == ["<SEQ=100><ACK=301><CTL=SYN,ACK>"])
        #expect(line5.states == [.synReceived])
        let line6 = b.on(try line2.segment)
        #expect(line6.lines == ["<SEQ=300><ACK=101><CTL=SYN,ACK>"])
        #expect(line6.states == [.synReceived])
        let atA = a.on(try line6.segment)
        #expect(atA.states == [.established])
        #expect(atA.lines == [])
        let atB = b.on(try line5.segment)
        #expect(atB.states == [.established])
        #expect(atB.lines == [])
    }

    @Test func oldDuplicateSYNFollowsFigure8() throws {
        var a = Side.a(iss: 100)
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        let line2 = a.on(.activeOpen)
        let line4 = b.on(seq: 90, .syn)
        #expect(line4.lines == ["<SEQ=300><ACK=91><CTL=SYN,ACK>"])
        let line5 = a.on(try line4.segment)
        #expect(line5.lines == ["<SEQ=91><CTL=RST>"])
        #expect(a.state == .synSent)
        #expect(b.on(try line5.segment).states == [.listen])
        #expect(b.connection.remote == nil)
        let line7 = b.on(try line2.segment)
        #expect(line7.states == [.synReceived])
        let line8 = a.on(try line7.segment)
        #expect(line8.lines == ["<SEQ=101><ACK=301><CTL=ACK>"])
        #expect(b.on(try line8.segment).states == [.established])
    }

    @Test func halfOpenDiscoveryFollowsFigure9() throws {
        var (_, b) = established(a: 100, b: 300)
        var a = Side.a(iss: 400)
        let line3 = a.on(.activeOpen)
        #expect(line3.lines == ["<SEQ=400><CTL=SYN>"])
        let line4 = b.on(try line3.segment)
        #expect(line4.lines == ["<SEQ=300><ACK=100><CTL=ACK>"])
        #expect(line4.notes.map(\.step) == ["tcp.challenge_ack"])
        let line5 = a.on(try line4.segment)
        #expect(line5.lines == ["<SEQ=100><CTL=RST>"])
        #expect(a.state == .synSent)
        let abort = b.on(try line5.segment)
        #expect(abort.states == [.closed])
        #expect(abort.signals == [.reset])
        // Line 7: the retransmitted SYN finds no connection.
        a.now = .zero + .seconds(1)
        #expect(a.on(.timeout(.retransmission)).lines == ["<SEQ=400><CTL=SYN>"])
    }

    @Test func discoveryByTheActiveSideFollowsFigure10() throws {
        var (_, b) = established(a: 100, b: 300)
        var a = Side.a(iss: 400)
        let line2 = b.on(.send([UInt8](repeating: 7, count: 10), push: false))
        #expect(line2.lines == ["<SEQ=300><ACK=100><CTL=ACK><DATA=10>"])
        let line3 = a.on(try line2.segment)
        #expect(line3.lines == ["<SEQ=100><CTL=RST>"])
        #expect(b.on(try line3.segment).states == [.closed])
    }

    @Test func twoPassiveSocketsFollowFigure11() throws {
        var a = Side(.a, to: nil, .iss(100))
        var b = Side.b(iss: 300)
        a.on(.passiveOpen)
        b.on(.passiveOpen)
        let line3 = b.on(seq: 70, .syn)
        #expect(line3.lines == ["<SEQ=300><ACK=71><CTL=SYN,ACK>"])
        let line4 = a.on(try line3.segment)
        #expect(line4.lines == ["<SEQ=71><CTL=RST>"])
        #expect(a.state == .listen)
        #expect(b.on(try line4.segment).states == [.listen])
    }

    @Test func normalCloseFollowsFigure12() throws {
        var (a, b) = established(a: 100, b: 300)
        let line2 = a.on(.close)
        #expect(line2.lines == ["<SEQ=100><ACK=300><CTL=FIN,ACK>"])
        #expect(line2.states == [.finWait1])
        let line3 = b.on(try line2.segment)
        #expect(line3.lines == ["<SEQ=300><ACK=101><CTL=ACK>"])
        #expect(line3.states == [.closeWait])
        #expect(line3.signals == [.endOfStream])
        let atA = a.on(try line3.segment)
        #expect(atA.states == [.finWait2])
        #expect(atA.signals == [.closeAcknowledged])
        let line4 = b.on(.close)
        #expect(line4.lines == ["<SEQ=300><ACK=101><CTL=FIN,ACK>"])
        #expect(line4.states == [.lastAck])
        a.now = .zero + .seconds(3)
        let line5 = a.on(try line4.segment)
        #expect(line5.lines == ["<SEQ=101><ACK=301><CTL=ACK>"])
        #expect(line5.states == [.timeWait])
        #expect(line5.armed(.timeWait) == .zero + .seconds(243))
        let atB = b.on(try line5.segment)
        #expect(atB.states == [.closed])
        #expect(atB.signals == [.closed])
        a.now = .zero + .seconds(243)
        #expect(a.on(.timeout(.timeWait)).states == [.closed])
    }

    @Test func simultaneousCloseFollowsFigure13() throws {
        var (a, b) = established(a: 100, b: 300)
        let fromA = a.on(.close)
        let fromB = b.on(.close)
        #expect(fromA.lines == ["<SEQ=100><ACK=300><CTL=FIN,ACK>"])
        #expect(fromB.lines == ["<SEQ=300><ACK=100><CTL=FIN,ACK>"])
        let line3A = a.on(try fromB.segment)
        let line3B = b.on(try fromA.segment)
        #expect(line3A.lines == ["<SEQ=101><ACK=301><CTL=ACK>"])
        #expect(line3B.lines == ["<SEQ=301><ACK=101><CTL=ACK>"])
        #expect(line3A.states == [.closing])
        #expect(line3B.states == [.closing])
        #expect(a.on(try line3B.segment).states == [.timeWait])
        #expect(b.on(try line3A.segment).states == [.timeWait])
        #expect(a.on(.timeout(.timeWait)).states == [.closed])
        #expect(b.on(.timeout(.timeWait)).signals == [.closed])
    }
}
