import Capture
import Crypto
import PKI
import TLSSim
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Explain
@testable import Simulator

/// What is missing in a capture is no fault of the connection, and what is absent is no zero.
@Suite struct TLSGapTests {
    private static let sessions: [Visit.Options] = [
        Visit.Options(seed: 7), Visit.Options(seed: 7, suite: .rsaAES128CBCSHA),
        Visit.Options(seed: 7, resumption: .ticket), Visit.Options(seed: 7, clientCertificate: .good),
        Visit.Options(seed: 7, tls13: .init()), Visit.Options(seed: 7, clientCertificate: .good, tls13: .init()),
    ]

    /// The grave findings about TLS in packets, with and without the secrets of the session.
    private func grave(_ packets: [PcapNG.Packet], cuts: [Int: Int] = [:], _ secrets: SecretsStore) throws -> [String] {
        let recording = TLSRecording(CaptureScript.file(packets, cuts))
        let found = try [secrets, SecretsStore()].flatMap { try recording.connections($0) }.flatMap(\.findings)
        return found.filter { $0.code.hasPrefix("tls.") && $0.severity >= .trouble }.map {
            "\($0.code) \($0.diagnosis.english)"
        }
    }

    @Test(arguments: sessions)
    func framesThatAreMissingInTheCaptureAreNoFaultOfTLS(_ options: Visit.Options) throws {
        let recording = try TLSRecording(options)
        let (packets, secrets) = (try recording.packets(), try recording.secrets())
        #expect(try grave(packets, secrets) == [])
        for index in packets.indices {
            var rest = packets
            rest.remove(at: index)
            #expect(try grave(rest, secrets) == [], "without frame \(index + 1)")
            #expect(try grave(Array(packets[index...]), secrets) == [], "from frame \(index + 1)")
            #expect(try grave(Array(packets[...index]), secrets) == [], "up to frame \(index + 1)")
        }
        for length in [48, 60, 96, 128, 200, 400, 800] {
            let cuts = Dictionary(uniqueKeysWithValues: packets.indices.map { ($0, length) })
            #expect(try grave(packets, cuts: cuts, secrets) == [], "cut to \(length) octets")
        }
        let client = packets[0].frame[12..<16]
        for isFromClient in [true, false] {
            let oneDirection = packets.filter { ($0.frame[12..<16] == client) == isFromClient }
            #expect(try grave(oneDirection, secrets) == [])
        }
    }

    /// The octets of a visit, changed, and read by a course whose client is the side `true`.
    private func course(
        _ options: Visit.Options, _ change: (inout [(isFromClient: Bool, place: Int, octets: [UInt8])]) throws -> Void
    ) throws -> TLSCourse {
        var pieces = try TLSRecording(options).pieces()
        try change(&pieces)
        var course = TLSCourse()
        var places = [true: 0, false: 0]
        for (index, piece) in pieces.enumerated() {
            let seen = RecordStream.Piece(
                octets: piece.octets[...], start: places[piece.isFromClient] ?? 0, length: piece.octets.count,
                frame: index + 1, time: Int64(index))
            places[piece.isFromClient, default: 0] += piece.octets.count
            _ = course.take(seen, isFromOne: piece.isFromClient, hasBeginning: true, SecretsStore())
        }
        course.end(SecretsStore())
        return course
    }

    private func ended(_ course: TLSCourse) -> EndedTLS {
        var judge = TLSJudge()
        return EndedTLS(course, clientIsOne: true, secrets: SecretsStore(), judge: &judge)
    }

    @Test func heartbeatsAreCounted() throws {
        let heartbeat: [UInt8] = [24, 3, 3, 0, 3, 1, 0, 0]
        let found = try course(Visit.Options(seed: 7)) { pieces in
            pieces.insert((true, 0, heartbeat), at: 1)
            pieces.append((false, 0, heartbeat))
        }
        #expect(found.one.noRecord == nil && found.other.noRecord == nil)
        #expect(found.talk?.heartbeats.count == 2)
        #expect(found.talk?.isComplete == true)
        #expect(ended(found).limits == [.heartbeat])
    }

