import Trace

/// The leaf's subject is on the list of admitted names. RFC 5280 has no such rule: the application decides who may come in (RFC
/// 5246 section 7.2.2, access_denied).
struct AdmissionPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard path.members.count == 1, let leaf = path.tip, let admitted = question.admitted else { return [] }
        let cite = Citation.rfc(5246, "7.2.2")
        let name = leaf.structure.subject.values(of: .commonName).first
        if let name, admitted.contains(name) {
            return [leaf.passed(.admission, .name(.admitted(name.quotable)), cite: cite)]
        }
        return [leaf.failed(.admission, .name(.notAdmitted(name?.quotable)), cite: cite, refusal: .notAdmitted)]
    }
}
