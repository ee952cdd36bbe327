import Trace

/// The name constraints of each authority allow all names below it (RFC 5280 sections 4.2.1.10 and 6.1.3 (b) and (c)).
///
/// An authority with name constraints, such as a company's own, cannot be used against the rest of the world. The names of
/// self-issued intermediates are exempt, so that an authority can change its key.
struct NameConstraintsPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let member = path.tip else { return [] }
        let cite = Citation.rfc(5280, "4.2.1.10")
        guard let entry = member.structure.meaning.nameConstraints else {
            return path.members.count > 1
                ? [member.passed(.nameConstraints, .nameConstraint(.namesUnconstrained), cite: cite)] : []
        }
        guard let constraints = entry.value else {
            return [member.unreadable("nameConstraints", for: .nameConstraints, cite: cite, at: entry.place)]
        }
        var findings: [CheckResult] = []
        func add(_ statement: Statement) {
            findings.append(member.breach(.nameConstraints, statement, cite: cite, for: question, at: entry.place))
        }
        if constraints.writesDefault { add(.form(.defaultWritten("minimum 0", in: "nameConstraints"))) }
        if constraints.hasLeadingDot { add(.nameConstraint(.constraintWithDot)) }
        if path.members.count == 1, !member.isAnchor { add(.nameConstraint(.constraintsOfNoAuthority)) }
        let below = path.members.dropLast()
        for (position, subject) in below.enumerated() where position == 0 || !subject.isSelfIssued {
            guard let offence = constraints.offence(among: subject.structure.constrainedNames) else { continue }
            let statement = Statement.nameConstraint(offence.statement(by: member.label))
            let place = subject.structure.meaning.subjectAlternativeNames?.place
            findings.append(subject.failed(.nameConstraints, statement, cite: cite, refusal: .badName, at: place))
        }
        if findings.isEmpty, !below.isEmpty {
            return [member.passed(.nameConstraints, .nameConstraint(.namesAllowed), cite: cite, at: entry.place)]
        }
        return findings
    }
}

extension NameConstraints.Offence {
    /// The statement about this offence against the constraints of `authority`.
    fileprivate func statement(by authority: String) -> NameConstraintStatement {
        switch self {
        case .excluded(let name, let base):
            .nameExcluded(HostName.phrase(name), from: HostName.phrase(base), by: authority)
        case .notPermitted(let name): .nameNotPermitted(HostName.phrase(name), by: authority)
        case .incomparable(let name): .nameIncomparable(HostName.phrase(name), by: authority)
        case .tooMany: .tooManyNames(by: authority)
        }
    }
}
