import Simulator
import TLSSim
import Trace

/// Lesson 17: an article, read by the machine.
extension Exercise {
    static let article: [Exercise] = [
        Exercise(17, 1, .letters(through: "e")) { seed in
            let journal = try Visit.journal(seed) { $0.suite = .rsaAES128GCM }
            let ledger = Ledger(journal)
            let loot = [
                Knowledge.clientRandom, Knowledge.serverRandom, Knowledge.encryptedPremaster, Knowledge.premasterSecret,
                Knowledge.serverPrivateKey,
            ]
            let letters = Exercise.letters(of: loot) { secret in
                ledger.reach(.eavesdropper, with: [secret], under: journal.derivations)
                    .contains(Knowledge.applicationData)
            }
            return Solution(
                .letters(letters), because: ArticleHint.twoWaysToOneSecret, hint: .whatSheHasAlready,
                slips: [
                    (.letters(["d"]), .keyOpensTheBox), (.letters(["e"]), .secretItself),
                    (.letters(letters.union(["a", "b"])), .randomsAreHersAlready),
                    (.letters(letters.union(["c"])), .boxIsHersAlready),
                ])
        },
        Exercise(17, 2, .number) { seed in
            let journal = try Visit.journal(seed) { $0.group = .toy5 }
            func number(of secret: SecretID) throws -> UInt64 {
                // All of them are below 5.
                try journal.value(secret).reduce(0) { $0 << 8 | UInt64($1) }
            }
            let shared = try number(of: Knowledge.premasterSecret)
            let (server, client) = (
                try number(of: Knowledge.serverPublicValue), try number(of: Knowledge.clientPublicValue)
            )
            let slips: [(Answer, ArticleHint)] = [
                (.number(server * client), .notTheProduct), (.number(7), .thatIsTheGenerator),
            ]
            return Solution(
                .number(shared), because: ArticleHint.found(shared), hint: .listThePowers,
                slips: slips.filter { $0.0 != .number(shared) })
        },
        Exercise(17, 3, .order(through: "d")) { seed in
            let journal = try Visit.journal(seed)
            func written(_ who: Principal) -> Int? {
                journal.events.first { event in
                    guard event.step == "tls.finished", event.who == who, case .wrote = event.kind else { return false }
                    return true
                }?.number
            }
            let moments: [(Character, Int?)] = [
                ("a", written(.server)), ("b", written(.client)),
                ("c", try journal.event("tls.calc.master_secret", of: .client).number),
                ("d", try journal.event("tls.check.params_signature", of: .client).number),
            ]
            let order = moments.compactMap { letter, moment in moment.map { (letter, $0) } }.sorted { $0.1 < $1.1 }
            guard order.count == moments.count else { throw ExerciseError.noStep("tls.finished") }
            return Solution(
                .order(order.map(\.0)), because: ArticleHint.eachNeedsTheOneBefore, hint: .whatEachNeeds,
                slips: [
                    (.order(["d", "c", "a", "b"]), .clientIsFirst),
                    (.order(["c", "d", "b", "a"]), .verifiedFirst),
                ])
        },
    ]
}
