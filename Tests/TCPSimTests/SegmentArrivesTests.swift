import TCPSim
import TestSupport
import Testing
import Trace

/// The checks of RFC 9293 3.10.7, and RFC 5961's hardening of them.
@Suite struct SegmentArrivesTests {
    // MARK: CLOSED and LISTEN

    @Test func closedAnswersWithResetsThatFit() {
        var a = Side.a(iss: 0)
        #expect(a.on(seq: 500, ack: 700, []).lines == ["<SEQ=700><CTL=RST>"])
        #expect(a.on(seq: 500, .syn).lines == ["<SEQ=0><ACK=501><CTL=RST,ACK>"])
        #expect(a.on(seq: 500, .fin, data: [1, 2]).lines == ["<SEQ=0><ACK=503><CTL=RST,ACK>"])
        #expect(a.on(seq: 500, .rst).lines == [])
        #expect(a.on(seq: 500, ack: 1, .rst).lines == [])
    }

    @Test func listenTakesOnlySYN() {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        #expect(b.on(seq: 5, .rst).lines == [])
        #expect(b.on(seq: 5, ack: 9, []).lines == ["<SEQ=9><CTL=RST>"])
        #expect(b.on(seq: 5, ack: 9, .syn).lines == ["<SEQ=9><CTL=RST>"])
        #expect(b.on(seq: 5, [], data: [1]).lines == [])
        #expect(b.state == .listen)
    }

    // MARK: SYN-SENT

    @Test func synSentIgnoresResetsThatDoNotAcknowledgeTheSYN() {
        var a = Side.a(iss: 100)
        a.on(.activeOpen)
        #expect(a.on(seq: 0, .rst).states == [])
        #expect(a.on(seq: 0, ack: 100, .rst).actions.count == 1)
        #expect(a.on(seq: 0, ack: 102, .rst).states == [])
        #expect(a.on(seq: 7, ack: 101, []).states == [])
        let refused = a.on(seq: 0, ack: 101, .rst)
        #expect(refused.states == [.closed])
        #expect(refused.signals == [.refused])
    }

    @Test func activeSideThatIsResetInSynReceivedIsRefused() {
        var a = Side.a(iss: 100)
        a.on(.activeOpen)
        a.on(seq: 300, .syn)
        let step = a.on(seq: 301, .rst)
        #expect(step.states == [.closed])
        #expect(step.signals == [.refused])
    }

    @Test func dataOnSYNIsHeldUntilEstablished() {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        // The SYN,ACK acknowledges the SYN alone; the data is acknowledged once the connection is open.
        #expect(b.on(seq: 100, .syn, data: [1, 2, 3]).lines == ["<SEQ=300><ACK=101><CTL=SYN,ACK>"])
        #expect(b.on(.receive(max: 10)).delivered == [])
        let step = b.on(seq: 101, ack: 301, [])
        #expect(step.states == [.established])
        #expect(step.signals == [.connected, .readable])
        #expect(b.on(.receive(max: 10)).delivered == [1, 2, 3])
    }

    @Test func dataOnTheThirdSegmentIsTaken() {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        b.on(seq: 100, .syn)
        let step = b.on(seq: 101, ack: 301, .psh, data: [9, 8])
        #expect(step.states == [.established])
        #expect(step.lines == ["<SEQ=301><ACK=103><CTL=ACK>"])
    }

    @Test func lostThirdSegmentLeavesSynReceivedWaiting() {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        b.on(seq: 100, .syn)
        b.now = .zero + .seconds(1)
        let again = b.on(.timeout(.retransmission))
        #expect(again.lines == ["<SEQ=300><ACK=101><CTL=SYN,ACK>"])
        #expect(again.segments.first?.options == [.maximumSegmentSize(1_460)])
        #expect(again.armed(.retransmission) == .zero + .seconds(3))
        #expect(b.state == .synReceived)
    }

