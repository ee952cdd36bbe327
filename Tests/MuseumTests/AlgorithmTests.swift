import Crypto
import Simulator
import TLSSim
import Testing
import Trace

@testable import Museum

/// The table of four designs against seven attackers and three variations of them, and the effect of a broken rule.
@Suite struct AlgorithmTests {
    /// The rows of the table: F if the design falls. The designs stand in the order of the story.
    private static let expected: [DesignAttacker: String] = [
        .listens: "....", .replaysClient: "F...", .replaysServer: "..F.", .repeatedSecret: "F.F.", .middle: "..F.",
        .uncheckedMiddle: "FFFF", .thief: "FF..", .weakClient: "FFFF", .weakServer: "..FF", .repeatedSeed: "FFFF",
    ]

    @Test func theTableAndItsTextAreAsExpected() throws {
        let table = try DesignTable(seed: 1)
        for attacker in DesignAttacker.allCases {
            let row = table.cells.filter { $0.attacker == attacker }.map { $0.falls ? "F" : "." }.joined()
            #expect(row == Self.expected[attacker], "\(attacker.rawValue)")
        }
        let text = table.report.text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for words in [
            "From one random to three randoms: gained freshness, lost nothing.",
            "From three randoms to DH unsigned: gained forward secrecy, lost authentication, strength against a weak generator of the server.",
            "From DH unsigned to DHE signed: gained authentication, lost nothing.",
            "Every design stops her who only listens.",
            "wins against one random, three randoms, DHE signed. If it does, she loses. The check alone does not stop her against DH unsigned.",
        ] { #expect(text.contains(words), "\(words)") }
        for line in table.report.text().split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }

    /// A design without one of its rules falls to the attackers that the rule stops.
    @Test func aBrokenRuleLetsTheAttackerWin() throws {
        let stage = try DesignStage(seed: 2)
        var stale = Design(.threeRandoms)
        stale.isFresh = false
        var careless = Design(.signedDHE)
        careless.isVerified = false
        var transported = Design(.signedDHE)
        transported.suite = .rsaAES128GCM
        let flips: [(DesignAttacker, Design, Design)] = [
            (.replaysClient, Design(.threeRandoms), stale), (.repeatedSecret, Design(.threeRandoms), stale),
            (.middle, Design(.signedDHE), careless), (.replaysServer, Design(.signedDHE), careless),
            (.thief, Design(.signedDHE), transported),
        ]
        for (attacker, whole, broken) in flips {
            #expect(try !stage.run(attacker, on: whole).falls, "\(attacker.rawValue)")
            #expect(try stage.run(attacker, on: broken).falls, "\(attacker.rawValue)")
        }
    }

    /// The eavesdropper has no key. If she had the premaster secret, the ledger would show that she can compute the master secret.
    @Test func theLedgerShowsAKeyThatFollowsFromThePremasterSecret() throws {
        let stage = try DesignStage(seed: 2)
        for design in [Design(.threeRandoms), Design(.signedDHE)] {
            let ledger = try stage.ledger(of: design)
            let rules = Knowledge.derivations(suite: design.suite, extendedMasterSecret: false)
            #expect(
                ledger.holds(.eavesdropper, Knowledge.clientRandom)
                    && !ledger.holds(.eavesdropper, Knowledge.masterSecret))
            let reach = ledger.reach(.eavesdropper, with: [Knowledge.premasterSecret], under: rules)
            #expect(reach.contains(Knowledge.masterSecret))
        }
    }

    /// Variants other than the first one, which ExhibitTests performs.
    @Test(
        arguments: [
            ("replay", "snapshot"), ("replay", "server"), ("weak-prng", "dhe"), ("weak-prng", "server"),
            ("forward-secrecy", "tls13-psk"), ("early-data-replay", "window"), ("early-data-replay", "other-server"),
            ("stolen-state", "future"),
        ])
    func aVariantIsStoppedByTheRule(name: String, variant: String) throws {
        let exhibit = try #require(ExhibitName.allCases.first { $0.rawValue == name }).exhibit
        for seed in [2, 3] as [UInt64] {
            var octets: [UInt8] = []
            var wants = Performance.Wants()
            wants.sink = { octets += $1 }
            let runs = try [false, true].map {
                try ExhibitRun.perform(exhibit, variant: variant, isDefended: $0, seed: seed, $0 ? .init() : wants)
            }
            #expect(runs[0].outcome.reached && !runs[1].outcome.reached, "\(seed)")
            #expect(!octets.isEmpty)
            for loot in runs[0].outcome.loot {
                #expect(runs[0].outcome.truth.first { $0.name == loot.name }?.value == loot.value, "\(loot.name)")
            }
            guard let recorded = exhibit as? any RecordedExhibit.Type else { continue }
            let again = ExhibitRun.attack(recorded, on: try Recording(capture: octets), variant: variant)
            #expect(again.outcome.reached && again.outcome.loot.map(\.value) == runs[0].outcome.loot.map(\.value))
        }
    }
}
