import Crypto
import Museum
import PKI
import Recordings
import Render
import Simulator
import TestPKI
import Testing
import Trace

@testable import LiveIO
@testable import TLSSim
@testable import TrustLab

/// The doctor before every patient of the laboratory.
@Suite struct DoctorLaboratoryTests {
    private struct Case {
        let examination: Examination
        /// Whether an app connects that goes through the whole handshake; nil where there is nothing to connect to.
        let connects: Bool?
    }

    private static func examine(_ patient: DoctorLaboratory.Patient) throws -> Case {
        guard let host = ATSHost(DoctorLaboratory.host) else { throw TestFailure.noHost }
        switch patient.sight {
        case .server(let server): return try ask(server, host, DoctorLaboratory.evidence())
        case .recording(let make):
            let connection = try #require(try make().connection)
            let contact = try RecordedContact(connection)
            return Case(
                examination: Examination(of: host, contact, evidence: try DoctorLaboratory.evidence()), connects: nil)
        case .scenario(let name): return try show(name)
        }
    }

    private enum TestFailure: Error { case noHost, noAgreement }

    private static func ask(_ server: FaultyServer, _ host: ATSHost, _ evidence: TrustEvidence) throws -> Case {
        var interview = ServerInterview(
            DoctorLaboratory.place, serverName: host.text, seconds: 2, question: evidence.platformQuestion
        ) { server.dial() }
        let learned = try interview.learn(.usual, then: ATSOffer.all())
        var bare = evidence
        bare.chain = []
        return Case(
            examination: Examination(of: host, learned, evidence: bare), connects: try server.connects(evidence))
    }

    /// A scenario's chain, shown by a server that has the key where the scenario's server has it; judged alone where nobody here can sign
    /// with that key.
    private static func show(_ name: String) throws -> Case {
        let world = try DoctorLaboratory.world.get()
        var evidence = try #require(TrustScenario.named(name)).evidence(in: world)
        evidence.pins = []
        guard case .server(let asked) = evidence.asked, let host = ATSHost(asked) else { throw TestFailure.noHost }
        let key = evidence.chain.first.flatMap { try? CertifiedKey.key(inCertificate: $0) }
        guard let owner = [world.serverKey, world.otherKey].first(where: { PublicKey.ecdsa($0.publicKey) == key })
        else {
            return Case(examination: Examination(of: host, sight: .certificates, evidence: evidence), connects: nil)
        }
        let (chain, staple) = (evidence.chain, evidence.stapledResponse)
        let server = FaultyServer(
            DoctorLaboratory.tls13 {
                $0.identity = Identity(chain: chain, privateKey: .ecdsa(owner))
                $0.ocspResponse = staple
            })
        return try ask(server, host, evidence)
    }

    @Test func theLaboratoryIsLargeEnough() {
        #expect(DoctorLaboratory.patients.count >= 60)
        #expect(Set(DoctorLaboratory.patients.map(\.description)).count == DoctorLaboratory.patients.count)
    }

    @Test(arguments: DoctorLaboratory.patients)
    func eachPatientGetsItsSentenceCauseRemedyAndStatus(patient: DoctorLaboratory.Patient) throws {
        let diagnosis = Diagnosis(try Self.examine(patient).examination)
        let page = diagnosis.report.text()
        #expect(diagnosis.verdict.sentence(in: .english) == patient.verdict, "\(page)")
        #expect(diagnosis.reasons.map(\.refusal.name) == patient.causes, "\(page)")
        let remedy = diagnosis.remedies.first?.sentence(in: .english)
        if let wanted = patient.remedy {
            #expect(remedy?.hasPrefix(wanted) == true, "\(remedy ?? "none")")
        } else {
            #expect(remedy == nil, "\(remedy ?? "")")
        }
        #expect(diagnosis.result.exitStatus == patient.status)
        // ✔ only where nothing failed.
        #expect(page.hasPrefix("✔") == (patient.status == 0))
        #expect(!page.contains("failed") || patient.status != 0, "\(page)")
    }

    /// Certificates are said to be encrypted only where they are.
    @Test(arguments: [
        ("an empty list of certificates, TLS 1.2", ": it has shown none"),
        ("ServerHello of TLS 1.3 and nothing behind it", ": it has shown none"),
        ("a recorded alert behind ServerHello, TLS 1.2", ": it has shown none"),
        ("a recorded impostor, TLS 1.3", ", because TLS 1.3 encrypts them"),
    ])
    func whyNoCertificateWasSeenIsToldAsItIs(name: String, why: String) throws {
        let patient = try #require(DoctorLaboratory.patients.first { $0.description == name })
        let clauses = Diagnosis(try Self.examine(patient).examination).reasons.map { $0.refusal.englishClause }
        #expect(clauses.contains("its certificates were not seen\(why)"), "\(clauses)")
    }

