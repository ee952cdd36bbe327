import Trace

/// The leaf obeys the platform's further rules for servers, if the question has such rules (``ServerRules``).
struct ServerRulesPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] { [] }

    func conclude(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let leaf = path.members.first, let kind = path.tip?.anchorKind else { return [] }
        // A leaf that the user has trusted itself has no limit to its lifetime.
        let isTrustedByUser = path.members.count == 1 && kind == .user
        return Self.findings(about: leaf, question, under: kind).filter { !isTrustedByUser || $0.check != .lifetime }
    }

    /// The findings about a leaf below an authority of this kind.
    static func findings(
        about leaf: CandidatePath.Member, _ question: ChainQuestion, under kind: AnchorKind
    ) -> [CheckResult] {
        guard let rules = question.serverRules, question.isAboutServers else { return [] }
        return usage(of: leaf, by: rules, under: kind) + lifetime(of: leaf, by: rules, under: kind)
    }

    private static func usage(
        of leaf: CandidatePath.Member, by rules: ServerRules, under kind: AnchorKind
    ) -> [CheckResult] {
        guard let demand = rules.usageDemand(issued: leaf.structure.notBefore, under: kind),
            leaf.structure.meaning.extendedKeyUsage?.value?.contains(.serverAuth) != true
        else { return [] }
        let statement = Statement.usage(.serverAuthNotListed(since: demand.since, under: kind))
        let place = leaf.structure.meaning.extendedKeyUsage?.place
        return [leaf.failed(.extendedKeyUsage, statement, cite: demand.cite, refusal: .wrongUsage, at: place)]
    }

    private static func lifetime(
        of leaf: CandidatePath.Member, by rules: ServerRules, under kind: AnchorKind
    ) -> [CheckResult] {
        guard let limit = rules.lifetime(issued: leaf.structure.notBefore, under: kind) else { return [] }
        let (seconds, place) = (leaf.structure.lifetime, leaf.structure.validity.place)
        guard seconds > limit.seconds else {
            let statement = Statement.dates(.lifetimeKept(seconds: seconds, limit: limit.seconds))
            return [leaf.passed(.lifetime, statement, cite: limit.demand.cite, at: place)]
        }
        let statement = Statement.dates(
            .lifetimeTooLong(seconds: seconds, limit: limit, under: kind))
        return [leaf.failed(.lifetime, statement, cite: limit.demand.cite, refusal: .badCertificate, at: place)]
    }
}
