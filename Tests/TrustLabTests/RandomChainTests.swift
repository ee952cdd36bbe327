import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// One verdict in five programs: `trust evaluate`, `trust matrix`, `trust ats` and `doctor` agree on chains that are put together by chance,
/// and `connect` differs only by rules that are known.
@Suite struct RandomChainTests {
    private typealias Row = SecTrustVectorTests.Row

    /// A chain whose leaf, intermediate, root, key, name and date each come from a row of the vectors, or are as they should be.
    private func evidence(_ seed: UInt64, _ random: inout SplitMix64) throws -> TrustEvidence {
        let rows = SecTrustVectorTests.rows + SecTrustFactTests.order + SecTrustFactTests.checks
        func pick() throws -> Row {
            let good = try #require(rows.first)
            return random.next() % 2 == 0 ? good : rows.randomElement(using: &random) ?? good
        }
        let (leaf, other, intermediate, root, key) = (try pick(), try pick(), try pick(), try pick(), try pick())
        let hasAddress = random.next() % 3 == 0
        let row = Row(
            name: "random \(seed)", kind: AnchorKind.allCases.randomElement(using: &random) ?? .app,
            host: try pick().host, after: try pick().after, key: key.key,
            leaf: {
                try leaf.leaf(&$0)
                try other.leaf(&$0)
                if hasAddress { $0.extensions.append(SecTrustVectorTests.access(["http://ca.test/i.cer"])) }
            }, intermediate: intermediate.intermediate, root: root.root,
            sent: try pick().sent, trustsNone: try pick().trustsNone, result: .unspecified)
        let (all, issued) = try SecTrustVectorTests.certificates(row)
        let anchors = row.trustsNone ? [] : all.suffix(1).map { $0 }
        var evidence = TrustEvidence(
            chain: row.sent.map { all[$0] }, asked: .server(row.host), time: issued + row.after * CivilTime.day,
            systemAnchors: row.kind == .user ? [] : anchors)
        evidence.systemKind = row.kind
        evidence.userAnchors = row.kind == .user ? anchors : []
        if random.next() % 2 == 0 { evidence.sentTimestamps = .seen(nil) }
        return evidence
    }

    @Test func fiveProgramsAgreeOnChainsOfChance() throws {
        var results: [SecTrustResult: Int] = [:]
        var open = 0
        forEachSeed(300) { seed, random in
            do {
                let evidence = try evidence(seed, &random)
                try PlatformRulesTests.expectAgreement(on: evidence)
                try PlatformRulesTests.expectKnownDifferences(on: evidence)
                var pinned = evidence
                let pin = try #require(OpenChainTests.Pin.allCases.randomElement(using: &random))
                try pin.pin(&pinned, in: SampleWorld.world())
                let column = try #require(PolicyColumn.all.randomElement(using: &random))
                try OpenChainTests.expectAgreement(on: pinned, column)
                let evaluation = evidence.evaluation()
                results[evaluation.result, default: 0] += 1
                open += evaluation.doubt == nil ? 0 : 1
            } catch { Issue.record("\(error)") }
        }
        // The chains are of every kind.
        for result in [SecTrustResult.unspecified, .proceed, .recoverableTrustFailure, .fatalTrustFailure] {
            #expect(results[result, default: 0] > 1, "\(results)")
        }
        #expect(open > 0)
    }
}
