import Testing
import Trace

@testable import TCPSim

@Suite struct NoteTests {
    /// It said "21th": a user can set more than twenty retransmissions.
    @Test func ordinalsEndAsEnglishDoes() {
        #expect(
            [1, 2, 3, 4, 11, 12, 13, 15, 21, 22, 23, 24, 101, 111].map { ordinal($0) } == [
                "first", "second", "third", "4th", "11th", "12th", "13th", "15th", "21st", "22nd", "23rd", "24th",
                "101st", "111th",
            ])
    }

    /// The notes of an ordinary connection, in order: what a reader is told.
    @Test func ordinaryConnectionIsExplained() throws {
        var a = Side.a(iss: 1_000)
        var b = Side.b(iss: 5_000)
        b.on(.passiveOpen)
        let syn = a.on(.activeOpen)
        #expect(syn.notes.map(\.step) == ["tcp.isn", "tcp.syn"])
        let synack = b.on(try syn.segment)
        #expect(synack.notes.map(\.step) == ["tcp.syn_received", "tcp.mss", "tcp.isn", "tcp.syn_ack"])
        let ack = a.on(try synack.segment)
        #expect(
            ack.notes.map(\.step) == [
                "tcp.syn_received", "tcp.mss", "tcp.established", "tcp.acknowledged", "tcp.rtt", "tcp.handshake_ack",
            ])
        b.on(try ack.segment)
        let data = a.on(.send([1, 2, 3], push: true))
        #expect(data.notes.map(\.step) == ["tcp.data"])
        let pure = b.on(try data.segment)
        #expect(pure.notes.map(\.step) == ["tcp.data_received", "tcp.ack"])
        let text = try #require(pure.notes.last).sentence(in: .english)
        #expect(text.contains("1001 + 3 (SEG.SEQ + SEG.LEN)"))
        a.on(try pure.segment)
        let fin = a.on(.close)
        #expect(fin.notes.map(\.step) == ["tcp.fin"])
        let finAck = b.on(try fin.segment)
        #expect(finAck.notes.map(\.step) == ["tcp.fin_received", "tcp.fin_ack"])
    }

    @Test func changesNameTheVariablesThatDiffer() {
        var a = Side.a(iss: 1_000)
        let before = a.connection
        a.on(.activeOpen)
        let changes = a.connection.variables.changes(since: before.variables)
        #expect(changes.map(\.name) == ["ISS", "SND.UNA", "SND.NXT", "RTO"])
        #expect(changes[2].before == "-" && changes[2].after == "1001")
        #expect(a.connection.variables.changes(since: a.connection.variables).isEmpty)
        let sent = a.connection
        a.on(seq: 5_000, ack: 1_001, .syn)
        let learned = a.connection.variables.changes(since: sent.variables)
        #expect(learned.first { $0.name == "RCV.NXT" }?.after == "5001")
        #expect(a.connection.variables.changes(since: before.variables).first { $0.name == "SND.UNA" }?.after == "1001")
    }

    /// A malformed option is told, with what is wrong (MUST-7).
    @Test func aMalformedOptionIsExplained() {
        var b = Side.b(iss: 300)
        b.on(.passiveOpen)
        let step = b.on(seq: 100, .syn, options: [.maximumSegmentSize(700), .malformed([8, 4, 1, 2])])
        #expect(step.lines == ["<SEQ=300><ACK=101><CTL=SYN,ACK>"])
        #expect(step.notes.first?.step == "tcp.malformed_option")
        let sentence = step.notes.first?.sentence(in: .english) ?? ""
        #expect(
            sentence.contains(
                "an option of kind 8 says that it is 4 octets long, "
                    + "which is not a length of this kind"))
    }

    /// Every sentence ends as sentences do, and none has a gap in it.
    @Test func sentencesAreWhole() {
        let number = SequenceNumber(100)
        let span = TimeSpan.milliseconds(1_500)
        let cookie = SYNCookies(.always, key: SipHash.Key(low: 1, high: 2)).cookie(
            for: Segment(sourcePort: 1, destinationPort: 2, sequence: number, control: .syn), from: .a, to: .b,
            at: .zero)
        let notes: [Note] = [
            .cookie(.sent(cookie, announced: 536)), .cookie(.sent(cookie, announced: nil)),
            .cookie(.accepted(cookie, sequence: number)), .cookie(.refused(number)), .cookie(.spent(cookie)),
            .congestion(.arrivedTwice(SegmentOption.Block(left: number, right: number + 5), wasResent: true)),
            .congestion(.arrivedTwice(SegmentOption.Block(left: number, right: number + 5), wasResent: false)),
            .opening(.listening(port: 443)), .opening(.initialSequenceNumber(.forced(number), local: .a, remote: .b)),
            .opening(.initialSequenceNumber(.generated(clock: 1, hash: 2), local: .a, remote: .b)),
            .opening(.syn(iss: number, mss: 1_460)),
            .opening(.synArrived(irs: number, data: 0, answersOurs: true)),
            .opening(.synArrived(irs: number, data: 1, answersOurs: false)),
            .opening(.maximumSegmentSize(own: 1_460, announced: nil, options: 0, effective: 536)),
            .opening(.maximumSegmentSize(own: 1_460, announced: 1_000, options: 12, effective: 988)),
            .opening(.maximumSegmentSize(own: 1_460, announced: 1_460, options: 0, effective: 1_460)),
            .opening(.maximumSegmentSize(own: 536, announced: 1_460, options: 0, effective: 536)),
            .opening(.maximumSegmentSize(own: 536, announced: 0, options: 0, effective: 28)),
            .opening(.synAck(iss: number, irs: number, crossed: true)),
            .opening(.synAck(iss: number, irs: number, crossed: false)),
            .opening(.synsCrossed), .opening(.handshakeAck(acknowledgment: number, sequence: number)),
            .opening(.established(local: number, remote: number)),
            .transfer(.data(sequence: number, count: 1, acknowledgment: number, unsent: 1, inFlight: 1, window: 2)),
            .transfer(.data(sequence: number, count: 2, acknowledgment: number, unsent: 0, inFlight: 1, window: 2)),
            .transfer(.windowFull(unsent: 3, inFlight: 4, window: 4)), .transfer(.windowClosed),
            .transfer(.windowOpened(window: 5)),
            .transfer(.acknowledged(from: number, to: number, inFlight: 0)),
            .transfer(.acknowledged(from: number, to: number, inFlight: 3)),
            .retransmission(.roundTrip(sample: span, smoothed: span, timeout: span)), .retransmission(.notMeasured),
            .retransmission(
                .timedOut(
                    sequence: number, length: 1, control: .syn, octets: nil, count: 1, isLast: false, waited: span,
                    next: span)),
            .retransmission(
                .timedOut(
                    sequence: number, length: 1, control: [.fin, .ack], octets: nil, count: 2, isLast: true,
                    waited: span, next: span * 2)),
            .retransmission(
                .timedOut(
                    sequence: number, length: 9, control: .ack, octets: 4, count: 12, isLast: false, waited: span,
                    next: span * 2)),
            .retransmission(.gaveUp(.segment(number, retransmissions: 1))),
            .retransmission(.gaveUp(.segment(number, retransmissions: 0))),
            .retransmission(.gaveUp(.windowProbes(1))), .retransmission(.gaveUp(.keepAliveProbes(9))),
            .pathMTU(.lowered(to: 576, segmentSize: 536, .reported(length: 1_500, isGuess: false))),
            .pathMTU(.lowered(to: 576, segmentSize: 536, .reported(length: 1_500, isGuess: true))),
            .pathMTU(.lowered(to: 576, segmentSize: 536, .confirmed)),
            .pathMTU(.lowered(to: 576, segmentSize: 1, .silence(length: 1_500, timeouts: 3))),
            .pathMTU(.lowered(to: 576, segmentSize: 536, .failedTrial(length: 1_500))),
            .pathMTU(.cutAnew(sequence: number, count: 1)), .pathMTU(.doubted(mtu: 576, acknowledged: 1_500)),
            .pathMTU(.disproved(mtu: 576)), .pathMTU(.ignored(.nothingThatLarge(1_500))),
            .pathMTU(.ignored(.notInFlight(number, first: number, next: number))),
            .pathMTU(.ignored(.notInFlight(number, first: number, next: number + 5))),
            .pathMTU(.raised(from: 536, to: 1_460)),
            .transfer(.dataArrived(sequence: number, count: 1, next: number)),
            .transfer(.duplicateTrimmed(count: 1)), .transfer(.excessTrimmed(count: 2)),
            .transfer(.heldForReassembly(sequence: number, count: 3, expected: number)),
            .transfer(.tooManyGaps(sequence: number, count: 3, gaps: 16)),
            .transfer(.reassembled(count: 4, next: number)),
            .transfer(.acknowledgment(of: number, length: 1, next: number)),
            .transfer(.acknowledgment(of: number, length: 1, next: number + 1)),
            .transfer(.acknowledgment(of: number, length: 1, next: number + 5)),
            .transfer(.windowUpdate(acknowledgment: number, window: 1)),
            .closing(.finQueued(behind: 4)),
            .closing(.fin(sequence: number, acknowledgment: number, data: 0, answering: true)),
            .closing(.fin(sequence: number, acknowledgment: number, data: 3, answering: false)),
            .closing(.finArrived(sequence: number, in: .established)),
            .closing(.finArrived(sequence: number, in: .finWait1)),
            .closing(.finArrived(sequence: number, in: .finWait2)),
            .closing(.finAck(acknowledgment: number, in: .closeWait)),
            .closing(.finAck(acknowledgment: number, in: .timeWait)),
            .closing(.finAck(acknowledgment: number, in: .closing)),
            .closing(.finAcknowledged(in: .finWait1)), .closing(.finAcknowledged(in: .closing)),
            .closing(.finAcknowledged(in: .lastAck)),
            .closing(.furtherFINAck(acknowledgment: number, waitsAnew: true)),
            .closing(.furtherFINAck(acknowledgment: number, waitsAnew: false)),
            .closing(.orphanGivenUp(after: span)), .option(.malformed([2])), .option(.malformed([2, 0, 0])),
            .option(.malformed([2, 3, 5])), .option(.malformed([8, 10])), .option(.malformed([3, 200, 1])),
            .timeWait(.waits(duration: span, again: false)), .timeWait(.waits(duration: span, again: true)),
            .timeWait(.over),
            .refusal(.unacceptable(sequence: number, length: 0, first: number, expected: number, window: 1)),
            .refusal(.unacceptable(sequence: number, length: 4, first: number, expected: number + 9, window: 1)),
            .refusal(.unacceptable(sequence: number, length: 4, first: number + 5, expected: number + 9, window: 1)),
            .refusal(.unacceptable(sequence: number, length: 0, first: number, expected: number + 1, window: 1)),
            .refusal(.unacceptable(sequence: number, length: 0, first: number, expected: number + 2, window: 1)),
            .refusal(.challenge(.reset, sequence: number, expected: number)),
            .refusal(.challenge(.syn, sequence: number, expected: number)),
            .refusal(.acknowledgmentOutOfRange(number, next: number)), .reset(.sent(.noConnection)),
            .reset(.sent(.acknowledgmentInListen)),
            .reset(.sent(.unacceptableAcknowledgment(number, expected: number))), .reset(.sent(.aborted)),
            .reset(.arrived(in: .synSent, passive: false, unacknowledged: 0)),
            .reset(.arrived(in: .synReceived, passive: true, unacknowledged: 0)),
            .reset(.arrived(in: .synReceived, passive: false, unacknowledged: 0)),
            .reset(.arrived(in: .established, passive: false, unacknowledged: 0)),
            .reset(.arrived(in: .established, passive: false, unacknowledged: 1)),
            .reset(.arrived(in: .timeWait, passive: false, unacknowledged: 0)),
            .reset(.ignored(.unanswerable)), .reset(.ignored(.unacceptableAcknowledgment)),
            .reset(.ignored(.withoutAcknowledgment)),
            .reset(.ignored(.outsideWindow)), .reset(.ignored(.timeWait)), .refusal(.dropped(.neitherSynNorAck)),
            .refusal(.dropped(.neitherSynNorRst)),
            .refusal(.dropped(.synInSynReceived)), .refusal(.dropped(.withoutAck)),
            .refusal(.dropped(.withoutTimestamp)),
            .opening(.initialSequenceNumber(.clock(7), local: .a, remote: .b)),
            .opening(.initialSequenceNumber(.counted(128_001, connections: 2), local: .a, remote: .b)),
            .reset(.sent(.unreadData(3))),
            .reset(.sent(.dataAfterClose)), .refusal(.challengeWithheld(ChallengeLimit())),
            .transfer(.urgentData(until: number, count: 1)),
            .timeWait(.yields(.number(number))), .timeWait(.yields(.timestamp(2, recent: 1))),
            .opening(.backlogFull(limit: 3)),
            .opening(.acceptQueueFull(limit: 3)),
            .option(.offered(shift: 7, timestamps: true, sack: true)),
            .option(.offered(shift: nil, timestamps: false, sack: true)),
            .option(.agreed(scale: WindowScale(send: 2, receive: 7), timestamps: true, sack: true)),
            .option(.agreed(scale: nil, timestamps: true, sack: false)),
            .option(.timestampOutOfDate(1, recent: 2, sequence: number)),
            .congestion(.reported([SegmentOption.Block(left: number, right: number + 5)])),
            .congestion(.duplicate(of: number, count: 1, isReport: true)),
            .congestion(.duplicate(of: number, count: 3, isReport: false)),
            .congestion(
                .fastRetransmit(sequence: number, duplicates: nil, .init(flight: 4, threshold: 2), window: 2)),
            .congestion(.fastRetransmit(sequence: number, duplicates: 3, .init(flight: 4, threshold: 3), window: 6)),
            .congestion(.partialAcknowledgment(sequence: number, until: number)),
            .congestion(.resent(sequence: number, count: 1, .timeout)),
            .congestion(.resent(sequence: number, count: 0, .timeout)),
            .congestion(.resent(sequence: number, count: 1, .reports)),
            .congestion(.resent(sequence: number, count: 0, .gap)), .congestion(.recovered(window: 1, .threshold)),
            .congestion(.recovered(window: 1, .flight)), .congestion(.recovered(window: 1, .twoSegments)),
            .congestion(.collapsed(window: 1, .init(flight: 5, threshold: 2))),
            .congestion(.grown(window: 1, threshold: 2, slowStart: true)),
            .congestion(.grown(window: 1, threshold: 2, slowStart: false)),
            .congestion(.restartedAfterIdle(window: 1)),
            .congestion(.windowFull(unsent: 1, inNetwork: 2, window: 3)), .sending(.nagle(unsent: 1, inFlight: 2)),
            .sending(.sillyWindow(unsent: 1, usable: 2)), .sending(.override(count: 1)), .sending(.override(count: 2)),
            .sending(.windowProbe(sequence: number, attempt: 1, isLast: false, next: span)),
            .sending(.windowProbe(sequence: number, attempt: 2, isLast: true, next: span)),
            .closing(.repeatedFINAck(acknowledgment: number)), .sending(.acknowledgmentDelayed(span)),
            .sending(.delayedAcknowledgment(number)), .sending(.keepAlive(attempt: 1, of: 9)),
        ]
        for note in notes {
            let text = note.sentence(in: .english)
            #expect(text.hasSuffix("."), "\(text)")
            #expect(!text.contains("  ") && !text.contains("\n") && !text.contains(" ."), "\(text)")
            #expect(note.step.hasPrefix("tcp."))
            #expect(note.cite.section != nil)
        }
    }

    /// A field without a sentence would stand bare at `--detail bytes`.
    @Test func everyFieldOfEveryOptionHasASentence() {
        let known = (2...UInt8.max).filter { OptionKind(rawValue: $0) != nil }.map { kind in
            // The shortest option of this kind, with zeros as its data.
            let length = (2...UInt8(SegmentOption.room)).first { OptionKind.hasLength($0, kind: kind) } ?? 2
            return SegmentOption.other(kind: kind, data: [UInt8](repeating: 0, count: Int(length) - 2))
        }
        #expect(known.count >= 5)
        for option in known + [.noOperation, .other(kind: 254, data: [1]), .malformed([2, 0])] {
            let segment = Segment(
                sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(0), control: .syn, options: [option])
            let address = IPv4Address(192, 0, 2, 1)
            let fields = SegmentCodec.encode(segment, from: address, to: address, identification: 0).fields
            let faults = Glossary.tcp.sentences(of: fields, at: Place("client")).flatMap(\.faults)
            #expect(!fields.isEmpty && faults.isEmpty, "\(option): \(faults)")
        }
    }
}
