import Testing
import Trace

@testable import Museum

/// Which packets of a long performance its journal contains.
@Suite struct JournalSelectionTests {
    /// `count` packets of one wire with `octets` of data each.
    private func candidates(_ count: Int, octets: Int) -> [JournalSelection.Candidate] {
        (1...count).map { .init(leg: .wire, frame: $0, [UInt8](repeating: 0, count: 40 + octets)) }
    }

    private enum Told: Remark {
        case packets

        var english: String { "packets" }
        var chinese: String { "packets" }
    }

    private func step(_ frames: [Int]) -> AttackStep {
        AttackStep(remark: Told.packets, frames: frames, leg: nil, cite: nil, quantities: [])
    }

    @Test func whatHasRoomIsNotSelected() {
        #expect(JournalSelection(candidates(200, octets: 0), for: [step([100])]) == nil)
    }

    @Test(arguments: [0, 100, 1_460]) func theFirstTheDecidingAndTheLastPacketsAreThere(octets: Int) throws {
        let all = candidates(5_000, octets: octets)
        let selection = try #require(JournalSelection(all, for: [step([2_000, 2_001]), step([3_333])]))
        let chosen = all.filter(selection.contains)
        let frames = Set(chosen.map(\.frame))
        #expect(frames.isSuperset(of: [1, 2, 1_999, 2_000, 2_001, 2_002, 3_332, 3_333, 3_334, 4_999, 5_000]))
        #expect(!frames.contains(1_000) && !frames.contains(4_000))
        let weight = chosen.reduce(0) { $0 + $1.weight }
        #expect(weight <= JournalSelection.mostWeight && weight > JournalSelection.mostWeight * 9 / 10)
    }

    /// A story can name more packets than a page has room for. The beginning and the end are shown all the same.
    @Test func aStoryThatNamesEveryPacketLeavesRoomForTheEnd() throws {
        let all = candidates(5_000, octets: 0)
        let selection = try #require(JournalSelection(all, for: [step(Array(1...5_000))]))
        #expect(selection.contains(all[0]) && selection.contains(all[4_999]))
    }

    @Test func aFrameOfTheOtherWireIsAnotherFrame() throws {
        let all = candidates(2_500, octets: 0) + (1...2_500).map { .init(leg: .server, frame: $0, []) }
        let selection = try #require(JournalSelection(all, for: [step([1_500])]))
        #expect(selection.contains(all[1_499]) && !selection.contains(all[3_999]))
    }

    @Test func theJournalOfALongAttackHasThePacketsOfItsStory() throws {
        let run = try ExhibitRun.perform(BlindData.self, variant: BlindData.card.shortest, isDefended: true, seed: 1)
        let told = try run.withJournals(of: BlindData.self)
        for (step, packets) in zip(told.outcome.steps, told.packets) {
            #expect(step.frames.isEmpty || !packets.isEmpty, "\(step.remark)")
        }
        let sent = told.journals.flatMap(\.events).compactMap { event in
            if case .sent(let packet, _) = event.kind { packet.number } else { nil }
        }
        #expect(sent.first == 1 && sent.count < 300)
    }
}
