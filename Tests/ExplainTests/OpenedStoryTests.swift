import Capture
import Render
import Simulator
import TLSSim
import TestRecording
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Explain

/// What the story of a recording shows of the records that were opened.
@Suite struct OpenedStoryTests {
    private static let visits: [Visit.Options] = [
        Visit.Options(seed: 7), Visit.Options(seed: 7, suite: .rsaAES128CBCSHA),
        Visit.Options(seed: 7, suite: .ecdheRSAChaCha20), Visit.Options(seed: 7, resumption: .ticket), tls13(),
        tls13 { $0.updatesKeys = true },
        tls13 {
            $0.resumes = true
            $0.sendsEarlyData = true
        },
    ]

    private static func tls13(_ change: (inout Visit.TLS13Options) -> Void = { _ in }) -> Visit.Options {
        var tls13 = Visit.TLS13Options()
        change(&tls13)
        return Visit.Options(seed: 7, tls13: tls13)
    }

    /// The messages that a side has written, with their decrypted octets.
    private func said(_ journal: Journal, by who: Principal) -> [[String]] {
        journal.events.compactMap { event in
            guard event.who == who, case .wrote(let message) = event.kind else { return nil }
            return [message.label] + message.panes.map { "\($0.name) \(Hex.string($0.bytes))" }
        }
    }

    private func labels(_ journal: Journal) -> [String] {
        journal.events.compactMap { if case .wrote(let message) = $0.kind { message.label } else { nil } }
    }

    private func words(_ journal: Journal) -> [String] {
        journal.events.compactMap { event in
            guard case .remarked = event.kind else { return nil }
            return event.remark.map { ([$0.english] + $0.quoted).joined(separator: "\n") }
        }
    }

    /// The recording of a visit shows the messages that the visit's own journal has: names, records, and what was in them.
    @Test(arguments: visits)
    func theRecordingShowsTheMessagesThatBothSidesWrote(_ options: Visit.Options) throws {
        let own = try SharedVisit.run(options).journal
        let told = try TLSRecording(options).journals()
        for who in [Principal.client, .server] {
            #expect(told.flatMap { said($0, by: who) } == said(own, by: who))
        }
    }

    @Test(arguments: visits)
    func withoutSecretsRecordsStaySealed(_ options: Visit.Options) throws {
        let told = try #require(try TLSRecording(options).journals(usesItsSecrets: false).last)
        #expect(labels(told).contains("application_data, sealed"))
        #expect(!labels(told).contains("application data"))
        let conclusions = told.conclusions.map(\.english)
        #expect(conclusions.contains { $0.hasPrefix("What was sent under keys stays sealed. No secrets were given") })
        #expect(!words(told).contains { $0.hasPrefix("HTTP") })
    }

    @Test(arguments: visits)
    func theStoryTellsRequestAndAnswerAndNoThief(_ options: Visit.Options) throws {
        let told = try #require(try TLSRecording(options).journals().last)
        let request = try #require(words(told).first { $0.hasPrefix("HTTP request: GET / HTTP/1.1\n| ") })
        #expect(request.contains("\n| Host: \(Visit.hostName)"))
        #expect(words(told).contains { $0.hasPrefix("HTTP answer: 200 OK\n") && $0.contains("\nA body of ") })
        let story = Ladder(told, detail: .story).text
        #expect(story.contains("GET / HTTP/1.1") && story.contains("were opened with the secrets in the capture."))
        for detail in [Detail.story, .messages] {
            let text = Ladder(told, detail: detail).text
            #expect(!text.contains("Who holds what") && !text.contains("thief"))
        }
    }

    /// Of standard input the first and last frames are kept. Records at the end are numbered by all that came before.
    @Test(arguments: visits)
    func recordsBehindFramesThatAreLeftOutAreOpenedToo(_ options: Visit.Options) throws {
        let told = try #require(try TLSRecording(options).journals(edge: 5).last)
        #expect(labels(told).contains("Alert close_notify"))
        #expect(!labels(told).contains { $0.hasSuffix("sealed") })
    }

