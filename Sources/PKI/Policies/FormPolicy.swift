import Crypto
import Trace

/// A certificate is written as RFC 5280 section 4.1 has it: its version, its serial number, its dates, and the algorithm of
/// its signature, which is named twice and must be the same both times.
struct FormPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let member = path.tip else { return [] }
        return form(of: member, question) + [duplicates(in: member)]
            + (member.isAnchor ? [] : [serialNumber(of: member, question)])
    }

    private func form(of member: CandidatePath.Member, _ question: Question) -> [Finding] {
        let structure = member.structure
        var findings: [Finding] = []
        if !member.isAnchor { findings += algorithms(of: member, question) }
        if structure.version < 3 {
            let statement = Statement.form(.oldVersion(structure.version))
            findings.append(member.breach(.form, statement, .rfc(5280, "4.1.2.1"), question))
        }
        if structure.hasUniqueIdentifiers {
            findings.append(member.breach(.form, .form(.uniqueIdentifiers), .rfc(5280, "4.1.2.8"), question))
        }
        if !structure.validity.isWellFormed {
            findings.append(
                member.breach(
                    .form, .form(.datesOfWrongForm), .rfc(5280, "4.1.2.5"), question, at: structure.validity.place))
        }
        if let entry = structure.meaning.accessMethods, entry.value == nil {
            let statement = Statement.usage(.extensionUnreadable("authorityInfoAccess"))
            findings.append(member.breach(.form, statement, .rfc(5280, "4.2.2.1"), question, at: entry.place))
        }
        if let entry = structure.meaning.certificatePolicies, entry.value == nil {
            let statement = Statement.usage(.extensionUnreadable("certificatePolicies"))
            findings.append(member.breach(.form, statement, .rfc(5280, "4.2.1.4"), question, at: entry.place))
        }
        if let entry = structure.meaning.certificatePolicies, let policies = entry.value {
            var known: Set<OID> = []
            if let policy = policies.first(where: { !known.insert($0).inserted }) {
                let statement = Statement.policy(.policyTwice("\(policy)"))
                findings.append(member.breach(.form, statement, .rfc(5280, "4.2.1.4"), question, at: entry.place))
            }
        }
        if let entry = structure.meaning.inhibitAnyPolicy, !entry.isCritical {
            let statement = Statement.form(.shouldBeCritical("inhibitAnyPolicy", true))
            findings.append(member.breach(.form, statement, .rfc(5280, "4.2.1.14"), question, at: entry.place))
        }
        if let entry = structure.meaning.policyConstraints, !entry.isCritical {
            let statement = Statement.form(.shouldBeCritical("policyConstraints", true))
            findings.append(member.breach(.form, statement, .rfc(5280, "4.2.1.11"), question, at: entry.place))
        }
        return findings.isEmpty ? [member.passed(.form, .form(.wellFormed), .rfc(5280, "4.1"))] : findings
    }

    /// The algorithm is named twice, and only the first name is signed: who could change the second one could make a weaker
    /// algorithm of it (RFC 5280 section 4.1.1.2). Parameters that differ change no algorithm. Nothing relies on the signature
    /// of an anchor.
    private func algorithms(of member: CandidatePath.Member, _ question: Question) -> [Finding] {
        let structure = member.structure
        let (inside, outside) = (structure.announcedAlgorithm, structure.signatureIdentifier)
        guard inside != outside else { return [] }
        let cite = Citation.rfc(5280, "4.1.1.2")
        guard inside.algorithm == outside.algorithm else {
            let statement = Statement.form(
                .algorithmsDiffer(inside: inside.algorithm.label, outside: outside.algorithm.label))
            return [member.failed(.form, statement, cite, .badCertificate, at: structure.signaturePlace)]
        }
        let statement = Statement.form(.parametersDiffer(algorithm: inside.algorithm.label))
        return [member.breach(.form, statement, cite, question, at: structure.signaturePlace)]
    }

    private func duplicates(in member: CandidatePath.Member) -> Finding {
        let cite = Citation.rfc(5280, "4.2")
        guard let repeated = member.structure.meaning.repeated else {
            return member.passed(.duplicateExtensions, .form(.extensionsOnce), cite)
        }
        let statement = Statement.form(.extensionTwice(repeated.identifier.label))
        return member.failed(.duplicateExtensions, statement, cite, .badCertificate, at: repeated.place)
    }

    /// Positive, not zero, at most twenty octets. An anchor is exempt: roots with the serial number 0 are trusted widely.
    private func serialNumber(of member: CandidatePath.Member, _ question: Question) -> Finding {
        let cite = Citation.rfc(5280, "4.1.2.2")
        let octets = member.structure.serialNumber
        let place = octets.indices
        if octets.allSatisfy({ $0 == 0 }) {
            return member.breach(.serialNumber, .form(.serialZero), cite, question, at: place)
        }
        if let first = octets.first, first >= 0x80 {
            return member.breach(.serialNumber, .form(.serialNegative), cite, question, at: place)
        }
        if octets.count > 20 {
            return member.breach(.serialNumber, .form(.serialTooLong(octets: octets.count)), cite, question, at: place)
        }
        return member.passed(.serialNumber, .form(.serialInOrder), cite, at: place)
    }
}
