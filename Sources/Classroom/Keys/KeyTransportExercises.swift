import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 3: three randoms and RSA.
extension Exercise {
    static let keyTransport: [Exercise] = [
        Exercise(lesson: 3, number: 1, answer: .octets) { seed, key in
            let premaster = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }.value(Knowledge.premasterSecret)
            key.right = [.octets(Array(premaster.prefix(2)))]
            key.because = Words(
                english: "The client writes the version that it has offered, whatever came back. The server finds "
                    + "another version there than in the ClientHello it received, and knows of the change (RFC 5246 "
                    + "7.4.7.1).")
            key.hint = Words(
                english: "The client writes these two octets. Ask which version the client itself has put into its "
                    + "ClientHello.")
            key[.octets([3, 2])] = Words(
                english: "That is the version which the server has agreed to. The client writes something else, so "
                    + "that the lie shows.")
        },
        Exercise(lesson: 3, number: 2, answer: .number) { seed, key in
            let larger = try Visit.journal(seed) { $0.suite = .rsaAES256GCM }.keyBlockLength
            let smaller = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }.keyBlockLength
            key.right = [.number(UInt64(larger))]
            key.because = Words(
                english: "Two keys and two nonce parts make \(larger) octets. Only the keys have grown.")
            key.hint = Words(
                english: "The key block holds a key and a nonce part for each direction. Add up the four lengths for "
                    + "this cipher.")
            key[.number(UInt64(smaller))] = Words(
                english: "That is the key block of AES-128. A key of AES-256 has another length.")
            key[.number(UInt64(smaller * 2))] = Words(english: "The keys become twice as long. The nonce parts do not.")
            key[.number(UInt64(larger * 8))] = Words(
                english: "That is the length in bits. The question is about octets.")
        },
        Exercise(lesson: 3, number: 3, answer: .letters(through: "d")) { seed, key in
            let plain = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }
            let bound = try Visit.journal(seed) {
                $0.suite = .rsaAES128GCM
                $0.extendedMasterSecret = true
            }
            let secrets = [
                Knowledge.clientRandom, Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock,
            ]
            let equal = try Exercise.letters(of: secrets) { try plain.value($0) == bound.value($0) }
            key.right = [.letters(equal)]
            key.because = Words(
                english: "Random values stay as they are. The master secret is calculated from the hash of the "
                    + "messages now, and everything that follows from it changes (RFC 7627 4).")
            key.hint = Words(
                english: "The seed decides what is drawn at random, and the option --ems changes a calculation. Ask "
                    + "for each quantity whether it is drawn or calculated.")
        },
        Exercise(lesson: 3, number: 4, answer: .octets) { seed, key in
            let journal = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }
            let premaster = try journal.value(Knowledge.premasterSecret)
            let (client, server) = try (journal.value(Knowledge.clientRandom), journal.value(Knowledge.serverRandom))
            func master(_ seed: [UInt8]) -> [UInt8] {
                PRF.compute(
                    hash: CipherSuite.rsaAES128GCM.hash, secret: premaster, label: "master secret", seed: seed, count: 4
                )
            }
            let swapped = master(server + client)
            key.right = [.octets(swapped)]
            key.because = Words(
                english: "With the server's random first, the result begins with \(Hex.string(swapped)). The two "
                    + "sides would not agree.")
            key.hint = Words(
                english: "The value of hexseed is the label in ASCII, then 32 octets, then 32 octets. Change the "
                    + "places of the last two and leave the label.")
            key[.octets(master(client + server))] = Words(
                english: "These are the octets of the run, with the randoms in their right order.")
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
