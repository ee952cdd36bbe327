import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 5: forward secrecy.
extension Exercise {
    static let forwardSecrecy: [Exercise] = [
        Exercise(lesson: 5, number: 1, answer: .letters(through: "d")) { seed in
            let journal = try Visit.journal(seed)
            let loot = [
                Knowledge.serverPrivateKey, Knowledge.clientExponent, Knowledge.serverExponent,
                Knowledge.serverPublicValue,
            ]
            let enough = journal.letters(of: loot, opening: Knowledge.applicationData)
            return Solution(
                .letters(enough), because: ForwardSecrecyHint.eitherExponent, hint: .whatIsMissing,
                slips: [
                    (.letters(["a"]), .keyOnlySigns),
                    (.letters(enough.union(["a"])), .keyOnlySigns),
                    (.letters(["b"]), .otherSideToo),
                    (.letters(["c"]), .otherSideToo),
                ])
        },
        Exercise(lesson: 5, number: 2, answer: .yesOrNo) { seed in
            let journal = try Visit.journal(seed) {
                $0.suite = .rsaAES128GCM
                $0.extendedMasterSecret = true
            }
            let isOpen = Ledger(journal).holds(.thief, Knowledge.applicationData)
            return Solution(
                .yes(isOpen), because: ForwardSecrecyHint.hashIsPublic, hint: .whatTheHashIsOf)
        },
        Exercise(lesson: 5, number: 3, answer: .number) { seed in
            let journal = try Visit.journal(seed) { $0.group = .toy23 }
            let group = FiniteFieldGroup.toy23
            let value = try Integer(bigEndian: journal.value(Knowledge.serverPublicValue, of: .server)).small
            let drawn = try Integer(bigEndian: journal.value(Knowledge.serverExponent, of: .server)).small
            var exponents = [drawn]
            for exponent in 1..<(try group.p.small) where exponent != drawn {
                if try group.g.raised(to: exponent, modulo: group.p) == value { exponents.append(exponent) }
            }
            return Solution(
                exponents.map { .number($0) }, because: ForwardSecrecyHint.exponentFound(drawn),
                hint: .countThePowers,
                slips: [
                    (.number(value), .publicValue),
                    (
                        .number(try Integer(bigEndian: journal.value(Knowledge.clientExponent)).small),
                        .clientsExponent
                    ),
                ])
        },
    ]
}
