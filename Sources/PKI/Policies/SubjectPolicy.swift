import Trace

/// The names in the certificate are written as RFC 5280 sections 4.1.2.4, 4.1.2.6 and 4.2.1.6 and the rules of the Web PKI
/// ask, and what the certificate says of its subject agrees.
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
        // An anchor is a name and a key (section 6.1.1 (d)): what it says of itself as an issuer refuses no leaf that is its own
        // anchor.
        let isOwnAnchor = isLeaf && member.isAnchor
        if isLeaf, isAuthority, !isOwnAnchor { add(.form(.leafIsAuthority), "4.2.1.9", at: constraintsPlace) }
        let certifies = structure.meaning.keyUsage?.value?.contains(.keyCertSign) == true
        if constraints?.pathLength != nil, !isAuthority || (structure.meaning.keyUsage != nil && !certifies) {
            add(.form(.pathLengthOfNoAuthority), "4.2.1.9", at: constraintsPlace)
        }
        if certifies, !isAuthority, !isOwnAnchor {
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
        if question.neededUsages.contains("serverAuth"), let (name, other) = respelled(leaf, names) {
            add(.form(.commonNameSpelledOtherwise(name, than: other)))
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

    /// The first common name that is one of the alternative names in another spelling, and that one.
    ///
    /// Nothing is decided by a common name (RFC 9525 section 2), and RFC 5280 has no rule that it must be among the alternative
    /// names: that rule of the CA/Browser Forum binds issuers. But a program sees two names where a reader sees the same
    /// name.
    private func respelled(_ leaf: CandidatePath.Member, _ names: [GeneralName]) -> (String, than: String)? {
        let commonNames = leaf.structure.subject.values(of: .commonName).map(\.quotable)
        // The usual case: the one common name is the first of the names.
        if commonNames.count == 1, commonNames.first == names.first.map(HostName.text) { return nil }
        let texts = Set(names.map(HostName.text))
        let others = commonNames.filter { !texts.contains($0) }
        guard !others.isEmpty else { return nil }
        var spellings: [HostSpelling: GeneralName] = [:]
        for name in names { if let host = HostSpelling(name) { spellings[host] = name } }
        for name in others {
            for meaning in HostSpelling.meanings(of: name) {
                if let same = spellings[meaning] { return (name, HostName.text(same)) }
            }
        }
        return nil
    }
}
