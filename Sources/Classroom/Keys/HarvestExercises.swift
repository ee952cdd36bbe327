import Simulator
import TLSSim
import Trace

/// Lesson 13: harvest now, decrypt later.
extension Exercise {
    static let harvest: [Exercise] = [
        Exercise(lesson: 13, number: 1, answer: .letters(through: "d")) { seed, key in
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
            key.right = [.letters(letters)]
            key.because = Words(
                english: "Each side has drawn values for both halves, and with the shares on the wire they give the "
                    + "whole secret. So both sides have to forget them. The machine has one half, and the private "
                    + "key has none.")
            key.hint = Words(
                english: "Look at what enters handshake_secret: one value of two halves. Ask for each item whether "
                    + "it gives both halves, together with what went over the wire.")
            let halfIsMissing = Words(
                english: "Such a machine breaks X25519. It does not break ML-KEM, and half of the input gives no key.")
            key[.letters(letters.union(["b"]))] = halfIsMissing
            key[.letters(letters.union(["a"]))] = Words(
                english: "The key has signed the handshake. No secret of the key schedule has it as an input.")
            key[.letters(["b"])] = halfIsMissing
            key[.letters(["c"])] = Words(
                english: "These values are enough. But the other side has computed the same secret from values of "
                    + "its own.")
            key[.letters([])] = Words(
                english: "The exchange hides the secret from those who listen. Each side has it, and each side has "
                    + "drawn values that give it.")
        },
        Exercise(lesson: 13, number: 2, answer: .number) { seed, key in
            let growth = try Visit.growthOfHello(of: .server, seed)
            key.right = [.number(UInt64(growth))]
            key.because = Words(
                english: "The server sends a ciphertext of ML-KEM, \(growth) octets: a secret that is encrypted to "
                    + "the client's key.")
            key.hint = Words(
                english: "Ask what the server sends for ML-KEM. It makes no key of its own: it answers to the "
                    + "client's key.")
            key[.number(1_184)] = Words(
                english: "That is the length of the client's key. The server sends no key of ML-KEM.")
            key[.number(UInt64(growth + 32))] = Words(
                english: "That is the whole share. The share of x25519 was there before.")
        },
        Exercise(lesson: 13, number: 3, answer: .number) { seed, key in
            let count = try segmentsOfHello(seed)
            key.right = [.number(UInt64(count))]
            key.because = Words(
                english: "ClientHello takes \(count) segments. The one of x25519 alone takes a single one.")
            key.hint = Words(
                english: "Divide the length of the record with ClientHello by what one segment may carry, and round "
                    + "up.")
            key[.number(UInt64(count - 1))] = Words(english: "The rest at the end needs a segment, too.")
            key[.number(1)] = Words(english: "A segment may carry 536 octets here. The hello is longer than that.")
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
