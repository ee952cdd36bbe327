import Crypto
import Museum
import Simulator
import TLSSim
import Trace

/// Lesson 22: the extended master secret.
extension Exercise {
    static let sessionHash: [Exercise] = [
        Exercise(lesson: 22, number: 1, answer: .letters(through: "f")) { seed in
            let journal = try Visit.bound(seed)
            let steps = [
                "tls.client_hello", "tls.certificate", "tls.server_hello_done", "tls.client_key_exchange",
                "tls.change_cipher_spec", "tls.finished",
            ]
            let end = try journal.event("tls.calc.master_secret", of: .client).number
            let covered = try Exercise.letters(of: steps) { step in
                try journal.writing(of: step).number < end
            }
            return Solution(
                .letters(covered), because: SessionHashHint.throughTheKeyExchange,
                hint: .whenItIsComputed,
                slips: [
                    (.letters(covered.subtracting(["d"])), .keyExchangeIncluded),
                    (.letters(covered.union(["e"])), .noHandshakeMessage),
                    (.letters(covered.union(["f"])), .finishedNeedsIt),
                    (.letters(["a"]), .moreThanTheRandoms),
                ])
        },
        Exercise(lesson: 22, number: 2, answer: .octets) { seed in
            let journal = try Visit.bound(seed)
            let premaster = try journal.value(Knowledge.premasterSecret)
            let inputs = try journal.calculation("tls.calc.master_secret").inputs
            let hash = try inputs.first { $0.name == "session_hash" }.orThrow(.noStep("session_hash")).octets
            func secret(_ label: String) -> [UInt8] {
                PRF.compute(hash: CipherSuite.rsaAES128GCM.hash, secret: premaster, label: label, seed: hash, count: 4)
            }
            return Solution(
                .octets(secret("master secret")), because: SessionHashHint.labelsSeparate,
                hint: .replaceTheLabel,
                slips: [(.octets(secret("extended master secret")), .labelIsTheSame)])
        },
        Exercise(lesson: 22, number: 3, answer: .letters(through: "d")) { seed in
            var equal: Set<Character> = []
            for (letters, isDefended) in [("ac", false), ("bd", true)] {
                let run = try MuseumQuestion("triple-handshake").performed(seed, isDefended: isDefended)
                let pairs = [
                    ("master secret with the victim", "master secret with the server"),
                    ("tls-unique at the victim", "tls-unique at the server"),
                ]
                for (letter, pair) in zip(letters, pairs) where try run.quantity(pair.0) == run.quantity(pair.1) {
                    equal.insert(letter)
                }
            }
            return Solution(
                .letters(equal), because: SessionHashHint.certificatesDiffer, hint: .whatGoesIn,
                slips: [
                    (.letters(["a"]), .resumptionShowsNoCertificate),
                    (.letters(["a", "b", "c", "d"]), .hashNamesTheServer),
                    (.letters([]), .sheChoosesBoth),
                ])
        },
    ]
}

extension Visit {
    /// A visit with RSA key transport and the extended master secret.
    fileprivate static func bound(_ seed: UInt64) throws -> Journal {
        try Visit.journal(seed) {
            $0.suite = .rsaAES128GCM
            $0.extendedMasterSecret = true
        }
    }
}
