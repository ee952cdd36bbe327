import Clinic
import Trace

extension Template {
    /// A claim of the clinic: is it true, false, or true under a condition only?
    init(_ claim: Claim) {
        let words = ClaimWords(claim: claim).english
        self.init(
            "claim.\(claim.number)", .claim, .claim, topic: "claim", credit: 1, arguments: [], distinct: false,
            step: "",
            cites: claim.rules, { _ in words }
        ) { _ in
            // To believe the claim is the misunderstanding. Where it is right, there is none of that kind.
            Working(
                .claim(claim.verdict.rawValue),
                slips: [.init("the-claim-itself", .answer(.claim(Claim.Verdict.isTrue.rawValue)))])
        }
    }
}
