import Museum
import Simulator
import TLSSim
import Trace

/// Lesson 15: one bit at a time.
extension Exercise {
    static let oracles: [Exercise] = [
        Exercise(lesson: 15, number: 1, answer: .octets) { seed in
            let run = try MuseumQuestion("padding-oracle").performed(seed, variant: "short")
            let last = try run.loot("cookie").last.orThrow(.noStep("cookie"))
            return Solution(
                .octets([last]), because: OracleHint.guessOfTheStream(last), hint: .countTheGuesses,
                slips: [
                    (.octets([last &+ 1]), .firstStreamIsTheVisit),
                    (.octets([last &+ 2]), .secondOfThePair),
                    (.octets(Self.decimal(last)), .writtenInDecimal),
                ])
        },
        Exercise(lesson: 15, number: 2, answer: .name) { seed in
            let run = try MuseumQuestion("crime").performed(seed, variant: "short")
            let digit = String(decoding: try run.loot("cookie").prefix(1), as: UTF8.self)
            return Solution(
                .named(digit), because: OracleHint.shorterRecord(digit), hint: .unlikeTheOthers)
        },
        Exercise(lesson: 15, number: 3, answer: .letters(through: "d")) { seed in
            let changes: [(inout Visit.Options) -> Void] = [
                { $0.suite = .rsaAES128GCM }, { $0.suite = .dheRSAAES128GCM }, { $0.suite = .ecdheRSAAES128GCM },
                { $0.tls13 = Visit.TLS13Options() },
            ]
            let letters = try Exercise.letters(of: changes) { change in
                Ledger(try Visit.journal(seed, change)).holds(.thief, Knowledge.applicationData)
            }
            return Solution(
                .letters(letters), because: OracleHint.whatTheKeyDecrypts, hint: .whatIsEncryptedToTheKey,
                slips: [
                    (.letters(letters.union(["b"])), .nothingToDecrypt),
                    (.letters(letters.union(["b", "c"])), .nothingToDecrypt),
                    (.letters(["a", "b", "c", "d"]), .nothingToDecrypt),
                    (.letters([]), .sameOperation),
                ])
        },
    ]

    /// The octets that the decimal digits of `octet` are if they are read as hexadecimal; none if their number is odd.
    private static func decimal(_ octet: UInt8) -> [UInt8] { Hex.octets(String(octet)) ?? [] }
}
