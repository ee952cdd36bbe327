import Trace

/// The moment of the question is within the dates of every certificate, both ends included (RFC 5280 section 4.1.2.5).
///
/// The anchor's dates are checked too. RFC 5280 does not ask for it, since an anchor is trusted by decision and not by what
/// it says; most programs do it nevertheless, the library underneath among them.
struct ValidityPolicy: Policy {
    func examine(_ chain: CandidateChain, _ question: Question) -> [Finding] {
        (chain.path + (chain.last.map { [$0] } ?? [])).map { examine($0, at: question.time) }
    }

    private func examine(_ member: CandidateChain.Member, at time: Int64) -> Finding {
        let cite = Citation.rfc(5280, "4.1.2.5")
        let (from, to) = (member.structure.notBefore, member.structure.notAfter)
        if time < from {
            return .failed(
                "dates", member.index, member.role, .notYetValid(from: from, at: time), cite, .notYetValid)
        }
        if time > to {
            return .failed("dates", member.index, member.role, .expired(to: to, at: time), cite, .expired)
        }
        return .passed("dates", member.index, member.role, .inForce(from: from, to: to, at: time), cite)
    }
}
