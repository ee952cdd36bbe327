import TLSSim
import TestVisit
import Testing
import Trace

@testable import Simulator

@Suite struct ClientCertificateTests {
    private static let suites: [CipherSuite] = [.dheRSAAES128GCM, .rsaAES256GCM, .ecdheECDSAAES128GCM]

    private func visit(_ kind: ClientCertificate?, _ suite: CipherSuite) throws -> Journal {
        try SharedVisit.run(.init(seed: 21, suite: suite, clientCertificate: kind)).journal
    }

    private func failures(_ journal: Journal, _ who: Principal) -> [String] {
        journal.events.compactMap { event in
            if case .failed(let alert) = event.kind, event.who == who { alert.sentence(in: .english) } else { nil }
        }
    }

    private func reached(_ journal: Journal, _ who: Principal, _ machine: String) -> [String] {
        journal.events.compactMap { event in
            if case .transition(machine, _, let state) = event.kind, event.who == who { state } else { nil }
        }
    }

    @Test(arguments: suites)
    func withAGoodCertificateThePageComesAndTheServerKnowsTheClient(suite: CipherSuite) throws {
        let journal = try visit(.good, suite)
        #expect(failures(journal, .client).isEmpty && failures(journal, .server).isEmpty)
        let proved = journal.events.filter { $0.step == "tls.check.certificate_verify" }
        #expect(proved.count == 1 && proved.first?.who == .server)
        // Both sides have judged a chain, each the other's.
        for who in [Principal.client, .server] {
            #expect(reached(journal, who, "TLS").contains("JudgingChain"))
            #expect(reached(journal, who, "TLS").last == "Closed")
        }
        let ledger = Ledger(journal)
        let keys = [Knowledge.clientPrivateKey, Knowledge.clientSigningKey]
        let key = suite.keyExchange == .ecdheECDSA ? keys[1] : keys[0]
        for who in [Principal.client, .server, .eavesdropper, .thief] {
            #expect(ledger.holds(who, key) == (who == .client))
        }
        #expect(ledger.fact(.server, Knowledge.applicationData) != nil)
    }

    @Test(arguments: suites)
    func withoutOneWithOneOfASelfMadeAuthorityWithACopiedOneEachEndsAtItsOwnCheckAndNothingIsSaid(suite: CipherSuite)
        throws
    {
        let cases: [(ClientCertificate, alert: String, lastState: String)] = [
            (.missing, "handshake_failure", "ExpectCertificate"), (.wrongAuthority, "unknown_ca", "JudgingChain"),
            (.copied, "decrypt_error", "ExpectCertificateVerify"), (.notListed, "access_denied", "JudgingChain"),
        ]
        for (kind, alert, lastState) in cases {
            let journal = try visit(kind, suite)
            #expect(failures(journal, .server).first?.hasPrefix(alert) == true, "\(failures(journal, .server))")
            #expect(failures(journal, .client) == ["the peer sent a fatal alert, \(alert)"])
            let states = reached(journal, .server, "TLS")
            #expect(states.suffix(2) == [lastState, "Failed"])
            #expect(!Ledger(journal).holds(.server, Knowledge.applicationData))
            #expect(
                Ledger(journal).holds(.client, Knowledge.clientPrivateKey)
                    == (kind != .missing && kind != .copied && suite.keyExchange != .ecdheECDSA))
            // Section 7.2.2: both close.
            for who in [Principal.client, .server] { #expect(reached(journal, who, "TCP").last == "CLOSED") }
            #expect(!journal.events.contains { $0.who == .thief })
        }
    }

    @Test func whatARunLeavesOutIsTrueOfThisRun() throws {
        for kind in [nil] + ClientCertificate.allCases.map(Optional.some) {
            let journal = try visit(kind, .dheRSAAES128GCM)
            let limits = journal.limits.map { $0.sentence(in: .english) }
            #expect(limits.contains { $0.contains("client certificates") } == (kind == nil))
            #expect(limits.contains { $0.contains("close_notify") } == (kind?.isGood ?? true))
            #expect(journal.settings.contains { $0.name == "client certificate" } == (kind != nil))
        }
    }

    @Test func everyNewMessageAndCheckIsExplainedTheSameSeedGivesTheSameRun() throws {
        let journal = try visit(.good, .dheRSAAES128GCM)
        for step in ["tls.certificate_request", "tls.certificate_verify", "tls.calc.certificate_verify"] {
            let event = try #require(journal.events.first { $0.step == step })
            #expect(event.remark?.sentence(in: .english).isEmpty == false)
            #expect(event.cite != nil)
        }
        let again = try visit(.good, .dheRSAAES128GCM)
        #expect(journal.events.map(\.step) == again.events.map(\.step))
        func octets(_ journal: Journal) -> [[UInt8]] {
            journal.events.compactMap { if case .sent(let packet, _) = $0.kind { packet.bytes } else { nil } }
        }
        #expect(octets(journal) == octets(again))
    }
}
