import Misconceptions
import Trace

extension Template {
    /// The question whether a claim of the clinic is true, false, or true under a condition only.
    init(_ claim: Claim) {
        // The run that decides, and the run in which it is otherwise.
        let commands = claim.runs.first.map { [$0.command] + ($0.unlike.map { [$0.command] } ?? []) } ?? []
        let runs = commands.joined(separator: ", and beside it ")
        let words = QuestionWords(
            goal: Words(english: "You can judge a sentence that many people know."),
            ask: Words(
                english: "Is this so? \"\(claim.claim.english)\" Answer true, false, or only-if: it is so in some "
                    + "connections and not in others, and the sentence does not say in which."),
            hint: Words(english: "Make the run that settles it: \(runs)."), because: Words(claim.fact))
        let truth = claim.truth.english
        self.init(
            id: "claim.\(claim.number)", kind: .claim, topic: "claim", form: .claim, credit: 1, arguments: [],
            needsJournals: false, isDistinct: false, step: "", cites: claim.rules, words: { _ in words }
        ) { _, key in
            key.right = [.claim(claim.verdict.rawValue)]
            // The first known wrong answer is to believe the claim.
            for verdict in Claim.Verdict.allCases {
                let answer = Answer.claim(verdict.rawValue)
                switch verdict {
                case .isTrue:
                    key["the-claim-itself", answer] = Words(
                        english: "Many people say so, and this is true in it: \(truth) Look for the case in which the "
                            + "sentence does not hold. Look at the run: \(runs).")
                case .isFalse:
                    key["nothing-in-it", answer] = Words(
                        english: "There is more in it than you think: \(truth) Look at the run: \(runs).")
                case .onlyIf:
                    key["a-condition", answer] = Words(
                        english: "Name the condition, and make a run in which it holds and one in which it does not. "
                            + "This is true in it: \(truth) Look at the run: \(runs).")
                }
            }
        }
    }

    /// The verdict about the claim, if the question is about one; else nil.
    var verdict: Claim.Verdict? {
        guard kind == .claim else { return nil }
        return id.split(separator: ".").last.flatMap { Int($0) }.flatMap { Claim.numbered($0) }?.verdict
    }
}
