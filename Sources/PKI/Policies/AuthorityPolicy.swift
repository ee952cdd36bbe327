import Trace

/// Every issuer is an authority: its basicConstraints says so, its path length is not exceeded, and its keyUsage lists
/// keyCertSign (RFC 5280 sections 4.2.1.9, 4.2.1.3 and 6.1.4).
///
/// Without this check the owner of any certificate could issue others. Internet Explorer lacked it in 2002 and iOS in 2011.
struct AuthorityPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let issuer = path.tip, path.members.count > 1, !question.mistakes.contains(.takesAnyIssuer),
            issuer.isAnchor || !question.mistakes.contains(.asksRootsAlone)
        else { return [] }
        return constraints(of: issuer, below: path.intermediatesBelowTip, question) + keyUsage(of: issuer, question)
    }

    private func constraints(of issuer: CandidatePath.Member, below: Int, _ question: ChainQuestion) -> [CheckResult] {
        let cite = Citation.rfc(5280, "4.2.1.9")
        guard let entry = issuer.structure.meaning.basicConstraints else {
            if issuer.structure.version == 1, issuer.isAnchor, question.profile != .webPKI {
                return [issuer.passed(.basicConstraints, .authority(.isAuthorityByDecree), cite: cite)]
            }
            let statement = Statement.authority(.isNotAuthority(saysSo: false))
            return [issuer.failed(.basicConstraints, statement, cite: cite, refusal: .notAnAuthority)]
        }
        guard let constraints = entry.value else {
            return [issuer.unreadable("basicConstraints", for: .basicConstraints, cite: cite, at: entry.place)]
        }
        guard constraints.isAuthority else {
            let statement = Statement.authority(.isNotAuthority(saysSo: true))
            return [issuer.failed(.basicConstraints, statement, cite: cite, refusal: .notAnAuthority, at: entry.place)]
        }
        var findings = [issuer.passed(.basicConstraints, .authority(.isAuthority), cite: cite, at: entry.place)]
        if !entry.isCritical {
            let statement = Statement.form(.shouldBeCritical("basicConstraints", true))
            findings.append(issuer.breach(.basicConstraints, statement, cite: cite, for: question, at: entry.place))
        }
        let limit = constraints.pathLength
        if let limit, below > limit {
            let statement = Statement.authority(.pathLengthExceeded(below: below, limit: limit))
            findings.append(
                issuer.failed(.pathLength, statement, cite: cite, refusal: .notAnAuthority, at: entry.place))
        } else {
            let statement = Statement.authority(.pathLengthKept(below: below, limit: limit))
            findings.append(issuer.passed(.pathLength, statement, cite: cite, at: entry.place))
        }
        return findings
    }

    private func keyUsage(of issuer: CandidatePath.Member, _ question: ChainQuestion) -> [CheckResult] {
        let cite = Citation.rfc(5280, "4.2.1.3")
        guard let entry = issuer.structure.meaning.keyUsage else {
            let finding = issuer.passed(.keyUsage, .usage(.keyUsageFits(nil)), cite: cite)
            // Only the name and the key of an anchor count (section 6.1.1 (d)).
            guard question.profile == .webPKI, !issuer.isAnchor else { return [finding] }
            return [issuer.breach(.keyUsage, .form(.extensionMissing("keyUsage")), cite: cite, for: question)]
        }
        guard let usage = entry.value else {
            return [issuer.unreadable("keyUsage", for: .keyUsage, cite: cite, at: entry.place)]
        }
        guard usage.contains(.keyCertSign) else {
            let statement = Statement.usage(.keyUsageLacks(needed: ["keyCertSign"], has: usage.purposes))
            return [issuer.failed(.keyUsage, statement, cite: cite, refusal: .notAnAuthority, at: entry.place)]
        }
        return [issuer.passed(.keyUsage, .usage(.keyUsageFits(usage.purposes)), cite: cite, at: entry.place)]
    }
}
