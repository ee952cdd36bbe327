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
        let meaning = structure.meaning
        var findings: [Finding] = []
        func add(_ statement: Statement, _ section: String, at place: Range<Int>? = nil) {
            findings.append(member.breach(.form, statement, .rfc(5280, section), question, at: place))
        }
        if !member.isAnchor { findings += algorithms(of: member, question) }
        if structure.version < 3 { add(.form(.oldVersion(structure.version)), "4.1.2.1") }
        if structure.hasUniqueIdentifiers { add(.form(.uniqueIdentifiers), "4.1.2.8") }
        if !structure.validity.isWellFormed {
            add(.form(.datesOfWrongForm), "4.1.2.5", at: structure.validity.place)
        }
        if let entry = meaning.accessMethods, entry.value == nil {
            add(.usage(.extensionUnreadable("authorityInfoAccess")), "4.2.2.1", at: entry.place)
        }
        if let entry = meaning.certificatePolicies {
            var known: Set<OID> = []
            if entry.value == nil {
                add(.usage(.extensionUnreadable("certificatePolicies")), "4.2.1.4", at: entry.place)
            } else if let policy = entry.value?.first(where: { !known.insert($0).inserted }) {
                add(.policy(.policyTwice("\(policy)")), "4.2.1.4", at: entry.place)
            }
        }
        if let entry = meaning.inhibitAnyPolicy, !entry.isCritical {
            add(.form(.shouldBeCritical("inhibitAnyPolicy", true)), "4.2.1.14", at: entry.place)
        }
        if let entry = meaning.policyConstraints, !entry.isCritical {
            add(.form(.shouldBeCritical("policyConstraints", true)), "4.2.1.11", at: entry.place)
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
