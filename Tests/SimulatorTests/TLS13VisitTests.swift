import TLSSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// The story of TLS 1.3.
struct TLS13VisitTests {
    private func labels(_ journal: Journal, _ who: Principal) -> [String] {
        journal.events.compactMap { event in
            if case .wrote(let message) = event.kind, event.who == who { message.label } else { nil }
        }
    }

    private func visit(_ tls13: Visit.TLS13Options, client: ClientCertificate? = nil, seed: UInt64 = 7) throws
        -> Journal
    {
        try SharedVisit.run(.init(seed: seed, clientCertificate: client, tls13: tls13)).journal
    }

    @Test func theMessagesAreThoseOfRFC8446Figure1() throws {
        let journal = try visit(.init())
        #expect(
            labels(journal, .client) == [
                "ClientHello", "ChangeCipherSpec", "Finished", "application data", "Alert close_notify",
            ])
        #expect(
            labels(journal, .server) == [
                "ServerHello", "ChangeCipherSpec", "EncryptedExtensions", "Certificate", "CertificateVerify",
                "Finished",
                "application data", "Alert close_notify",
            ])
        #expect(!journal.events.contains { if case .failed = $0.kind { true } else { false } })
    }

    @Test(arguments: [Visit.TLS13Options(), .init(resumes: true), .init(group: .secp256r1, isRetried: true)])
    func nobodyHasReadFromTheWireWhatItSent(tls13: Visit.TLS13Options) throws {
        let journal = try visit(tls13)
        #expect(journal.falseOrigins.isEmpty)
        let ledger = Ledger(journal)
        // The hellos are of both sides.
        for who in [Principal.client, .server] {
            #expect(
                ledger.reasons(who, Knowledge.hellos).first?.english.hasPrefix("hellos: sent in part, read in part")
                    == true)
        }
        #expect(
            ledger.reasons(.eavesdropper, Knowledge.hellos).first?.english.hasPrefix("hellos: read from the wire")
                == true)
    }

    @Test func aWrongBetCostsAnotherHello() throws {
        let journal = try visit(.init(group: .secp256r1, isRetried: true))
        #expect(labels(journal, .client).filter { $0 == "ClientHello" }.count == 2)
        #expect(labels(journal, .server).prefix(3) == ["HelloRetryRequest", "ChangeCipherSpec", "ServerHello"])
    }

    @Test func aTicketStandsForTheCertificateAndTheFreshExchangeKeepsTheTicketKeyOut() throws {
        let journal = try visit(.init(resumes: true))
        #expect(!labels(journal, .server).contains("Certificate"))
        let ledger = Ledger(journal)
        #expect(ledger.holds(.thief, Knowledge.ticketKey) && ledger.holds(.thief, Knowledge.offeredPSK))
        #expect(!ledger.holds(.thief, Knowledge.applicationData))
    }

    @Test(arguments: [NamedGroup.x25519, .x25519MLKEM768])
    func onlyTheHybridHoldsAgainstAQuantumComputer(group: NamedGroup) throws {
        let journal = try visit(.init(group: group))
        var later = journal
        later.add(Knowledge.quantumDerivations(group))
        #expect(!Ledger(journal).holds(.thief, Knowledge.applicationData))
        #expect(Ledger(later).holds(.eavesdropper, Knowledge.applicationData) == (group == .x25519))
    }

    @Test func theSameSeedGivesTheSameRun() throws {
        let options = Visit.Options(seed: 7, tls13: .init())
        let (one, two) = (try Visit.run(options).journal, try visit(.init()))
        #expect(one.events.map { "\($0.kind)" } == two.events.map { "\($0.kind)" })
    }

    @Test func aClientThatIsAskedShowsItsCertificateEncrypted() throws {
        let journal = try visit(.init(), client: .good, seed: 8)
        let wrote = journal.events.compactMap { event -> Message? in
            if case .wrote(let message) = event.kind, event.who == .client { message } else { nil }
        }
        #expect(wrote.contains { $0.label == "Certificate" && $0.encrypted })
        #expect(wrote.contains { $0.label == "CertificateVerify" })
    }
}
