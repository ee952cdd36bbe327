import Trace

/// What a platform asks of a server's certificate besides RFC 5280, where the question is the platform's: ``ServerRules``.
struct ServerRulesPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] { [] }

    func conclude(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let rules = question.serverRules, question.isAboutServers, let leaf = path.members.first,
            let kind = path.tip?.anchorKind
        else { return [] }
        return usage(leaf, rules, kind) + lifetime(leaf, rules, kind)
    }

    private func usage(_ leaf: CandidatePath.Member, _ rules: ServerRules, _ kind: AnchorKind) -> [Finding] {
        guard rules.demandsUsage(issued: leaf.structure.notBefore, under: kind),
            leaf.structure.meaning.extendedKeyUsage?.value?.contains(.serverAuth) != true
        else { return [] }
        let statement = Statement.usage(.serverAuthNotListed(since: rules.usage.since))
        let place = leaf.structure.meaning.extendedKeyUsage?.place
        return [leaf.failed(.extendedKeyUsage, statement, rules.usage.cite, .wrongUsage, at: place)]
    }

    private func lifetime(_ leaf: CandidatePath.Member, _ rules: ServerRules, _ kind: AnchorKind) -> [Finding] {
        guard let limit = rules.lifetime(issued: leaf.structure.notBefore, under: kind) else { return [] }
        let (days, place) = (leaf.structure.days, leaf.structure.validity.place)
        guard days > limit.days else {
            let statement = Statement.dates(.lifetimeKept(days: days, limit: limit.days))
            return [leaf.passed(.lifetime, statement, limit.demand.cite, at: place)]
        }
        let statement = Statement.dates(
            .lifetimeTooLong(days: days, limit: limit.days, since: limit.demand.since, under: kind))
        return [leaf.failed(.lifetime, statement, limit.demand.cite, .badCertificate, at: place)]
    }
}
