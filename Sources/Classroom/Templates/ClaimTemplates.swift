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
            // The first known wrong answer is to believe the claim.
            Working(
                .answers([.claim(claim.verdict.rawValue)]),
                slips: Claim.Verdict.allCases.filter { $0 != claim.verdict }
                    .map { .init($0.slip, .answer(.claim($0.rawValue))) })
        }
    }

    /// The verdict about the claim, if the question is about one; else nil.
    var verdict: Claim.Verdict? {
        guard kind == .claim else { return nil }
        return id.split(separator: ".").last.flatMap { Int($0) }.flatMap { Claim.numbered($0) }?.verdict
    }
}
