import Trace

/// The certificate may be used for what it is used for here (RFC 5280 section 4.2.1.12).
///
/// RFC 5280 speaks of the leaf only. Every browser takes the extension in an intermediate as a limit to what may be issued
/// below it, and so do the rules that authorities follow. An anchor's does not count: it is a name and a key (section 6.1.1 (d)).
struct ExtendedUsagePolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard question.purpose == .ssl, let member = path.tip else { return [] }
        let isLeaf = path.members.count == 1
        let cite = Citation.rfc(5280, "4.2.1.12")
        let purpose = question.subject == .client ? "client" : "server"
        let isForServer = question.neededUsages.contains("serverAuth")
        guard let entry = member.structure.meaning.extendedKeyUsage else {
            guard isLeaf else { return [] }
            return question.profile == .webPKI && isForServer
                ? [member.breach(.extendedKeyUsage, .form(.extensionMissing("extKeyUsage")), cite, question)]
                : [member.passed(.extendedKeyUsage, .usage(.extendedKeyUsageFits(nil, purpose: purpose)), cite)]
        }
        if !isLeaf, member.isAnchor {
            return [
                .noted(
                    .extendedKeyUsage, of: member.index, as: member.role, .form(.anchorWithUsages), .rfc(5280, "6.1.1"),
                    evidence: entry.place)
            ]
        }
        guard let usages = entry.value else {
            let statement = Statement.usage(.extensionUnreadable("extKeyUsage"))
            return [member.failed(.extendedKeyUsage, statement, cite, .badCertificate, at: entry.place)]
        }
        let names = usages.map(\.label)
        let isAny = usages.contains(.anyExtendedKeyUsage)
        // A question for any use is content with each.
        let needed = question.neededUsages.filter { $0 != "anyExtendedKeyUsage" }
        guard isAny || needed.allSatisfy(names.contains) else {
            let statement = Statement.usage(.extendedKeyUsageLacks(has: names, purpose: purpose))
            return [member.failed(.extendedKeyUsage, statement, cite, .wrongUsage, at: entry.place)]
        }
        let statement = Statement.usage(.extendedKeyUsageFits(names, purpose: purpose))
        let fits = member.passed(.extendedKeyUsage, statement, cite, at: entry.place)
        guard isAny, isLeaf, isForServer else { return [fits] }
        return [fits, member.breach(.extendedKeyUsage, .form(.anyUsage), cite, question, at: entry.place)]
    }
}
