import Crypto
import Trace

/// extKeyUsage allows the use of the certificate that the question needs (RFC 5280 section 4.2.1.12).
///
/// RFC 5280 defines the extension for the leaf only. Every browser and the rules of the Web PKI also take it in an intermediate as a
/// limit to the certificates below. In an anchor it does not count: only the name and the key of an anchor count (section 6.1.1 (d)).
struct ExtendedUsagePolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard question.purpose == .ssl, let member = path.tip else { return [] }
        let isLeaf = path.members.count == 1
        let cite = Citation.rfc(5280, "4.2.1.12")
        let purpose = question.subject == .client ? "client" : "server"
        let isForServer = question.neededUsages.contains("serverAuth")
        guard let entry = member.structure.meaning.extendedKeyUsage else {
            guard isLeaf else { return [] }
            return question.profile == .webPKI && isForServer
                ? [member.breach(.extendedKeyUsage, .form(.extensionMissing("extKeyUsage")), cite: cite, for: question)]
                : [member.passed(.extendedKeyUsage, .usage(.extendedKeyUsageFits(nil, purpose: purpose)), cite: cite)]
        }
        if !isLeaf, member.isAnchor {
            let statement = Statement.form(.anchorWithUsages)
            return [member.noted(.extendedKeyUsage, statement, cite: .rfc(5280, "6.1.1"), at: entry.place)]
        }
        guard let usages = entry.value else {
            return [member.unreadable("extKeyUsage", for: .extendedKeyUsage, cite: cite, at: entry.place)]
        }
        let names = usages.map(\.label)
        let isAny = usages.contains(.anyExtendedKeyUsage)
        // A question for anyExtendedKeyUsage demands no particular use.
        let needed = question.neededUsages.filter { $0 != "anyExtendedKeyUsage" }
        let isServersLoosely = question.isSecTrustForServers && needed == ["serverAuth"] && usages.allowServersLoosely
        guard isAny || isServersLoosely || needed.allSatisfy(names.contains) else {
            let statement = Statement.usage(.extendedKeyUsageLacks(has: names, purpose: purpose))
            return [member.failed(.extendedKeyUsage, statement, cite: cite, refusal: .wrongUsage, at: entry.place)]
        }
        let statement = Statement.usage(.extendedKeyUsageFits(names, purpose: purpose))
        let fits = member.passed(.extendedKeyUsage, statement, cite: cite, at: entry.place)
        guard isAny, isLeaf, isForServer else { return [fits] }
        return [fits, member.breach(.extendedKeyUsage, .form(.anyUsage), cite: cite, for: question, at: entry.place)]
    }
}

extension [OID] {
    /// Whether extKeyUsage with these usages allows TLS servers in the loose sense of SecTrust's check ExtendedKeyUsage: serverAuth, any
    /// usage, or one of the two old usages for strong cryptography in exported browsers.
    package var allowServersLoosely: Bool {
        let old: [OID] = [[1, 3, 6, 1, 4, 1, 311, 10, 3, 3], [2, 16, 840, 1, 113730, 4, 1]]
        return contains { $0 == .serverAuth || $0 == .anyExtendedKeyUsage || old.contains($0) }
    }
}
