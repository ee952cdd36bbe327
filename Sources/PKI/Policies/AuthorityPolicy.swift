import Trace

/// Every issuer is an authority: its basicConstraints says so, its path length is kept, and keyUsage lists
/// keyCertSign (RFC 5280 sections 4.2.1.9, 4.2.1.3 and 6.1.4).
///
/// Without this check the owner of any certificate could issue others. Internet Explorer and early iOS forgot it (2002 and
/// 2011).
struct AuthorityPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let issuer = path.tip, path.members.count > 1, !question.mistakes.contains(.takesAnyIssuer),
            issuer.isAnchor || !question.mistakes.contains(.asksRootsAlone)
        else { return [] }
        return constraints(of: issuer, below: path.intermediatesBelowTip, question) + keyUsage(of: issuer, question)
    }

    private func constraints(of issuer: CandidatePath.Member, below: Int, _ question: Question) -> [Finding] {
        let cite = Citation.rfc(5280, "4.2.1.9")
        guard let entry = issuer.structure.meaning.basicConstraints else {
            if issuer.structure.version == 1, issuer.isAnchor, question.profile == .platform {
                return [issuer.passed(.basicConstraints, .authority(.isAuthorityByDecree), cite)]
            }
            return [issuer.failed(.basicConstraints, .authority(.isNotAuthority(saysSo: false)), cite, .notAnAuthority)]
        }
        guard let constraints = entry.value else {
            let statement = Statement.usage(.extensionUnreadable("basicConstraints"))
            return [issuer.failed(.basicConstraints, statement, cite, .badCertificate, at: entry.place)]
        }
        guard constraints.isAuthority else {
            let statement = Statement.authority(.isNotAuthority(saysSo: true))
            return [issuer.failed(.basicConstraints, statement, cite, .notAnAuthority, at: entry.place)]
        }
        var findings = [issuer.passed(.basicConstraints, .authority(.isAuthority), cite, at: entry.place)]
        if !entry.isCritical {
            let statement = Statement.form(.shouldBeCritical("basicConstraints", true))
            findings.append(issuer.breach(.basicConstraints, statement, cite, question, at: entry.place))
        }
        let limit = constraints.pathLength
        if let limit, below > limit {
            let statement = Statement.authority(.pathLengthExceeded(below: below, limit: limit))
            findings.append(issuer.failed(.pathLength, statement, cite, .notAnAuthority, at: entry.place))
        } else {
            let statement = Statement.authority(.pathLengthKept(below: below, limit: limit))
            findings.append(issuer.passed(.pathLength, statement, cite, at: entry.place))
        }
        return findings
    }

    private func keyUsage(of issuer: CandidatePath.Member, _ question: Question) -> [Finding] {
        let cite = Citation.rfc(5280, "4.2.1.3")
        guard let entry = issuer.structure.meaning.keyUsage else {
            let finding = issuer.passed(.keyUsage, .usage(.keyUsageFits(nil)), cite)
            // An anchor is a name and a key (section 6.1.1 (d)).
            guard question.profile == .webPKI, !issuer.isAnchor else { return [finding] }
            return [issuer.breach(.keyUsage, .form(.extensionMissing("keyUsage")), cite, question)]
        }
        guard let usage = entry.value else {
            let statement = Statement.usage(.extensionUnreadable("keyUsage"))
            return [issuer.failed(.keyUsage, statement, cite, .badCertificate, at: entry.place)]
        }
        guard usage.contains(.keyCertSign) else {
            let statement = Statement.usage(.keyUsageLacks(needed: ["keyCertSign"], has: usage.purposes))
            return [issuer.failed(.keyUsage, statement, cite, .notAnAuthority, at: entry.place)]
        }
        return [issuer.passed(.keyUsage, .usage(.keyUsageFits(usage.purposes)), cite, at: entry.place)]
    }
}
