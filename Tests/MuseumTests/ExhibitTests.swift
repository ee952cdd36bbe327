import Capture
import Crypto
import TestSupport
import Testing
import Trace

@testable import Museum

/// What holds for every exhibit.
@Suite struct ExhibitTests {
    /// The performances with the rule missing and in place.
    private func both(_ name: ExhibitName, _ variant: String, _ seed: UInt64) throws -> [ExhibitRun] {
        try [false, true].map {
            try ExhibitRun.perform(name.exhibit, variant: variant, isDefended: $0, seed: seed)
        }
    }

    @Test(arguments: ExhibitName.allCases) func sheReachesHerGoalWithoutTheRuleAndNotWithIt(name: ExhibitName) throws {
        let card = name.card
        #expect(card.name == name.rawValue)
        // A long variant is left to scripts/museum where there is a short one.
        for variant in card.variants where card.shortest != "short" || variant != card.variants[0] {
            for seed in 1...(variant == card.shortest ? 3 : 1) as ClosedRange<UInt64> {
                let runs = try both(name, variant, seed)
                let about: Comment = "\(name.rawValue) \(variant) \(seed)"
                #expect(runs.map(\.outcome.reached) == [true, false], about)
                guard let open = runs.first?.outcome, let shut = runs.last?.outcome else { continue }
                #expect(open.tries > 0 && !open.steps.isEmpty && !shut.steps.isEmpty, about)
                // She has computed what the victims have.
                for loot in open.loot {
                    #expect(open.truth.first { $0.name == loot.name }?.value == loot.value, "\(about) \(loot.name)")
                }
                if let theory = open.theory, let mean = theory.mean, let deviation = theory.deviation {
                    #expect(abs(Double(open.tries) - mean) <= max(1, 8 * deviation), about)
                }
            }
        }
    }

    @Test(arguments: ExhibitName.allCases) func eachCardSaysEverything(name: ExhibitName) throws {
        let card = name.card
        for part in CardPart.allCases {
            let words = card.words(part).sentence(in: .english)
            #expect(!words.isEmpty && words.hasSuffix(".") == (part != .title), "\(name.rawValue) \(part): \(words)")
        }
        #expect(!card.variants.isEmpty && !card.cites.isEmpty)
    }

    @Test(arguments: ExhibitName.allCases) func otherProgramsSeeItInTheCapture(name: ExhibitName) async throws {
        try await Tool.require("tshark")
        let card = name.card
        var octets: [Leg: [UInt8]] = [:]
        var wants = Performance.Wants()
        wants.sink = { leg, more in octets[leg, default: []] += more }
        let run = try ExhibitRun.perform(
            name.exhibit, variant: card.shortest, isDefended: false, seed: 1, wants)
        #expect(Set(octets.keys) == Set(card.legs))
        #expect(octets.values.map(\.count).reduce(0, +) < 64 << 20)
        try await TemporaryDirectory.use { directory in
            var files: [(leg: Leg, file: String)] = []
            for leg in card.legs {
                let path = try directory.write(octets[leg] ?? [], to: ExhibitRun.file("run.pcapng", leg))
                files.append((leg, path))
                let names = try await Tool.run(
                    "tshark", ["-r", path, "-T", "fields", "-e", "frame.interface_name", "-Y", "!_ws.malformed"])
                #expect(Set(names.lines).isSubset(of: ["seen", "unseen", "forged"]))
                // A heartbeat that announces more than it has is malformed: that is the attack.
                let malformed = try await Tool.run(
                    "tshark",
                    ["-r", path, "-Y", "(_ws.malformed && !tls.heartbeat_message) || ip.checksum.status == 0"])
                #expect(malformed.lines == [], "\(name.rawValue) \(leg)")
            }
            #expect(!run.outcome.reproduce.isEmpty)
            for command in run.commands(files) {
                let result = try await Tool.run("sh", ["-c", command])
                #expect(result.status == 0 && !result.standardOutput.isEmpty, "\(command)\n\(result.standardError)")
            }
        }
    }

    @Test(arguments: ExhibitName.allCases) func itsPageTellsOfThreeAndIsNotTooLong(name: ExhibitName) throws {
        let run = try ExhibitRun.perform(name.exhibit, variant: name.card.shortest, isDefended: false, seed: 1)
        let told = try run.told(name.exhibit)
        #expect(told.outcome.reached && told.outcome.tries == run.outcome.tries)
        for journal in told.journals {
            #expect((1...20_000).contains(journal.events.count), "\(journal.events.count)")
            #expect(journal.lifelines.contains(.attacker) || name.card.position == .recording)
        }
    }

    @Test func theSameSeedGivesTheSameOctets() throws {
        var files: [[UInt8]] = []
        for _ in 0..<2 {
            var octets: [UInt8] = []
            var wants = Performance.Wants()
            wants.sink = { octets += $1 }
            _ = try ExhibitRun.perform(Truncation.self, variant: "standard", isDefended: false, seed: 5, wants)
            files.append(octets)
        }
        #expect(files[0] == files[1] && files[0].count > 1_000)
    }
}