    @Test func aDraftOfTLS13IsReadAsTLS13() throws {
        let found = try course(Visit.Options(seed: 7, tls13: .init())) { pieces in
            for index in pieces.indices where !pieces[index].isFromClient {
                guard let place = pieces[index].octets.firstRange(of: [0, 0x2b, 0, 2, 3, 4] as [UInt8]) else {
                    continue
                }
                pieces[index].octets.replaceSubrange(place.upperBound - 2..<place.upperBound, with: [0x7f, 23])
                break
            }
        }
        #expect(found.talk?.version?.shownName == "TLS 1.3 draft 23")
        #expect(found.talk?.isComplete == true)
        #expect(ProtocolVersion(rawValue: 0xfb17).shownName == "TLS 1.3 draft 23 of Facebook")
        // Up to draft 21 ServerHello had neither session ID nor compression method.
        let body: [UInt8] = [0x7f, 18] + [UInt8](repeating: 5, count: 32) + [0x13, 1, 0, 0]
        let hello = try HandshakeMessage(.serverHello, body: body).readServerHello()
        #expect(hello.chosenVersion.shownName == "TLS 1.3 draft 18" && hello.cipherSuite == 0x1301)
    }

    /// A ClientHello in the form of SSL 2.0 with the suite 0x002f and a challenge of 16 octets.
    private static func oldHello(_ version: [UInt8]) -> [UInt8] {
        [0x80, 31, 1] + version + [0, 6, 0, 0, 0, 16, 0, 0, 0x2f, 7, 0, 0xc0] + [UInt8](repeating: 9, count: 16)
    }

    @Test func aHelloInTheFormOfSSL2IsRead() throws {
        let found = try course(Visit.Options(seed: 7, suite: .rsaAES128CBCSHA)) { pieces in
            pieces[0].octets = Self.oldHello([3, 3])
        }
        #expect(found.talk?.hello?.cipherSuites == [0x2f])
        #expect(found.talk?.hello?.random.suffix(16) == [UInt8](repeating: 9, count: 16)[...])
        #expect(found.talk?.firstHello?.octets == 31 && found.talk?.firstHello?.end == 33)
        #expect(found.talk?.isComplete == true)
    }

    @Test func ssl2ItselfIsNamed() {
        let hello = Hex.string(Self.oldHello([0, 2]))
        let explanation = Explanation(
            """
            0 open 20
            21 C > S PSH,ACK len 33 head \(hello)
            41 S > C PSH,ACK len 40 head 80260400010002
            42 close 20
            """)
        let said = explanation.finding("tls.obsolete")?.diagnosis.english
        #expect(said == "What was chosen is no longer safe: SSL 2.0.")
        #expect(explanation.frames("tls.obsolete") == [4, 5])
    }

    @Test(arguments: [Visit.Options(seed: 7), Visit.Options(seed: 7, tls13: .init())])
    func plainTextMayFollowCloseNotify(_ options: Visit.Options) throws {
        let found = try course(options) { pieces in
            for isFromClient in [true, false] { pieces.append((isFromClient, 0, Array("PASV\r\n226 done\r\n".utf8))) }
        }
        #expect(found.one.noRecord == nil && found.other.noRecord == nil)
        #expect(ended(found).limits == [.afterTLS])
    }

    @Test func aSealedFinishedBehindAGapIsNoMessage() throws {
        // The first octet behind the header of the record is that of a ServerHello, a ClientHello or a Finished by chance.
        for first in ["02", "01", "14", "00"] {
            let explanation = Explanation(
                """
                0 S > C PSH,ACK len 45 head 1603030028\(first)000000
                1 S > C PSH,ACK len 31 head 150303001a
                2 S > C PSH,ACK len 7 head 15030300020228
                """)
            #expect(explanation.connections.first?.tls.talk != nil)
            #expect(explanation.codes == ["capture.midstream", "capture.undecided"], "\(first)")
        }
    }

    @Test func anAlertWithoutAHelloSaysNothingOfTheHello() {
        for code in 0...120 {
            let alert = "1503010002" + Hex.string([2, UInt8(code)])
            let explanation = Explanation("0 S > C PSH,ACK len 7 head \(alert)")
            for finding in explanation.findings {
                let text = finding.diagnosis.english
                #expect(!text.contains("had offered") && !text.contains(" .") && !text.contains("()"), "\(text)")
                #expect(!finding.frames.frames.contains(0))
            }
        }
    }

    /// A capture with the first flights of a visit: the script goes on behind them.
    private func script(_ options: Visit.Options, server words: String? = nil, _ rest: String) throws -> Explanation {
        let pieces = try TLSRecording(options).pieces()
        let hello = pieces[0].octets
        let flight = pieces.dropFirst().prefix { !$0.isFromClient }.flatMap(\.octets)
        let answer = words.map { "41 S > C PSH,ACK len \(flight.count) head \(Hex.string(flight)) \($0)" } ?? ""
        return Explanation(
            """
            0 open 20
            20 C > S PSH,ACK len \(hello.count) head \(Hex.string(hello))
            40 S > C ACK
            \(answer)
            \(rest)
            """)
    }

