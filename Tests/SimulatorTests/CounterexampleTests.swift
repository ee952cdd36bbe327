import Render
import TCPSim
import Testing
import Trace

@testable import Simulator

/// A TCP without one rule beside the real one: what each does, segment by segment, and what is said of it.
@Suite struct CounterexampleTests {
    /// The rows of a comparison in one text, with single spaces between the words.
    private func rows(of comparison: Comparison) -> String {
        func words(_ rows: [String], _ label: String) -> [String] {
            rows.enumerated().map { index, row in
                let words = row.split(separator: " ").joined(separator: " ")
                return index == 0 ? "\(label) \(words)" : words
            }
        }
        return comparison.lines().enumerated().flatMap { index, line in
            ["\(index + 1)."]
                + (line.wrong == line.real
                    ? words(line.real, "both")
                    : words(line.wrong, comparison.trial.label) + words(line.real, "real"))
        }.joined(separator: "\n")
    }

    @Test(arguments: sequences)
    func everySegmentStateAndWordToAUserIsWhatItWas(name: String, trials: [String]) throws {
        let comparisons = try #require(Counterexample.named(name)).run()
        #expect(comparisons.map(rows) == trials)
    }

    @Test func allOfThemArePinnedHereEachHasANameOfItsOwnAndNoneThatAScenarioHas() {
        #expect(Counterexample.all.map(\.name) == Self.sequences.map(\.name))
        #expect(
            Set(Counterexample.all.map(\.name) + Scenario.all.map(\.name)).count
                == Counterexample.all.count + Scenario.all.count)
    }

    /// What the user of a peer has been told and given in a run, in order.
    private func news(_ peer: String, _ run: ScenarioRun) -> [String] {
        run.drawing.rows.map(\.segment.english).filter { $0.hasPrefix("\(peer)'s user: ") }
            .map { String($0.dropFirst("\(peer)'s user: ".count)) }
    }

    @Test func twoSegmentsMakeAGhostThatIsBelievedWithThreeNobodyHearsOfIt() throws {
        let trial = try #require(Counterexample.named("why-three")).run()[0]
        #expect(news("B", trial.wrong) == ["open", "\"pay 100\" arrives", "ERROR: connection reset"])
        #expect(news("B", trial.real) == [])
        #expect(trial.real[.a]?.connection.state == .closed)
        #expect(trial.real[.b]?.connection.state == .listen)
        // A ghost is not for ever in every TCP: one that waits for the ACK of its SYN gives up.
        #expect(trial.trial.mistake.english.contains("How long it lasts depends on the TCP"))
    }

    @Test func aFINSentWithTheACKUnaskedCutsTheAnswerOffWhereThereIsNoneLeftThreeSegmentsDo() throws {
        let trials = try #require(Counterexample.named("why-four")).run()
        #expect(news("A", trials[0].wrong) == ["\"one, \" arrives", "end of the data"])
        #expect(news("A", trials[0].real) == ["\"one, \" arrives", "\"two.\" arrives", "end of the data"])
        func segments(_ run: ScenarioRun) -> Int { run.drawing.rows.filter { $0.segment.english.hasPrefix("<") }.count }
        #expect(segments(trials[1].wrong) == 3)
        #expect(segments(trials[1].real) == 4)
        for run in [trials[1].wrong, trials[1].real] {
            #expect(news("A", run) == ["end of the data"])
            #expect(news("B", run) == ["end of the data", "closed in good order"])
        }
    }

    @Test func withoutTIMEWAITACloseFailsAndAnOldSegmentIsReadAsNewWithItNeither() throws {
        let trials = try #require(Counterexample.named("why-2msl")).run()
        #expect(news("B", trials[0].wrong).last == "ERROR: connection reset")
        #expect(news("B", trials[0].real).last == "closed in good order")
        func read(_ run: ScenarioRun) -> [String] { news("B", run).filter { $0.hasSuffix("arrives") } }
        #expect(read(trials[1].wrong) == ["\"one\" arrives", "\"one\" arrives"])
        #expect(read(trials[1].real) == ["\"one\" arrives", "\"two\" arrives"])
        // A believes in the wrong one, too: nothing is unacknowledged.
        #expect(trials[1].wrong[.a]?.connection.isDrained == true)
    }

    @Test func withoutANumberALostFINIsTakenToBeAcknowledgedWithOneItIsSentAgain() throws {
        let trial = try #require(Counterexample.named("why-fin-number")).run()[0]
        func end(_ run: ScenarioRun) -> [State] { Peer.allCases.compactMap { run[$0]?.connection.state } }
        #expect(end(trial.wrong) == [.finWait2, .established])
        #expect(end(trial.real) == [.finWait2, .closeWait])
        #expect(news("B", trial.wrong) == ["\"bye\" arrives"])
        #expect(news("B", trial.real) == ["\"bye\" arrives", "end of the data"])
        // The wrong one never asks again; every segment of the two says the same up to the loss.
        func sent(_ run: ScenarioRun) -> [String] {
            run.journal.events.compactMap { event in
                if case .sent(let packet, _) = event.kind { packet.label } else { nil }
            }
        }
        #expect(sent(trial.real).starts(with: sent(trial.wrong)))
        #expect(sent(trial.real).filter { $0.contains("FIN") }.count == 2)
    }

    @Test func withAConstantISNAnOldSegmentIsReadAsNewAndAGuessIsRightWithRFC6528sNeither() throws {
        let trials = try #require(Counterexample.named("why-isn")).run()
        func read(_ run: ScenarioRun) -> [String] { news("B", run).filter { $0.hasSuffix("arrives") } }
        #expect(read(trials[0].wrong) == ["\"one\" arrives", "\"one\" arrives"])
        #expect(read(trials[0].real) == ["\"one\" arrives", "\"two\" arrives"])
        #expect(read(trials[1].wrong) == ["\"pay 100\" arrives"])
        #expect(news("B", trials[1].real) == [])
        // The two ISNs of A in the real run, and the time between them: 60 ms are 15,000 ticks of 4 microseconds.
        let syns = trials[0].real.journal.events.compactMap { event -> (number: String, at: Instant)? in
            guard case .sent(let packet, to: .server) = event.kind, packet.label.hasSuffix("<CTL=SYN>") else {
                return nil
            }
            return (packet.label, event.at)
        }
        try #require(syns.count == 2)
        let numbers = syns.map { UInt32($0.number.dropFirst("<SEQ=".count).prefix { $0.isNumber }) ?? 0 }
        #expect(numbers[1] &- numbers[0] == 15_000)
        #expect(syns[1].at - syns[0].at == .milliseconds(60))
    }

    @Test(arguments: Counterexample.all.map(\.name))
    func numbersInAVerdictAreInTheRunThatItSpeaksOf(name: String) throws {
        // A year, and what a clock of 4 microseconds makes of time: see initialNumbers.
        let others: Set<String> = ["1985", "15,000", "250,000"]
        for comparison in try #require(Counterexample.named(name)).run() {
            let rows = comparison.lines().flatMap { [$0.caption.english] + $0.wrong + $0.real }.joined(separator: " ")
            let known = Set(rows.split { !$0.isNumber }.map(String.init))
            for verdict in [comparison.trial.mistake, comparison.trial.answer] {
                #expect(!verdict.cites.isEmpty)
                for number in verdict.english.split(whereSeparator: { !$0.isNumber && $0 != "," }).map(String.init) {
                    let number = number.hasSuffix(",") ? String(number.dropLast()) : number
                    guard number.count > 2, !others.contains(number) else { continue }
                    // The section of an RFC may be quoted in the text.
                    if number == "9293" { continue }
                    #expect(known.contains(number), "\(name): \(number)")
                }
            }
            // "line 4" is one that exists.
            for match in (comparison.trial.mistake.english + comparison.trial.answer.english).matches(of: /line (\d+)/)
            {
                #expect((1...comparison.lines().count).contains(Int(match.output.1) ?? 0))
            }
        }
    }

    @Test(arguments: Counterexample.all.map(\.name))
    func everyScriptFindsWhatItExpectsAndNoneGoesOnForEver(name: String) throws {
        for comparison in try #require(Counterexample.named(name)).run() {
            for run in [comparison.wrong, comparison.real] {
                #expect(!run.drawing.rows.contains { $0.segment.english.contains("(nothing from") })
                #expect(run.drawing.rows.count < 30)
                #expect(!run.played.flights.values.contains { !$0.isEmpty })
                for line in Ladder(run.journal, detail: .bytes).text.split(separator: "\n") where line.count > 100 {
                    Issue.record("\(line.count) columns: \(line)")
                }
            }
            #expect(comparison.wrong.journal.settings.contains { $0.value.contains("WRONG ON PURPOSE") })
            #expect(!comparison.real.journal.settings.contains { $0.name == "variant" })
        }
    }
}

