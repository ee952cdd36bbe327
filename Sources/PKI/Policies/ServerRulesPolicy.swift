import Trace

/// The leaf obeys the platform's further rules for servers, if the question has such rules (``ServerRules``).
struct ServerRulesPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] { [] }

    func conclude(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let rules = question.serverRules, question.isAboutServers, let leaf = path.members.first,
            let kind = path.tip?.anchorKind
        else { return [] }
        return usage(of: leaf, by: rules, under: kind) + lifetime(of: leaf, by: rules, under: kind)
    }

    private func usage(
        of leaf: CandidatePath.Member, by rules: ServerRules, under kind: AnchorKind
    ) -> [Finding] {
        guard rules.demandsUsage(issued: leaf.structure.notBefore, under: kind),
            leaf.structure.meaning.extendedKeyUsage?.value?.contains(.serverAuth) != true
        else { return [] }
        let statement = Statement.usage(.serverAuthNotListed(since: rules.usage.since))
        let place = leaf.structure.meaning.extendedKeyUsage?.place
        return [leaf.failed(.extendedKeyUsage, statement, cite: rules.usage.cite, refusal: .wrongUsage, at: place)]
    }

    private func lifetime(
        of leaf: CandidatePath.Member, by rules: ServerRules, under kind: AnchorKind
    ) -> [Finding] {
        guard let limit = rules.lifetime(issued: leaf.structure.notBefore, under: kind) else { return [] }
        let (days, place) = (leaf.structure.days, leaf.structure.validity.place)
        guard days > limit.days else {
            let statement = Statement.dates(.lifetimeKept(days: days, limit: limit.days))
            return [leaf.passed(.lifetime, statement, cite: limit.demand.cite, at: place)]
        }
        let statement = Statement.dates(
            .lifetimeTooLong(days: days, limit: limit.days, since: limit.demand.since, under: kind))
        return [leaf.failed(.lifetime, statement, cite: limit.demand.cite, refusal: .badCertificate, at: place)]
    }
}
