import Crypto
import PKI
import Testing
import Trace

@testable import TLSSim

/// Endpoints with a missing rule, and obsolete suites: what each does, and what one careful side is worth.
struct MissingRuleTests {
    private static let suites: [CipherSuite] = [.dheRSAAES128GCM, .rsaAES128CBCSHA]

    /// A pair, each side with a change of its configuration.
    private func pair(
        _ suites: [CipherSuite] = suites, client: (inout Client.Configuration) -> Void = { _ in },
        server: (inout Server.Configuration) -> Void = { _ in }
    ) async throws -> Pair {
        let fixture = try await Fixture.shared.get()
        var pair = Pair(suites: suites, fixture)
        var near = Client.Configuration(
            hostName: Fixture.hostName, cipherSuites: suites, arithmetic: .live, tracing: false)
        client(&near)
        var far = Server.Configuration(
            identity: fixture.pki.identity, cipherSuites: suites, arithmetic: .live, tracing: false)
        server(&far)
        pair.client = TLSEndpoint(near)
        pair.server = TLSEndpoint(far)
        return pair
    }

    /// RFC 5246 section 7.4.9: the strong suite is taken out of the hello, and each side that compares Finished notices.
    @Test(arguments: [false, true], [false, true])
    func aChangedHelloIsNoticedBySidesThatCompare(client: Bool, server: Bool) async throws {
        var pair = try await pair(
            client: { $0.missingRules = client ? [] : .comparingFinished },
            server: { $0.missingRules = server ? [] : .comparingFinished })
        let outcome = await pair.run { flight, _, octets in
            flight == 0 ? octets.replacing([0x00, 0x9e, 0x00, 0x2f], with: [0x00, 0x2f, 0x00, 0x2f]) : octets
        }
        guard client || server else {
            #expect(outcome.isComplete && outcome.plaintext.count == 2)
            return
        }
        // The client's Finished comes first.
        let noticing = server ? Principal.server : .client
        #expect(outcome.errors[noticing] == .finishedMismatch && outcome.alerts[noticing] == .decryptError)
    }

    /// RFC 5246 section 7.1: a ChangeCipherSpec before the key exchange. A careless side changes keys by it: what comes next in clear does
    /// not open.
    @Test(arguments: [Principal.client, .server], [false, true])
    func anEarlyChangeCipherSpecIsRefused(victim: Principal, refuses: Bool) async throws {
        let missing: MissingRules = refuses ? [] : .refusingEarlyChangeCipherSpec
        var pair = try await pair(
            client: { if victim == .client { $0.missingRules = missing } },
            server: { if victim == .server { $0.missingRules = missing } })
        let outcome = await pair.run { flight, from, octets in
            let records = records(in: octets)
            if victim == .client, flight == 1, let hello = records.first {
                return hello + record(20, [1]) + records.dropFirst().flatMap { $0 }
            }
            return victim == .server && flight == 2 ? record(20, [1]) + octets : octets
        }
        #expect(outcome.established.isEmpty)
        #expect(outcome.alerts[victim] == (refuses ? .unexpectedMessage : .badRecordMAC), "\(outcome.errors)")
    }

    /// RFC 5246 section 7.4.3: a changed signature of the parameters. A client that does not verify it answers them, and only Finished
    /// shows the change.
    @Test(arguments: [false, true])
    func aChangedSignatureOfTheParametersIsRefused(verifies: Bool) async throws {
        var pair = try await pair(
            [.dheRSAAES128GCM], client: { $0.missingRules = verifies ? [] : .verifyingServerKeyExchange })
        let outcome = await pair.run { flight, _, octets in
            guard flight == 1 else { return octets }
            return records(in: octets).flatMap { record in
                record[5] == 12 ? record.dropLast() + record.suffix(1).map { $0 ^ 1 } : record
            }
        }
        #expect((outcome.alerts[.client] == .decryptError) == verifies, "\(outcome.errors)")
        #expect((outcome.errors[.server] == .finishedMismatch) == !verifies, "\(outcome.errors)")
    }

    /// A suite of DH_anon: no certificate, no signature, and nothing known of the peer.
    @Test func anAnonymousServerShowsNothing() async throws {
        var pair = try await pair([.dhAnonAES128GCM])
        let outcome = await pair.run()
        #expect(outcome.isComplete, "\(outcome.errors)")
        let flight = try #require(outcome.flights.first { $0.from == .server }).octets
        #expect(records(in: flight).map { $0[5] } == [2, 12, 14])
        let peers = outcome.outputs[.client, default: []].compactMap { output -> PeerIdentity? in
            if case .established(let parameters) = output { parameters.peer } else { nil }
        }
        #expect(peers == [.anonymous])
    }

    /// The export suite is served in the group for it alone, and only where there is one.
    @Test func theExportSuiteHasAGroupOfItsOwn() async throws {
        for group in [nil, FiniteFieldGroup.toy40] {
            var pair = try await pair(
                [.dheRSAExport], client: { $0.groupPolicy = .init(minimumBits: 1, acceptsToys: true) },
                server: { $0.exportGroup = group })
            let outcome = await pair.run()
            #expect(outcome.errors.isEmpty == (group != nil))
            #expect(group != nil || outcome.alerts[.server] == .insufficientSecurity)
        }
        #expect(CipherSuite.dheRSAExport.name == "TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA")
        #expect(!CipherSuite.all.contains(.dheRSAExport) && !CipherSuite.all.contains(.dhAnonAES128GCM))
    }

    /// RFC 5929 section 3: both sides have the same tls-unique.
    @Test func bothSidesHaveTheSameChannelBinding() async throws {
        var pair = try await pair()
        let outcome = await pair.run()
        let bindings = [Principal.client, .server].flatMap { outcome.outputs[$0, default: []] }
            .compactMap { output -> [UInt8]? in
                if case .established(let parameters) = output { parameters.tlsUnique } else { nil }
            }
        #expect(bindings.count == 2 && bindings.first == bindings.last && bindings.first?.count == 12)
    }
}