/// The wrong TCPs.
@Suite struct VariantTests {
    @Test func theStandardOneIsTheConnectionItselfEachOtherOneSaysWhatIsWrongWithIt() {
        #expect(Variant.allCases.filter { $0.mistake == nil } == [.standard])
        #expect(Set(Variant.allCases.compactMap { $0.mistake?.english }).count == Variant.allCases.count - 1)
    }

    /// A variant differs in one place only: through a life without that place it does what the real one does.
    @Test(arguments: Variant.allCases)
    func aHandshakeWithDataEndedByAResetIsTheSameInAllOfThem(variant: Variant) {
        let scenario = Scenario(
            name: "plain", englishTitle: "", chineseTitle: "", english: "", chinese: "", a: .iss(0), b: .iss(0),
            before: [],
            lines: [
                [.call(.passiveOpen, by: .b), .call(.activeOpen, by: .a), .settle, Scenario.says("data", .a), .settle],
                [.call(.abort, by: .a), .settle],
            ])
        let real = ScenarioRun(scenario, variant: .standard, isTelling: true)
        let other = ScenarioRun(scenario, variant: variant, isTelling: true)
        func segments(_ run: ScenarioRun) -> [String] {
            run.drawing.rows.map(\.segment.english).filter { $0.hasPrefix("<") }
        }
        #expect(segments(other) == segments(real))
        #expect(other[.b]?.connection.state == .closed)
    }

