import Foundation
import Render
import TestSupport
import Testing
import Trace

@Suite struct LadderTests {
    let journal = Fixture.conversation()

    @Test(arguments: Detail.allCases)
    func keepsToAHundredColumns(detail: Detail) {
        let text = Ladder(journal, detail: detail).text
        for line in text.split(separator: "\n") {
            #expect(Text.width(line) <= 100, "\(line)")
            #expect(line.last != " ", "trailing space: \(line)")
        }
    }

    @Test(arguments: Detail.allCases)
    func colourIsASecondChannelOnly(detail: Detail) throws {
        let plain = Ladder(journal, detail: detail).text
        let coloured = Ladder(journal, detail: detail, style: .coloured).text
        #expect(!plain.contains("\u{1b}"))
        #expect(coloured.contains("\u{1b}[1;31m"))
        #expect(coloured.replacing(try Regex("\u{1b}\\[[0-9;]*m"), with: "") == plain)
    }

    @Test func eventsKeepTheirOrderAndNumbers() {
        for detail in Detail.allCases {
            let steps = Ladder(journal, detail: detail).steps
            #expect(steps.map(\.number) == steps.map(\.number).sorted())
            #expect(Set(steps.map(\.number)).count == steps.count)
            for step in steps { #expect(journal[step.number]?.step == step.id) }
        }
    }

    @Test func everyLevelTellsAllThatTheOneBeforeItTells() {
        let numbers = Detail.allCases.map { Set(Ladder(journal, detail: $0).steps.map(\.number)) }
        #expect(numbers[0].isEmpty)
        #expect(numbers[1].isStrictSubset(of: numbers[2]))
        #expect(numbers[2] == numbers[3])
        for event in journal.events {
            // A loss is told on its packet's own line.
            if case .lost = event.kind { continue }
            #expect(numbers[2].contains(event.number), "event \(event.number), \(event.step)")
        }
    }

    @Test func bookkeepingIsForThoseWhoLookClosely() {
        #expect(!Ladder(journal).text.contains("The round trip takes 20 ms."))
        #expect(Ladder(journal, detail: .messages).text.contains("The round trip takes 20 ms."))
        #expect(Ladder(journal).text.contains("The server stays, since"))
    }

    @Test func textIsHeaderStepsAndEpilogue() {
        let ladder = Ladder(journal)
        #expect(ladder.text == ladder.header + ladder.steps.map(\.text).joined() + ladder.epilogue)
        #expect(ladder.text == Ladder(Fixture.conversation()).text)
    }

    @Test func statesAreThoseOfTheMoment() throws {
        // A packet leaves before the other side has seen it.
        let lines = Ladder(journal).text.split(separator: "\n").map { String($0) }
        let syn = try #require(lines.first { $0.contains("<CTL=SYN>") && !$0.contains("relative") })
        let synAck = try #require(lines.first { $0.contains("<CTL=SYN,ACK>") && !$0.contains("relative") })
        let ack = try #require(lines.first { $0.contains("<CTL=ACK>") && !$0.contains("relative") })
        #expect(syn.contains("SYN-SENT     ──<SEQ=1000>") && syn.hasSuffix("▶ LISTEN"))
        #expect(synAck.contains("SYN-SENT     ◀─<SEQ=5000>") && synAck.hasSuffix("─ SYN-RECEIVED"))
        #expect(ack.contains("ESTABLISHED  ──<SEQ=1001>") && ack.hasSuffix("▶ SYN-RECEIVED"))
    }

    @Test func thePictureHasTheStatesOfTheFiguresOfRFC9293() {
        // Figure 6: SYN-SENT and SYN-RECEIVED beside the SYN, ESTABLISHED left of the SYN,ACK.
        let picture = Ladder(journal).overview
        #expect(picture.contains("SYN-SENT     ──") && picture.contains("▶ SYN-RECEIVED\n"))
        #expect(picture.contains("ESTABLISHED  ◀ "))
        #expect(picture.split(separator: "\n", omittingEmptySubsequences: false).count <= 30)
    }

    @Test func absoluteAndRelativeNumbersStandTogether() throws {
        let step = try #require(Ladder(journal).steps.first { $0.id == "tcp.syn_ack" })
        #expect(step.text.contains("<SEQ=5000><ACK=1001><CTL=SYN,ACK>"))
        #expect(step.text.contains("relative <SEQ=0><ACK=1><CTL=SYN,ACK>"))
    }

    @Test func aMessageNamesTheFramesThatCarryIt() throws {
        let hello = try #require(Ladder(journal).steps.first { $0.id == "tls.client_hello" })
        #expect(hello.text.contains("══[TLS ClientHello 60 B]═"))
        #expect(hello.text.contains(" in frames 4–6 ═▶"))
        let data = Ladder(journal).steps.filter { $0.id == "tcp.data" }
        #expect(data[0].text.contains("carries ClientHello (octets 0–39 of 60)"))
        #expect(data[1].text.contains("carries ClientHello (octets 40–59 of 60)"))
    }

    @Test func aLossIsToldWithItsReason() throws {
        let lost = try #require(Ladder(journal).steps.first { $0.id == "tcp.data" })
        #expect(lost.text.contains("✘ lost: the rule for frame 4"))
        #expect(lost.text.contains("Nobody tells the client."))
    }

    @Test func valuesAreAbbreviatedInTheStoryAndWholeBelow() {
        let whole = Hex.string(Fixture.master)
        func story(_ detail: Detail) -> String {
            Ladder(journal, detail: detail).steps.filter { $0.id == "tls.calc.master_secret" }.map(\.text).joined()
                .filter { !$0.isWhitespace }
        }
        #expect(!story(.story).contains(whole) && story(.story).contains("=0b30…b1d6(48octets)"))
        #expect(story(.messages).contains(whole) && !story(.messages).contains(String(repeating: "11", count: 32)))
        #expect(story(.bytes).contains(whole) && story(.bytes).contains(String(repeating: "11", count: 32)))
    }

    @Test func theEpilogueTellsWhoHoldsWhatAndWhy() throws {
        let text = Ladder(journal).epilogue
        let master = try #require(text.split(separator: "\n").first { $0.hasPrefix("master secret  ") })
        #expect(master.split(whereSeparator: \.isWhitespace).suffix(7) == ["✔", "36", "✔", "38", "–", "✔", "46"])
        #expect(text.contains("cannot compute it (PRF): the premaster secret is missing"))
        #expect(text.contains("server's RSA private key: stolen, from a backup"))
        #expect(text.contains("✔ equal"))
        #expect(Ladder(journal, detail: .messages).epilogue.contains("✔ equal, octet for octet"))
        #expect(!text.contains("NOT EQUAL"))
        #expect(text.contains("Certificates are not looked at here."))
    }

    @Test func aDifferenceBetweenTheSidesIsLoud() {
        var journal = Journal(
            title: "", settings: [], epoch: 0, client: Fixture.client, server: Fixture.server)
        for (who, value) in [(Principal.client, [1, 2] as [UInt8]), (.server, [1, 3])] {
            journal.record(
                at: .zero, who: who, step: "s",
                .learned(SecretID("master secret"), .derived(from: [], by: "PRF"), value: value))
        }
        #expect(Ladder(journal).epilogue.contains("✘ NOT EQUAL"))
    }

    @Test func aPeersOctetsCannotSteerTheTerminal() {
        var journal = Journal(
            title: "a\u{1b}[2Jb", settings: [("n\u{9b}m", "\u{202e}v")], epoch: 0, client: Fixture.client,
            server: Fixture.server)
        journal.record(at: .zero, who: .client, step: "s", .checked(what: "\u{1b}]0;title\u{7}", passed: false))
        journal.record(at: .zero, who: .client, step: "s", .failed(Words("x\r\u{1b}[A")))
        journal.limit(Words("\u{1b}c"))
        let text = Ladder(journal, detail: .bytes).text
        #expect(
            text.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) && $0.value != 0x202e
            })
    }

    @Test func anEmptyJournalHasAHeaderAndNothingElse() {
        let ladder = Ladder(
            Journal(title: "nothing", settings: [], epoch: -1, client: Fixture.client, server: Fixture.server))
        #expect(ladder.header.contains("nothing"))
        #expect(ladder.steps.isEmpty && ladder.epilogue.isEmpty)
        #expect(!ladder.header.contains("states"))
    }

    @Test(arguments: [
        (0, "1970-01-01 00:00:00"), (951_825_600, "2000-02-29 12:00:00"), (1_700_000_000, "2023-11-14 22:13:20"),
        (4_107_542_399, "2100-02-28 23:59:59"), (4_107_542_400, "2100-03-01 00:00:00"),
        (253_402_300_799, "9999-12-31 23:59:59"),
    ])
    func theEpochIsACivilDate(seconds: Int64, date: String) {
        let journal = Journal(
            title: "", settings: [], epoch: seconds, client: Fixture.client, server: Fixture.server)
        #expect(Ladder(journal).header.contains("\(date) UTC"))
    }

    @Test func timesTooLongForTheirColumnChangeUnit() throws {
        var journal = Journal(title: "", settings: [], epoch: 0, client: Fixture.client, server: Fixture.server)
        for time in [999_999_900, 1_000_000_000, 7_200_000_000, .max] as [Int64] {
            journal.record(
                at: Instant(microseconds: time), who: .client, step: "s", .checked(what: "x", passed: true))
        }
        let text = Ladder(journal).text
        for time in ["999999.9", "1000s", "7200s", "forever"] { #expect(text.contains(" \(time)  client")) }
    }
}
