import Crypto
import Render
import TLSSim
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Simulator

/// Every field that occurs in a run has a sentence that is true where the field stands, in the glossary that the run brings along.
@Suite struct FieldMeaningTests {
    private static let others: [Visit.Options] = [
        .init(seed: 3, clientCertificate: .wrongAuthority), .init(seed: 3, clientCertificate: .missing),
        .init(seed: 3, serverChain: .expired), .init(seed: 3, resumption: .id), .init(seed: 3, resumption: .ticket),
        .init(seed: 3, suite: .ecdheRSAAES128GCM, applicationProtocols: ["h2", "http/1.1"]),
    ]

    private static func tls13(
        _ change: (inout Visit.TLS13Options) -> Void = { _ in }, _ options: (inout Visit.Options) -> Void = { _ in }
    ) -> Visit.Options {
        var tls13 = Visit.TLS13Options()
        change(&tls13)
        var visit = Visit.Options(seed: 3, tls13: tls13)
        options(&visit)
        return visit
    }

    static let tls13Visits: [Visit.Options] = [
        tls13(), tls13({ $0.group = .x25519MLKEM768 }),
        tls13({ $0 = Visit.TLS13Options(group: .secp256r1, isRetried: true) }), tls13({ $0.resumes = true }),
        tls13({
            $0.resumes = true
            $0.sendsEarlyData = true
        }), tls13({ $0.updatesKeys = true }), tls13({ $0.paddingMultiple = 256 }),
        tls13({ $0.suite = .chaCha20 }, { $0.applicationProtocols = ["h2", "http/1.1"] }),
        tls13({ $0.alertLevel = .warning }, { $0.serverChain = .expired }),
        tls13({ _ in }, { $0.serverChain = .copiedChain }),
        tls13({ _ in }, { $0.clientCertificate = .good }), tls13({ _ in }, { $0.clientCertificate = .missing }),
        tls13({ _ in }, { $0.serverSpeaksBoth = true }), tls13({ _ in }, { $0.checksMade = .none }),
    ]

    @Test(arguments: VisitTests.variants + others + tls13Visits)
    func everyFieldOfAVisitHasASentenceThatFitsItsVersionItsMessageAndItsSender(options: Visit.Options) throws {
        let journal = try SharedVisit.run(options).journal
        let sentences = journal.fieldSentences
        #expect(sentences.count > 500)
        #expect(Set(sentences.flatMap(\.faults)).isEmpty)
        let versions = journal.events.compactMap { event in
            if case .wrote(let message) = event.kind { message.version } else { nil }
        }
        #expect(Set(versions) == [options.tls13 == nil ? "1.2" : "1.3"])
    }

    /// What a note of both versions cites is valid in the version that is spoken.
    @Test(arguments: tls13Visits)
    func noStepOfARunOfTLS13CitesTLS12(options: Visit.Options) throws {
        let events = try SharedVisit.run(options).journal.events
        let cited = events.filter { $0.cite?.document == "RFC 5246" }.map { "\($0.step) \($0.cite?.description ?? "")" }
        #expect(cited.isEmpty)
    }

    @Test func everyFieldOfEveryScenarioHasASentence() {
        for scenario in Scenario.all {
            #expect(Set(ScenarioRun(scenario).journal.fieldSentences.flatMap(\.faults)).isEmpty, "\(scenario.name)")
        }
    }

    /// The sentences of a visit, by name and by who sends the message of that name.
    private func sentences(_ options: Visit.Options, _ name: String, _ words: String...) throws -> Set<String> {
        let all = try SharedVisit.run(options).journal.fieldSentences
        let found = all.filter { $0.name == name && words.allSatisfy($0.place.words.contains) }.map(\.sentence)
        return Set(found)
    }

