import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 3: three randoms and RSA.
extension Exercise {
    static let keyTransport: [Exercise] = [
        Exercise(lesson: 3, number: 1, answer: .octets) { seed in
            let premaster = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }.value(Knowledge.premasterSecret)
            return Solution(
                .octets(Array(premaster.prefix(2))), because: KeyTransportHint.versionOffered,
                hint: .whoWritesTheVersion, slips: [(.octets([3, 2]), .versionAgreed)])
        },
        Exercise(lesson: 3, number: 2, answer: .number) { seed in
            let larger = try Visit.journal(seed) { $0.suite = .rsaAES256GCM }.keyBlockLength
            let smaller = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }.keyBlockLength
            return Solution(
                .number(UInt64(larger)), because: KeyTransportHint.keyBlock(octets: larger),
                hint: .cutInFour,
                slips: [
                    (.number(UInt64(smaller)), .smallerCipher),
                    (.number(UInt64(smaller * 2)), .notAllDoubles),
                    (.number(UInt64(larger * 8)), .bits),
                ])
        },
        Exercise(lesson: 3, number: 3, answer: .letters(through: "d")) { seed in
            let plain = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }
            let bound = try Visit.journal(seed) {
                $0.suite = .rsaAES128GCM
                $0.extendedMasterSecret = true
            }
            let secrets = [
                Knowledge.clientRandom, Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock,
            ]
            let equal = try Exercise.letters(of: secrets) { try plain.value($0) == bound.value($0) }
            return Solution(
                .letters(equal), because: KeyTransportHint.fromTheMasterSecretOn, hint: .whatIsDrawn)
        },
        Exercise(lesson: 3, number: 4, answer: .octets) { seed in
            let journal = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }
            let premaster = try journal.value(Knowledge.premasterSecret)
            let (client, server) = try (journal.value(Knowledge.clientRandom), journal.value(Knowledge.serverRandom))
            func master(_ seed: [UInt8]) -> [UInt8] {
                PRF.compute(
                    hash: CipherSuite.rsaAES128GCM.hash, secret: premaster, label: "master secret", seed: seed, count: 4
                )
            }
            let key = master(server + client)
            return Solution(
                .octets(key), because: KeyTransportHint.swapped(key), hint: .howToSwap,
                slips: [(.octets(master(client + server)), .notSwapped)])
        },
    ]
}

extension Journal {
    /// The length of the key block in octets.
    var keyBlockLength: Int {
        get throws(ExerciseError) {
            try calculation("tls.calc.key_block").results.reduce(0) { $0 + $1.octets.count }
        }
    }
}
