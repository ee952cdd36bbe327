import TLSSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// What can be asked of a visit of TLS 1.3 besides the textbook's case.
struct TLS13VisitOptionTests {
    private func visit(
        serverSpeaksBoth: Bool = false, chain: PresentedChain = .genuine, _ change: (inout Visit.TLS13Options) -> Void
    ) throws -> Journal {
        var tls13 = Visit.TLS13Options()
        change(&tls13)
        var options = Visit.Options(seed: 7, serverChain: chain, tls13: tls13)
        options.serverSpeaksBoth = serverSpeaksBoth
        return try SharedVisit.run(options).journal
    }

    /// The handshake messages, data and alerts that a side has sent, in order.
    private func messages(_ journal: Journal, _ who: Principal) -> [Message] {
        journal.events.compactMap { event in
            if case .wrote(let message) = event.kind, event.who == who { message } else { nil }
        }
    }

    private func hasEnded(_ journal: Journal) -> Bool {
        !journal.events.contains { if case .failed = $0.kind { true } else { false } }
    }

    @Test func bothSidesChangeTheirKeysBeforeTheRequestAndTheAnswer() throws {
        let journal = try visit { $0.updatesKeys = true }
        #expect(
            messages(journal, .client).map(\.label).suffix(3) == [
                "KeyUpdate", "application data", "Alert close_notify",
            ])
        #expect(
            messages(journal, .server).map(\.label).suffix(3) == [
                "KeyUpdate", "application data", "Alert close_notify",
            ])
        #expect(hasEnded(journal))
        // Each side computes both directions' next secrets, and nothing is exchanged for it.
        let next = journal.events.filter { $0.step.hasSuffix("_application_traffic_secret_next") }
        #expect(next.count == 4)
    }

    @Test func paddingHidesTheLengthOfWhatIsSent() throws {
        let padded = try visit { $0.paddingMultiple = 512 }
        let plain = try visit { _ in }
        #expect(hasEnded(padded))
        let protected = [Principal.client, .server].flatMap { messages(padded, $0) }.filter(\.encrypted)
        #expect(protected.count >= 8)
        // Header and tag are not padded (RFC 8446 sections 5.2 and 5.4).
        #expect(protected.allSatisfy { ($0.stream.count - 5 - 16).isMultiple(of: 512) })
        #expect(
            !messages(plain, .client).filter(\.encrypted).allSatisfy { ($0.stream.count - 5 - 16).isMultiple(of: 512) })
    }

    @Test func anErrorAtTheLevelOfAWarningEndsTheConnection() throws {
        let journal = try visit(chain: .expired) { $0.alertLevel = .warning }
        let strict = try visit(chain: .expired) { _ in }
        for run in [journal, strict] {
            let failed = run.events.filter { if case .failed = $0.kind { true } else { false } }
            #expect(Set(failed.map(\.who)) == [.client, .server])
        }
        #expect(
            journal.events.contains { $0.remark?.sentence(in: .english).contains("the level means nothing") == true })
        #expect(
            !strict.events.contains { $0.remark?.sentence(in: .english).contains("the level means nothing") == true })
    }

    @Test func aServerOfBothVersionsIsTheSameForAClientOfTLS13() throws {
        let both = try visit(serverSpeaksBoth: true) { _ in }
        let one = try visit { _ in }
        for who in [Principal.client, .server] {
            #expect(messages(both, who) == messages(one, who))
        }
    }

    @Test func aServerOfBothVersionsServesAnOldClientAndLeavesTheSign() throws {
        var options = Visit.Options(seed: 7)
        options.serverSpeaksBoth = true
        let journal = try SharedVisit.run(options).journal
        #expect(hasEnded(journal))
        let random = Ledger(journal).fact(.client, Knowledge.serverRandom)?.value
        // RFC 8446 section 4.1.3.
        #expect(random?.suffix(8) == [0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, 0x01])
        #expect(journal.events.contains { $0.step == "tls.downgrade_sentinel" })
    }
}