    @Test func aClientThatClosesAtOnceHasNotWaitedForTheServer() throws {
        let options = Visit.Options(seed: 7)
        for (time, isTold) in [(41, false), (900, false), (1_100, true)] {
            let found = try script(options, "\(time) close 20")
            #expect(found.codes.contains("tls.no_server_hello") == isTold)
            #expect(found.connections.first?.tls.isUnfinished == true)
        }
    }

    @Test func aServerThatAnswersAMissingFINHasNotClosedFirst() throws {
        let options = Visit.Options(seed: 7)
        let end = "82 S > C FIN,ACK\n102 C > S ACK"
        #expect(try script(options, end).codes.contains("tls.closed_after_client_hello"))
        let length = try TLSRecording(options).pieces()[0].octets.count
        let found = try script(options, "82 S > C FIN,ACK ack \(length + 1)\n102 C > S ACK seq \(length + 1)")
        #expect(!found.codes.contains("tls.closed_after_client_hello"))
    }

    @Test func oneDirectionDoesNotTellWhatTheOtherSent() throws {
        let packets = try TLSRecording(Visit.Options(seed: 7)).packets()
        let client = packets[0].frame[12..<16]
        let own = packets.filter { $0.frame[12..<16] == client }
        let json = try #require(try TLSRecording(PcapNG.file(packets: own)).connections().first?.tls.json)
        #expect(json.at("handshake", "complete") == nil)
        #expect(json.at("application_octets", "server") == nil)
        #expect(
            try TLSRecording(Visit.Options(seed: 7)).connections().first?.tls.json?.at("handshake", "complete")
                == .bool(true))
    }

    @Test(arguments: [Visit.Options(seed: 7), Visit.Options(seed: 7, tls13: .init())])
    func aCertificateThatHasNotArrivedIsNotRefused(_ options: Visit.Options) throws {
        let arrived = try script(options, server: "", "61 C > S ACK\n62 close 20")
        #expect(arrived.codes.contains("tls.silent_refusal"))
        let lost = try script(options, server: "lost", "3000 C > S FIN,ACK\n3020 S > C ACK")
        #expect(!lost.codes.contains("tls.silent_refusal"))
    }

    @Test func withoutADateNoCertificateHasExpired() throws {
        let recording = try TLSRecording(Visit.Options(seed: 7, serverChain: .wrongUsage))
        let packets = try recording.packets()
        let start = packets[0].timestamp
        let moved = packets.map { PcapNG.Packet(timestamp: $0.timestamp - start, frame: $0.frame) }
        // The ClientHello is missing, too.
        for rest in [moved, moved.enumerated().filter { $0.offset != 3 }.map(\.element)] {
            let codes = Explanation(PcapNG.file(packets: rest)).codes
            #expect(codes.contains("tls.certificate_refused") && !codes.contains("tls.certificate_expired"))
        }
        let store = try SharedVisit.run(Visit.Options(seed: 7)).pki.trustStore
        let ended = try TLSRecording(PcapNG.file(packets: moved)).connections(judge: TLSJudge(store, areGiven: true))
        #expect(ended.first?.tls.verdict == nil)
    }

    @Test func anAlertThatCannotBeReadIsNoAnswer() throws {
        let options = Visit.Options(seed: 7)
        let pieces = try TLSRecording(options).pieces()
        let whole = try course(options) { _ in }
        #expect(!ended(whole).wasAnsweredByAlertAlone && !ended(whole).isUnfinished)
        // The server's data and the client's close_notify are taken out: what is left of the server is its alert.
        let data = try #require(pieces.indices.filter { !pieces[$0].isFromClient && pieces[$0].octets[0] == 23 }.first)
        let found = try course(options) { pieces in
            pieces = pieces.enumerated().filter {
                $0.offset < data || !$0.element.isFromClient && $0.element.octets[0] == 21
            }.map(\.element)
        }
        #expect(ended(found).wasAnsweredByAlertAlone)
        // In TLS 1.3 the client's close_notify looks like data.
        let closed = try course(Visit.Options(seed: 7, tls13: .init())) { pieces in
            let last = try #require(pieces.last { !$0.isFromClient })
            pieces = pieces.enumerated().filter { $0.element.isFromClient || $0.offset < 4 }.map(\.element) + [last]
        }
        #expect(closed.talk?.recordsOfAnswer == 1)
        #expect(!ended(closed).wasAnsweredByAlertAlone)
    }
}
