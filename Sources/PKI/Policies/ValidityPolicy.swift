import Trace

/// The moment of the question is within the dates of every certificate, both ends included (RFC 5280 section 4.1.2.5).
///
/// The anchor's dates are checked too. RFC 5280 does not ask for it, since an anchor is trusted by decision and not by what
/// it says; most programs do it nevertheless, the library underneath among them.
struct ValidityPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        path.tip.map { [examine($0, at: question.time)] } ?? []
    }

    private func examine(_ member: CandidatePath.Member, at time: Int64) -> Finding {
        let cite = Citation.rfc(5280, "4.1.2.5")
        let (from, to) = (member.structure.notBefore, member.structure.notAfter)
        let place = member.structure.validity.place
        if time < from {
            return member.failed(.dates, .dates(.notYetValid(from: from, at: time)), cite, .notYetValid, at: place)
        }
        if time > to { return member.failed(.dates, .dates(.expired(to: to, at: time)), cite, .expired, at: place) }
        return member.passed(.dates, .dates(.inForce(from: from, to: to, at: time)), cite, at: place)
    }
}
