import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 17: an article, read by the machine.
extension Exercise {
    static let article: [Exercise] = [
        Exercise(lesson: 17, number: 1, answer: .letters(through: "e")) { seed in
            let journal = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }
            let loot = [
                Knowledge.clientRandom, Knowledge.serverRandom, Knowledge.encryptedPremaster, Knowledge.premasterSecret,
                Knowledge.serverPrivateKey,
            ]
            let letters = journal.letters(of: loot, opening: Knowledge.applicationData)
            return Solution(
                .letters(letters), because: ArticleHint.twoWaysToOneSecret, hint: .whatSheHasAlready,
                slips: [
                    (.letters(["d"]), .keyOpensTheBox), (.letters(["e"]), .secretItself),
                    (.letters(letters.union(["a", "b"])), .randomsAreHersAlready),
                    (.letters(letters.union(["c"])), .boxIsHersAlready),
                ])
        },
        Exercise(lesson: 17, number: 2, answer: .number) { seed in
            let journal = try Visit.journal(seed) { $0.group = .toy5 }
            func number(of secret: SecretID) throws -> UInt64 {
                // In a toy group the number is smaller than 2^16.
                try journal.value(secret).reduce(0) { $0 << 8 | UInt64($1) }
            }
            let shared = try number(of: Knowledge.premasterSecret)
            let (server, client) = (
                try number(of: Knowledge.serverPublicValue), try number(of: Knowledge.clientPublicValue)
            )
            return Solution(
                .number(shared), because: ArticleHint.found(shared), hint: .listThePowers,
                slips: [(.number(server * client), .notTheProduct), (.number(7), .thatIsTheGenerator)])
        },
        Exercise(lesson: 17, number: 3, answer: .order(through: "d")) { seed in
            let journal = try Visit.journal(seed)
            let events: [(letter: Character, event: Event)] = [
                ("a", try journal.writing(of: "tls.finished", by: .server)),
                ("b", try journal.writing(of: "tls.finished", by: .client)),
                ("c", try journal.event("tls.calc.master_secret", of: .client)),
                ("d", try journal.event("tls.check.params_signature", of: .client)),
            ]
            let order = events.sorted { $0.event.number < $1.event.number }.map(\.letter)
            return Solution(
                .order(order), because: ArticleHint.eachNeedsTheOneBefore, hint: .whatEachNeeds,
                slips: [
                    (.order(["d", "c", "a", "b"]), .clientIsFirst),
                    (.order(["c", "d", "b", "a"]), .verifiedFirst),
                ])
        },
    ]
}
