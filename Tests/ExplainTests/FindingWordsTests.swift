import Render
import Testing
import Trace

@testable import Explain
@testable import TLSSim

/// Sentences of explanations that depend on the numbers in them.
@Suite struct FindingWordsTests {
    /// A server may choose an older version than the ClientHello names. Then that name is no concession to old servers.
    @Test func onlyAnOlderVersionInTheHelloIsForOldServers() {
        let usual = RecordVersionNote(spoken: .tls13, record: .tls10, hello: .tls12).english
        #expect(usual.hasSuffix(", so that old servers and middleboxes let it pass."))
        let older = RecordVersionNote(spoken: .tls10, record: .tls10, hello: .tls12).english
        #expect(older.hasSuffix("In the ClientHello the version field names TLS 1.2."))
        // SSL 3.0 in the record is no such sign, and a record of TLS 1.0 is one only for a client that speaks TLS 1.2 or newer.
        let old = RecordVersionNote(spoken: .tls11, record: .tls10, hello: .tls11).english
        #expect(old.hasSuffix("In the ClientHello the record names TLS 1.0."))
        let chosen = RecordVersionNote(spoken: .tls11, record: .tls10, hello: .tls12).english
        #expect(chosen.hasSuffix("the record names TLS 1.0 and the version field names TLS 1.2."))
        let first = RecordVersionNote(spoken: .tls12, record: .tls10, hello: .tls12).english
        #expect(first.hasSuffix("the record names TLS 1.0, so that old servers and middleboxes let it pass."))
    }

