import Crypto
import Render
import TestSupport
import Testing
import Trace

@testable import Simulator

/// Visits over a wire that does as it is told.
@Suite struct RuledVisitTests {
    private func journal(
        _ rules: [String], seed: UInt64 = 7, _ change: (inout Wire) -> Void = { _ in }
    ) throws -> Journal {
        var wire = Wire()
        change(&wire)
        wire.rules = try rules.map { try LinkRule($0) }
        let options = Visit.Options(seed: seed, wire: wire)
        return Visit.run(options, Visit.Cast(options, pki: try BadWireTests.pki())).journal
    }

    private func isComplete(_ journal: Journal) -> Bool {
        let closed = journal.events.count { if case .transition("TLS", _, "Closed") = $0.kind { true } else { false } }
        return closed == 2 && !journal.events.contains { if case .failed = $0.kind { true } else { false } }
    }

    private func losses(_ journal: Journal) -> [Event] {
        journal.events.filter { if case .lost = $0.kind { true } else { false } }
    }

    /// The retransmissions, each with what is said about it.
    private func repeats(_ journal: Journal) -> [(event: Event, again: Retransmission)] {
        journal.events.compactMap { event in
            guard case .retransmission(let again, _)? = event.remark as? WireNote else { return nil }
            return (event, again)
        }
    }

    /// The event and all that led to it, the latest first.
    private func causes(of event: Event, in journal: Journal) -> [Event] {
        var chain = [event]
        while let cause = chain.last?.cause, let next = journal[cause] { chain.append(next) }
        return chain
    }

    @Test func aSYNACKIsLostBothSidesRepeatWhatTheySentAndEachRepetitionLeadsBackToTheLoss() throws {
        let journal = try journal(["drop server SYN,ACK 1"])
        #expect(isComplete(journal))
        let loss = try #require(losses(journal).first)
        #expect(losses(journal).count == 1 && loss.who == .network)
        let list = repeats(journal)
        #expect(list.map(\.event.who) == [.client, .server])
        for (event, again) in list {
            let chain = causes(of: event, in: journal)
            // The retransmission, the timer that ran out, the loss.
            if case .timer("retransmission", .expired) = chain[1].kind {} else { Issue.record("\(chain[1].kind)") }
            #expect(chain[2].number == loss.number && again.event == loss.number)
        }
        // The client's SYN was not lost: its answer was.
        if case .answerLost = list[0].again.reason {} else { Issue.record("\(list[0].again)") }
        #expect(list[1].again.reason == .lost(loss.number))
        let text = Ladder(journal).text
        #expect(text.contains("Sent again: the first copy, #\(list[1].again.original), was lost."))
    }

    @Test func threeDuplicateAcknowledgmentsTellOfALossBeforeTheTimerDoes() throws {
        let journal = try journal(["drop server data 1"]) { $0.mtu = 400 }
        #expect(isComplete(journal))
        let loss = try #require(losses(journal).first)
        let (event, again) = try #require(repeats(journal).first)
        #expect(event.step == "tcp.fast_retransmit" && repeats(journal).count == 1)
        #expect(again.reason == .lost(loss.number) && event.at < .zero + .seconds(1))
        let chain = causes(of: event, in: journal)
        #expect(chain[1].step == "wire.inferred" && chain[2].number == loss.number)
        #expect(chain[1].remark?.sentence(in: .english).contains("#\(chain[1].number - 2)") ?? false)
    }

    @Test func aDelayThatIsTakenForALossIsNamedAsSuchWhetherATimerOrAcknowledgmentsWereDeceived() throws {
        for (rule, mtu) in [("delay client data 2 by 1500ms", 1_500), ("delay server data 1 by 50ms", 400)] {
            let journal = try journal([rule]) { $0.mtu = mtu }
            #expect(isComplete(journal) && losses(journal).isEmpty)
            let held = try #require(journal.events.first { $0.step == "wire.delayed" })
            let (event, again) = try #require(repeats(journal).first, "\(rule)")
            #expect(again.reason == .underWay(heldUp: held.number))
            #expect(causes(of: event, in: journal).contains { $0.number == held.number })
            #expect(event.remark?.sentence(in: .english).contains("This is a spurious retransmission.") ?? false)
        }
    }

    @Test func aCopyOfAnOldSYNComesLateAndIsDrawnAsWhatItIs() throws {
        let journal = try journal(["duplicate client SYN 1 after 50ms"])
        #expect(isComplete(journal))
        let arrivals = journal.events.filter { event in
            if case .received(let packet, _) = event.kind { packet.number == 1 } else { false }
        }
        #expect(arrivals.map(\.at) == [.zero + .milliseconds(10), .zero + .milliseconds(60)])
        let ladder = Ladder(journal)
        let drawn = try #require(ladder.steps.first { $0.number == arrivals[1].number })
        #expect(drawn.text.contains("a copy of frame 1, made by the wire, arrives"))
        #expect(drawn.text.contains("<CTL=SYN>"))
    }

    @Test func whatIsDamagedIsThrownAwayByTheChecksumAndSentAgainBecauseOfTheDamage() throws {
        let journal = try journal(["corrupt server data 2"])
        #expect(isComplete(journal))
        let loss = try #require(losses(journal).first)
        #expect(loss.who == .client)
        let (event, _) = try #require(repeats(journal).first)
        let steps = causes(of: event, in: journal).prefix(4).map(\.step)
        #expect(steps == [event.step, "tcp.timer", loss.step, "wire.corrupted"])
    }