    @Test(arguments: [Visit.Options(seed: 7), tls13()])
    func behindAGapTheStorySaysThatRecordsStaySealed(_ options: Visit.Options) throws {
        let file = try CaptureFile(bytes: try TLSRecording(options).capture)
        let datagrams = file.packets.compactMap(\.datagram)
        // The largest datagram of the server that carries application data is its answer.
        let server = datagrams.indices.filter { datagrams[$0].count > 45 && datagrams[$0][19] == 1 }
        let lost = try #require(
            server.filter { datagrams[$0].dropFirst(40).first == 0x17 }.max {
                datagrams[$0].count < datagrams[$1].count
            })
        let rest = datagrams.indices.filter { $0 != lost }.map {
            PcapNG.Packet(timestamp: Int64($0) * 1_000, frame: datagrams[$0])
        }
        let recording = TLSRecording(PcapNG.file(packets: rest))
        let told = try #require(try recording.journals(try TLSRecording(options).secrets()).last)
        #expect(words(told).contains { $0.hasPrefix("From here on records stay sealed. Octets are missing") })
        #expect(said(told, by: .server).last?.first?.hasSuffix("sealed") == true)
        #expect(words(told).contains { $0.hasPrefix("HTTP request: GET") })
    }

    @Test(arguments: [Visit.Options(seed: 7), tls13()])
    func aDamagedRecordingCanBeTold(_ options: Visit.Options) throws {
        let recording = try TLSRecording(options)
        let secrets = try recording.secrets()
        let whole = try CaptureFile(bytes: recording.capture).packets.compactMap(\.datagram)
        forEachSeed(30) { seed, random in
            var datagrams = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: datagrams.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: datagrams.remove(at: index)
                case 1: datagrams[index] = random.damaged(datagrams[index])
                case 2: datagrams.swapAt(index, Int.random(in: datagrams.indices, using: &random))
                default: datagrams.insert(datagrams[index], at: Int.random(in: datagrams.indices, using: &random))
                }
            }
            let file = PcapNG.file(
                packets: datagrams.enumerated().map { PcapNG.Packet(timestamp: Int64($0) * 1_000, frame: $1) })
            for journal in try TLSRecording(file).journals(secrets, edge: seed % 2 == 0 ? nil : 3) {
                #expect(!Ladder(journal, detail: .bytes).text.isEmpty)
            }
        }
    }

    /// Before TLS 1.2 the records of the handshake have the names of their messages, too.
    @Test func handshakesOfTLS10HaveTheirNames() async throws {
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1", "-cipher", "ECDHE-RSA-AES128-SHA:@SECLEVEL=0"],
            clients: [["-tls1", "-cipher", "ECDHE-RSA-AES128-SHA:@SECLEVEL=0"]])
        let told = try #require(try TLSRecording(recording.capture).journals().first)
        #expect(labels(told).contains { $0.contains("ServerKeyExchange") })
        #expect(!labels(told).contains("handshake fragment"))
    }

    /// Suites that no endpoint of the program offers are opened in recordings.
    @Test func sessionsOfOpenSSLWithCBCOnCurvesAreOpened() async throws {
        try await TemporaryDirectory.use { folder in
            let log = folder.path(of: "keys")
            let suites = ["AES128-SHA", "AES256-SHA", "AES128-SHA256", "AES256-SHA384"]
            let clients = (suites.map { "ECDHE-RSA-\($0)" } + ["DHE-RSA-AES128-SHA", "AES256-SHA256"]).flatMap {
                suite in
                [["-cipher", suite], ["-cipher", suite, "-no_etm"]]
            }
            let recording = try await OpenSSLRecording.make(
                server: ["-tls1_2", "-cipher", "ALL:@SECLEVEL=0"], clients: clients.map { $0 + ["-keylogfile", log] })
            var secrets = SecretsStore()
            secrets.add(keyLog: try folder.read("keys"), from: .keyLog)
            for ended in try TLSRecording(recording.capture).connections(secrets) {
                let suite = ended.tls.talk?.suite?.word ?? ""
                #expect(suite.contains("_CBC_"))
                #expect(ended.tls.json?.at("opened") == .members(("by", .string("keylog"))), "\(suite)")
                #expect(ended.tls.talk?.server.plaintext?.begins.starts(with: "HTTP/1.0 200".utf8) == true, "\(suite)")
            }
            for journal in try TLSRecording(recording.capture).journals(secrets) {
                #expect(words(journal).contains { $0.hasPrefix("HTTP request: GET /page.txt HTTP/1.0") })
                #expect(words(journal).contains { $0.contains("\n| \(OpenSSLRecording.page.dropLast())") })
            }
        }
    }
}
