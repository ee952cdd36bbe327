import Render
import TLSSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// Visits in which the client offers protocols by ALPN (RFC 7301), in both versions.
@Suite struct ApplicationProtocolVisitTests {
    private static let seed: UInt64 = 7

    private func journal(_ kind: ComparedVisit, offering protocols: [String]) throws -> Journal {
        try SharedVisit.run(kind.options(seed: Self.seed, applicationProtocols: protocols)).journal
    }

    private func figures(_ kind: ComparedVisit, offering protocols: [String]) throws -> VisitFigures {
        VisitFigures(try journal(kind, offering: protocols), breaking: [])
    }

    /// What a side has put on the wire.
    private func stream(of who: Principal, in journal: Journal) -> [UInt8] {
        journal.events.flatMap { event -> [UInt8] in
            guard event.who == who, case .sent(let packet, _) = event.kind else { return [] }
            return Array(packet.bytes[packet.payload])
        }
    }

    /// RFC 8446 section 4.3.1: the choice moves from ServerHello to EncryptedExtensions.
    @Test(arguments: [ComparedVisit.rsa, .dhe, .tls13, .tls13PSK, .tls13EarlyData])
    func theOfferIsInClearAndTheChoiceOnlyInTLS12(_ kind: ComparedVisit) throws {
        let journal = try journal(kind, offering: ["h2", "http/1.1"])
        let figures = try figures(kind, offering: ["h2", "http/1.1"])
        let isTLS13 = figures.version == "TLS 1.3"
        #expect(figures.readings[.protocolsOffered] == .text("h2, http/1.1"))
        #expect(figures.readings[.protocolChosen] == (isTLS13 ? .encrypted : .text("http/1.1")))
        // The same from the octets: the extension with one name in it.
        let choice: [UInt8] = [0, 16, 0, 11, 0, 9, 8] + Array("http/1.1".utf8)
        #expect(stream(of: .client, in: journal).contains(Array("\u{2}h2\u{8}http/1.1".utf8)))
        #expect(stream(of: .server, in: journal).contains(choice) == !isTLS13)
        let notes = journal.events.filter { $0.step == "tls.alpn" }
        #expect(notes.map(\.who) == [.server, .client])
        #expect(notes.allSatisfy { $0.remark?.sentence(in: .english).contains("http/1.1") == true })
        #expect(journal.events.contains { $0.step == "chapter.goodbye" })
        #expect(figures.hasEarlyData == (kind == .tls13EarlyData))
    }

    @Test(arguments: [ComparedVisit.dhe, .tls13])
    func aServerThatSpeaksNoneOfTheProtocolsRefuses(_ kind: ComparedVisit) throws {
        let journal = try journal(kind, offering: ["h2"])
        let failures = journal.events.compactMap { event -> String? in
            if case .failed(let why) = event.kind { why.sentence(in: .english) } else { nil }
        }
        #expect(failures.contains { $0.contains("no application protocol in common") }, "\(failures)")
        #expect(failures.contains { $0.contains("no_application_protocol") }, "\(failures)")
    }

    @Test func withoutTheOptionNothingIsOffered() throws {
        let (with, without) = (try journal(.dhe, offering: ["http/1.1"]), try journal(.dhe, offering: []))
        #expect(with.limits.count == without.limits.count)
        let words = [with, without].map { $0.limits.map { $0.sentence(in: .english) }.joined() }
        #expect(!words[0].contains("ALPN") && words[1].contains("revocation and ALPN do not occur here."))
        #expect(with.settings.contains { $0.name == "offers by ALPN" && $0.value == "http/1.1" })
        #expect(!without.settings.contains { $0.name == "offers by ALPN" })
    }

    @Test func theComparisonSaysWhereTheChoiceIsHidden() throws {
        let comparison = VisitComparison(
            seed: Self.seed, applicationProtocols: ["http/1.1"],
            try [.dhe, .tls13].map { ($0, try journal($0, offering: ["http/1.1"])) })
        #expect(comparison.changes[0].notes.contains { $0.step == "compare.protocol_read" })
        #expect(comparison.runs[1].arguments == ["--tls13", "--alpn", "http/1.1", "--seed", "7"])
    }
}
