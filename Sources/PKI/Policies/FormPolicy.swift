import Crypto
import Trace

/// A certificate has the form that RFC 5280 section 4.1 prescribes: its version, its serial number, its dates, and the algorithm
/// of its signature, which is named twice and must be the same in both places.
struct FormPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let member = path.tip else { return [] }
        return form(of: member, question) + [duplicates(in: member)]
            + (member.isAnchor && !isSerialTooLong(of: member, question) ? [] : [serialNumber(of: member, question)])
    }

    /// Whether SecTrust cannot read the certificate because of its serial number: Apple's program has room for 37 octets.
    private func isSerialTooLong(of member: CandidatePath.Member, _ question: ChainQuestion) -> Bool {
        question.profile == .secTrust && member.structure.serialNumber.count > 37
    }

    private func form(of member: CandidatePath.Member, _ question: ChainQuestion) -> [CheckResult] {
        let structure = member.structure
        let meaning = structure.meaning
        var findings: [CheckResult] = []
        func add(_ statement: Statement, _ section: String, at place: Range<Int>? = nil) {
            findings.append(member.breach(.form, statement, cite: .rfc(5280, section), for: question, at: place))
        }
        if !member.isAnchor { findings += algorithms(of: member, question) }
        if structure.version < 3 { add(.form(.oldVersion(structure.version)), "4.1.2.1") }
        if structure.hasUniqueIdentifiers { add(.form(.uniqueIdentifiers), "4.1.2.8") }
        findings += dates(of: member, question)
        if let item = structure.extensions.first(where: \.writesDefault) {
            add(.form(.defaultWritten("critical FALSE", in: item.identifier.label)), "4.2")
        }
        if let entry = meaning.access, entry.value == nil {
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
        return findings.isEmpty ? [member.passed(.form, .form(.wellFormed), cite: .rfc(5280, "4.1"))] : findings
    }

    /// Checks the form of the two dates. What programs read differs: SecTrust reads two forms of BER, which RFC 5280 forbids, and no
    /// fraction, which other programs read.
    private func dates(of member: CandidatePath.Member, _ question: ChainQuestion) -> [CheckResult] {
        let (place, times, isWellFormed) = member.structure.validity
        guard !isWellFormed || times.contains(where: \.isBeyondLeap) else { return [] }
        let cite = Citation.rfc(5280, "4.1.2.5")
        let isBER = times.contains(where: \.isBER)
        guard question.profile == .secTrust else {
            let statement = Statement.form(isBER ? .datesInBER : .datesOfWrongForm)
            if isBER { return [member.failed(.form, statement, cite: cite, refusal: .badCertificate, at: place)] }
            return isWellFormed ? [] : [member.breach(.form, statement, cite: cite, for: question, at: place)]
        }
        guard times.allSatisfy({ !$0.hasFraction && !$0.isBeyondLeap }) else {
            return [
                member.failed(
                    .form, .form(.datesUnreadableToSecTrust), cite: Citation("Apple, SecCertificate"),
                    refusal: .badCertificate, at: place)
            ]
        }
        return [member.noted(.form, .form(isBER ? .datesInBER : .datesOfWrongForm), cite: cite, at: place)]
    }

    /// Checks that the two names of the signature's algorithm are equal (RFC 5280 section 4.1.1.2).
    ///
    /// Only the name inside is signed: an attacker could replace the other one by a weaker algorithm. If only the parameters
    /// differ, the algorithm is the same, and the fault is a lesser one.
    private func algorithms(of member: CandidatePath.Member, _ question: ChainQuestion) -> [CheckResult] {
        let structure = member.structure
        let (inside, outside) = (structure.announcedAlgorithm, structure.signatureIdentifier)
        guard inside != outside else { return [] }
        let cite = Citation.rfc(5280, "4.1.1.2")
        guard inside.algorithm == outside.algorithm else {
            let statement = Statement.form(
                .algorithmsDiffer(inside: inside.algorithm.label, outside: outside.algorithm.label))
            return [member.failed(.form, statement, cite: cite, refusal: .badCertificate, at: structure.signaturePlace)]
        }
        let statement = Statement.form(.parametersDiffer(algorithm: inside.algorithm.label))
        return [member.breach(.form, statement, cite: cite, for: question, at: structure.signaturePlace)]
    }

    private func duplicates(in member: CandidatePath.Member) -> CheckResult {
        let cite = Citation.rfc(5280, "4.2")
        guard let repeated = member.structure.meaning.repeated else {
            return member.passed(.duplicateExtensions, .form(.extensionsOnce), cite: cite)
        }
        let statement = Statement.form(.extensionTwice(repeated.identifier.label))
        return member.failed(.duplicateExtensions, statement, cite: cite, refusal: .badCertificate, at: repeated.place)
    }

    /// Checks that the serial number is positive and has at most 20 octets. Anchors are not checked: there are widely trusted
    /// roots with the serial number 0.
    private func serialNumber(of member: CandidatePath.Member, _ question: ChainQuestion) -> CheckResult {
        let cite = Citation.rfc(5280, "4.1.2.2")
        let octets = member.structure.serialNumber
        let place = octets.indices
        if isSerialTooLong(of: member, question) {
            return member.failed(
                .serialNumber, .form(.serialTooLongForSecTrust(octets: octets.count)),
                cite: Citation("Apple, SecCertificate"), refusal: .badCertificate, at: place)
        }
        if octets.allSatisfy({ $0 == 0 }) {
            return member.breach(.serialNumber, .form(.serialZero), cite: cite, for: question, at: place)
        }
        if let first = octets.first, first >= 0x80 {
            return member.breach(.serialNumber, .form(.serialNegative), cite: cite, for: question, at: place)
        }
        if octets.count > 20 {
            return member.breach(
                .serialNumber, .form(.serialTooLong(octets: octets.count)), cite: cite, for: question, at: place)
        }
        return member.passed(.serialNumber, .form(.serialInOrder), cite: cite, at: place)
    }
}
