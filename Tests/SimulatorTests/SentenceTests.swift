import Render
import Synchronization
import TLSSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// What a run says at a step is so in this run. Each row has a sentence that was once false somewhere, and the run in which it was.
@Suite struct SentenceTests {
    struct Claim: CustomTestStringConvertible, Sendable {
        let run: String
        let options: Visit.Options
        /// The steps that say it; empty for the whole run.
        let steps: [String]
        let says: String
        var never = ""
        var detail = Detail.story

        var testDescription: String { "\(run): \(says)" }
    }

    private static func older(_ suite: CipherSuite, _ change: (inout Visit.Options) -> Void = { _ in }) -> Visit.Options
    {
        var options = Visit.Options(seed: 7)
        options.suite = suite
        change(&options)
        return options
    }

    private static func tls13(_ tls13: Visit.TLS13Options, _ change: (inout Visit.Options) -> Void = { _ in })
        -> Visit.Options
    {
        var options = Visit.Options(seed: 7)
        options.tls13 = tls13
        change(&options)
        return options
    }

    private static let claims: [Claim] = [
        // RFC 5288 3: nonce_explicit may be the record's number, and is sent.
        Claim(
            run: "GCM", options: older(.dheRSAAES128GCM), steps: ["tls.application_data"],
            says: "Each side counts the records itself, and the tag covers the number", never: "never sent"),
        Claim(
            run: "GCM", options: older(.dheRSAAES128GCM), steps: ["tls.calc.record"],
            says: "here the record's number, and the record carries it"),
        // RFC 8446 4.6.1: a ticket may be self-encrypted, and this program's are.
        Claim(
            run: "ticket", options: tls13(Visit.TLS13Options(resumes: true)), steps: ["tls.client_hello"],
            says: "A server can seal the secret itself in the ticket", never: "never travels"),
        // RFC 8446 7.1: messages enter with Derive-Secret, and not with HKDF-Extract or for keys.
        Claim(
            run: "1.3", options: tls13(Visit.TLS13Options()), steps: ["tls.calc.early_secret:1"],
            says: "Derive-Secret makes a branch: its label says what the branch is for, and the hash of the messages"),
        Claim(
            run: "1.3", options: tls13(Visit.TLS13Options()), steps: ["tls.learned"],
            says: "by HKDF-Extract(0, 0), which needs only the suite", never: "HKDF-Extract of hellos",
            detail: .messages),
        // RFC 5246 6.2.3.1 to 6.2.3.3.
        Claim(
            run: "1.3", options: tls13(Visit.TLS13Options()), steps: ["tls.calc.record:6"],
            says: "TLS 1.2 had three: stream ciphers, block ciphers and AEAD", never: "five"),
        // RFC 8446 2: the server's flight answers ClientHello, also the second one.
        Claim(
            run: "1.3", options: tls13(Visit.TLS13Options()), steps: ["tls.finished"],
            says: "It ends the server's flight, which began with ServerHello", never: "round trip"),
        Claim(
            run: "1.3 with a retry", options: tls13(Visit.TLS13Options(group: .secp256r1, isRetried: true)),
            steps: ["tls.established"], says: "Since its last hello it has waited for one flight of the server",
            never: "round trip"),
        // RFC 8446 4.1.2 binds the client. The transcript protects both hellos (4.4.1).
        Claim(
            run: "1.3 with a retry", options: tls13(Visit.TLS13Options(group: .secp256r1, isRetried: true)),
            steps: ["tls.client_hello:2"], says: "Both hellos are in the transcript",
            never: "refuses any other change"),
        Claim(
            run: "1.3 with a retry", options: tls13(Visit.TLS13Options(group: .secp256r1, isRetried: true)),
            steps: ["tls.client_hello:2"], says: "same order, with a share of secp256r1"),
        // RFC 8446 5: any other value than 01 aborts.
        Claim(
            run: "1.3", options: tls13(Visit.TLS13Options()), steps: ["tls.change_cipher_spec"],
            says: "drops it if it is the one octet 01; any other value ends the handshake", never: "unread"),
        // RFC 8446 E.1: the client sends its certificate after it has checked the server.
        Claim(
            run: "1.3, both sides", options: tls13(Visit.TLS13Options()) { $0.clientCertificate = .good },
            steps: ["tls.certificate:2"], says: "The client has checked the server's signature and Finished first",
            never: "can read it"),
        Claim(
            run: "1.3, both sides", options: tls13(Visit.TLS13Options()) { $0.clientCertificate = .good },
            steps: ["tls.certificate:1"], says: "An attacker who acts as the client can read it"),
        // RFC 7748 5: three bits are cleared, one is cleared, one is set.
        Claim(
            run: "1.2, X25519", options: older(.ecdheRSAAES128GCM), steps: ["tls.calc.client_point"],
            says: "Five of the number's 256 bits are fixed", never: "draws a number of 256 bits"),
        // RFC 5246 7.4.7.1: 46 octets are random, and they are drawn before they are used.
        Claim(
            run: "RSA", options: older(.rsaAES128GCM), steps: ["tls.learned", "tls.calc.premaster_secret"],
            says: "draws 46 random octets for the premaster secret"),
        // RFC 5246 7.4.2: the root may be omitted.
        Claim(
            run: "1.2", options: older(.dheRSAAES128GCM), steps: ["tls.certificate"],
            says: "The root may be left out: a client that trusts the root already has it"),
        // RFC 8446 2.2 and 4.2.9: psk_ke has no exchange, and a handshake with a ticket has no certificate.
        Claim(
            run: "psk_ke", options: tls13(alone), steps: [],
            says: "The client offers its ticket; its share is only for a server that does not take it.",
            never: "each computes the same secret"),
        Claim(
            run: "psk_ke", options: tls13(alone), steps: ["tls.client_hello"],
            says: "saves the server two calculations and the client one", never: "on each side"),
        Claim(
            run: "1.2, trusting all", options: older(.dheRSAAES128GCM) { $0.checksMade = .none }, steps: [],
            says: "The signature shows whether the server has the certified key",
            never: "The client checks the certificate"),
        // An attacker who breaks the group still lacks the ticket's secret.
        Claim(
            run: "psk", options: tls13(Visit.TLS13Options(resumes: true)), steps: ["attack.reach"],
            says: "opens nothing of the recording. The ticket's secret enters the keys, too",
            never: "The recording of today"),
    ]

