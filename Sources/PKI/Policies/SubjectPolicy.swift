import Trace

/// The names in the certificate have the form that RFC 5280 sections 4.1.2.4, 4.1.2.6 and 4.2.1.6 and the rules of the Web PKI
/// prescribe, and the extensions about the subject do not contradict each other.
struct SubjectPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let member = path.tip else { return [] }
        let isLeaf = path.members.count == 1
        var findings: [CheckResult] = []
        func add(_ statement: Statement, _ section: String, secTrust name: String? = nil, at place: Range<Int>? = nil) {
            findings.append(
                member.breach(
                    .subject, statement, cite: .rfc(5280, section), for: question, secTrust: name, at: place))
        }
        let structure = member.structure
        if structure.issuer.isEmpty { add(.form(.emptyIssuer), "4.1.2.4") }
        if structure.subject.isEmpty, !isLeaf { add(.form(.emptySubject), "4.1.2.6", secTrust: "NonEmptySubject") }

        let constraints = structure.meaning.basicConstraints?.value
        let constraintsPlace = structure.meaning.basicConstraints?.place
        if structure.meaning.basicConstraints != nil, constraints == nil, isLeaf {
            add(.usage(.extensionUnreadable("basicConstraints")), "4.2.1.9", at: constraintsPlace)
        }
        let isAuthority = constraints?.isAuthority == true
        // Only the name and the key of an anchor count (section 6.1.1 (d)). So a leaf that is its own anchor is not refused
        // because its extensions are those of an authority.
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
        return findings.isEmpty
            ? [member.passed(.subject, .form(.subjectInOrder), cite: .rfc(5280, "4.1.2.6"))] : findings
    }

    private func names(of leaf: CandidatePath.Member, _ question: ChainQuestion) -> [CheckResult] {
        let cite = Citation.rfc(5280, "4.2.1.6")
        guard let entry = leaf.structure.meaning.subjectAlternativeNames else {
            let needs = question.purpose == .ssl && question.neededUsages.contains("serverAuth")
            return needs
                ? [leaf.breach(.subject, .form(.extensionMissing("subjectAltName")), cite: cite, for: question)] : []
        }
        guard let names = entry.value else {
            let statement = Statement.usage(.extensionUnreadable("subjectAltName"))
            return [leaf.breach(.subject, statement, cite: cite, for: question, at: entry.place)]
        }
        var findings: [CheckResult] = []
        func add(_ statement: Statement, secTrust name: String? = nil) {
            findings.append(
                leaf.breach(.subject, statement, cite: cite, for: question, secTrust: name, at: entry.place))
        }
        if entry.isCritical != leaf.structure.subject.isEmpty {
            let isNameless = leaf.structure.subject.isEmpty
            add(
                .form(.shouldBeCritical("subjectAltName", isNameless)), secTrust: isNameless ? "NonEmptySubject" : nil)
        }
        if let wrong = names.first(where: { !SubjectPolicy.isWellFormed($0) }) {
            add(.form(.nameOfWrongForm(HostName.phrase(wrong))))
        }
        if question.neededUsages.contains("serverAuth"), let (name, other) = respelled(leaf, names) {
            add(.form(.commonNameSpelledOtherwise(name, than: other)))
        }
        return findings
    }

    /// Whether a name is a host name, also one with a wildcard as its whole first label, or an address of 4 or 16 octets. Names
    /// of other kinds are not examined.
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

    /// Whether a label has no hyphen at either end (RFC 1034 section 3.5). That syntax has no underscores either, but they are
    /// allowed here because real hosts have them.
    private static func isPreferred(_ label: String) -> Bool { !label.hasPrefix("-") && !label.hasSuffix("-") }

    /// The first common name that is an alternative name in another spelling, with that alternative name; nil if there is none.
    ///
    /// No check uses a common name (RFC 9525 section 2), and RFC 5280 does not demand that it is among the alternative names; the
    /// CA/Browser Forum demands that of issuers. But where a reader sees one name in two spellings, a program sees two names.
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
