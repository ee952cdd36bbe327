import Testing

@testable import PKI

/// Chains that keep or break one rule each, judged as the Web PKI judges and as an operating system does.
struct RulesTests {
    private static let world = RuleWorld()

    private func judge(
        _ row: RuleCase, _ chain: RuleChain, _ profile: ChainQuestion.Profile, reversed: Bool = false
    ) -> Verdict {
        var question = ChainQuestion(row.host.map { .server(hostName: $0) } ?? .anyServer, time: RuleWorld.time)
        question.profile = profile
        row.ask(&question)
        return Evaluator(store: TrustStore(anchors: chain.anchors)).evaluate(
            chain: [chain.leaf], extra: reversed ? chain.extra.reversed() : chain.extra, question: question)
    }

    private func check(_ row: RuleCase) throws {
        let chain = try row.make(RulesTests.world)
        for isReversed in [false, true] {
            let verdict = judge(row, chain, .webPKI, reversed: isReversed)
            let failed = Set(verdict.findings.filter { !$0.passed }.map(\.check))
            #expect(verdict.isTrusted == (row.refusal == nil), "\(row.rule): \(verdict.refusal?.reason ?? "")")
            if let refusal = row.refusal { #expect(failed.contains(refusal), "\(row.rule): \(failed)") }
        }
        let verdict = judge(row, chain, .platform)
        #expect(verdict.isTrusted == (row.refusal == nil || row.isBreach), "\(verdict.refusal?.reason ?? "")")
    }

    @Test(arguments: RuleCase.extensions) func extensions(_ row: RuleCase) throws { try check(row) }
    @Test(arguments: RuleCase.anchors) func anchors(_ row: RuleCase) throws { try check(row) }
    @Test(arguments: RuleCase.algorithms) func algorithms(_ row: RuleCase) throws { try check(row) }
    @Test(arguments: RuleCase.forms) func forms(_ row: RuleCase) throws { try check(row) }
    @Test(arguments: RuleCase.names) func names(_ row: RuleCase) throws { try check(row) }
    @Test(arguments: RuleCase.commonNames) func commonNames(_ row: RuleCase) throws { try check(row) }
    @Test(arguments: RuleCase.constraints) func nameConstraints(_ row: RuleCase) throws { try check(row) }
    @Test(arguments: RuleCase.policies) func certificatePolicies(_ row: RuleCase) throws { try check(row) }
    @Test(arguments: RuleCase.lengths) func lengths(_ row: RuleCase) throws { try check(row) }
    @Test(arguments: RuleCase.paths) func paths(_ row: RuleCase) throws { try check(row) }
}
