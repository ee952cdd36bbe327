import Trace

/// The moment of the question is within the dates of every certificate, both ends included (RFC 5280 section 4.1.2.5).
///
/// The anchor's dates are checked too. RFC 5280 does not demand it, because an anchor is trusted by decision and not for what it
/// says. Most programs, swift-certificates among them, check the dates nevertheless.
struct ValidityPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        path.tip.map { [examine($0, at: question.time)] } ?? []
    }

    private func examine(_ member: CandidatePath.Member, at time: Int64) -> CheckResult {
        let cite = Citation.rfc(5280, "4.1.2.5")
        let (from, to) = (member.structure.notBefore, member.structure.notAfter)
        let place = member.structure.validity.place
        if time < from {
            return member.failed(
                .dates, .dates(.notYetValid(from: from, at: time)), cite: cite, refusal: .notYetValid, at: place)
        }
        if time > to {
            return member.failed(.dates, .dates(.expired(to: to, at: time)), cite: cite, refusal: .expired, at: place)
        }
        return member.passed(.dates, .dates(.inForce(from: from, to: to, at: time)), cite: cite, at: place)
    }
}
