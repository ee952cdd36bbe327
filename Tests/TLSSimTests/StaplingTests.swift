import Crypto
import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TLSSim
@testable import TrustLab

/// OCSP responses stapled to the certificate (RFC 6066 section 8).
struct StaplingTests {
    /// tryLater: a response that needs nobody's signature (RFC 6960 section 4.2.1).
    private let tryLater: [UInt8] = [0x30, 0x03, 0x0a, 0x01, 0x03]

    private func stapling(_ suite: CipherSuite, asks: Bool, response: [UInt8]?) async throws -> Pair {
        let fixture = try await Fixture.shared.get()
        return Pair(suites: [suite], requestsStatus: asks, ocspResponse: response, tracing: true, fixture)
    }

    private func status(_ outcome: Pair.Outcome) -> [Note] {
        (outcome.outputs[.client] ?? []).compactMap { output in
            if case .note(let note) = output, case .trust(.statusStapled) = note { note } else { nil }
        }
    }

    /// It comes after the certificate, if it was asked for and if there is one.
    @Test(arguments: [CipherSuite.rsaAES128GCM, .dheRSAAES128GCM])
    func aResponseFollowsTheCertificateIfAskedFor(suite: CipherSuite) async throws {
        for asks in [false, true] {
            for response in [nil, tryLater] {
                var pair = try await stapling(suite, asks: asks, response: response)
                let outcome = await pair.run()
                #expect(outcome.isComplete, "\(outcome.errors)")
                let types = Mutual.types(outcome.flights[1].octets)
                let isStapled = asks && response != nil
                #expect(types.contains(.certificateStatus) == isStapled)
                #expect(!isStapled || types.firstIndex(of: .certificateStatus) == 2)
                #expect(status(outcome).count == (isStapled ? 1 : 0))
            }
        }
    }

    /// A server may think better of it; garbage is shown as such and decides nothing.
    @Test func aPromisedResponseMayBeMissingOrUnreadable() async throws {
        for suite in [CipherSuite.rsaAES128GCM, .ecdheRSAAES128GCM] {
            var silent = try await stapling(suite, asks: true, response: tryLater)
            let outcome = await silent.run { index, _, octets in
                guard index == 1 else { return octets }
                var list = records(in: octets)
                list.remove(at: 2)
                return list.flatMap { $0 }
            }
            // The two no longer agree on what was said; what the client does with the omission itself is nothing.
            #expect(outcome.alerts[.client] == nil)
            #expect(outcome.errors[.server] == .finishedMismatch)
            var garbage = try await stapling(suite, asks: true, response: [1, 2, 3])
            let other = await garbage.run()
            #expect(other.isComplete)
            #expect(status(other) == [.trust(.statusStapled(octets: 3, nil))])
            #expect(status(other).first?.sentence(in: .english).contains("cannot be read") == true)
        }
    }

