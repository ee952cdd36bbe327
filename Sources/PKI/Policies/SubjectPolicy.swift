import Trace

/// Who the certificate is for is written as RFC 5280 sections 4.1.2.4, 4.1.2.6 and 4.2.1.6 and the rules of the Web PKI have
/// it, and what it says of itself agrees.
struct SubjectPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let member = path.tip else { return [] }
        let isLeaf = path.members.count == 1
        var findings: [Finding] = []
        func add(_ statement: Statement, _ section: String, at place: Range<Int>? = nil) {
            findings.append(member.breach(.subject, statement, .rfc(5280, section), question, at: place))
        }
        let structure = member.structure
        if structure.issuer.isEmpty { add(.form(.emptyIssuer), "4.1.2.4") }
        if structure.subject.isEmpty, !isLeaf { add(.form(.emptySubject), "4.1.2.6") }

        let constraints = structure.meaning.basicConstraints?.value
        let constraintsPlace = structure.meaning.basicConstraints?.place
        if structure.meaning.basicConstraints != nil, constraints == nil, isLeaf {
            add(.usage(.extensionUnreadable("basicConstraints")), "4.2.1.9", at: constraintsPlace)
        }
        let isAuthority = constraints?.isAuthority == true
        if isLeaf, isAuthority { add(.form(.leafIsAuthority), "4.2.1.9", at: constraintsPlace) }
        let certifies = structure.meaning.keyUsage?.value?.contains(.keyCertSign) == true
        if constraints?.pathLength != nil, !isAuthority || (structure.meaning.keyUsage != nil && !certifies) {
            add(.form(.pathLengthOfNoAuthority), "4.2.1.9", at: constraintsPlace)
        }
        if certifies, !isAuthority {
            add(.form(.certifierIsNoAuthority), "4.2.1.3", at: structure.meaning.keyUsage?.place)
        }
        if let usage = structure.meaning.keyUsage, usage.value?.purposes.isEmpty == true {
            add(.form(.noUsageAtAll), "4.2.1.3", at: usage.place)
        }
        if isLeaf { findings += names(of: member, question) }
        return findings.isEmpty ? [member.passed(.subject, .form(.subjectInOrder), .rfc(5280, "4.1.2.6"))] : findings
    }

    private func names(of leaf: CandidatePath.Member, _ question: Question) -> [Finding] {
        let cite = Citation.rfc(5280, "4.2.1.6")
        guard let entry = leaf.structure.meaning.subjectAlternativeNames else {
            let needs = question.purpose == .ssl && question.neededUsages.contains("serverAuth")
            return needs ? [leaf.breach(.subject, .form(.extensionMissing("subjectAltName")), cite, question)] : []
        }
        guard let names = entry.value else {
            let statement = Statement.usage(.extensionUnreadable("subjectAltName"))
            return [leaf.breach(.subject, statement, cite, question, at: entry.place)]
        }
        var findings: [Finding] = []
        func add(_ statement: Statement) {
            findings.append(leaf.breach(.subject, statement, cite, question, at: entry.place))
        }
        if entry.isCritical != leaf.structure.subject.isEmpty {
            add(.form(.shouldBeCritical("subjectAltName", leaf.structure.subject.isEmpty)))
        }
        if let wrong = names.first(where: { !SubjectPolicy.isWellFormed($0) }) {
            add(.form(.nameOfWrongForm(HostName.text(wrong))))
        }
        let texts = Set(names.map(HostName.text))
        let commonNames = leaf.structure.subject.values(of: .commonName)
        if question.neededUsages.contains("serverAuth"),
            let name = commonNames.first(where: { SubjectPolicy.looksLikeHost($0) && !texts.contains($0) })
        {
            add(.form(.commonNameNotAmongNames(name)))
        }
        return findings
    }

    /// A host name, with a wildcard as its whole first label or without, or an address of 4 or 16 octets.
    private static func isWellFormed(_ name: GeneralName) -> Bool {
        switch name {
        case .dnsName(let name):
            guard !name.hasSuffix(".") else { return false }
            if name.hasPrefix("*.") {
                guard case .dns(let labels)? = HostName(String(name.dropFirst(2))) else { return false }
                return labels.count >= 2 && labels.allSatisfy(SubjectPolicy.isPreferred)
            }
            guard case .dns(let labels)? = HostName(name) else { return false }
            return labels.allSatisfy(SubjectPolicy.isPreferred)
        case .ipAddress(let octets): return octets.count == 4 || octets.count == 16
        default: return true
        }
    }

    /// No hyphen at either end (RFC 1034 section 3.5). Underscores are not preferred either, but there are hosts with them.
    private static func isPreferred(_ label: String) -> Bool { !label.hasPrefix("-") && !label.hasSuffix("-") }

    /// Whether a common name is meant as the name or address of a host: those must be among the alternative names too. Any
    /// other is a label for people.
    private static func looksLikeHost(_ name: String) -> Bool {
        !name.contains(" ") && (name.contains(".") || name.contains(":") || name.hasPrefix("0x"))
    }
}