    @Test func theServersCertificateVerifyIsNotTheClients() throws {
        let options = Self.tls13({ _ in }, { $0.clientCertificate = .good })
        for (side, other) in [("server", "client"), ("client", "server")] {
            let told = try sentences(options, "tls.handshake.client_cert_vrfy.sig", side, "CertificateVerify")
            #expect(told.count == 1)
            #expect(told.allSatisfy { $0.contains("TLS 1.3, \(side) CertificateVerify") && $0.contains("64 spaces") })
            #expect(told.allSatisfy { !$0.contains("The \(other)'s signature") })
        }
        let older = Visit.Options(seed: 16, suite: .ecdheECDSAAES128GCM, clientCertificate: .good)
        #expect(
            try sentences(older, "tls.handshake.client_cert_vrfy.sig")
                == [
                    "The client's signature over all handshake messages so far. Only the owner of the certified key can make it."
                ])
    }

    @Test func whatTLS13KeepsForOldDevicesIsToldAsSuch() throws {
        let (tls13, older) = (Self.tls13(), Visit.Options(seed: 7))
        func differ(_ name: String, _ words: String, in place: String...) throws {
            let now = try SharedVisit.run(tls13).journal.fieldSentences.filter {
                $0.name == name && place.allSatisfy($0.place.words.contains)
            }
            #expect(!now.isEmpty && now.allSatisfy { $0.sentence.contains(words) }, "\(name)")
            let before = try sentences(older, name)
            #expect(!before.isEmpty && before.allSatisfy { !$0.contains(words) }, "\(name)")
        }
        try differ("tls.change_cipher_spec", "The keys do not change here")
        try differ("tls.handshake.version", "supported_versions", in: "ClientHello")
        try differ("tls.handshake.version", "supported_versions", in: "ServerHello")
        try differ("tls.handshake.session_id", "names no session", in: "ClientHello")
        try differ("tls.handshake.session_id", "names no session", in: "ServerHello")
        try differ("tls.handshake.ciphersuite", "two things only")
        try differ("tls.record.version", "names no version")
        try differ("tls.alert_message.level", "need not look at it")
        try differ("tls.handshake.comp_method", "has to be 0")
        try differ("tls.handshake.verify_data", "traffic secret")
        try differ("tls.record.content_type", "A protected record always says application data")
        #expect(
            try sentences(older, "tls.handshake.version", "ClientHello") == [
                "The highest version that the client offers."
            ])
        #expect(
            try sentences(older, "tls.handshake.version", "ServerHello") == ["The version that the server has chosen."])
        #expect(try sentences(older, "tls.handshake.random", "ServerHello").allSatisfy { $0.contains("DOWNGRD") })
        #expect(try sentences(tls13, "tls.handshake.random", "ServerHello").allSatisfy { !$0.contains("DOWNGRD") })
    }

    @Test func aHelloRetryRequestHasNoRandomAndAClientAnswersWithItsCookie() throws {
        let retried = Self.tls13({ $0 = Visit.TLS13Options(group: .secp256r1, isRetried: true) })
        let random = try sentences(retried, "tls.handshake.random", "HelloRetryRequest")
        #expect(random.count == 1 && random.allSatisfy { $0.contains("SHA-256") })
        #expect(try sentences(retried, "tls.handshake.random", "ServerHello").allSatisfy { !$0.contains("SHA-256") })
    }

    @Test func aSegmentsSentencesDependOnItsControlBits() throws {
        let options = Visit.Options(seed: 7)
        let all = try SharedVisit.run(options).journal.fieldSentences
        for told in all where told.name == "tcp.ack_raw" {
            #expect(told.sentence.contains("means nothing here") == !told.place.words.contains("ACK"))
        }
        for told in all where told.name == "tcp.window_size_value" {
            #expect(told.sentence.contains("without a scale") == told.place.words.contains("SYN"))
        }
        #expect(
            all.filter { $0.name == "tcp.urgent_pointer" }.allSatisfy { $0.sentence.contains("means nothing here") })
        #expect(
            try sentences(options, "tcp.dstport", "server").allSatisfy { !$0.contains("443") }
                && sentences(options, "tcp.dstport", "client").allSatisfy { $0.contains("443") })
    }

    @Test func everyOctetOfTheStoryIsExplainedOnceInEachPane() throws {
        let journal = try SharedVisit.run(.init(seed: 7)).journal
        let text = Ladder(journal, detail: .bytes).steps.first { $0.id == "tls.client_hello" }?.text ?? ""
        let sentence = "A cipher suite of TLS 1.2 or before: how keys"
        #expect(text.split(separator: "\n").filter { $0.contains(sentence) }.count == 1)
    }

    /// What was explained where it was written is not explained again where it is read.
    @Test func theStorySaysNothingTwice() throws {
        let journal = try SharedVisit.run(.init(seed: 7)).journal
        for detail in [Detail.story, .messages] {
            let text = Ladder(journal, detail: detail).steps.map(\.text).joined()
            let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(words.split(separator: "The server's flight ends here.").count == 2)
        }
    }

    @Test func theStoryShowsTheFirstLineOfWhatIsHidden() throws {
        let text = Ladder(try SharedVisit.run(.init(seed: 7)).journal).steps.map(\.text).joined()
        #expect(text.contains("inside: \"GET / HTTP/1.1\""))
        #expect(text.contains("inside: \"HTTP/1.1 200 OK\""))
    }
}
