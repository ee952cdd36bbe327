import Clinic
import Trace

extension Template {
    /// The question whether a claim of the clinic is true, false, or true under a condition only.
    init(_ claim: Claim) {
        let words = ClaimWords(claim: claim).english
        self.init(
            id: "claim.\(claim.number)", kind: .claim, topic: "claim", form: .claim, credit: 1, arguments: [],
            needsJournals: false, isDistinct: false, step: "", cites: claim.rules, words: { _ in words }
        ) { _ in
            // The known wrong answer is to believe the claim. If the claim is true, the question has no slip.
            Working(
                .answers([.claim(claim.verdict.rawValue)]),
                slips: [.init("the-claim-itself", .answer(.claim(Claim.Verdict.isTrue.rawValue)))])
        }
    }
}