    @Test func segmentsChangePlacesAndNobodyLosesAnything() throws {
        let journal = try journal(["reorder server data 1"]) { $0.mtu = 900 }
        #expect(isComplete(journal) && losses(journal).isEmpty)
        #expect(journal.events.contains { $0.step == "tcp.out_of_order" })
        #expect(journal.events.contains { $0.step == "tcp.reassembled" })
    }

    @Test func withoutAnyFINOfItsOwnTheClientSaysThatItGaveUp() throws {
        let journal = try journal(["drop client FIN"])
        #expect(!isComplete(journal))
        let failed = journal.events.filter { if case .failed = $0.kind { true } else { false } }
        #expect(failed.map(\.who).contains(.client))
        #expect(losses(journal).count == 16)
    }

    @Test func aPartitionIsBridgedIfItEndsAndReportedIfItDoesNot() throws {
        let passing = try journal(["partition from 25ms to 3s"])
        #expect(isComplete(passing))
        #expect(losses(passing).allSatisfy { .zero + .milliseconds(25) <= $0.at && $0.at < .zero + .seconds(3) })
        #expect(!losses(passing).isEmpty)
        let oneWay = try journal(["partition client from 25ms"])
        #expect(!isComplete(oneWay))
        for who in [Principal.client, .server] {
            #expect(oneWay.events.contains { if case .failed = $0.kind { $0.who == who } else { false } })
        }
        for loss in losses(oneWay) {
            #expect(loss.cause.flatMap { oneWay[$0] }?.who == .client)
        }
    }

    @Test func aFrameIsMeantByItsNumber() throws {
        let journal = try journal(["drop frame 5"])
        guard case .lost(let packet, let why)? = losses(journal).first?.kind else {
            Issue.record("nothing is lost")
            return
        }
        #expect(packet.number == 5 && why.sentence(in: .english).contains("drop frame 5") && losses(journal).count == 1)
    }

    @Test func aRuleThatIsAboutNoPacketIsNamedAtTheEnd() throws {
        let rules = [
            "drop client RST", "drop client SYN 2", "drop frame 999", "partition server from 10min",
            "drop server SYN,ACK 1",
        ]
        // The client's SYN is repeated for want of an answer, so the second rule has its packet.
        let journal = try journal(rules)
        let named = journal.events.filter { $0.step == "wire.rule_unused" }
            .compactMap { $0.remark?.sentence(in: .english) }
        #expect(named.count == 3)
        for (sentence, rule) in zip(named, [rules[0], rules[2], rules[3]]) { #expect(sentence.contains(rule)) }
        let text = Ladder(journal).text
        #expect(text.contains("drop frame 999"))
    }

    @Test(arguments: [68, 296, 576, 1_492, 9_000])
    func theMSSFollowsTheMTUSoThatNothingIsTooLarge(octets: Int) throws {
        let journal = try journal([]) { $0.mtu = octets }
        #expect(isComplete(journal) && losses(journal).isEmpty)
        let sizes = journal.events.compactMap { event in
            if case .sent(let packet, _) = event.kind { packet.bytes.count } else { nil }
        }
        // The server's flight fills its segments, unless one takes it all.
        #expect(sizes.max().map { $0 <= octets && (octets > 3_000 || $0 == octets) } ?? false)
    }

    @Test func hostsThatAnnounceMoreThanThePathCarriesFindOutBySilence() throws {
        let journal = try journal([]) {
            $0.mtu = 576
            $0.mss = 1_460
        }
        #expect(isComplete(journal) && !losses(journal).isEmpty)
        #expect(
            losses(journal).allSatisfy { event in
                if case .lost(let packet, let why) = event.kind {
                    packet.bytes.count > 576 && why.sentence(in: .english).contains("MTU")
                } else {
                    false
                }
            })
        #expect(!journal.events.contains { $0.step == "tcp.failed" })
    }

    @Test func underAllFaultsEveryRetransmissionLeadsBackToWhatItIsPutDownToAndNoneGoesUnexplained() throws {
        for seed: UInt64 in 1...40 {
            let journal = try journal([], seed: seed) { wire in
                wire.mtu = 400
                wire.faults.loss = 0.1
                wire.faults.corrupt = 0.05
                wire.faults.duplicate = 0.1
                wire.faults.reorder = 0.1
                wire.faults.delay = 0.05
                wire.faults.hold = .milliseconds(1_200)
            }
            var sent: [Principal: [Int: UInt8]] = [:]
            for event in journal.events {
                guard case .sent(let packet, _) = event.kind else { continue }
                var isRepeated = false
                for (place, octet) in zip(packet.stream, packet.bytes[packet.payload]) {
                    guard let earlier = sent[event.who, default: [:]].updateValue(octet, forKey: place) else {
                        continue
                    }
                    isRepeated = true
                    // The same place of the stream holds the same octet for ever.
                    #expect(earlier == octet)
                }
                guard !packet.stream.isEmpty else { continue }
                guard case .retransmission(let again, _)? = event.remark as? WireNote else {
                    #expect(!isRepeated, "seed \(seed), event \(event.number)")
                    continue
                }
                #expect(isRepeated, "seed \(seed), event \(event.number)")
                if case .sent(let original, _)? = journal[again.original]?.kind {
                    #expect(original.stream.overlaps(packet.stream))
                }
                let chain = causes(of: event, in: journal)
                #expect(chain.contains { $0.number == again.event }, "seed \(seed), event \(event.number)")
                if case .lost(let number) = again.reason {
                    if case .lost? = journal[number]?.kind {
                    } else {
                        Issue.record("seed \(seed): no loss at \(number)")
                    }
                }
            }
        }
    }
}
