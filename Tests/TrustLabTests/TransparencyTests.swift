import Crypto
import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// Timestamps of logs, verified with the keys of logs that the tests make (RFC 6962).
@Suite struct TransparencyTests {
    private func findings(
        _ leaf: [UInt8], _ logs: [KnownLog], at time: Int64 = ScenarioWorld.time
    ) throws -> [TransparencyStatement] {
        let world = try SampleWorld.world()
        var question = ChainQuestion(hostName: ScenarioWorld.host, time: time)
        question.knownLogs = logs
        let verdict = Evaluator(store: TrustStore(anchors: [world.root.certificate])).evaluate(
            chain: [leaf, world.intermediate.certificate], question: question)
        return verdict.findings.compactMap {
            if case .transparency(let statement) = $0.statement { statement } else { nil }
        }
    }

    @Test func thePromisesOfKnownLogsVerify() throws {
        let world = try SampleWorld.world()
        let issued = ScenarioWorld.time - CivilTime.day
        #expect(
            try findings(world.genuine(), world.knownLogs()) == [
                .timestampVerifies(log: "log 1", at: issued), .timestampVerifies(log: "log 2", at: issued),
            ])
        let unknown = HashAlgorithm.sha256.hash(SubjectKeyInfo(curve: world.logs[1].key.publicKey).info)
        #expect(
            try findings(world.genuine(), Array(world.knownLogs().prefix(1))) == [
                .timestampVerifies(log: "log 1", at: issued),
                .timestampOfUnknownLog(identifier: Hex.string(unknown)),
            ])
        #expect(try findings(world.certificate("bare", isLogged: false), world.knownLogs()) == [.noTimestamps])
        #expect(
            try findings(world.genuine(), Array(world.knownLogs().prefix(1)), at: issued - 1).first
                == .timestampInFuture(log: "log 1", from: issued, at: issued - 1))
    }

    @Test func thePromiseForAnotherCertificateDoesNotVerify() throws {
        let world = try SampleWorld.world()
        let evidence = try SampleWorld.evidence("sct-of-another-certificate")
        #expect(
            try findings(evidence.chain[0], world.knownLogs()) == [
                .timestampFails(log: "log 1"), .timestampFails(log: "log 2"),
            ])
        let decision = try #require(PolicyColumn.platform.decision(on: evidence))
        #expect(!decision.accepts)
    }

    /// Wherever the list stands among the extensions, what the log has seen is the certificate without it.
    @Test func theListIsTakenOutOfTheContent() throws {
        let world = try SampleWorld.world()
        for place in [0, 2, 4] {
            var before: [UInt8] = []
            let leaf = try world.certificate("list at \(place)", isLogged: false) { content in
                before = try content.encoded()
                content.extensions.insert(
                    TransparencyLog.promises(
                        of: Array(world.logs.prefix(2)), content: before,
                        issuer: SubjectKeyInfo(world.intermediate.key.publicKey),
                        time: content.notBefore), at: place)
            }
            #expect(try CertificateStructure(leaf).contentBeforeTimestamps == before)
            #expect(
                try findings(leaf, world.knownLogs()).count { if case .timestampVerifies = $0 { true } else { false } }
                    == 2)
        }
        #expect(try CertificateStructure(world.certificate("bare", isLogged: false)).contentBeforeTimestamps == nil)
    }

    /// RFC 6962 section 2.1.4 has RSA too, and a log may add extensions, which it signs.
    @Test func aLogMaySignWithRSAAndAddExtensions() throws {
        let world = try SampleWorld.world()
        let key = try #require(PublishedKeys.rsa(bits: 3072))
        let log = try KnownLog("RSA log", key: SubjectKeyInfo(rsa: key.publicKey).info)
        let time = UInt64(ScenarioWorld.time - CivilTime.day) * 1000 + 999
        let extra: [UInt8] = [1, 2, 3]
        let leaf = try world.certificate("RSA log", isLogged: false) { content in
            let message = TransparencyLog.signedData(
                content: try content.encoded(), issuerKey: SubjectKeyInfo(world.intermediate.key.publicKey).info,
                milliseconds: time, extensions: extra)
            var random = SeededRandomSource(seed: 1)
            let signature = try PKCS1v15.sign(message, hash: .sha256, with: key, blindedBy: &random)
            func counted(_ octets: [UInt8]) -> [UInt8] {
                [UInt8(octets.count >> 8), UInt8(octets.count & 0xff)] + octets
            }
            let moment = (0..<8).reversed().map { UInt8(truncatingIfNeeded: time >> UInt64(8 * $0)) }
            let promise = [0] + log.identifier + moment + counted(extra) + [4, 1] + counted(signature)
            content.extensions.append(
                CertificateExtension(
                    .signedCertificateTimestampList, critical: false,
                    value: DERWriter.octetString(counted(counted(promise)))))
        }
        #expect(try findings(leaf, [log]) == [.timestampVerifies(log: "RSA log", at: Int64(time / 1000))])
    }

    // MARK: States and shards of logs

    /// A certificate with the timestamps of two logs, valid for 90 days; the states and shards of the two logs; and whether SecTrust takes it.
    struct LogRow: Sendable, CustomTestStringConvertible {
        let name: String
        var first = KnownLog.State.current
        var second = KnownLog.State.current
        var shard: Range<Int64>?
        let isEnough: Bool

        var testDescription: String { name }
    }

    private static let issued = ScenarioWorld.time - CivilTime.day
    private static let expires = ScenarioWorld.time + 90 * CivilTime.day

    static let logRows: [LogRow] = [
        LogRow(name: "two current logs", isEnough: true),
        LogRow(name: "read-only later", first: .readOnly(since: issued + 1), isEnough: true),
        LogRow(name: "read-only before", first: .readOnly(since: issued), isEnough: false),
        LogRow(name: "retired later", first: .retired(at: issued + 1), isEnough: true),
        LogRow(name: "retired before", first: .retired(at: issued), isEnough: false),
        LogRow(
            name: "both retired later", first: .retired(at: issued + 1), second: .retired(at: issued + 1),
            isEnough: false),
        LogRow(name: "rejected", first: .uncounted, isEnough: false),
        LogRow(name: "within the shard", shard: expires..<expires + 1, isEnough: true),
        LogRow(name: "after the shard", shard: expires - 10..<expires, isEnough: false),
        LogRow(name: "before the shard", shard: expires + 1..<expires + 10, isEnough: false),
    ]

    @Test(arguments: logRows) func theStateOfALogCounts(row: LogRow) throws {
        let world = try SampleWorld.world()
        func log(_ place: Int, _ state: KnownLog.State, _ shard: Range<Int64>?) throws -> KnownLog {
            try KnownLog(
                "log \(place)", key: SubjectKeyInfo(curve: world.logs[place].key.publicKey).info, state: state,
                shard: shard)
        }
        var trust = SecTrust(
            certificates: [try world.genuine(), world.intermediate.certificate],
            policy: .ssl(hostName: ScenarioWorld.host), systemAnchors: [world.root.certificate])
        trust.knownLogs = [try log(0, row.first, row.shard), try log(1, row.second, nil)]
        let evaluation = trust.evaluate(at: ScenarioWorld.time)
        #expect(evaluation.result.isSuccess == row.isEnough, "\(evaluation.verdict.refusal?.reason ?? "")")
        #expect(evaluation.error == (row.isEnough ? nil : .verifyActionFailed))
    }

    /// V38: two timestamps of one log are those of one log.
    @Test func aLogCountsOnce() throws {
        let world = try SampleWorld.world()
        let log = try #require(world.logs.first)
        let leaf = try world.certificate("one log twice", isLogged: false) {
            $0.extensions.append(
                TransparencyLog.promises(
                    of: [log, log], content: try $0.encoded(),
                    issuer: SubjectKeyInfo(world.intermediate.key.publicKey), time: $0.notBefore))
        }
        var trust = SecTrust(
            certificates: [leaf, world.intermediate.certificate], policy: .ssl(hostName: ScenarioWorld.host),
            systemAnchors: [world.root.certificate])
        #expect(trust.evaluate(at: ScenarioWorld.time).error == .verifyActionFailed)
        trust.knownLogs = try world.knownLogs()
        #expect(trust.evaluate(at: ScenarioWorld.time).error == .verifyActionFailed)
    }

    /// Timestamps that are only counted are no pass: a forged one looks the same.
    @Test func countedTimestampsAreNoPass() throws {
        let world = try SampleWorld.world()
        let trust = SecTrust(
            certificates: [try world.genuine(), world.intermediate.certificate],
            policy: .ssl(hostName: ScenarioWorld.host), systemAnchors: [world.root.certificate])
        let findings = trust.evaluate(at: ScenarioWorld.time).findings.filter { $0.check == .transparency }
        #expect(findings.map(\.outcome) == [.noted])
    }

    // MARK: Lists of logs

    @Test func aListAsBrowsersHaveItIsRead() throws {
        let keys = try SampleWorld.world().logs.prefix(2).map { SubjectKeyInfo(curve: $0.key.publicKey).info }
        let list = """
            {"version": "1.0", "log_list_timestamp": "2026-02-20T00:00:00Z", "operators": [
              {"name": "A", "email": ["a@example.com"], "logs": [
                {"description": "A 2026", "log_id": "?", "key": "\(Base64.string(keys[0]))", "url": "https://a.example/",
                 "state": {"retired": {"timestamp": "2026-02-01T00:00:00Z"}},
                 "temporal_interval": {"start_inclusive": "2026-01-01T00:00:00Z", "end_exclusive": "2027-01-01T00:00:00Z"}}]},
              {"name": "B", "logs": [], "tiled_logs": [{"description": "B 2026", "key": "\(Base64.string(keys[1]))"}]}]}
            """
        let logs = try KnownLog.list(Array(list.utf8), named: "list")
        #expect(logs.map(\.name) == ["A 2026", "B 2026"])
        #expect(logs.map(\.state) == [.retired(at: 1_769_904_000), .current])
        #expect(logs.map(\.shard) == [1_767_225_600..<1_798_761_600, nil])
        #expect(logs.map(\.operatorName) == ["A", "B"] && logs.map(\.isTiled) == [false, true])
        #expect(logs.map(\.listed) == [1_771_545_600, 1_771_545_600])
        #expect(logs.map(\.identifier) == keys.map { HashAlgorithm.sha256.hash($0) })
        #expect(try KnownLog.list(keys[0], named: "key.der").map(\.name) == ["key.der"])
    }

    @Test func aKeyThatOpenSSLWritesIsRead() async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { folder in
            let key = folder.path(of: "key")
            _ = try await Tool.output(
                "openssl", ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key])
            let pem = try await Tool.output("openssl", ["pkey", "-in", key, "-pubout"])
            let log = try KnownLog.list(Array(pem.utf8), named: "log.pem")
            #expect(log.map(\.name) == ["log.pem"])
        }
    }

    @Test(arguments: [
        ("{\"operators\": [], \"log_list_timestamp\": \"today\"}", "log_list_timestamp"), ("", "neither a key"),
        ("[]", "operators"), ("{\"operators\": [{\"logs\": [{}]}]}", "description"),
        ("{\"operators\": [{\"logs\": [{\"description\": \"x\"}]}]}", "no \"key\""),
        ("{\"operators\": [{\"logs\": [{\"description\": \"x\", \"key\": \"AAAA\"}]}]}", "cannot be used"),
        (
            "{\"operators\": [{\"logs\": [{\"description\": \"x\", \"key\": \"AAAA\", \"state\": {\"lost\": {}}}]}]}",
            "none of usable"
        ),
        (
            "{\"operators\": [{\"logs\": [{\"description\": \"x\", \"key\": \"AAAA\", \"temporal_interval\": {}}]}]}",
            "temporal_interval"
        ),
    ])
    func whatIsNoListIsSaid(text: String, words: String) {
        let error = #expect(throws: LogListError.self) { try KnownLog.list(Array(text.utf8), named: "list") }
        #expect(error?.description.contains(words) == true)
    }
}
