import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 5: forward secrecy.
extension Exercise {
    static let forwardSecrecy: [Exercise] = [
        Exercise(lesson: 5, number: 1, answer: .letters(through: "d")) { seed, key in
            let journal = try Visit.journal(seed)
            let loot = [
                Knowledge.serverPrivateKey, Knowledge.clientExponent, Knowledge.serverExponent,
                Knowledge.serverPublicValue,
            ]
            let enough = journal.letters(of: loot, opening: Knowledge.applicationData)
            key.right = [.letters(enough)]
            key.because = Words(
                english: "Either exponent is enough: each public value, raised to the other side's exponent, is the "
                    + "premaster secret.")
            key.hint = Words(
                english: "The premaster secret is a power. Ask for each item whether it makes the power computable, "
                    + "together with what went over the wire.")
            key[.letters(["a"]), .letters(enough.union(["a"]))] = Words(
                english: "In this handshake the server's private key has signed. It has encrypted nothing.")
            key[.letters(["b"]), .letters(["c"])] = Words(
                english: "This one is enough. Both sides come to the same power, so there is another way.")
        },
        Exercise(lesson: 5, number: 2, answer: .yesOrNo) { seed, key in
            let journal = try Visit.journal(seed) {
                $0.suite = .rsaAES128GCM
                $0.extendedMasterSecret = true
            }
            let isOpen = Ledger(journal).holds(.thief, Knowledge.applicationData)
            key.right = [.yes(isOpen)]
            key.because = Words(
                english: "The thief decrypts the premaster secret as before. The hash is over messages that went by "
                    + "in clear, so the thief computes the master secret, too.")
            key.hint = Words(
                english: "The hash that takes the place of the two randoms is over messages. Ask who has seen these "
                    + "messages.")
        },
        Exercise(lesson: 5, number: 3, answer: .number) { seed, key in
            let journal = try Visit.journal(seed) { $0.group = .toy23 }
            let group = FiniteFieldGroup.toy23
            let value = try Integer(bigEndian: journal.value(Knowledge.serverPublicValue, of: .server)).small
            let drawn = try Integer(bigEndian: journal.value(Knowledge.serverExponent, of: .server)).small
            var exponents = [drawn]
            for exponent in 1..<(try group.p.small) where exponent != drawn {
                if try group.g.raised(to: exponent, modulo: group.p) == value { exponents.append(exponent) }
            }
            key.right = exponents.map { .number($0) }
            key.because = Words(
                english: "The exponent is \(drawn). No key was stolen: in a group as small as this one a recording "
                    + "opens by trying, and there is no forward secrecy.")
            key.hint = Words(
                english: "Raise the generator to 1, 2, 3 and so on, modulo p, until the server's public value dh_Ys "
                    + "comes out.")
            key[.number(value)] = Words(
                english: "That is the server's public value. The question is about the exponent that leads to it.")
            key[.number(try Integer(bigEndian: journal.value(Knowledge.clientExponent)).small)] = Words(
                english: "That is the client's exponent. The question is about the server's.")
        },
    ]
}