    /// No handshake with a ticket has a certificate.
    private static let claimsOfResumption: [Claim] = [
        Visit.TLS13Options(resumes: true), alone, Visit.TLS13Options(sendsEarlyData: true),
    ]
    .flatMap { resuming -> [Claim] in
        [
            Claim(
                run: "resumed", options: tls13(resuming), steps: ["tls.calc.server_handshake_traffic_secret"],
                says: "The same for the server, with another label.", never: "certificate", detail: .messages),
            Claim(
                run: "resumed", options: tls13(resuming), steps: ["tls.calc.client_application_traffic_secret_0"],
                says: "All messages up to the server's Finished go in.", never: "certificate", detail: .messages),
        ]
    }

    private static let alone: Visit.TLS13Options = {
        var tls13 = Visit.TLS13Options(resumes: true)
        tls13.usesSecretAlone = true
        return tls13
    }()

    @Test(arguments: claims + claimsOfResumption)
    func aSentenceIsTrueOfItsRun(_ claim: Claim) throws {
        let ladder = try Ladder(SharedVisit.run(claim.options).journal, detail: claim.detail)
        let text = try (claim.steps.isEmpty ? ladder.text : ladder.text(only: claim.steps))
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains(claim.says), "\(text.prefix(3000))")
        #expect(claim.never.isEmpty || !text.contains(claim.never))
    }

    @Test func aValueIsDrawnOnceAndBeforeItIsUsed() throws {
        let tls13 = try SharedVisit.run(Self.tls13(Visit.TLS13Options())).journal
        let draws = tls13.events.count { event in
            guard case .learned(let secret, let how, _) = event.kind else { return false }
            return event.who == .client && how.isDrawn && secret == Knowledge.clientRandom
        }
        #expect(draws == 1)
        let older = try SharedVisit.run(Self.older(.rsaAES128GCM)).journal
        let drawn = older.events.firstIndex { event in
            guard case .learned(Knowledge.premasterSecret, .composed(random: 46), _) = event.kind else { return false }
            return event.who == .client
        }
        let computed = older.events.firstIndex { $0.step == "tls.calc.premaster_secret" }
        #expect(try #require(drawn) < #require(computed))
    }

    // MARK: Comparisons

    private func comparison(_ kinds: ComparedVisit...) throws -> String {
        let visits = try kinds.map { ($0, try SharedVisit.run($0.options(seed: 7)).journal) }
        return VisitComparison(seed: 7, visits).report().text()
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func twoVisitsOfTLS12AreNotExplainedByRulesOfTLS13() throws {
        let text = try comparison(.dhe, .ecdhe)
        #expect(text.contains("TLS 1.2 allows both forms, PKCS#1 v1.5 and PSS"))
        #expect(!text.contains("TLS 1.3 signs") && !text.contains("RFC 8446 4.2.8"))
        #expect(try comparison(.dhe, .tls13).contains("TLS 1.3 signs with RSA in the form of PSS only"))
    }

    @Test func theHashOfTheMessagesIsAnInputOfTheTrafficSecretsAlone() throws {
        let text = try comparison(.dhe, .tls13)
        #expect(text.contains("The hash of the messages so far is an input of every traffic secret"))
        #expect(
            text.contains(
                "The early, handshake and main secrets, from which the traffic secrets are derived, take no hash"))
    }

    // MARK: Grammar

    private static let runs: [Visit.Options] = {
        var all = ComparedVisit.allCases.map { $0.options(seed: 7) }
        all.append(tls13(Visit.TLS13Options(group: .secp256r1, isRetried: true)))
        all.append(tls13(Visit.TLS13Options(group: .x25519MLKEM768)) { $0.clientCertificate = .good })
        all.append(older(.rsaAES128GCM) { $0.serverChain = .unknownAuthority })
        all.append(older(.dheRSAAES128GCM) { $0.serverChain = .expired })
        all.append(older(.dheRSAAES128GCM) { $0.group = .toy23 })
        return all
    }()

    /// Texts in which nothing is wrong. Many texts stand in several runs.
    private static let faultless = Mutex<Set<String>>([])

    /// What is wrong with a sentence's form; nil if nothing is.
    private func fault(of text: String) -> String? {
        if Self.faultless.withLock({ $0.contains(text) }) { return nil }
        let fault = newFault(of: text)
        if fault == nil { Self.faultless.withLock { _ = $0.insert(text) } }
        return fault
    }

    private func newFault(of text: String) -> String? {
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let found = plain.firstMatch(
            of:
                /(?:^|[ (])1 (?:octets|records|segments|packets|checks|certificates|round trips|messages|secrets|flights)\b/
        ) {
            return "one with a plural: \(found.output)"
        }
        for match in plain.matches(of: /\b([A-Za-z][a-z]+) ([a-z]+)\b/)
        where match.output.1.lowercased() == match.output.2 && match.output.2.contains(where: { $0 > "f" }) {
            return "a doubled word: \(match.output.0)"
        }
        if let found = plain.firstMatch(of: /[a-z][.,:;][A-Z][a-z]+ [a-z]/) { return "no blank: \(found.output)" }
        if let found = plain.firstMatch(of: /\s[.,;:](?:\s|$)/) { return "a blank before a mark: \(found.output)" }
        return text.contains("  ") ? "two blanks" : nil
    }

    @Test(arguments: runs)
    func whatIsSaidIsGoodEnglish(_ options: Visit.Options) throws {
        for event in try SharedVisit.run(options).journal.events {
            guard let remark = event.remark else { continue }
            for text in [remark.sentence(in: .english), remark.background(in: .english)] {
                let fault = fault(of: text)
                #expect(fault == nil, "\(event.step): \(fault ?? "") in \(text)")
            }
        }
    }

    @Test func whatIsSaidOfScenariosIsGoodEnglish() throws {
        for scenario in Scenario.all {
            for event in ScenarioRun(scenario).journal.events {
                guard let remark = event.remark else { continue }
                let fault = fault(of: remark.sentence(in: .english))
                #expect(fault == nil, "\(scenario.name): \(fault ?? "") in \(remark.sentence(in: .english))")
            }
        }
    }
}
