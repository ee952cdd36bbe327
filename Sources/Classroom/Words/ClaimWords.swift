import Clinic

/// The sentences of the question about a claim of the clinic.
struct ClaimWords: QuestionTopic {
    let claim: Claim

    var english: QuestionWords {
        QuestionWords(
            english: "You can judge a sentence that many people know.",
            ask: """
                Is this so? "\(claim.claim.english)" Answer true, false, or only-if: it is so under a condition that the sentence leaves out.
                """,
            hint: "Ask what would have to happen in a run for the sentence to be false, and make that run.",
            because: claim.fact.english,
            slips: [
                "the-claim-itself":
                    "Many people say so. \(claim.truth.english) Look for the case in which it does not hold."
            ])
    }
}
