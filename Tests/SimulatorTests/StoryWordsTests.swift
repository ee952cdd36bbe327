import TLSSim
import TestVisit
import Testing
import Trace

@testable import Render
@testable import Simulator

/// What the words and the table of a story need, so that a reader can follow them.
@Suite struct StoryWordsTests {
    private static let tls13 = Visit.Options(seed: 7, tls13: .init())

    // MARK: Who holds what

    /// The steps in the row of a quantity: the client's, the server's, the eavesdropper's, the thief's.
    private func row(_ quantity: String, _ options: Visit.Options) throws -> [String] {
        let table = try Ladder(SharedVisit.run(options).journal).text(only: ["end.holdings"])
        let line = try #require(table.split(separator: "\n").first { $0.hasPrefix(quantity + "  ") })
        return line.dropFirst(quantity.count).split(separator: " ").filter { $0 != "✔" }.map { String($0) }
    }

    @Test func theTableNamesTheArrivalThatBroughtAMessage() throws {
        for options in [
            Self.tls13, .init(seed: 7, tls13: .init(resumes: true)), .init(seed: 7, tls13: .init(isRetried: true)),
        ] {
            let journal = try SharedVisit.run(options).journal
            func arrival(at side: Principal, of step: String) throws -> String {
                let read = try #require(
                    journal.events.first { event in
                        if case .read = event.kind { event.who == side && event.step == step } else { false }
                    })
                let arrival = journal.events.prefix(read.number).last { event in
                    if case .received = event.kind { event.who == side } else { false }
                }
                return "\(try #require(arrival).number)"
            }
            #expect(
                try row("encrypted handshake messages", options)[0]
                    == arrival(at: .client, of: "tls.encrypted_extensions"))
            // The request, which the server reads before it has an answer to send.
            let request = try arrival(at: .server, of: "tls.application_data")
            #expect(try row("application data", options)[1] == request)
            #expect(try row("encrypted application data", options)[1] == request)
        }
    }

    @Test func whatFollowsIsComputedWhereItsLastPremiseIsKnown() throws {
        let premises = [
            "client_handshake_traffic_secret", "server_handshake_traffic_secret", "encrypted handshake messages",
        ]
        for side in [0, 1] {
            let places = try premises.map { try #require(Int(row($0, Self.tls13)[side])) }
            #expect(try Int(row("handshake messages", Self.tls13)[side]) == places.max())
        }
    }

    @Test func theTableExplainsTheSignsThatStandInIt() throws {
        func table(_ journal: Journal) throws -> String {
            try Ladder(journal).text(only: ["end.holdings"]).split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
        }
        let mixed = try table(SharedVisit.run(Self.tls13).journal)
        #expect(mixed.contains("✔: knows or can compute it, since the step of this number (start: before the run)"))
        #expect(mixed.contains("–: can do neither"))
        var journal = Journal(
            title: "", settings: [], epoch: 0, client: Endpoint(address: "10.0.0.1", port: 1),
            server: Endpoint(address: "10.0.0.2", port: 2))
        for who in Epilogue.audience(of: journal, Ledger(journal)) {
            journal.record(
                at: .zero, who: who, step: "test.drawn", .learned(SecretID("a quantity"), .generated, value: [1]))
        }
        #expect(try table(journal).hasSuffix("✔: knows or can compute it, since the step of this number"))
    }

    // MARK: Terms

    @Test func aTermIsExplainedWhereItIsFirstUsed() throws {
        let terms = [
            ("segments?", "three segments (TCP's part of a packet)"), ("datagrams?", "datagrams (packets of IP)"),
            ("records?", "Messages travel in records: five octets of header"),
            ("PRF", "The PRF is a pseudorandom function"), ("leaf", "(the leaf)"),
            ("three links|second link|its links", "a chain; its links are secrets"),
            ("digest", "the digest."),
        ]
        var met: Set<String> = []
        for options in [
            .init(seed: 7), .init(seed: 7, suite: .rsaAES128GCM), Self.tls13,
            .init(seed: 7, tls13: .init(resumes: true)),
            .init(seed: 7, resumption: .id),
        ] as [Visit.Options] {
            let steps = try Ladder(SharedVisit.run(options).journal).steps.map { step in
                (step.heading + step.text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            for (term, explanation) in terms {
                let word = try Regex("\\b\(term)\\b")
                guard let first = steps.first(where: { $0.contains(word) }) else { continue }
                #expect(first.contains(explanation), "\(term): \(first)")
                met.insert(term)
            }
        }
        #expect(met.count == terms.count)
        #expect(try Ladder(SharedVisit.run(Self.tls13).journal).heads.contains("\"frame 7\" is the seventh packet"))
    }

    // MARK: The picture

    @Test func thePictureBeginsWithTheStatesOfTheLadder() throws {
        for options in StoryTests.perfect + StoryTests.lossy {
            let journal = try SharedVisit.run(options).journal
            let timeline = Timeline(journal)
            let flights = Flights(journal, timeline, in: .english)
            #expect(flights.initial == timeline.initial && flights.beginsWithRest)
            let states = try #require(Ladder(journal).overview.split(separator: "\n").dropFirst(2).first)
            #expect(states.split(separator: " ") == ["0.0", "CLOSED", "LISTEN"])
        }
    }

    // MARK: Times

    @Test func aTheftAnyTimeLaterDoesNotContradictTheClock() throws {
        for options in StoryTests.perfect {
            let text = try Ladder(SharedVisit.run(options).journal).text
            #expect(!text.contains("Years later") && !text.contains("years ago"))
        }
        #expect(try Ladder(SharedVisit.run(.init(seed: 7)).journal).text.contains("minutes or years later"))
    }

    /// A control character in a sentence is shown by its name, so that a stranger's text cannot write lines of its own.
    @Test func noSentenceHasALineFeed() throws {
        for options in StoryTests.perfect + StoryTests.lossy {
            let remarks = try SharedVisit.run(options).journal.events.compactMap(\.remark)
            #expect(remarks.allSatisfy { !$0.english.contains("\n") && $0.englishOwnText?.contains("\n") != true })
        }
    }

    /// On a wire that loses, an answer takes longer than a round trip.
    @Test func noStepOfTLSCountsRoundTrips() throws {
        for options in StoryTests.perfect + StoryTests.lossy {
            let ladder = try Ladder(SharedVisit.run(options).journal)
            let words = ladder.overview + ladder.epilogue
            let steps = ladder.steps.filter { $0.id.hasPrefix("tls.") || $0.id.hasPrefix("chapter.") }
            for text in [words] + steps.map(\.text) {
                let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(!flat.contains("round trip"), "\(flat)")
            }
        }
    }

    @Test(arguments: [
        (0, "0 ms"), (1, "0.001 ms"), (94_565, "94.565 ms"), (500_000, "500 ms"), (1_500_000, "1.5 s"),
        (240_000_000, "240 s"), (-20_000, "-20 ms"),
    ])
    func aDurationInASentenceHasABlankBeforeItsUnit(microseconds: Int64, words: String) {
        #expect(TimeSpan.microseconds(microseconds).words == words)
    }

    // MARK: Formulas

    /// RFC 8017 section 9.1.1: EM = maskedDB || H || 0xbc, and DB = PS || 0x01 || salt.
    @Test func theBlockOfAPSSSignatureIsMadeOfTheQuantitiesThatAreNamed() throws {
        let calculations = try SharedVisit.run(Self.tls13).journal.events.compactMap { event in
            if case .computed(let calculation) = event.kind { calculation } else { nil }
        }
        let blocks = calculations.filter { $0.name.hasSuffix("CertificateVerify.signature") }
        #expect(blocks.count == 2)
        for calculation in blocks {
            func octets(_ name: String) throws -> [UInt8] {
                try #require((calculation.steps + calculation.results).first { $0.name == name }).octets
            }
            #expect(try octets("EM") == octets("maskedDB") + octets("H") + [0xbc])
        }
        #expect(blocks.last?.formula == "signature^e mod n = EM = maskedDB + H + bc")
    }
}
