import TLSSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// The story of early data.
struct EarlyDataVisitTests {
    private static let tls13 = Visit.TLS13Options(sendsEarlyData: true)

    private func visit(_ change: (inout Visit.Options) -> Void = { _ in }) throws -> Journal {
        var options = Visit.Options(seed: 7, tls13: Self.tls13)
        change(&options)
        return try SharedVisit.run(options).journal
    }

    private func labels(_ journal: Journal, _ who: Principal) -> [String] {
        journal.events.compactMap { event in
            if case .wrote(let message) = event.kind, event.who == who { message.label } else { nil }
        }
    }

    /// The first event of that step that a side writes, or reads if not.
    private func event(_ journal: Journal, _ step: String, of who: Principal, writes: Bool = true) -> Event? {
        journal.events.first { event in
            guard event.step == step, event.who == who else { return false }
            return switch event.kind {
            case .wrote: writes
            case .read: !writes
            default: false
            }
        }
    }

    @Test func theMessagesAreThoseOfRFC8446Figure4() throws {
        let journal = try visit()
        #expect(
            labels(journal, .client) == [
                "ClientHello", "ChangeCipherSpec", "application data", "EndOfEarlyData", "Finished",
                "Alert close_notify",
            ])
        #expect(
            labels(journal, .server).prefix(5) == [
                "ServerHello", "ChangeCipherSpec", "EncryptedExtensions", "Finished", "application data",
            ])
        #expect(!journal.events.contains { if case .failed = $0.kind { true } else { false } })
    }

    @Test func theAnswerDoesNotWaitForTheClientsFinished() throws {
        let journal = try visit()
        let answer = try #require(event(journal, "tls.application_data", of: .server))
        let finished = try #require(event(journal, "tls.finished", of: .server, writes: false))
        #expect(answer.number < finished.number && answer.at < finished.at)
        // Where the client has to show who it is, the answer waits.
        let careful = try visit {
            $0.seed = 8
            $0.clientCertificate = .good
        }
        let late = try #require(event(careful, "tls.application_data", of: .server))
        let proof = try #require(event(careful, "tls.finished", of: .server, writes: false))
        #expect(late.number > proof.number)
    }

    @Test func theRequestArrivesARoundTripEarlier() throws {
        let plain = try SharedVisit.run(.init(seed: 7, tls13: .init(resumes: true))).journal
        let times = try [visit(), plain].map { journal in
            try #require(event(journal, "tls.application_data", of: .server, writes: false)).at
        }
        #expect(times[1] - times[0] == .milliseconds(20))
    }

    @Test func whoHasTheTicketsSecretReadsTheEarlyDataAndNothingElse() throws {
        let journal = try visit()
        let ledger = Ledger(journal)
        #expect(!ledger.holds(.eavesdropper, Knowledge.earlyData))
        #expect(ledger.holds(.server, Knowledge.earlyData))
        // The thief has taken the server's key and the key of the tickets.
        #expect(ledger.holds(.thief, Knowledge.earlyData) && !ledger.holds(.thief, Knowledge.applicationData))
        for (secret, opens) in [
            (Knowledge.serverPrivateKey, false), (Knowledge.ticketKey, true), (Knowledge.offeredPSK, true),
        ] {
            var copy = journal
            copy.record(
                at: .zero, who: .eavesdropper, step: "test.theft",
                .learned(secret, .stolen(how: Words(same: "")), value: nil))
            #expect(Ledger(copy).holds(.eavesdropper, Knowledge.earlyData) == opens, "\(secret)")
            #expect(!Ledger(copy).holds(.eavesdropper, Knowledge.applicationData), "\(secret)")
        }
    }

    /// RFC 8446 section 4.2.10: with a HelloRetryRequest the early data is lost, and the application asks once more.
    @Test func aHelloRetryRequestCostsTheEarlyData() throws {
        let journal = try visit { $0.tls13 = .init(group: .secp256r1, isRetried: true, sendsEarlyData: true) }
        #expect(labels(journal, .client).filter { $0 == "application data" }.count == 2)
        #expect(!labels(journal, .client).contains("EndOfEarlyData"))
        #expect(Ledger(journal).holds(.server, Knowledge.applicationData))
        #expect(!journal.events.contains { if case .failed = $0.kind { true } else { false } })
    }

    @Test func theServerMayCloseFirst() throws {
        let journal = try visit { $0.closesFirst = .server }
        #expect(labels(journal, .server).suffix(1) == ["Alert close_notify"])
        #expect(!journal.events.contains { if case .failed = $0.kind { true } else { false } })
    }
}