    @Test func theMergedCloseKeepsItsACKWhereTheFINHasToWaitBehindData() {
        var scenario = Scenario(
            name: "waiting", englishTitle: "", chineseTitle: "", english: "", chinese: "", a: .iss(99), b: .iss(299),
            before: Scenario.handshake,
            lines: [[.call(.close, by: .a), .pass(.a), .settle]])
        // More than A's window takes, so B's FIN cannot go yet.
        scenario.before.append(.call(.send([UInt8](repeating: 7, count: 70_000), push: false), by: .b))
        let run = ScenarioRun(scenario, variant: .mergedClose, isTelling: false)
        let acknowledged = run.journal.events.contains { event in
            if case .sent(let packet, to: .client) = event.kind { packet.label.contains("<ACK=101>") } else { false }
        }
        #expect(acknowledged)
    }

    @Test func theExplorerFindsTheMergedCloseByARuleThatTheRealTCPNeverBreaks() throws {
        #expect(Variant.explored == [.standard, .twoWay, .mergedClose, .noTimeWait])
        let space = TCPSpace(bounds: TCPSpace.Bounds(), machines: Variant.mergedClose.machines)
        let counterexample = try #require(Explorer(space).explore().counterexample)
        #expect(counterexample.rule == .ownClose)
        #expect(counterexample.actions.count == 6)
        let real = TCPSpace(bounds: TCPSpace.Bounds(), machines: Variant.standard.machines)
        #expect(Explorer(real).explore().counterexample == nil)
    }
}
