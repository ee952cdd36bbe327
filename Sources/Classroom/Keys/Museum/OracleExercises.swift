import Museum
import Simulator
import TLSSim
import Trace

/// Lesson 15: one bit at a time.
extension Exercise {
    static let oracles: [Exercise] = [
        Exercise(lesson: 15, number: 1, answer: .octets) { seed, key in
            let run = try MuseumQuestion("padding-oracle").performed(seed, variant: "short")
            let last = try run.loot("cookie").last.orThrow(.noStep("cookie"))
            key.right = [.octets([last])]
            key.because = Words(
                english: "The guess \(Hex.string([last])) is answered late, twice in a row: its padding was right, "
                    + "and the server has computed a MAC. It is the last octet of the cookie.")
            key.hint = Words(
                english: "Each stream from 1 on asks one guess, and the guesses begin at 0. Find the first two "
                    + "streams in a row whose answer comes late: the guess of the first of them is the octet.")
            key[.octets([last &+ 1])] = Words(
                english: "This is the number of the stream. Stream 0 makes the session, and stream 1 asks the guess 0.")
            key[.octets([last &+ 2])] = Words(
                english: "The second late answer in a row repeats the guess of the first. Its stream does not count.")
            key[.octets(Self.decimal(last))] = Words(
                english: "This is the guess in decimal. Write the octet in hexadecimal.")
        },
        Exercise(lesson: 15, number: 2, answer: .name) { seed, key in
            let run = try MuseumQuestion("crime").performed(seed, variant: "short")
            let digit = String(decoding: try run.loot("cookie").prefix(1), as: UTF8.self)
            key.right = [.named(digit)]
            key.because = Words(
                english: "With the guess \(digit) the text in the path repeats one digit more of the real line. "
                    + "DEFLATE replaces it, and the record is one octet shorter.")
            key.hint = Words(
                english: "The lengths belong to the guesses 0 to 9 and a to f, in this order. Look for the one that "
                    + "is not like the others. The first line is the request in which the session is made, and no "
                    + "guess.")
        },
        Exercise(lesson: 15, number: 3, answer: .letters(through: "d")) { seed, key in
            let changes: [(inout Visit.Options) -> Void] = [
                { $0.suite = .rsaAES128GCM }, { $0.suite = .dheRSAAES128GCM }, { $0.suite = .ecdheRSAAES128GCM },
                { $0.tls13 = Visit.TLS13Options() },
            ]
            let letters = try Exercise.letters(of: changes) { change in
                Ledger(try Visit.journal(seed, change)).holds(.thief, Knowledge.applicationData)
            }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "With RSA key transport the premaster secret stands in the recording, encrypted to the key. "
                    + "In the others the key has signed, and the secret came from exponents that are deleted.")
            key.hint = Words(
                english: "The oracle does with the server's private key what the server does with it. Ask what this "
                    + "key has decrypted in each.")
            key[.letters(letters.union(["b"])), .letters(letters.union(["b", "c"])), .letters(["a", "b", "c", "d"])] =
                Words(
                    english:
                        "In such a handshake the server's RSA key has signed. The recording has nothing in it that "
                        + "was encrypted to the key.")
            key[.letters([])] = Words(
                english: "An oracle that says yes or no about a decrypted block is enough to decrypt a block, with "
                    + "many questions.")
        },
    ]

    /// The octets that the decimal digits of `octet` are if they are read as hexadecimal; none if their number is odd.
    private static func decimal(_ octet: UInt8) -> [UInt8] { Hex.octets(String(octet)) ?? [] }
}
