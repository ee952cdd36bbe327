import Trace

/// The certificates have key identifiers, and the identifiers agree along the path (RFC 5280 sections 4.2.1.1 and 4.2.1.2).
///
/// Key identifiers help to find paths: they distinguish two keys of one authority, and two authorities of the same name. They
/// prove nothing; only the signature does.
struct IdentifierPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let member = path.tip else { return [] }
        var findings = subject(member, isIssuer: path.members.count > 1, question) + authority(member, question)
        if path.lastSignature != nil, let below = path.members.dropLast().last,
            let wanted = below.structure.meaning.authorityKeyIdentifier?.value?.keyIdentifier,
            let own = member.structure.meaning.subjectKeyIdentifier?.value, !wanted.elementsEqual(own)
        {
            let statement = Statement.form(.identifiersDiffer(issuer: member.label))
            findings.append(
                below.breach(
                    .keyIdentifiers, statement, cite: .rfc(5280, "4.2.1.1"), for: question, secTrust: "IdLinkage",
                    at: below.structure.meaning.authorityKeyIdentifier?.place))
        }
        return findings.isEmpty
            ? [member.passed(.keyIdentifiers, .form(.identifiersInOrder), cite: .rfc(5280, "4.2.1.1"))] : findings
    }

    private func subject(_ member: CandidatePath.Member, isIssuer: Bool, _ question: ChainQuestion) -> [CheckResult] {
        let cite = Citation.rfc(5280, "4.2.1.2")
        guard let entry = member.structure.meaning.subjectKeyIdentifier else {
            let statement = Statement.form(.extensionMissing("subjectKeyIdentifier"))
            return isIssuer ? [member.breach(.keyIdentifiers, statement, cite: cite, for: question)] : []
        }
        if entry.value == nil {
            let statement = Statement.usage(.extensionUnreadable("subjectKeyIdentifier"))
            return [member.breach(.keyIdentifiers, statement, cite: cite, for: question, at: entry.place)]
        }
        guard entry.isCritical else { return [] }
        let statement = Statement.form(.shouldBeCritical("subjectKeyIdentifier", false))
        return [member.breach(.keyIdentifiers, statement, cite: cite, for: question, at: entry.place)]
    }

    private func authority(_ member: CandidatePath.Member, _ question: ChainQuestion) -> [CheckResult] {
        let cite = Citation.rfc(5280, "4.2.1.1")
        guard let entry = member.structure.meaning.authorityKeyIdentifier else {
            // A self-signed certificate may lack the extension, and the issuer of an anchor does not matter.
            let statement = Statement.form(.extensionMissing("authorityKeyIdentifier"))
            return member.isAnchor ? [] : [member.breach(.keyIdentifiers, statement, cite: cite, for: question)]
        }
        guard let identifier = entry.value else {
            let statement = Statement.usage(.extensionUnreadable("authorityKeyIdentifier"))
            return [member.breach(.keyIdentifiers, statement, cite: cite, for: question, at: entry.place)]
        }
        var findings: [CheckResult] = []
        func add(_ statement: Statement) {
            findings.append(member.breach(.keyIdentifiers, statement, cite: cite, for: question, at: entry.place))
        }
        if entry.isCritical { add(.form(.shouldBeCritical("authorityKeyIdentifier", false))) }
        if identifier.keyIdentifier == nil { add(.form(.identifierWithoutKey)) }
        if identifier.hasCertificate { add(.form(.identifierWithMore)) }
        if member.isAnchor, member.isSelfIssued, let wanted = identifier.keyIdentifier,
            let own = member.structure.meaning.subjectKeyIdentifier?.value, !wanted.elementsEqual(own)
        {
            add(.form(.identifiersDiffer(issuer: member.label)))
        }
        return findings
    }
}
