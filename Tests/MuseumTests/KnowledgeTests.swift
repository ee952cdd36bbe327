import Foundation
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

    private static func isDear(_ name: ExhibitName) -> Bool { dear.contains(name.card.name) }

    /// The secrets from which the keys of a connection follow.
    private static let keys = [Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock]

    /// Whether a quantity goes over the wire in clear.
    private static func isPublic(_ secret: SecretID) -> Bool {
        [Knowledge.clientRandom, Knowledge.serverRandom, Knowledge.group].contains(secret)
    }

    private typealias Fact = (event: Event, secret: SecretID, how: Learned, value: [UInt8])

    /// A run with journals, of the variant that takes the least time.
    private func run(_ exhibit: any Exhibit.Type, isDefended: Bool, seed: UInt64) throws -> ExhibitRun {
        let variant = exhibit.card.shortest
        let run = try ExhibitRun.perform(exhibit, variant: variant, isDefended: isDefended, seed: seed)
        return try run.withJournals(of: exhibit)
    }

    /// The values that a participant has learned in the journals of a run, each with the event.
    private func learned(_ who: Principal, in run: ExhibitRun) -> [Fact] {
        run.journals.flatMap(\.events).compactMap { event in
            guard event.who == who, case .learned(let secret, let how, let value?) = event.kind else { return nil }
            return (event, secret, how, value)
        }
    }

    /// `HANDSHAKESIM_FUZZ=20 swift test --filter KnowledgeTests` tries twenty seeds, and two of the dear ones.
    private static var seeds: UInt64 {
        ProcessInfo.processInfo.environment["HANDSHAKESIM_FUZZ"].flatMap { UInt64($0) } ?? 2
    }

    /// The authorities of a seed are made once, and serve all exhibits of the seed. So the seeds are the arguments, and not the exhibits.
    @Test(arguments: 1...max(1, seeds)) func theLedgerHasWhatSheHasFoundAndNothingElse(seed: UInt64) throws {
        for name in ExhibitName.allCases where !Self.isDear(name) { try check(name, seed: seed) }
    }

    @Test(arguments: ExhibitName.allCases.filter(isDear), 1...max(1, seeds / 10))
    func theLedgerOfADearExhibitHasWhatSheHasFoundAndNothingElse(name: ExhibitName, seed: UInt64) throws {
        try check(name, seed: seed)
    }

    private func check(_ name: ExhibitName, seed: UInt64) throws {
        let open = try run(name.exhibit, isDefended: false, seed: seed)
        let shut = try run(name.exhibit, isDefended: true, seed: seed)
        for run in [open, shut] { check(run) }
        // With the rule in place, she does not have what she was after.
        for finding in FoundValue.all(in: open.outcome, of: open.card.name) {
            // What she has drawn herself, and what she has stolen, she has in any case.
            guard !shut.outcome.loot.contains(where: { !$0.value.isEmpty }), !finding.isStolen, !finding.isMeans,
                // As an end of both connections of the triple handshake she has their master secrets in any case.
                !shut.outcome.means.contains(where: { $0.secret == finding.secret }),
                finding.secret != FoundValue.own(Knowledge.serverExponent)
            else { continue }
            let isHeld = shut.journals.contains { Ledger($0).holds(.attacker, finding.secret) }
            #expect(!isHeld || finding.secret == Knowledge.applicationData, "\(name) \(seed) \(finding.secret)")
        }
    }

    private func check(_ run: ExhibitRun) {
        let about: Comment = "\(run.card.name) \(run.isDefended == true) \(run.seed)"
        let findings = FoundValue.all(in: run.outcome, of: run.card.name)
        let (values, hers) = (findings.map(\.value), learned(.attacker, in: run))
        let victims = learned(.client, in: run) + learned(.server, in: run)
        for value in values { #expect(hers.contains { $0.value == value }, about) }
        for one in hers where one.event.step == "attack.found" { #expect(values.contains(one.value), about) }
        // What a victim has drawn, composed or owned, and she has not found, she does not have.
        for one in victims where one.how.isDrawn || one.how == .configured {
            guard !Self.isPublic(one.secret), !values.contains(one.value) else { continue }
            #expect(!hers.contains { $0.value == one.value }, "\(about) \(one.secret)")
        }
        // A secret that the story shows is in the ledger.
        for quantity in run.outcome.steps.flatMap(\.quantities) where quantity.name.contains("master") {
            #expect(
                quantity.octets.isEmpty || hers.contains { $0.value == quantity.octets }, "\(about) \(quantity.name)")
        }
        for journal in run.journals {
            let ledger = Ledger(journal)
            // An attacker whom the messages pass knows what is in clear in them, as every eavesdropper does.
            if run.card.position != .offPath {
                for fact in ledger.facts(of: .eavesdropper) {
                    #expect(ledger.holds(.attacker, fact.secret), "\(about) \(fact.secret)")
                }
            }
            let roots = Set(
                journal.events.compactMap { event -> SecretID? in
                    guard event.who == .attacker, case .learned(let secret, _, _) = event.kind,
                        !Self.isPublic(secret)
                    else { return nil }
                    return secret
                })
            // What a victim has computed, she has only if it rests on what she has found or on her own end of a connection.
            for secret in Set(victims.map(\.secret)) {
                guard let fact = ledger.fact(.attacker, secret), case .derived = fact.how else { continue }
                #expect(isEarned(fact, by: roots, in: ledger), "\(about) \(secret)")
            }
        }
        // The ledger has the names under which she has found the values. A victim's quantity has the victim's name.
        let ledgers = run.journals.map { Ledger($0) }
        for finding in findings {
            #expect(ledgers.contains { $0.holds(.attacker, finding.secret) }, "\(about) \(finding.secret)")
            let same = victims.filter { $0.secret == finding.secret }
            guard !same.isEmpty, finding.secret != Knowledge.applicationData else { continue }
            let number = finding.value.drop { $0 == 0 }
            #expect(same.contains { $0.value.drop { $0 == 0 } == number }, "\(about) \(finding.secret)")
        }
    }

    /// Whether a fact is one of `roots`, or follows from one of them.
    private func isEarned(_ fact: Ledger.Fact, by roots: Set<SecretID>, in ledger: Ledger) -> Bool {
        if roots.contains(fact.secret) { return true }
        guard case .derived(let premises, _) = fact.how else { return false }
        return premises.contains { premise in
            ledger.fact(.attacker, premise).map { isEarned($0, by: roots, in: ledger) } ?? false
        }
    }

    /// Where a connection ends at her, or where she has opened its recording, she has the secrets that its other end has.
    @Test(arguments: [
        "triple-handshake", "logjam", "version-downgrade", "small-subgroup", "invalid-curve", "unsigned-dh", "mitm",
        "ssl-strip", "ecdsa-nonce", "dns-hijack", "weak-prng", "forward-secrecy", "stolen-state", "bleichenbacher",
    ])
    func sheHasTheSecretsOfAConnectionThatIsHers(_ name: String) throws {
        let exhibit = try #require(ExhibitName.allCases.first { $0.card.name == name }).exhibit
        let run = try run(exhibit, isDefended: false, seed: 2)
        let victims = learned(.client, in: run) + learned(.server, in: run)
        let hers = learned(.attacker, in: run)
        for secret in Self.keys {
            let own = victims.filter { $0.secret == secret }
            guard !own.isEmpty else { continue }
            #expect(own.contains { one in hers.contains { $0.secret == secret && $0.value == one.value } }, "\(secret)")
        }
        // Both connections of the triple handshake are hers, also where the rule makes two master secrets of one premaster secret.
        guard name == "triple-handshake" else { return }
        let shut = try self.run(exhibit, isDefended: true, seed: 2)
        let others = learned(.client, in: shut) + learned(.server, in: shut)
        let known = learned(.attacker, in: shut).map(\.value)
        for one in others where Self.keys.contains(one.secret) { #expect(known.contains(one.value), "\(one.secret)") }
    }

    /// A packet to an address that no host has goes nowhere: not to the host on the other side of the picture.
    @Test func aPacketToNoHostIsDrawnToNoHost() throws {
        let journal = try #require(try run(SYNFlood.self, isDefended: false, seed: 1).journals.first)
        let strays = journal.events.compactMap { event -> Packet? in
            if case .sent(let packet, to: .network) = event.kind { packet } else { nil }
        }
        #expect(!strays.isEmpty)
        for stray in strays {
            let isLost = journal.events.contains {
                if case .lost(let packet, let why) = $0.kind {
                    packet.number == stray.number && why.english.hasPrefix("no host has the address 10.0.1.")
                } else {
                    false
                }
            }
            #expect(isLost, "\(stray.number)")
        }
        let way = Lifelines(journal, span: 60).way((from: .server, to: .network))
        #expect(!way.isRightwards && way.columns == 20..<60)
        #expect(try Ladder(journal).text(only: ["tcp.syn_ack"]).contains("no host has the address 10.0.1.1"))
    }

    /// Where she goes on with a finding, the finding comes before her last packet.
    @Test(arguments: [
        "unsigned-dh", "mitm", "ssl-strip", "ccs-injection", "logjam", "skip-messages", "triple-handshake",
        "version-downgrade", "challenge-ack", "ecdsa-nonce", "gcm-nonce", "dns-hijack",
    ])
    func whatSheFindsIsInTheLedgerAtThatStep(_ name: String) throws {
        let exhibit = try #require(ExhibitName.allCases.first { $0.card.name == name }).exhibit
        let run = try run(exhibit, isDefended: false, seed: 3)
        let last = try #require(
            run.journals.flatMap(\.events).last {
                if case .sent = $0.kind { $0.who == .attacker } else { false }
            })
        for finding in FoundValue.all(in: run.outcome, of: name) {
            let fact = try #require(learned(.attacker, in: run).first { $0.value == finding.value })
            #expect(fact.event.number < last.number, "\(finding.secret)")
        }
    }

    /// A stolen value is in the ledger when it is stolen, before all that she computes from it.
    @Test(arguments: ["forward-secrecy", "ticket-key", "stolen-state"])
    func aTheftComesBeforeWhatFollowsFromIt(_ name: String) throws {
        let exhibit = try #require(ExhibitName.allCases.first { $0.card.name == name }).exhibit
        for variant in exhibit.card.variants.isEmpty ? [""] : exhibit.card.variants {
            for isDefended in [false, true] {
                var wants = Performance.Wants()
                wants.journal = true
                let run = try ExhibitRun.perform(
                    exhibit, variant: variant, isDefended: isDefended, seed: 4, wants)
                let stolen = try #require(run.outcome.thefts.first)
                let found = learned(.attacker, in: run).filter { $0.event.step == "attack.found" }
                let first = try #require(found.first)
                #expect(first.secret == stolen.secret && first.value == stolen.value)
                guard case .stolen = first.how else {
                    Issue.record("\(name): \(first.how)")
                    continue
                }
                // Each later value rests on the theft, or on a value that does.
                for (index, one) in found.enumerated().dropFirst() {
                    guard case .derived(let premises, _) = one.how else { continue }
                    #expect(found.prefix(index).contains { premises.contains($0.secret) }, "\(one.secret)")
                }
            }
        }
    }

    /// A host that she cannot see does not choose her last packet: she sends a burst and the story says where the run stops it, or the packet
    /// follows from what she has found.
    @Test(arguments: ExhibitName.allCases.filter { $0.card.position == .offPath })
    func noVictimChoosesHerLastPacket(name: ExhibitName) throws {
        let card = name.card
        guard card.goal != .exhaust else { return }
        var silent = 0
        for seed in 1...max(1, Self.seeds) {
            let outcome = try ExhibitRun.perform(
                name.exhibit, variant: card.shortest, isDefended: false, seed: seed
            ).outcome
            let isStopped = outcome.steps.contains { $0.remark is BlindBurstNote && $0.frames.isEmpty }
            if !isStopped, outcome.loot.isEmpty { silent += 1 }
        }
        // The run does not stop her if her last guess is the one that fits.
        #expect(silent <= max(1, Int(Self.seeds) / 10), "\(silent)")
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