    /// Unasked for, doubled, too early or too late gets unexpected_message; malformed decode_error.
    @Test func aMisplacedResponseIsRefused() async throws {
        func answer(asks: Bool, response: [UInt8]?, _ change: ([[UInt8]]) -> [[UInt8]]) async throws
            -> AlertDescription?
        {
            var pair = try await stapling(.dheRSAAES128GCM, asks: asks, response: response)
            return await pair.run { index, _, octets in
                index == 1 ? change(records(in: octets)).flatMap { $0 } : octets
            }.alerts[.client]
        }
        let stray = record(22, CertificateStatus(response: tryLater).message.bytes)
        for asks in [false, true] {
            for place in 1...4 {
                let alert = try await answer(asks: asks, response: nil) { list in
                    var list = list
                    list.insert(stray, at: min(place, list.count))
                    return list
                }
                #expect(alert == .unexpectedMessage, "\(place)")
            }
        }
        for order in [[0, 1, 2, 2, 3, 4], [0, 2, 1, 3, 4], [0, 1, 3, 2, 4]] {
            #expect(
                try await answer(asks: true, response: tryLater) { list in order.map { list[$0] } }
                    == .unexpectedMessage)
        }
        for body: [UInt8] in [[], [2, 0, 0, 1, 7], [1, 0, 0, 0], [1, 0, 0, 2, 7], [1, 0, 0, 1, 7, 7]] {
            let alert = try await answer(asks: true, response: tryLater) { list in
                var list = list
                list[2] = record(22, HandshakeMessage(.certificateStatus, body: body).bytes)
                return list
            }
            // A type that does not exist can be read, and is out of range.
            #expect(alert == (body.first == 2 ? .illegalParameter : .decodeError), "\(body)")
        }
        // Answered though it was not asked for.
        var pair = try await stapling(.dheRSAAES128GCM, asks: false, response: nil)
        let outcome = await pair.run { index, _, octets in
            guard index == 1 else { return octets }
            var list = records(in: octets)
            var reader = ByteReader(Array(list[0].dropFirst(9)), recording: false)
            guard var hello = try? ServerHello.read(from: &reader) else { return octets }
            hello.extensions.append(.statusRequest(nil))
            list[0] = record(22, hello.message.bytes)
            return list.flatMap { $0 }
        }
        #expect(outcome.alerts[.client] == .unsupportedExtension)
    }

    /// A client of TLS 1.3 alone asks, too; the response then stands in Certificate (RFC 8446 section 4.4.2.1).
    @Test func inTLS13AResponseStandsInCertificateIfAskedFor() async throws {
        let response: [UInt8] = [0x30, 0x03, 0x0a, 0x01, 0x03]
        var flights: [Int] = []
        for asks in [false, true] {
            var pair = try await TLS13Pair.able { client, server in
                client.requestsStatus = asks
                server.ocspResponse = response
            }
            var (client, random) = (pair.client, pair.random)
            let hello = try client.begin(using: &random).parsed(ClientHello.read)
            #expect(hello.extensions.contains(.statusRequest(StatusRequest())) == asks)
            let outcome = pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            flights.append(try #require(outcome.flights.dropFirst().first).octets.count)
        }
        // Type and length of the extension, type and length of CertificateStatus, the response.
        #expect(flights[1] - flights[0] == 4 + 4 + response.count)
    }

    /// A server whose certificate is revoked, as it shows itself, is told so.
    @Test func aStapledRevocationIsHeeded() async throws {
        let scenario = try #require(TrustScenario.named("revoked"))
        let world = try ScenarioWorld(seed: 7)
        let evidence = try scenario.evidence(in: world)
        let fixture = try await Fixture.shared.get().pki
        let pki = LessonPKI(
            root: fixture.root, intermediate: fixture.intermediate,
            identity: Identity(chain: evidence.chain, privateKey: .ecdsa(world.serverKey)),
            serverKey: fixture.serverKey, trustStore: evidence.platformStore)
        func run(at time: Int64, _ checksMade: ChecksMade) async -> Pair.Outcome {
            let verdict = Evaluator(store: pki.trustStore).judge(
                chain: evidence.chain, question: ChainQuestion(hostName: Fixture.hostName, time: evidence.time),
                checksMade: checksMade)
            var pair = Pair(
                suites: [.ecdheECDSAAES128GCM], requestsStatus: true, ocspResponse: evidence.stapledResponse, now: time,
                tracing: true, (pki, verdict))
            return await pair.run()
        }
        for checksMade in [ChecksMade.full, .anyName] {
            let outcome = await run(at: evidence.time, checksMade)
            #expect(outcome.alerts[.client] == .certificateRevoked)
            #expect(outcome.alerts[.client]?.description == "certificate_revoked")
            guard case .certificateRefused(.revoked, let reason)? = outcome.errors[.client] else {
                Issue.record("\(outcome.errors)")
                continue
            }
            #expect(reason.english.contains("Good Issuing CA has signed it"))
        }
        // A response that is out of date counts as none, and who checks nothing does not read it either.
        #expect(await run(at: evidence.time + 30 * 86_400, .full).isComplete)
        #expect(await run(at: evidence.time, .none).isComplete)
    }

    /// A response that OpenSSL's responder made says what it was told to say.
    @Test func aResponseMadeByOpenSSLIsUnderstood() async throws {
        try await Tool.require("openssl")
        let pki = try await Fixture.shared.get().pki
        try await TemporaryDirectory.use { directory in
            func openssl(_ arguments: [String]) async throws { _ = try await Tool.output("openssl", arguments) }
            let (ca, key) = (directory.path(of: "ca.pem"), directory.path(of: "ca.key"))
            try await openssl([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", ca, "-subj", "/CN=Responder",
            ])
            let request = directory.path(of: "request")
            try await openssl(["ocsp", "-issuer", ca, "-serial", "0x1234", "-no_nonce", "-reqout", request])
            let lines: [(String, StapledResponse.CertificateState)] = [
                ("V\t400101000000Z\t\t1234\tunknown\t/CN=x\n", .good),
                ("R\t400101000000Z\t250101000000Z\t1234\tunknown\t/CN=x\n", .revoked), ("", .unknown),
            ]
            for (line, state) in lines {
                let index = try directory.write(text: line, to: "index")
                let file = directory.path(of: "response")
                try await openssl([
                    "ocsp", "-index", index, "-CA", ca, "-rsigner", ca, "-rkey", key, "-reqin", request, "-respout",
                    file, "-ndays", "1",
                ])
                let octets = try directory.read("response")
                let response = try StapledResponse(octets)
                #expect(response.status == 0)
                #expect(response.certificates == [state])
                // No octet of it can make reading fail in another way than with an error.
                for count in octets.indices { _ = try? StapledResponse(Array(octets.prefix(count))) }
                var pair = Pair(
                    suites: [.ecdheRSAAES128GCM], requestsStatus: true, ocspResponse: octets, tracing: true,
                    (pki, try await Fixture.shared.get().verdict))
                let outcome = await pair.run()
                #expect(outcome.isComplete)
                #expect(status(outcome) == [.trust(.statusStapled(octets: octets.count, response))])
            }
        }
        #expect(try StapledResponse(tryLater).status == 3)
        for octets: [UInt8] in [[], [0x30, 0], [0x30, 3, 2, 1, 0], [0x30, 0x80]] {
            #expect(throws: TrustError.self) { try StapledResponse(octets) }
        }
    }
}