    /// The fact is certain, and whose fault it is may be likely, or not known. The line says why.
    @Test func factAndBlameHaveTheirOwnCertainty() throws {
        func line(_ name: String, _ code: String) throws -> String {
            let capture = try #require(MadeCapture.all.first { $0.name == name })
            let finding = try #require(Explanation(capture.script).finding(code))
            #expect(finding.certainty == .certain)
            return finding.blame.english
        }
        #expect(
            try line("refused", "tcp.refused")
                == "the server's, likely: the reset has its address, and a time to live of 60")
        #expect(
            try line("no answer", "tcp.no_answer")
                == "not known: nothing came back, so the packets do not tell where it ended")
    }

    /// Octets that are never acknowledged may have arrived: perhaps only the acknowledgments were lost.
    @Test(arguments: [("", DiagnosisResult.Certainty.likely), ("\n3120 S > C ACK ack 1000", .certain)])
    func aLossIsCertainOnceTheCopyIsAcknowledged(last: String, certainty: DiagnosisResult.Certainty) throws {
        let capture = try #require(MadeCapture.all.first { $0.name == "peer vanished" })
        let lines = capture.script.split(separator: "\n").filter { !$0.hasPrefix("6300") }.joined(separator: "\n")
        let finding = try #require(Explanation(lines + last).finding("tcp.loss"))
        #expect(finding.certainty == certainty)
    }

    /// A FIN whose acknowledgment was lost holds no data up.
    @Test func anAcknowledgedFINHoldsNothingUp() throws {
        let script = """
            0 open 20
            21 C > S PSH,ACK len 100
            41 S > C ACK
            42 C > S FIN,ACK
            62 S > C ACK
            400 C > S FIN,ACK seq 100
            420 S > C ACK
            430 S > C FIN,ACK
            450 C > S ACK
            """
        let finding = try #require(Explanation(script).finding("tcp.timeouts"))
        #expect(finding.diagnosis.english == "A retransmission timer ran out 1 time.")
        #expect(finding.entry.evidence.first { "\($0.name)" == "stood_still_us" }?.value == 0)
    }

    /// What to look at next is a sentence, with TLS as well.
    @Test func whatToDoNextIsASentence() {
        let alert = AlertDescription.handshakeFailure
        let ofTLS: [TLSDiagnosis] = [
            .noServerHello(octets: 1, waited: 1, isAcknowledged: true), .resetAfterClientHello(after: nil),
            .noServerHello(octets: 1, waited: 1, isAcknowledged: false), .closedAfterClientHello(after: nil),
            .plainTextClient(""), .plainTextServer(""), .versionMismatch(offered: [], chosen: nil, by: .client),
            .noCommonSuite(alert, suites: 1), .unknownCA(issuer: nil), .incompleteChain(issuer: ""),
            .selfSigned(subject: ""), .certificateExpired(nil), .nameMismatch(asked: "", names: []),
            .certificateRefused(alert), .clientCertificateMissing(alert), .clientCertificateRefused(alert),
            .unrecognizedName(nil), .noApplicationProtocol([]), .fallbackRefused,
            .decryptionFailed(alert, by: .client), .fatalAlert(nil, by: .client), .silentRefusal(isReset: true),
            .malformed("", by: .client), .slowHandshake(1, by: .client), .obsolete([], isChosen: true),
            .noCloseNotify(by: .client), .renegotiation, .notResumed(session: "id"), .helloRetry(group: nil),
            .largeClientHello(octets: 1), .afterPlainText(.smtp), .secretsUnused(lines: 1, keys: 0, why: nil),
        ]
        let others = MadeCapture.all.flatMap { Explanation($0.script).findings }.map(\.entry)
        for entry in ofTLS.map(\.entry) + others {
            let next = entry.next.english
            #expect(next.first?.isUppercase == true && [".", "?"].contains(next.last), "\(entry.code): \(next)")
        }
    }

    /// Each blame has its clause. Only a fault of nobody and a limit of the capture may go without.
    @Test func eachBlameSaysWhy() {
        for finding in MadeCapture.all.flatMap({ Explanation($0.script).findings }) {
            let needsNone = finding.whose == .nobody || finding.whose == .capture
            #expect(needsNone || finding.blame.englishReason != nil, "\(finding.code)")
            #expect((finding.blame.certainty == nil) == (finding.whose == .unknown), "\(finding.code)")
        }
    }

    /// Of two findings that become one, the weaker certainty stays. If they blame different sides, it is not known whose fault it is.
    @Test func mergedBlamesAreNoMoreCertainThanEach() {
        let sure = Blame.certain(.server, "a")
        #expect(sure.weaker(.likely(.server, "b")).english == "the server's, likely: b")
        #expect(Blame.possible(.server, "c").weaker(sure).certainty == .possible)
        #expect(sure.weaker(.certain(.client, "d")).whose == .unknown)
    }

    /// What is found late may be about an early frame. The first frames stay, in their order, each once.
    @Test func framesOfEvidenceAscend() {
        var evidence = Evidence()
        for frame in [30, 7, 40, 1] + Array(50..<80) { evidence.add(frame) }
        #expect(evidence.count == 34 && evidence.frames == [1, 7, 30, 40] + Array(50..<66))
        let sum = Evidence([9, 5]) + Evidence([5, 2])
        #expect(sum.frames == [2, 5, 9] && sum.count == 3)
    }

    /// A code of several connections names them, says whose figures it shows, and is as certain as in the least certain of them.
    @Test func aMergedDiagnosisNamesItsConnections() throws {
        func finding(_ connection: Int, _ certainty: DiagnosisResult.Certainty, _ blame: Blame) -> DiagnosisResult {
            var finding = DiagnosisResult(
                FileDiagnosis.synFlood(Self.socket, syns: 1), certainty, blame: blame, frames: [7])
            finding.connection = connection
            return finding
        }
        var tally = DiagnosisTally()
        for connection in [9, 3, 12] {
            let isSure = connection != 3
            let blame: Blame = isSure ? .certain(.server, "a") : .likely(.client, "b")
            tally.add(finding(connection, isSure ? .certain : .likely, blame), connection: connection)
        }
        let row = try #require(tally.all.first)
        #expect(row.finding.connection == 9 && row.finding.certainty == .certain)
        let text = row.json.line
        #expect(text.contains("\"connections\": [3, 9, 12]") && text.contains("\"connection\": 9"))
        #expect(text.contains("\"certainty\": \"likely\"") && text.contains("\"whose\": \"unknown\""))
        #expect(ConnectionNumbers(numbers: Array(1...12), count: 40).english == "1, 2, 3, 4, 5, 6, 7, 8 and 32 more")
    }

    private static let socket = NetworkSocket(
        address: NetworkAddress([10, 0, 0, 1], at: 0, isVersion6: false), port: 80)

    /// Times of a told connection count from the first frame of the file, which may be of another connection.
    @Test func timesCountFromTheFirstFrame() throws {
        var options = Explainer.Options()
        options.told = [2]
        var capture = ExplainedCapture(Explainer(options))
        let script = """
            0 C > S SYN mss 1460
            10 S > C RST,ACK seq -1 ack 0
            1500 D > E SYN mss 1460
            1510 E > D RST,ACK seq -1 ack 0
            """
        try capture.take(CaptureScript(script).file)
        try capture.take([])
        let journal = try #require(capture.explainer.journals.first?.journal)
        #expect(journal.epoch == (capture.explainer.file.first ?? 0) / 1_000_000)
        #expect(journal.events.first?.at == Instant(microseconds: 1_500_000))
    }

    /// The report under the heading of a page does not say the heading again.
    @Test(arguments: [
        ("0 C > S SYN mss 1460\n10 S > C RST,ACK seq -1 ack 0", "The server refused the connection to port"),
        (
            """
            0 C > S SYN mss 1460
            20 S > C SYN,ACK mss 1460
            20.5 C > S ACK
            21 C > S PSH,ACK len 20
            50 S > C PSH,ACK len 40
            60 C > S FIN,ACK
            80 S > C FIN,ACK
            81 C > S ACK
            """, "Nothing is wrong in what this capture has"
        ),
    ]) func aPageIsCalledByItsVerdict(script: String, title: String) throws {
        var capture = ExplainedCapture(Explainer(Explainer.Options()))
        try capture.take(CaptureScript(script).file)
        try capture.take([])
        var (tally, gravest) = (DiagnosisTally(), GravestConnections())
        for case .connection(let ended) in capture.takeOutputs() {
            tally.take(ended)
            gravest.take(ended)
        }
        let explanation = Explain.Explanation(names: ["x.pcap"], capture, tally: tally)
        let heading = explanation.heading(gravest)
        #expect(heading.title.english.hasPrefix(title) && heading.about.english.hasPrefix("x.pcap: "))
        #expect(explanation.report(gravest).text().contains("x.pcap: "))
        let under = explanation.report(gravest, isUnderHeading: true).text()
        #expect(!under.contains("x.pcap") && !under.contains("WHAT WENT WRONG") && !under.contains("Nothing is wrong"))
    }

    /// A figure that is not known, or is nothing, is not said. Without the round trip it is not known how much of a wait was the way.
    @Test func timesThatAreNotKnownAreNotSaid() {
        func words(_ trip: Int64?, _ server: Int64, _ client: Int64, _ transfer: Int64) -> String {
            let times = ConnectionTimes(
                whole: 90_000, roundTrip: trip, server: server, client: client, transfer: transfer, idle: 0)
            let healthy = FileDiagnosis.healthy(
                connections: 1, octets: 9, sentAgain: 0, dataSegments: 2, slowest: (connection: 1, times: times))
            return FileDiagnosis.afterHeading(Words(healthy)).english
        }
        let figures = "1 connection, 9 octets of data, 0 of 2 data segments sent again (0 %). It took 90 ms"
        #expect(
            words(20_000, 50_000, 3_000, 1_000)
                == """
                \(figures): a round trip takes 20 ms; the server took 50 ms to speak when it was its turn, the client 3 ms; the data \
                itself took 1 ms.
                """)
        #expect(words(nil, 0, 0, 0) == figures + ".")
        #expect(words(nil, 50_000, 0, 0).hasSuffix("to speak when it was its turn, the way there and back included."))
    }

    @Test func oneFrameHasAndTwoFramesHave() {
        #expect(CaptureDiagnosis.noTimes(1).english == "1 frame has no time.")
        #expect(CaptureDiagnosis.noTimes(2).english == "2 frames have no time.")
    }
}