    /// Nothing behind a gap is read, so half a ServerHello before one tells nothing of the server.
    @Test func aServerHelloWithAGapIsNotTold() throws {
        let server = FaultyServer(DoctorLaboratory.tls12()) { flight, octets in
            flight == 0 ? [.octets(Array(octets.prefix(30))), .octets(Array(octets[30..<60]))] : []
        }
        var recording = try server.recording(of: DoctorLaboratory.host, at: Sample.time)
        recording.lose(.server)
        recording.end(.server, .fin)
        let connection = try #require(recording.connection)
        #expect(throws: RecordingError.cutShort(awaiting: .serverHello, from: .server)) {
            try RecordedContact(connection)
        }
    }

    /// A key of 58 octets: RSAES-PKCS1-v1_5 needs 11 beside the 48 of the premaster secret (RFC 8017 section 7.2.1).
    @Test func aKeyTooShortForRSAKeyTransportIsNotBlamedOnTheSuite() throws {
        var random = SeededRandomSource(seed: 4)
        let key = try RSAPrivateKey.generateToy(bits: 464, using: &random)
        let issuer = try DoctorLaboratory.pki.get().intermediate
        let leaf = try issuer.certify(
            .server(hostName: DoctorLaboratory.host, at: Sample.time), key: SubjectKeyInfo(rsa: key.publicKey),
            serialNumber: [1])
        let identity = Identity(chain: [leaf, issuer.certificate], privateKey: .rsa(key))
        let server = FaultyServer(DoctorLaboratory.tls12(.itself, [.rsaAES128GCM]) { $0.identity = identity })
        let host = try #require(ATSHost(DoctorLaboratory.host))
        let examination = try Self.ask(server, host, DoctorLaboratory.evidence()).examination
        let remarks = Diagnosis(examination).remarks.map(\.english)
        #expect(
            remarks.contains { $0.hasPrefix("No whole handshake was made: a key of this kind (RSA") }, "\(remarks)")
    }

    @Test func jsonTellsTheHandshakeToo() throws {
        let server = FaultyServer(DoctorLaboratory.tls13(.impostor))
        var evidence = try DoctorLaboratory.evidence()
        var interview = ServerInterview(
            DoctorLaboratory.place, serverName: DoctorLaboratory.host, seconds: 2, question: evidence.platformQuestion
        ) { server.dial() }
        let learned = try interview.learn(.usual)
        guard case .agreed(let connection, _, _) = learned else { throw TestFailure.noAgreement }
        evidence.chain = connection.chain
        let row = MatrixReport.one(
            MatrixRow(name: nil, scenario: nil, evidence: evidence, learned: learned), why: false,
            of: Array(MatrixReport.policies.indices), seed: 7
        ).json
        let judged = JudgedChain(
            of: evidence.chain, asking: evidence.platformQuestion, in: evidence.platformStore, bySecTrust: true)
        let object = VerdictJSON.object(judged, asked: "", handshake: connection.handshake)
        #expect(object["verdict"] == .string("trusted"))
        for handshake in [object["handshake"], row["agreed"]?["handshake"]] {
            #expect(handshake?["failure"] == .string("key not proved"))
        }
        #expect(row["agreed"]?["version"] == .string("TLS 1.3"))
        // Of files there is no handshake.
        #expect(VerdictJSON.object(judged, asked: "")["handshake"] == nil)
    }

    @Test(arguments: DoctorLaboratory.patients)
    func noCommandContradictsAnother(patient: DoctorLaboratory.Patient) throws {
        try Self.expectAgreement(try Self.examine(patient), patient.description)
    }

    /// The careful client of `attack mitm` believes a chain where SecTrust believes it, with the same authorities as an app's own.
    @Test func theVictimOfAnInterceptionBelievesWhatSecTrustBelieves() throws {
        let stage = try InterceptionStage(seed: 7)
        let question = ChainQuestion(hostName: Visit.hostName, time: Visit.epoch)
        for attacker in Interception.Attacker.allCases {
            let store = stage.store(against: attacker).trusted(on: .app)
            for chain in [stage.identity(of: attacker).chain, stage.pki.identity.chain] {
                let evaluation = SecTrust.Evaluation(of: chain, asking: question, in: store)
                let judge = stage.judge(.full, against: attacker)
                #expect(judge.verdict(on: chain).isTrusted == evaluation.result.isSuccess, "\(attacker)")
            }
        }
    }

    /// Every scenario about a server, shown by one.
    @Test func noCommandContradictsAnotherAboutAnyScenario() throws {
        var count = 0
        for scenario in TrustScenario.all {
            guard case .server(let asked) = try scenario.evidence(in: DoctorLaboratory.world.get()).asked,
                ATSHost(asked) != nil
            else { continue }
            try Self.expectAgreement(try Self.show(scenario.name), scenario.name)
            count += 1
        }
        #expect(count > 50)
    }

    /// What doctor, ats, evaluate, matrix and connect make of one contact.
    private static func expectAgreement(_ seen: Case, _ name: String) throws {
        let examination = seen.examination
        let diagnosis = Diagnosis(examination)
        let transport = examination.transport()
        let evidence = examination.evidence
        var trial: HandshakeTrial?
        switch examination.sight {
        case .server(let server): trial = server.anything?.handshake
        case .recording(let connection): trial = connection.handshake
        case .certificates: trial = nil
        case .nothing:
            #expect(diagnosis.result == .refuses && seen.connects != true, "\(name)")
            return
        }
        let verdict = evidence.evaluation().verdict
        let believes = verdict.isTrusted && trial?.failure == nil
        let platform = try #require(PolicyColumn.platform.decision(on: evidence)).accepts && trial?.failure == nil
        let loads = transport?.result == .loads
        if diagnosis.result == .connects {
            #expect(believes && platform && loads && seen.connects != false, "\(name)")
        }
        #expect((transport?.result == .refused) == (diagnosis.result == .refuses), "\(name): \(diagnosis.verdict)")
        if seen.connects == false {
            // An app that cannot connect is not told that it can, and the reason is said.
            #expect(diagnosis.result != .connects && !diagnosis.reasons.isEmpty, "\(name)")
        }
        #expect(!(seen.connects == true && trial?.failure != nil), "\(name)")
    }

    /// All names count, also those that are not listed.
    @Test func aCertificateForThreeThousandOtherHostsIsToldWithTheirNumber() throws {
        let chain = try Sample.chain { $0.dnsNames = (0..<3_000).map { "host\($0).other.example" } }
        var evidence = try DoctorLaboratory.evidence()
        evidence.chain = chain
        let host = try #require(ATSHost(DoctorLaboratory.host))
        let diagnosis = Diagnosis(Examination(of: host, sight: .certificates, evidence: evidence))
        #expect(diagnosis.verdict.sentence(in: .english).contains(" and 2998 more, not for www.example.com"))
    }

    // MARK: What it costs to ask

    /// A server that an app can use is asked twice, whatever it speaks: a slow one costs twice its delay.
    @Test func aServerThatAnAppCanUseIsAskedTwice() throws {
        for make in [DoctorLaboratory.tls13(), DoctorLaboratory.tls12()] {
            let server = FaultyServer(make)
            var dials = 0
            let evidence = try DoctorLaboratory.evidence()
            var interview = ServerInterview(
                DoctorLaboratory.place, serverName: DoctorLaboratory.host, seconds: 2,
                question: evidence.platformQuestion
            ) {
                dials += 1
                return server.dial()
            }
            guard case .agreed(_, let answers, _) = try interview.learn(.usual, then: ATSOffer.all()) else {
                throw TestFailure.noAgreement
            }
            #expect(dials == 2)
            // What follows from that is known of the other offers.
            #expect(answers.count >= 4)
        }
    }

    /// What is said to follow is what the server does when it is asked.
    @Test func whatFollowsFromAnAnswerIsWhatTheServerSays() throws {
        let suites: [[CipherSuite]] = [
            [.ecdheRSAAES128GCM], [.rsaAES128GCM, .ecdheRSAAES128GCM], [.rsaAES128GCM], [.dheRSAAES128GCM],
        ]
        let servers =
            [FaultyServer(DoctorLaboratory.tls13())] + suites.map { FaultyServer(DoctorLaboratory.tls12(.itself, $0)) }
        for server in servers {
            func learn(_ first: ATSOffer, _ others: [ATSOffer]) throws -> ATSServer {
                let evidence = try DoctorLaboratory.evidence()
                var interview = ServerInterview(
                    DoctorLaboratory.place, serverName: DoctorLaboratory.host, seconds: 2,
                    question: evidence.platformQuestion
                ) { server.dial() }
                guard
                    case .agreed(let anything, let answers, _) = try interview.learn(
                        first, then: others, unless: { _ in false })
                else { return ATSServer(anything: nil, answers: [:]) }
                return ATSServer(anything: anything, answers: answers)
            }
            let together = try learn(.usual, ATSOffer.all())
            for offer in ATSOffer.all() {
                let alone = try learn(offer, [])
                func agreed(_ server: ATSServer) -> [String]? {
                    guard case .agreed(let connection) = server.answer(to: offer) else { return nil }
                    return ["\(connection.version.map { "\($0)" } ?? "")", connection.suite?.description ?? ""]
                }
                #expect(agreed(together) == agreed(alone), "\(offer)")
            }
        }
    }
}
