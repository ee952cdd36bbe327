import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// A handshake between our own two halves.
struct HandshakeTests {
    /// Every suite, with and without the extended master secret, over several seeds.
    @Test(arguments: CipherSuite.live)
    func everySuiteCompletesAHandshake(suite: CipherSuite) async throws {
        for seed: UInt64 in 1...2 {
            for extended in [false, true] {
                var pair = try await Pair.able(suite, seed: seed, extended: extended, tracing: true)
                let outcome = await pair.run()
                #expect(outcome.isComplete, "\(suite) seed \(seed): \(outcome.errors)")
                #expect(outcome.plaintext[.server] == Array("ping".utf8))
                #expect(outcome.plaintext[.client] == Array("pong".utf8))
                #expect(pair.client.state == "Closed")
                #expect(pair.server.state == "Closed")
                for secret in [Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock] {
                    let client = learned(secret, outcome.outputs[.client])
                    #expect(client != nil && client == learned(secret, outcome.outputs[.server]))
                }
                #expect(learned(Knowledge.masterSecret, outcome.outputs[.client])?.count == 48)
            }
        }
    }

    private func learned(_ wanted: SecretID, _ outputs: [Output]?) -> [UInt8]? {
        for case .learned(let secret, _, let value) in outputs ?? [] where secret == wanted { return value }
        return nil
    }

