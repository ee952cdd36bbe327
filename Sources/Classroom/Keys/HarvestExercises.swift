import Simulator
import TLSSim
import Trace

/// Lesson 13: harvest now, decrypt later.
extension Exercise {
    static let harvest: [Exercise] = [
        Exercise(lesson: 13, number: 1, answer: .letters(through: "d")) { seed in
            let group = NamedGroup.x25519MLKEM768
            let journal = try Visit.journal(seed) { $0.tls13 = Visit.TLS13Options(group: group) }
            let ledger = Ledger(journal)
            let thefts: [(loot: [SecretID], rules: [Derivation])] = [
                ([Knowledge.serverPrivateKey], []), ([], Knowledge.quantumDerivations(group)),
                ([Knowledge.privateValue(of: .client, group)], []), ([Knowledge.privateValue(of: .server, group)], []),
            ]
            let letters = Exercise.letters(of: thefts) { loot, rules in
                ledger.reach(.eavesdropper, with: loot, under: journal.derivations + rules)
                    .contains(Knowledge.applicationData)
            }
            return Solution(
                .letters(letters), because: HarvestHint.bothHalves, hint: .whatIsTheInput,
                slips: [
                    (.letters(letters.union(["b"])), .halfIsMissing),
                    (.letters(letters.union(["a"])), .keySigns),
                    (.letters(["b"]), .halfIsMissing),
                    (.letters(["c"]), .serverToo), (.letters([]), .nothingIsStronger),
                ])
        },
        Exercise(lesson: 13, number: 2, answer: .number) { seed in
            let growth = try Visit.growthOfHello(of: .server, seed)
            return Solution(
                .number(UInt64(growth)), because: HarvestHint.ciphertext(octets: growth),
                hint: .whoMakesAKey,
                slips: [
                    (.number(1_184), .keyOfTheClient),
                    (.number(UInt64(growth + 32)), .shareWasThere),
                ])
        },
        Exercise(lesson: 13, number: 3, answer: .number) { seed in
            let count = try segmentsOfHello(seed)
            return Solution(
                .number(UInt64(count)), because: HarvestHint.segments(count: count), hint: .divide,
                slips: [
                    (.number(UInt64(count - 1)), .lastOne), (.number(1), .oneOctetTooMany),
                ])
        },
    ]

    /// The number of segments that carry octets of ClientHello with a key of ML-KEM, if no segment may carry more than
    /// 536 octets.
    private static func segmentsOfHello(_ seed: UInt64) throws -> Int {
        let journal = try Visit.journal(seed) {
            $0.tls13 = Visit.TLS13Options(group: .x25519MLKEM768)
            $0.wire.mss = 536
        }
        let hello = try journal.message("tls.client_hello", of: .client).stream
        return journal.sent(by: .client).count { $0.packet.stream.overlaps(hello) }
    }
}
