import Crypto
import TCPSim
import TLSSim
import TestVisit
import Testing
import Trace

@testable import Render
@testable import Simulator

/// The story of a visit reads from top to bottom: it is short, it refers to nothing that is not on the page, and its parts agree.
@Suite struct StoryTests {
    private static func wire(loss: Double, duplicate: Double = 0, reorder: Double = 0, delay: Double = 0) -> Wire {
        var wire = Wire()
        wire.faults.loss = loss
        wire.faults.duplicate = duplicate
        wire.faults.reorder = reorder
        wire.faults.delay = delay
        return wire
    }

    static let perfect: [Visit.Options] =
        VisitTests.variants + [
            .init(seed: 7, tls13: .init()), .init(seed: 7, tls13: .init(isRetried: true)),
            .init(seed: 7, tls13: .init(resumes: true)), .init(seed: 7, tls13: .init(sendsEarlyData: true)),
            .init(seed: 7, clientCertificate: .good, tls13: .init()),
            .init(seed: 7, resumption: .ticket), .init(seed: 7, resumption: .id),
            .init(seed: 7, serverChain: .expired), .init(seed: 7, serverChain: .copiedChain),
            .init(seed: 7, closesFirst: .server), .init(seed: 7, isTruncated: true),
        ]

    static let lossy: [Visit.Options] = (1...4).flatMap { seed in
        [
            .init(seed: seed, wire: wire(loss: 0.15)),
            .init(seed: seed, wire: wire(loss: 0.05, duplicate: 0.2, reorder: 0.2, delay: 0.1)),
            .init(seed: seed, wire: wire(loss: 0.1, reorder: 0.1), tls13: .init()),
        ]
    }

    private func lines(_ options: Visit.Options, columns: Int = 100) throws -> [String] {
        let text = Ladder(try SharedVisit.run(options).journal, style: PageStyle(columns: columns)).text
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    @Test(arguments: [1, 7, 42] as [UInt64]) func theStoryOfTLS12HasAtMost450Lines(seed: UInt64) throws {
        #expect(try lines(.init(seed: seed)).count <= 450)
        #expect(try lines(.init(seed: seed, suite: .rsaAES128GCM)).count <= 450)
    }

    @Test(arguments: [1, 7, 42] as [UInt64]) func theStoryOfTLS13HasAtMost550Lines(seed: UInt64) throws {
        #expect(try lines(.init(seed: seed, tls13: .init())).count <= 550)
    }

    /// In fewer columns than ``PageStyle/narrowest`` a page is not laid out.
    @Test(arguments: [60, 80, 100, 120]) func noLineIsWiderThanThePage(columns: Int) throws {
        for options in Self.perfect + Self.lossy {
            let wide = try lines(options, columns: columns).filter {
                Text.width($0) > max(PageStyle.narrowest, columns)
            }
            #expect(wide.isEmpty, "\(wide.prefix(2))")
        }
    }

    @Test func everyStepThatIsReferredToIsOnThePage() throws {
        var references = 0
        for options in Self.perfect + Self.lossy {
            let journal = try SharedVisit.run(options).journal
            let ladder = Ladder(journal)
            let printed = Set(ladder.steps.map(\.number))
            for line in ladder.text.split(separator: "\n") {
                let words = line.split(separator: " ").map { $0.hasPrefix("(#") ? $0.dropFirst() : $0 }
                // "step 108", "#13"; in the table of who holds what "✔ 108".
                for (index, word) in words.enumerated() {
                    let before = index > 0 ? words[index - 1] : ""
                    let name = word.hasPrefix("#") ? word.dropFirst() : word
                    let isReference =
                        word.hasPrefix("#") && word.count > 1 || ["step", "steps", "(step", "✔"].contains(before)
                    guard isReference, let number = Int(name.prefix { $0.isNumber }) else { continue }
                    references += 1
                    #expect(printed.contains(number), "step \(number) in \"\(line)\"")
                }
            }
        }
        #expect(references > 500)
    }

    /// Every state of the picture is one that the ladder has at that side and that time.
    @Test func thePictureAndTheLadderAgreeOnTheStates() throws {
        for options in Self.perfect + Self.lossy {
            let journal = try SharedVisit.run(options).journal
            let timeline = Timeline(journal)
            func ladderHas(_ state: String?, _ side: Principal, at time: Instant) -> Bool {
                guard let state else { return true }
                return journal.events.contains { $0.at == time && timeline.states(at: $0.number)[side] == state }
            }
            for row in Flights(journal, timeline, in: .english).rows {
                let (sender, receiver) = row.ends ?? (.client, .server)
                let arrival = row.arrivesAt ?? row.at
                #expect(ladderHas(row.states[sender], sender, at: row.part == .arrival ? arrival : row.at))
                #expect(ladderHas(row.states[receiver], receiver, at: arrival))
            }
        }
    }

    @Test(arguments: [80, 100, 120]) func thePictureStandsOverTheColumnsOfTheLadder(columns: Int) throws {
        let page = try lines(.init(seed: 7), columns: columns)
        let picture = try #require(page.first { $0.contains("──SYN─") })
        let arrow = try #require(page.first { $0.contains("<CTL=SYN>") })
        // The state at the head is that of the arrival, which is dated there.
        #expect(picture.hasSuffix(" 10.0 ▶ SYN-RECEIVED") && arrow.hasSuffix("▶ LISTEN"))
        for word in ["SYN-SENT", "──", "▶"] {
            #expect(picture.range(of: word)?.lowerBound.utf16Offset(in: picture) != nil)
            #expect(
                picture.range(of: word).map { picture.distance(from: picture.startIndex, to: $0.lowerBound) }
                    == arrow.range(of: word).map { arrow.distance(from: arrow.startIndex, to: $0.lowerBound) })
        }
    }

