import Crypto
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// Timestamps of logs that a server sends beside its certificate, and what is not known where none of them were seen.
@Suite struct OutsideTimestampsTests {
    /// Where the timestamps of the logs 1, 2 and 3 stand, and whether SecTrust takes the chain; nil for a chain of which that is open.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var inside: [Int] = []
        var sent: [Int]?
        var stapled: [Int] = []
        var retired: Int?
        var days: Int64 = 90
        let isEnough: Bool?

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "two sent", sent: [0, 1], isEnough: true),
        Row(name: "one sent", sent: [0], isEnough: false),
        Row(name: "one log sent twice", sent: [0, 0], isEnough: false),
        Row(name: "one inside, another sent", inside: [0], sent: [1], isEnough: true),
        Row(name: "one inside, the same sent", inside: [0], sent: [0], isEnough: false),
        Row(name: "two stapled", sent: [], stapled: [0, 1], isEnough: true),
        Row(name: "one sent, another stapled", sent: [0], stapled: [1], isEnough: true),
        Row(name: "two sent, for 398 days", sent: [0, 1], days: 397, isEnough: true),
        Row(name: "two inside, for 398 days", inside: [0, 1], sent: [], days: 397, isEnough: false),
        Row(
            name: "two inside and one of them sent, for 398 days", inside: [0, 1], sent: [0], days: 397, isEnough: true),
        Row(name: "a retired log sent", sent: [0, 1], retired: 0, isEnough: false),
        Row(name: "a retired log inside, another sent", inside: [0], sent: [1], retired: 0, isEnough: false),
        Row(
            name: "a retired log inside beside one that is current", inside: [0, 1], sent: [], retired: 0,
            isEnough: true),
        Row(name: "one inside, a retired log sent", inside: [1], sent: [0], retired: 0, isEnough: false),
        Row(name: "nothing anywhere", sent: [], isEnough: false),
        Row(name: "none inside, no handshake seen", isEnough: nil),
        Row(name: "one inside, no handshake seen", inside: [0], isEnough: nil),
        Row(name: "two inside, no handshake seen", inside: [0, 1], isEnough: true),
        Row(name: "two stapled, no handshake seen", stapled: [0, 1], isEnough: true),
        Row(name: "one stapled, no handshake seen", stapled: [0], isEnough: nil),
    ]

    private static let issued = ScenarioWorld.time - CivilTime.day

    /// The evidence of a row, in the world of the scenarios.
    static func evidence(_ row: Row) throws -> TrustEvidence {
        let world = try SampleWorld.world()
        let leaf = try world.certificate("outside \(row.name)", isLogged: false) { content in
            content.notAfter = content.notBefore + row.days * CivilTime.day
            guard !row.inside.isEmpty else { return }
            content.extensions.append(
                TransparencyLog.promises(
                    of: row.inside.map { world.logs[$0] }, content: try content.encoded(),
                    issuer: SubjectKeyInfo(world.intermediate.key.publicKey), time: issued))
        }
        func list(_ logs: [Int]) -> [UInt8] {
            TransparencyLog.list(of: logs.map { world.logs[$0].promise(whole: leaf, time: issued) })
        }
        return try world.evidence([leaf, world.intermediate.certificate]) { evidence in
            evidence.sentTimestamps = row.sent.map { .seen($0.isEmpty ? nil : list($0)) } ?? .notSeen
            if !row.stapled.isEmpty {
                evidence.stapledResponse = try response(about: leaf, by: world.intermediate, with: list(row.stapled))
            }
            evidence.knownLogs = try world.logs.enumerated().map { number, log in
                try KnownLog(
                    "log \(number)", key: SubjectKeyInfo(curve: log.key.publicKey).info,
                    state: number == row.retired ? .retired(at: issued + 1) : .current)
            }
        }
    }

    /// An OCSP response that says "good" and carries timestamps. Its signature does not verify: the logs' own signatures count.
    private static func response(
        about leaf: [UInt8], by issuer: CertificateAuthority, with list: [UInt8]
    ) throws -> [UInt8] {
        var response = try RevocationStatement.good(
            serialNumber: Array(try CertificateStructure(leaf).serialNumber), by: issuer, at: ScenarioWorld.time,
            timestamps: list)
        response[response.count - 1] ^= 1
        return response
    }

    @Test(arguments: rows) func theTimestampsOfAllPlacesCount(row: Row) throws {
        let evidence = try Self.evidence(row)
        let evaluation = evidence.evaluation()
        let reason = evaluation.verdict.refusal?.reason ?? ""
        #expect(evaluation.result.isSuccess == (row.isEnough == true), "\(reason)")
        #expect(evaluation.doubt == (row.isEnough == nil ? .timestamps(.handshakeNotSeen) : nil))
        #expect(evaluation.error == (row.isEnough == true ? nil : .verifyActionFailed))
        try PlatformRulesTests.expectAgreement(on: evidence)
    }

    /// Counted without the keys of logs, the rule is the same.
    @Test(arguments: rows) func theRuleIsTheSameWithoutKeysOfLogs(row: Row) throws {
        guard row.retired == nil else { return }
        var evidence = try Self.evidence(row)
        evidence.knownLogs = nil
        #expect(evidence.evaluation().result.isSuccess == (row.isEnough == true))
        let outcomes = evidence.evaluation().findings.filter { $0.check == .transparency }.map(\.outcome)
        #expect(outcomes == [row.isEnough == true ? .noted : .failed])
        try PlatformRulesTests.expectAgreement(on: evidence)
    }

    /// A timestamp for another certificate counts for nothing, wherever it stands.
    @Test func aTimestampForAnotherCertificateDoesNotCount() throws {
        var evidence = try Self.evidence(Row(name: "for another", sent: [0, 1], isEnough: true))
        let other = try SampleWorld.world().certificate("not the one of the timestamps", isLogged: false)
        evidence.chain[0] = other
        #expect(evidence.evaluation().error == .verifyActionFailed)
        #expect(evidence.evaluation().doubt == nil)
    }

    @Test(arguments: 0..<80) func aDamagedListCountsForNothing(place: Int) throws {
        var evidence = try Self.evidence(Row(name: "damaged", sent: [0, 1], isEnough: true))
        guard case .seen(let list?) = evidence.sentTimestamps, list.indices.contains(place) else { return }
        var damaged = list
        damaged[place] ^= 1
        evidence.sentTimestamps = .seen(damaged)
        #expect(!evidence.evaluation().result.isSuccess)
        evidence.sentTimestamps = .seen(Array(list.prefix(place)))
        #expect(!evidence.evaluation().result.isSuccess)
    }

    /// What is open is open in every command, and the sentence says what would settle it.
    @Test func whatWasNotSeenIsUndecidedEverywhere() throws {
        var evidence = try Self.evidence(Row(name: "undecided", isEnough: nil))
        evidence.pins = []
        let host = try #require(ATSHost(ScenarioWorld.host))
        let diagnosis = Diagnosis(Examination(of: host, sight: .certificates, evidence: evidence))
        #expect(diagnosis.result == .undecided)
        #expect(diagnosis.reasons.map(\.refusal.name) == ["timestamps"])
        #expect(diagnosis.verdict.english.contains("was not seen"))
        #expect(evidence.transportJudgement()?.result == .undecided)
        #expect(evidence.transportJudgement()?.outcome(.transparency) == .unknown)
        let judged = JudgedChain(
            of: evidence.chain, asking: evidence.platformQuestion, in: evidence.platformStore, bySecTrust: true)
        let report = judged.report(asked: "it", tellsAll: false)
        #expect(report.json["undecided"] == .string("timestamps not seen") && report.json["fetchable_at"] == nil)
        #expect(report.text().contains("Cannot tell"))
        let row = MatrixRow(name: nil, scenario: nil, evidence: evidence)
        #expect(row.decisions.first??.isAccepted == nil)
        // Pins that do not fit refuse, whatever the server sends.
        let attempt = try #require(evidence.attempt)
        func pinned(_ authorities: [PublicKeyPin]?) -> Bool? {
            let entry = NSPinnedDomains.Domain(ScenarioWorld.host, pinnedCAIdentities: authorities)
            return NSPinnedDomains([entry]).decide(attempt).isAccepted
        }
        #expect(pinned([]) == false && pinned(nil) == nil)
        let issuer = try SampleWorld.world().intermediate.certificate
        #expect(pinned([try #require(PublicKeyPin(ifOfCertificate: issuer))]) == nil)
    }

    /// A certificate that a device fetches may be a pinned authority. It never changes the leaf.
    @Test func aFetchChangesNoPinOfTheLeaf() throws {
        let world = try SampleWorld.world()
        let leaf = try world.certificate("pinned and to be completed") {
            $0.extensions.append(SecTrustVectorTests.access(["http://ca.test/i.cer"]))
        }
        let attempt = try #require(try world.evidence([leaf]).attempt)
        func isAccepted(leaves: [PublicKeyPin]?, authorities: [PublicKeyPin]?) -> Bool? {
            let entry = NSPinnedDomains.Domain(
                ScenarioWorld.host, pinnedCAIdentities: authorities, pinnedLeafIdentities: leaves)
            return NSPinnedDomains([entry]).decide(attempt).isAccepted
        }
        let own = try #require(PublicKeyPin(ifOfCertificate: leaf))
        let other = try #require(PublicKeyPin(ifOfCertificate: world.otherRoot.certificate))
        #expect(isAccepted(leaves: [other], authorities: nil) == false)
        #expect(isAccepted(leaves: [own], authorities: [other]) == nil)
        #expect(isAccepted(leaves: nil, authorities: [other]) == nil)
    }

    // MARK: The list of logs

    /// A list of logs counts for 60 days. With an older one a device demands nothing, and a device with a newer one does.
    @Test(arguments: [(59, false), (60, true), (400, true)])
    func anOldListDecidesNothing(days: Int64, isOld: Bool) throws {
        var evidence = try Self.evidence(Row(name: "old list", sent: [], isEnough: false))
        let listed = ScenarioWorld.time - days * CivilTime.day
        for place in evidence.knownLogs?.indices ?? 0..<0 { evidence.knownLogs?[place].listed = listed }
        #expect(evidence.evaluation().doubt == (isOld ? .timestamps(.oldList(from: listed)) : nil))
        try PlatformRulesTests.expectAgreement(on: evidence)
        // One log of a list that has no time, and nothing is known of the age.
        evidence.knownLogs?[0].listed = nil
        #expect(evidence.evaluation().doubt == nil)
        // Enough timestamps are enough by either list.
        var good = try Self.evidence(Row(name: "old list, two sent", sent: [0, 1], isEnough: true))
        for place in good.knownLogs?.indices ?? 0..<0 { good.knownLogs?[place].listed = listed }
        #expect(good.evaluation().result.isSuccess)
    }

    /// Apple's document asks for two operators and a log of RFC 6962. SecTrust's program asks for neither, so it is a note.
    @Test func operatorsAndKindsOfLogsAreNoted() throws {
        func notes(_ change: (Int, inout KnownLog) -> Void) throws -> [TransparencyStatement] {
            var evidence = try Self.evidence(Row(name: "operators", inside: [0, 1], sent: [], isEnough: true))
            for place in evidence.knownLogs?.indices ?? 0..<0 {
                guard var log = evidence.knownLogs?[place] else { continue }
                change(place, &log)
                evidence.knownLogs?[place] = log
            }
            let evaluation = evidence.evaluation()
            #expect(evaluation.result.isSuccess)
            return evaluation.findings.filter { $0.outcome == .noted }.compactMap {
                if case .transparency(let statement) = $0.statement { statement } else { nil }
            }
        }
        #expect(try notes { _, _ in } == [])
        #expect(
            try notes { place, log in
                log.operatorName = "A\(place)"
                log.isTiled = place > 0
            } == [])
        #expect(
            try notes { place, log in
                // The third log has made no promise.
                log.operatorName = place < 2 ? "A" : "B"
                log.isTiled = true
            } == [.oneOperator("A"), .onlyTiledLogs])
    }
}
