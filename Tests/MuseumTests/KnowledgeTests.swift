import TLSSim
import Testing
import Trace

@testable import Museum
@testable import Render

/// What the journal of an exhibit says of the attacker's knowledge.
@Suite struct KnowledgeTests {
    /// Exhibits of which a run takes seconds.
    private static let dear: Set = [
        "logjam", "invalid-curve", "small-subgroup", "ecdsa-nonce", "crime", "padding-oracle", "lucky13",
        "shared-primes", "bleichenbacher", "poodle", "sweet32", "gcm-nonce",
    ]

    /// Whether a quantity goes over the wire in clear.
    private static func isPublic(_ secret: SecretID) -> Bool {
        [Knowledge.clientRandom, Knowledge.serverRandom, Knowledge.group].contains(secret)
    }

    /// A run with journals, of the variant that takes the least time.
    private func run(_ exhibit: any Exhibit.Type, isDefended: Bool, seed: UInt64) throws -> ExhibitRun {
        let variant = exhibit.card.shortest
        let run = try ExhibitRun.perform(exhibit, variant: variant, isDefended: isDefended, seed: seed)
        return try run.withJournals(of: exhibit)
    }

    /// The values that the attacker has learned in the journals of a run, each with the event.
    private func learned(_ who: Principal, in run: ExhibitRun) -> [(event: Event, how: Learned, value: [UInt8])] {
        run.journals.flatMap(\.events).compactMap { event in
            guard event.who == who, case .learned(_, let how, let value?) = event.kind else { return nil }
            return (event, how, value)
        }
    }

    @Test(arguments: ExhibitName.allCases) func theLedgerHasWhatSheHasFoundAndNothingElse(name: ExhibitName) throws {
        let seeds: ClosedRange<UInt64> = Self.dear.contains(name.card.name) ? 1...2 : 1...20
        for seed in seeds {
            let open = try run(name.exhibit, isDefended: false, seed: seed)
            let shut = try run(name.exhibit, isDefended: true, seed: seed)
            for run in [open, shut] {
                let about: Comment = "\(run.card.name) \(run.isDefended == true) \(seed)"
                let hers = learned(.attacker, in: run)
                let loot = run.outcome.loot.map(\.value).filter { !$0.isEmpty }
                for value in loot { #expect(hers.contains { $0.value == value }, about) }
                for one in hers where one.event.step == "attack.found" {
                    #expect(loot.contains(one.value), about)
                }
                // What a victim has drawn or owned, and she has not found, she does not have.
                let victims = learned(.client, in: run) + learned(.server, in: run)
                for one in victims where one.how.isDrawn || one.how == .configured {
                    guard case .learned(let secret, _, _) = one.event.kind, !Self.isPublic(secret),
                        !loot.contains(one.value)
                    else { continue }
                    #expect(!hers.contains { $0.value == one.value }, "\(about) \(secret)")
                }
                // The ledger has the names under which she has found the values.
                let ledgers = run.journals.map { Ledger($0) }
                for finding in Finding.all(in: run.outcome.loot, of: run.card.name) {
                    #expect(ledgers.contains { $0.holds(.attacker, finding.secret) }, "\(about) \(finding.secret)")
                }
            }
            // With the rule in place, she does not have what she was after.
            for finding in Finding.all(in: open.outcome.loot, of: open.card.name) {
                // What she has drawn herself she has in any case.
                guard !shut.outcome.loot.contains(where: { !$0.value.isEmpty }),
                    finding.secret != Finding.own(Knowledge.serverExponent)
                else { continue }
                let isHeld = shut.journals.contains { Ledger($0).holds(.attacker, finding.secret) }
                #expect(!isHeld || finding.secret == Knowledge.applicationData, "\(name) \(seed) \(finding.secret)")
            }
        }
    }

    @Test func sheFindsTheKeyBeforeSheUsesIt() throws {
        let journal = try #require(try run(ECDSANonce.self, isDefended: false, seed: 1).journals.first)
        let fact = try #require(Ledger(journal).fact(.attacker, Knowledge.serverSigningKey))
        let writes = journal.events.last { if case .wrote = $0.kind { $0.who == .attacker } else { false } }
        #expect(fact.event < (try #require(writes)).number)
    }

    @Test func theTableOfTheTerminalHasTheAttacker() throws {
        let journal = try #require(try run(Heartbleed.self, isDefended: false, seed: 1).journals.first)
        let ledger = Ledger(journal)
        #expect(Epilogue.audience(of: journal, ledger) == [.client, .server, .eavesdropper, .attacker])
        #expect(ledger.holds(.attacker, Knowledge.clientRandom))
        let text = try Ladder(journal).text(only: ["end.holdings"])
        #expect(text.contains("attacker") && text.contains("prime factor of the modulus"))
    }
}