    @Test func aHandshakeIsToldInItsTrueParts() throws {
        func parts(_ options: Visit.Options) throws -> [String] {
            try lines(options).filter { $0.hasPrefix("── Part ") }
        }
        #expect(
            try parts(.init(seed: 7)) == [
                "── Part 1: the hellos ──", "── Part 2: the proof ──", "── Part 3: the keys ──",
                "── Part 4: Finished ──",
            ])
        #expect(try parts(.init(seed: 7, suite: .rsaAES128GCM))[1] == "── Part 2: the certificate ──")
        #expect(
            try parts(.init(seed: 7, tls13: .init())) == [
                "── Part 1: the hellos, each with a share ──", "── Part 2: the keys for the handshake ──",
                "── Part 3: the proof ──", "── Part 4: the server's Finished, and the keys for data ──",
                "── Part 5: the client computes and answers ──",
            ])
        #expect(
            try parts(.init(seed: 7, tls13: .init(resumes: true))).contains { $0.contains("the proof") } == false)
        #expect(try parts(.init(seed: 7, resumption: .ticket)).count == 3)
        // A chain that is refused ends the story in the part in which it is judged.
        #expect(try parts(.init(seed: 7, serverChain: .expired)).count == 2)
    }

    @Test func aQuantityIsDrawnOnceAndBeforeItIsUsed() throws {
        for options in [Visit.Options(seed: 7, suite: .rsaAES128GCM), .init(seed: 7, tls13: .init(isRetried: true))] {
            let journal = try SharedVisit.run(options).journal
            var drawn: [SecretID: Int] = [:]
            for event in journal.events {
                guard case .learned(let secret, .generated, _) = event.kind, secret != Epilogue.content else {
                    continue
                }
                #expect(drawn[secret] == nil, "\(secret.name) is drawn twice")
                drawn[secret] = event.number
                let computed = journal.events.first { other in
                    guard case .computed(let calculation) = other.kind else { return false }
                    return (calculation.inputs + calculation.results).contains { $0.secret == secret }
                }
                if let computed { #expect(event.number < computed.number, "\(secret.name)") }
            }
            #expect(!drawn.isEmpty)
        }
    }

    /// In a live run the peer's messages are drawn where they are read, so what there is to say must stand there as well.
    @Test func aReaderSaysOfAMessageWhatItsWriterSays() throws {
        for options in Self.perfect where options.tls13 != nil {
            let journal = try SharedVisit.run(options).journal
            let timeline = Timeline(journal)
            var read = 0
            for event in journal.events {
                guard case .read = event.kind, let entry = timeline.entry(ofMessageAt: event.number) else { continue }
                let written = timeline.messages[entry]
                guard written.event != event.number, let writer = journal[written.event]?.remark else { continue }
                read += 1
                #expect(event.remark?.sentence(in: .english) == writer.sentence(in: .english), "\(event.step)")
            }
            #expect(read > 5)
        }
    }

    @Test func aCalculationIsToldOnceAndTheOtherSidesOctetsAreCompared() throws {
        let journal = try SharedVisit.run(.init(seed: 7)).journal
        let steps = Ladder(journal).steps.filter { $0.id == "tls.calc.master_secret" }
        let first = try #require(steps.first)
        let last = try #require(steps.last)
        #expect(steps.count == 2 && last.text.contains("the same value as in step \(first.number) ✔"))
        // Where the two sides come to different octets, both are told.
        var other = Journal(title: "", settings: [], epoch: 0, client: journal.client, server: journal.server)
        for (who, octet) in [(Principal.client, 1 as UInt8), (.server, 2)] {
            other.record(
                at: .zero, who: who, step: "tls.calc.master_secret",
                .computed(
                    Calculation(
                        "master secret", formula: "PRF", inputs: [], steps: [], results: [.init("master", [octet])],
                        reproduce: nil)))
        }
        #expect(!Ladder(other).text.contains("same value"))
    }

    @Test func theFirstScreenOfAWalkHasTheWholePicture() throws {
        let ladder = Ladder(
            try SharedVisit.run(.init(seed: 7)).journal, style: PageStyle(columns: 80))
        var browser = StepBrowser(ladder)
        let screen = browser.start.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(screen.count <= 24 && screen[0].hasPrefix("HTTPS from SYN"))
        #expect(browser.start.contains("240105.0  CLOSED") && !browser.start.contains("suite"))
        #expect(browser.go(.help).split(separator: "\n").allSatisfy { Text.width($0) <= 80 })
        #expect(browser.go(.forward).contains("suite"))
    }

    @Test func whatTheRunComesToStandsBeforeTheTables() throws {
        let text = Ladder(try SharedVisit.run(.init(seed: 7)).journal).text
        let headings = [
            "── In short ", "── Who holds what ", "── How far ", "── Computed on both sides ", "── Try next ",
        ]
        let places = headings.compactMap { text.range(of: $0)?.lowerBound }
        #expect(places.count == headings.count && places == places.sorted())
    }
}