    @Test func unacceptableAcknowledgmentInSynReceivedIsReset() {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        b.on(seq: 100, .syn)
        #expect(b.on(seq: 101, ack: 300, []).lines == ["<SEQ=300><CTL=RST>"])
        #expect(b.on(seq: 101, ack: 302, []).lines == ["<SEQ=302><CTL=RST>"])
        #expect(b.state == .synReceived)
    }

    // MARK: First check

    /// Table 6, all four rows, against a window of 10 from 100 on.
    @Test(
        arguments: [
            (99, 0, false), (100, 0, true), (109, 0, true), (110, 0, false), (99, 1, false), (99, 2, true),
            (100, 1, true),
            (109, 5, true), (110, 1, false), (90, 10, false), (90, 11, true),
        ] as [(UInt32, Int, Bool)])
    func acceptability(sequence: UInt32, length: Int, acceptable: Bool) {
        var config = Connection.Configuration.iss(299)
        config.receiveBuffer = 10
        var b = Side(.b, to: nil, config)
        b.on(.passiveOpen)
        b.on(seq: 99, .syn)
        b.on(seq: 100, ack: 300, [])
        let step = b.on(seq: sequence, ack: 300, [], data: [UInt8](repeating: 1, count: length))
        #expect(step.notes.contains { $0.step == "tcp.unacceptable" } == !acceptable)
        if !acceptable { #expect(step.lines == ["<SEQ=300><ACK=100><CTL=ACK>"]) }
    }

    @Test func closedWindowTakesAcknowledgmentsAndResetsButNoData() {
        var config = Connection.Configuration.iss(299)
        config.receiveBuffer = 4
        var b = Side(.b, to: nil, config)
        b.on(.passiveOpen)
        b.on(seq: 99, .syn)
        b.on(seq: 100, ack: 300, [])
        b.on(.send([1, 2], push: true))
        b.on(seq: 100, ack: 300, [], data: [1, 2, 3, 4])
        #expect(b.connection.receiving.window == 0)
        let step = b.on(seq: 104, ack: 302, [], data: [5])
        #expect(step.lines == ["<SEQ=302><ACK=104><CTL=ACK>"])
        #expect(b.connection.sending.unacknowledged == SequenceNumber(302))
        // Reading opens the window, and that is announced.
        let read = b.on(.receive(max: 4))
        #expect(read.delivered == [1, 2, 3, 4])
        #expect(read.segments.first?.window == 4)
        var copy = b
        #expect(copy.on(seq: 104, .rst).states == [.closed])
    }

    @Test func unacceptableResetIsDroppedInSilence() {
        var (a, _) = established(a: 100, b: 300)
        #expect(a.on(seq: 299, .rst).lines == [])
        #expect(a.on(seq: 300 + 65_535, .rst).lines == [])
        #expect(a.state == .established)
    }

    // MARK: Second and fourth: RFC 5961

    @Test func resetInTheWindowIsChallenged() {
        var (a, _) = established(a: 100, b: 300)
        #expect(a.on(seq: 301, .rst).lines == ["<SEQ=100><ACK=300><CTL=ACK>"])
        #expect(a.state == .established)
        #expect(a.on(seq: 300, .rst).signals == [.reset])
    }

    @Test func synIsChallengedWhereverItLies() {
        var (a, _) = established(a: 100, b: 300)
        #expect(a.on(seq: 300, .syn).lines == ["<SEQ=100><ACK=300><CTL=ACK>"])
        #expect(a.on(seq: 299, ack: 100, .syn).lines == ["<SEQ=100><ACK=300><CTL=ACK>"])
        #expect(a.on(seq: 4_000_000_000, .syn).lines == ["<SEQ=100><ACK=300><CTL=ACK>"])
        #expect(a.state == .established)
    }

    @Test(arguments: [State.closing, .lastAck, .timeWait])
    func resetInTheLastStatesCloses(state: State) {
        var (a, _) = established(a: 100, b: 300)
        switch state {
        case .closing:
            a.on(.close)
            a.on(seq: 300, ack: 100, .fin)
        case .lastAck:
            a.on(seq: 300, ack: 100, .fin)
            a.on(.close)
        default:
            a.on(.close)
            a.on(seq: 300, ack: 101, .fin)
        }
        #expect(a.state == state)
        #expect(a.on(seq: 301, .rst).states == [.closed])
    }

    /// RFC 1337 3, (F1), against RFC 9293 3.10.7.4. A reset elsewhere in the window is no longer challenged either.
    @Test func resetInTimeWaitIsIgnoredOnRequest() {
        var configuration = Connection.Configuration.iss(99)
        configuration.ignoresResetInTimeWait = true
        var a = Side(.a, to: .b, configuration)
        a.on(.activeOpen)
        a.on(seq: 299, ack: 100, .syn)
        // In every other state a reset does what it always does.
        var copy = a
        #expect(copy.on(seq: 300, .rst).signals == [.reset])
        a.on(.close)
        a.on(seq: 300, ack: 101, .fin)
        for number: UInt32 in [301, 302, 299] {
            let step = a.on(seq: number, .rst)
            #expect(step.lines.isEmpty && step.states.isEmpty && step.signals.isEmpty)
            #expect(step.armed(.timeWait) == nil)
        }
        #expect(a.state == .timeWait)
        #expect(a.on(.timeout(.timeWait)).states == [.closed])
    }

    // MARK: Fifth

    @Test func acknowledgmentOfWhatWasNeverSentIsAnswered() {
        var (a, _) = established(a: 100, b: 300)
        let step = a.on(seq: 300, ack: 101, [], data: [1])
        #expect(step.lines == ["<SEQ=100><ACK=300><CTL=ACK>"])
        #expect(a.connection.available == 0)
        // And one that is older than any window: RFC 5961 5.
        #expect(a.on(seq: 300, ack: 100 &- 65_536, [], data: [1]).lines == ["<SEQ=100><ACK=300><CTL=ACK>"])
        #expect(a.connection.available == 0)
        #expect(a.on(seq: 300, ack: 100 &- 65_535, [], data: [1]).lines == ["<SEQ=100><ACK=301><CTL=ACK>"])
    }

    @Test func segmentsWithoutACKAreDropped() {
        var (a, _) = established(a: 100, b: 300)
        #expect(a.on(seq: 300, [], data: [1]).lines == [])
        #expect(a.connection.available == 0)
    }

    @Test func oldSegmentsDoNotSetTheWindow() {
        var (a, _) = established(a: 100, b: 300)
        a.on(seq: 301, ack: 100, [], window: 1_000, data: [2])
        a.on(seq: 300, ack: 100, [], window: 9, data: [1])
        #expect(a.connection.sending.window == 1_000)
    }

    // MARK: Seventh and eighth

    @Test func overlapIsTrimmed() {
        var (a, _) = established(a: 100, b: 300)
        a.on(seq: 300, ack: 100, [], data: [1, 2, 3])
        #expect(a.on(seq: 301, ack: 100, [], data: [2, 3, 4, 5]).lines == ["<SEQ=100><ACK=305><CTL=ACK>"])
        #expect(a.on(.receive(max: 100)).delivered == [1, 2, 3, 4, 5])
    }

    @Test func dataAheadOfItsTurnIsHeldAndAsksForTheGap() {
        var (a, _) = established(a: 100, b: 300)
        #expect(a.on(seq: 304, ack: 100, .fin, data: [5, 6]).lines == ["<SEQ=100><ACK=300><CTL=ACK>"])
        #expect(a.on(seq: 302, ack: 100, [], data: [3, 4]).lines == ["<SEQ=100><ACK=300><CTL=ACK>"])
        let step = a.on(seq: 300, ack: 100, [], data: [1, 2])
        #expect(step.lines == ["<SEQ=100><ACK=307><CTL=ACK>"])
        #expect(step.states == [.closeWait])
        #expect(a.on(.receive(max: 100)).delivered == [1, 2, 3, 4, 5, 6])
        #expect(a.on(.receive(max: 100)).signals == [.endOfStream])
    }

    /// However a stream is cut up, repeated and shuffled, it arrives once and in order.
    @Test(arguments: 0..<200 as Range<UInt64>) func overlappingPiecesAreReassembled(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let base = UInt32.max - .random(in: 0...400, using: &random)
        var (a, _) = established(a: 100, b: base)
        let stream = random.octets(300)
        var pieces: [Range<Int>] = []
        for _ in 0..<40 {
            let start = Int.random(in: 0..<300, using: &random)
            pieces.append(start..<min(300, start + .random(in: 1...60, using: &random)))
        }
        // Whatever the random pieces have left out.
        pieces += stride(from: 0, to: 300, by: 25).map { $0..<($0 + 25) }.shuffled(using: &random)
        for piece in pieces {
            a.on(seq: base &+ UInt32(piece.lowerBound), ack: 100, [], data: Array(stream[piece]))
        }
        #expect(a.on(.receive(max: .max)).delivered == stream)
        #expect(a.connection.receiving.next == SequenceNumber(base) + 300)
    }

    @Test func urgentDataIsSignalledOnce() {
        var (a, _) = established(a: 100, b: 300)
        var segment = Segment(
            sourcePort: Socket.b.port, destinationPort: Socket.a.port, sequence: SequenceNumber(300),
            acknowledgment: SequenceNumber(100), control: [.urg, .ack], window: 65_535, urgentPointer: 5, payload: [1])
        #expect(a.on(segment).signals == [.urgentData, .readable])
        segment.sequence += 1
        segment.urgentPointer = 4
        #expect(a.on(segment).signals == [.readable])
    }

    // MARK: The user's calls

    @Test func abortSendsAReset() {
        var (a, _) = established(a: 100, b: 300)
        let step = a.on(.abort)
        #expect(step.lines == ["<SEQ=100><ACK=300><CTL=RST,ACK>"])
        #expect(step.states == [.closed])
        var sent = Side.a(iss: 100)
        sent.on(.activeOpen)
        #expect(sent.on(.abort).lines == [])
        #expect(sent.state == .closed)
    }

    @Test func callsThatCannotBeServedSaySo() {
        var a = Side.a(iss: 100)
        #expect(a.on(.send([1], push: true)).signals == [.callFailed(.doesNotExist)])
        #expect(a.on(.receive(max: 1)).signals == [.callFailed(.doesNotExist)])
        #expect(a.on(.close).signals == [.callFailed(.doesNotExist)])
        #expect(a.on(.abort).signals == [.callFailed(.doesNotExist)])
        a.on(.activeOpen)
        #expect(a.on(.activeOpen).signals == [.callFailed(.alreadyExists)])
        #expect(a.on(.passiveOpen).signals == [.callFailed(.alreadyExists)])
        var b = Side.b(iss: 300)
        #expect(b.on(.activeOpen).signals == [.callFailed(.remoteSocketUnspecified)])
        let tooMuch = [UInt8](repeating: 0, count: 262_145)
        #expect(a.on(.send(tooMuch, push: true)).signals == [.callFailed(.insufficientResources)])
    }

    @Test func refusedSendIsToldWhenThereIsSpace() {
        var config = Connection.Configuration.iss(99)
        config.sendBuffer = 4
        var a = Side(.a, to: .b, config)
        a.on(.activeOpen)
        a.on(seq: 299, ack: 100, .syn)
        a.on(.send([1, 2, 3, 4], push: true))
        #expect(a.on(.send([5], push: true)).signals == [.callFailed(.insufficientResources)])
        #expect(a.on(seq: 300, ack: 102, []).signals == [.writable])
        #expect(a.on(.send([5], push: true)).signals == [])
    }

    // MARK: MSS

    @Test(arguments: [(1_000, 1_000), (9_000, 1_460), (0, 28), (nil, 536)] as [(UInt16?, Int)])
    func effectiveSendMSS(announced: UInt16?, effective: Int) {
        var a = Side.a(iss: 100)
        a.on(.activeOpen)
        a.on(seq: 300, ack: 101, .syn, options: announced.map { [.maximumSegmentSize($0)] } ?? [])
        let step = a.on(.send([UInt8](repeating: 1, count: 3_000), push: true))
        #expect(step.segments.map(\.payload.count).max() == effective)
        #expect(step.segments.map(\.payload.count).reduce(0, +) == 3_000)
        #expect(step.segments.filter { $0.control.contains(.psh) }.count == 1)
        #expect(step.segments.last?.control.contains(.psh) == true)
    }

    // MARK: Retransmission (RFC 6298)

    @Test func retransmissionBacksOffAndGivesUp() {
        var (a, _) = established(a: 100, b: 300)
        a.on(.send([1], push: true))
        a.on(.send([2], push: true))
        var waits: [Int64] = []
        for _ in 0..<15 {
            let step = a.on(.timeout(.retransmission))
            // Only the earliest segment is sent again.
            #expect(step.lines == ["<SEQ=100><ACK=300><CTL=PSH,ACK><DATA=1>"])
            waits.append(((step.armed(.retransmission) ?? .zero) - .zero).microseconds / 1_000_000)
        }
        #expect(waits == [2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60])
        let last = a.on(.timeout(.retransmission))
        #expect(last.states == [.closed])
        #expect(last.signals == [.timedOut])
    }

    /// RFC 9293 3.8.3, MUST-23: a SYN is sent again for three minutes at least.
    @Test func synIsNotGivenUpForThreeMinutes() {
        var a = Side.a(iss: 100)
        var due = a.on(.activeOpen).armed(.retransmission)
        while let instant = due {
            a.now = instant
            due = a.on(.timeout(.retransmission)).armed(.retransmission)
        }
        #expect(a.state == .closed && a.now - .zero == .seconds(183))
    }

    @Test func partialAcknowledgmentTrimsWhatIsSentAgain() {
        var (a, _) = established(a: 100, b: 300)
        a.on(.send([1, 2, 3, 4], push: true))
        a.on(seq: 300, ack: 102, [])
        let step = a.on(.timeout(.retransmission))
        #expect(step.lines == ["<SEQ=102><ACK=300><CTL=PSH,ACK><DATA=2>"])
        #expect(step.segments.first?.payload == [3, 4])
    }

    /// RFC 6298 2.2 and 2.3: R = 2 s gives SRTT = 2, RTTVAR = 1, RTO = 6; then R' = 4 s gives RTTVAR = 1.25, SRTT = 2.25,
    /// RTO = 7.25.
    @Test func roundTripTimesAreSmoothed() {
        var a = Side.a(iss: 100)
        a.on(.activeOpen)
        a.now = .zero + .seconds(2)
        a.on(seq: 300, ack: 101, .syn)
        #expect(a.connection.retransmissionTimeout.value == .seconds(6))
        a.on(.send([1], push: true))
        a.now = .zero + .seconds(6)
        a.on(seq: 301, ack: 102, [])
        #expect(a.connection.retransmissionTimeout.value == .milliseconds(7_250))
        #expect(a.connection.retransmissionTimeout.smoothed == .milliseconds(2_250))
    }

    /// Karn: what was sent twice is not measured; and 5.7: after a lost SYN the data starts with three seconds.
    @Test func retransmittedSegmentsAreNotMeasured() {
        var a = Side.a(iss: 100)
        a.on(.activeOpen)
        a.now = .zero + .seconds(1)
        a.on(.timeout(.retransmission))
        let step = a.on(seq: 300, ack: 101, .syn)
        #expect(step.notes.contains(.retransmission(.notMeasured)))
        #expect(a.connection.retransmissionTimeout.smoothed == nil)
        #expect(a.connection.retransmissionTimeout.value == .seconds(3))
    }
}