    /// Messages come in the order of RFC 5246 figure 1, each in the state that awaits it.
    @Test func messagesComeInTheOrderOfTheRFC() async throws {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(suites: [.dheRSAAES128GCM], tracing: true, fixture)
        let outcome = await pair.run()
        #expect(
            labels(outcome.outputs[.client]) == [
                "ClientHello", "ClientKeyExchange", "ChangeCipherSpec", "Finished", "application data",
                "Alert close_notify",
            ])
        #expect(
            labels(outcome.outputs[.server]) == [
                "ServerHello", "Certificate", "ServerKeyExchange", "ServerHelloDone", "ChangeCipherSpec", "Finished",
                "application data", "Alert close_notify",
            ])
        #expect(
            states(outcome.outputs[.client]) == [
                "ExpectServerHello", "ExpectCertificate", "JudgingChain", "ExpectServerKeyExchange",
                "ExpectServerHelloDone", "ExpectChangeCipherSpec", "ExpectFinished", "Traffic", "Closed",
            ])
        #expect(
            states(outcome.outputs[.server]) == [
                "ExpectClientKeyExchange", "ExpectChangeCipherSpec", "ExpectFinished", "Traffic", "Closed",
            ])
    }

    private func labels(_ outputs: [Output]?) -> [String] {
        (outputs ?? []).compactMap { if case .wrote(let record, _) = $0 { record.message.label } else { nil } }
    }

    private func states(_ outputs: [Output]?) -> [String] {
        (outputs ?? []).compactMap { if case .entered(let state, _) = $0 { state } else { nil } }
    }

    /// RSA key transport has no ServerKeyExchange.
    @Test func rsaKeyTransportHasNoServerKeyExchange() async throws {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(suites: [.rsaAES128GCM], tracing: true, fixture)
        let outcome = await pair.run()
        #expect(outcome.isComplete)
        #expect(!labels(outcome.outputs[.server]).contains("ServerKeyExchange"))
    }

    /// The leaf fields of every message cover its octets exactly once.
    @Test(arguments: CipherSuite.live)
    func theFieldsOfEveryMessageCoverItsOctetsOnce(suite: CipherSuite) async throws {
        var pair = try await Pair.able(suite, tracing: true)
        let outcome = await pair.run()
        var count = 0
        for output in (outcome.outputs[.client] ?? []) + (outcome.outputs[.server] ?? []) {
            let message: Message
            switch output {
            case .wrote(let record, _), .read(let record, _): message = record.message
            default: continue
            }
            for pane in message.panes {
                count += 1
                #expect(pane.fields.coverExactly(0..<pane.bytes.count), "\(message.label), \(pane.name)")
            }
        }
        #expect(count > 20)
    }

    /// What is read is dissected as it was written, and both sides' transcripts agree.
    @Test func messagesAreReadAsTheyWereWritten() async throws {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(suites: [.dheRSAAES256GCM], tracing: true, fixture)
        let outcome = await pair.run()
        for (writer, reader) in [(Principal.client, Principal.server), (.server, .client)] {
            let written = (outcome.outputs[writer] ?? []).compactMap { output -> Message? in
                if case .wrote(let record, _) = output { record.message } else { nil }
            }
            let read = (outcome.outputs[reader] ?? []).compactMap { output -> Message? in
                if case .read(let record, _) = output { record.message } else { nil }
            }
            #expect(written.map(\.panes) == read.map(\.panes))
            #expect(written.map(\.stream) == read.map(\.stream))
            // Which hash it is the ClientHello's writer cannot know yet; its reader does not know either.
            #expect(written.map(\.transcriptHash) == read.map(\.transcriptHash))
        }
    }

    /// Tracing changes no octet on the wire.
    @Test func tracingChangesNoOctet() async throws {
        for suite in CipherSuite.all {
            var traced = try await Pair.able(suite, arithmetic: .lesson, tracing: true)
            var silent = try await Pair.able(suite, arithmetic: .lesson, tracing: false)
            let first = await traced.run()
            let second = await silent.run()
            #expect(first.flights.map(\.octets) == second.flights.map(\.octets))
        }
    }

    /// Octets may arrive one at a time, or all at once.
    @Test(arguments: CipherSuite.live)
    func octetsMayArriveOneByOneOrAllAtOnce(suite: CipherSuite) async throws {
        var reference = try await Pair.able(suite, arithmetic: .lesson)
        let flights = await reference.run().flights
        var pair = try await Pair.able(suite, arithmetic: .lesson)
        _ = pair.handle(.start, by: .client)
        var established: Set<Principal> = []
        for flight in flights.dropLast(4) {
            let reader: Principal = flight.from == .client ? .server : .client
            for octet in flight.octets {
                for output in pair.handle(.bytes([octet]), by: reader) {
                    if case .judge = output {
                        for next in pair.handle(.verdict(pair.verdict), by: reader) {
                            if case .failed(let error, _) = next { Issue.record("\(error)") }
                        }
                    }
                    if case .established = output { established.insert(reader) }
                    if case .failed(let error, _) = output { Issue.record("\(reader): \(error)") }
                }
            }
        }
        #expect(established == [.client, .server])
    }

    /// Handshake messages in records of one octet each are put together (RFC 5246 6.2.1).
    @Test func messagesInRecordsOfOneOctetArePutTogether() async throws {
        for suite in [CipherSuite.rsaAES128GCM, .dheRSAAES128GCM] {
            var pair = try await Pair.able(suite)
            let outcome = await pair.run { flight, _, octets in
                guard flight < 2 else { return octets }
                return records(in: octets).flatMap { whole in whole.dropFirst(5).flatMap { record(whole[0], [$0]) } }
            }
            #expect(outcome.isComplete, "\(outcome.errors)")
        }
    }

    /// A whole flight in one record is taken apart (RFC 5246 6.2.1).
    @Test func aFlightInOneRecordIsTakenApart() async throws {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(suites: [.dheRSAAES128GCM], fixture)
        let outcome = await pair.run { flight, _, octets in
            flight == 1 ? record(22, records(in: octets).flatMap { Array($0.dropFirst(5)) }) : octets
        }
        #expect(outcome.isComplete, "\(outcome.errors)")
    }

    /// The server takes its own order of preference; the client's order does not override it.
    @Test func theServersOrderOfPreferenceDecides() async throws {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(
            suites: [.rsaAES256GCM, .dheRSAAES128GCM], serverSuites: [.dheRSAAES128GCM, .rsaAES256GCM], fixture)
        let hello = await pair.run().flights[1].octets
        #expect(Array(hello[44..<46]) == [0x00, 0x9e])
    }

    /// Toy groups pass only a client that says so.
    @Test func toyGroupsPassOnlyAClientThatSaysSo() async throws {
        let fixture = try await Fixture.shared.get()
        let toy = try #require(FiniteFieldGroup.named("toy-23"))
        for seed: UInt64 in 1...8 {
            var pair = Pair(seed: seed, suites: [.dheRSAAES128GCM], group: toy, fixture)
            #expect(await pair.run().isComplete)
        }
        var strict = Pair(suites: [.dheRSAAES128GCM], group: toy, fixture)
        strict.client = TLSEndpoint(
            Client.Configuration(
                hostName: Fixture.hostName, cipherSuites: [.dheRSAAES128GCM], groups: [], tracing: false))
        let outcome = await strict.run()
        #expect(outcome.errors[.client] == .weakGroup(bits: 5, minimum: 2048))
        #expect(outcome.alerts[.client] == .insufficientSecurity)
    }

    /// A client that names other finite-field groups only gets no DHE (RFC 7919 section 4).
    @Test func aClientWithOtherFiniteFieldGroupsGetsNoDHE() async throws {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(suites: [.dheRSAAES128GCM], group: .ffdhe3072, fixture)
        pair.client = TLSEndpoint(
            Client.Configuration(
                hostName: Fixture.hostName, cipherSuites: [.dheRSAAES128GCM], groups: [.init(rawValue: 256)],
                tracing: false))
        let outcome = await pair.run()
        #expect(outcome.errors[.server] == .noCommonGroup)
        #expect(outcome.alerts[.server] == .insufficientSecurity)
    }
}
