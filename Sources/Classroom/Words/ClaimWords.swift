import Clinic

/// The sentences of the question about a claim of the clinic.
struct ClaimWords: QuestionTopic {
    let claim: Claim

    var english: QuestionWords {
        QuestionWords(
            english: "You can judge a sentence that many people know.",
            ask: """
                Is this so? "\(claim.claim.english)" Answer true, false, or only-if: it is so in some connections and not in others, and the sentence does not say in which.
                """,
            hint: "Make the run that settles it: \(commands).",
            because: claim.fact.english,
            slips: [
                Claim.Verdict.isTrue.slip:
                    "Many people say so, and this is true in it: \(claim.truth.english) Look for the case in which the sentence does not hold. \(look)",
                Claim.Verdict.isFalse.slip:
                    "There is more in it than you think: \(claim.truth.english) \(look)",
                Claim.Verdict.onlyIf.slip:
                    "Name the condition, and make a run in which it holds and one in which it does not. This is true in it: \(claim.truth.english) \(look)",
            ].filter { $0.key != claim.verdict.slip })
    }

    private var look: String { "Look at the run: \(commands)." }

    /// The run that decides, and the run in which it is otherwise.
    private var commands: String {
        guard let run = claim.runs.first else { return "" }
        return ([run.command] + (run.unlike.map { [$0.command] } ?? [])).joined(separator: ", and beside it ")
    }
}

extension Claim.Verdict {
    /// The name of the slip of a student who gives this verdict, and it is another one.
    var slip: String {
        switch self {
        case .isTrue: "the-claim-itself"
        case .isFalse: "nothing-in-it"
        case .onlyIf: "a-condition"
        }
    }
}
