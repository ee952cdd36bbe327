import Trace

/// Every name below an authority is one that it may certify (RFC 5280 sections 4.2.1.10 and 6.1.3 (b) and (c)).
///
/// An authority with name constraints, a company's own for instance, cannot be used against the rest of the world. Names of
/// self-issued intermediates are exempt: that is how an authority changes its key.
struct NameConstraintsPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let member = path.tip else { return [] }
        let cite = Citation.rfc(5280, "4.2.1.10")
        guard let entry = member.structure.meaning.nameConstraints else {
            return path.members.count > 1
                ? [member.passed(.nameConstraints, .nameConstraint(.namesUnconstrained), cite)] : []
        }
        guard let constraints = entry.value else {
            let statement = Statement.usage(.extensionUnreadable("nameConstraints"))
            return [member.failed(.nameConstraints, statement, cite, .badCertificate, at: entry.place)]
        }
        var findings: [Finding] = []
        if constraints.hasLeadingDot {
            findings.append(
                member.breach(.nameConstraints, .nameConstraint(.constraintWithDot), cite, question, at: entry.place))
        }
        if path.members.count == 1, !member.isAnchor {
            findings.append(
                member.breach(
                    .nameConstraints, .nameConstraint(.constraintsOfNoAuthority), cite, question, at: entry.place))
        }
        let below = path.members.dropLast()
        for (position, subject) in below.enumerated() where position == 0 || !subject.isSelfIssued {
            guard let offence = constraints.offence(among: subject.structure.constrainedNames) else { continue }
            let statement = Statement.nameConstraint(offence.statement(by: member.label))
            findings.append(
                subject.failed(
                    .nameConstraints, statement, cite, .badName,
                    at: subject.structure.meaning.subjectAlternativeNames?.place))
        }
        if findings.isEmpty, !below.isEmpty {
            findings.append(member.passed(.nameConstraints, .nameConstraint(.namesAllowed), cite, at: entry.place))
        }
        return findings
    }
}

extension NameConstraints.Offence {
    /// The name, and which limit of `authority` forbids it.
    fileprivate func statement(by authority: String) -> NameConstraintStatement {
        switch self {
        case .excluded(let name, let base):
            .nameExcluded(HostName.text(name), from: HostName.text(base), by: authority)
        case .notPermitted(let name): .nameNotPermitted(HostName.text(name), by: authority)
        case .tooMany: .tooManyNames(by: authority)
        }
    }
}
