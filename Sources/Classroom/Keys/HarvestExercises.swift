import Simulator
import TLSSim
import Trace

/// Lesson 13: harvest now, decrypt later.
extension Exercise {
    static let harvest: [Exercise] = [
        Exercise(13, 1, .letters(through: "d")) { seed in
            let group = NamedGroup.x25519MLKEM768
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(group: group) }
            let ledger = Ledger(journal)
            let thefts: [(Character, [SecretID], [Derivation])] = [
                ("a", [Knowledge.serverPrivateKey], []), ("b", [], Knowledge.quantumDerivations(group)),
                ("c", [Knowledge.privateValue(of: .client, group)], []),
                ("d", [Knowledge.privateValue(of: .server, group)], []),
            ]
            let enough = thefts.filter { _, loot, rules in
                ledger.reach(.eavesdropper, with: loot, under: journal.derivations + rules)
                    .contains(Knowledge.applicationData)
            }
            let letters = Set(enough.map(\.0))
            return Solution(
                .letters(letters), because: HarvestHint.bothHalves, hint: .whatIsTheInput,
                slips: [
                    (.letters(letters.union(["b"])), .halfIsMissing),
                    (.letters(letters.union(["a"])), .keySigns),
                    (.letters(["b"]), .halfIsMissing),
                    (.letters(["c"]), .serverToo), (.letters([]), .nothingIsStronger),
                ])
        },
        Exercise(13, 2, .number) { seed in
            let growth = try serverHello(seed, .x25519MLKEM768) - serverHello(seed, .x25519)
            return Solution(
                .number(UInt64(growth)), because: HarvestHint.ciphertext(octets: growth),
                hint: .whoMakesAKey,
                slips: [
                    (.number(1_184), .keyOfTheClient),
                    (.number(UInt64(growth + 32)), .shareWasThere),
                ])
        },
        Exercise(13, 3, .number) { seed in
            let count = try segmentsOfHello(seed, .x25519MLKEM768)
            return Solution(
                .number(UInt64(count)), because: HarvestHint.segments(count: count), hint: .divide,
                slips: [
                    (.number(UInt64(count - 1)), .lastOne), (.number(1), .oneOctetTooMany),
                ])
        },
    ]

    /// The octets of the record with ServerHello.
    private static func serverHello(_ seed: UInt64, _ group: NamedGroup) throws -> Int {
        let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(group: group) }
        return try journal.message("tls.server_hello", of: .server).stream.count
    }

    /// How many segments carry octets of ClientHello, when none may carry more than 536.
    private static func segmentsOfHello(_ seed: UInt64, _ group: NamedGroup) throws -> Int {
        let journal = try Visit.journal(seed) {
            $0.tls13 = Visit.TLS13Options(group: group)
            $0.wire.mss = 536
        }
        let hello = try journal.message("tls.client_hello", of: .client).stream
        return journal.events.count { event in
            guard event.who == .client, case .sent(let packet, _) = event.kind else { return false }
            return packet.stream.overlaps(hello)
        }
    }
}
