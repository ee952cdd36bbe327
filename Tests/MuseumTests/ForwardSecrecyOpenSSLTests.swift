import Crypto
import Explain
import Museum
import Recordings
import TLSSim
import TestRecording
import TestSupport
import Testing
import Trace

/// The attack on connections that OpenSSL made, where nothing of the simulator took part.
@Suite struct ForwardSecrecyOpenSSLTests {
    @Test(arguments: ["AES128-GCM-SHA256", "AES256-GCM-SHA384"], [true, false])
    func rsaKeyTransportOpensWithTheExtendedMasterSecretAndWithout(cipher: String, extended: Bool) async throws {
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1_2", "-cipher", cipher], extendedMasterSecret: extended)
        let report = ForwardSecrecyAttack.run(on: try #require(try recording.recorded.first), with: try recording.key)
        #expect(report.outcome == .opened)
        #expect(report.clientText == OpenSSLRecording.request)
        #expect(report.serverText.hasSuffix(OpenSSLRecording.page))
        #expect(report.findings.contains(DerivedKeysFinding.masterSecret(extended: extended)))
        #expect(report.findings.contains(DerivedKeysFinding.finishedVerified(.client)))
        #expect(report.findings.contains(DerivedKeysFinding.finishedVerified(.server)))
    }

    @Test func aClientCertificateWhichAddsThreeMessagesChangesNothing() async throws {
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1_2", "-cipher", "AES128-GCM-SHA256", "-verify", "1"],
            clients: [["-cert", "cert.pem", "-key", "key.pem"]])
        let connection = try #require(try recording.recorded.first)
        #expect(try !RecordedHandshake(connection).clientAfterKeyExchange.isEmpty)
        let report = ForwardSecrecyAttack.run(on: connection, with: try recording.key)
        #expect(report.outcome == .opened)
        #expect(report.serverText.hasSuffix(OpenSSLRecording.page))
    }

    @Test func ephemeralDiffieHellmanStaysClosedWithThePublicValuesThatWiresharkReads() async throws {
        try await Tool.require("tshark")
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"])
        let report = ForwardSecrecyAttack.run(on: try #require(try recording.recorded.first), with: try recording.key)
        #expect(report.outcome == .forwardSecret)
        #expect(report.clientData.isEmpty && report.serverData.isEmpty)
        let text = try await TemporaryDirectory.use { folder in
            let names = ["p", "g", "ys", "yc"].flatMap { ["-e", "tls.handshake.\($0)"] }
            let file = try folder.write(recording.capture, to: "dhe.pcapng")
            return try await Tool.output(
                "tshark", ["-r", file, "-d", "tcp.port==4433,tls", "-T", "fields", "-E", "separator=,"] + names)
        }
        let columns = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        for (index, name) in ["dh_p", "dh_g", "dh_Ys", "dh_Yc"].enumerated() {
            let values = columns.compactMap { $0.count > index && !$0[index].isEmpty ? String($0[index]) : nil }
            let ours = try #require(report.quantity(name))
            #expect(values == [Hex.string(ours)], "\(name)")
        }
    }

    @Test(arguments: ["RSA+SHA256", "RSA+SHA512", "RSA-PSS+SHA256", "RSA-PSS+SHA384", "RSA-PSS+SHA512"])
    func theServersSignatureVerifiesInEverySchemeAndInNoneAfterAChange(scheme: String) async throws {
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1_2", "-cipher", "DHE-RSA-AES256-GCM-SHA384"], clients: [["-sigalgs", scheme]])
        let key = try recording.key
        func verdicts(_ connection: RecordedConnection) -> [Bool] {
            ForwardSecrecyAttack.run(on: connection, with: key).findings.compactMap { finding in
                switch finding {
                case ForwardSecrecyFinding.signatureVerified: true
                case ForwardSecrecyFinding.signatureWrong: false
                default: nil
                }
            }
        }
        let connection = try #require(try recording.recorded.first)
        #expect(verdicts(connection) == [true])
        // One bit of dh_Ys: the signature is about these octets and no others.
        let ys = try #require(ForwardSecrecyAttack.run(on: connection, with: key).quantity("dh_Ys"))
        let changed = recording.connections[0].map { passage in
            var octets = passage.octets
            if let start = octets.firstRange(of: ys)?.lowerBound { octets[start + 20] ^= 1 }
            return (passage.fromClient, octets)
        }
        let altered = try PacketMaker.connections(PacketMaker.capture(PacketMaker().datagrams(changed)))
        #expect(verdicts(try #require(altered.first)) == [false])
    }

    @Test(arguments: [
        ("modp_2048", "group 14 of RFC 3526"), ("modp_3072", "group 15 of RFC 3526"),
        ("modp_4096", "group 16 of RFC 3526"), ("modp_6144", "group 17 of RFC 3526"),
        ("modp_8192", "group 18 of RFC 3526"), ("ffdhe3072", "ffdhe3072"), ("dh_2048_256", nil),
    ])
    func groupsThatHaveNamesAreKnownByThem(group: String, name: String?) async throws {
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"], group: group)
        let report = ForwardSecrecyAttack.run(on: try #require(try recording.recorded.first), with: try recording.key)
        #expect(report.outcome == .forwardSecret)
        let names = report.findings.compactMap {
            if case ForwardSecrecyFinding.publicValues(let group) = $0 { [group.name] } else { nil }
        }
        #expect(names == [[name]])
    }

    @Test(arguments: [
        (["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"], "elliptic curve"),
        (["-tls1_2", "-cipher", "ECDHE-RSA-CHACHA20-POLY1305"], "elliptic curve"),
        (["-tls1_3"], "TLS 1.3"),
    ])
    func curvesAndTLS13StayClosedEachForItsOwnReason(options: [String], words: String) async throws {
        let recording = try await OpenSSLRecording.make(server: options)
        let report = ForwardSecrecyAttack.run(on: try #require(try recording.recorded.first), with: try recording.key)
        #expect(report.outcome == .forwardSecret)
        #expect(try #require(report.findings.last).sentence(in: .english).contains(words))
    }

    @Test func aCertificateForECDSAHasNoRSAKeyToCompareWithAndTheAnswerIsTheSame() async throws {
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1_2"], algorithm: ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"])
        var random = SeededRandomSource(seed: 5)
        let key = try RSAPrivateKey.generate(bits: 1024, using: &random)
        let report = ForwardSecrecyAttack.run(on: try #require(try recording.recorded.first), with: key)
        #expect(report.outcome == .forwardSecret)
    }

    @Test(arguments: ["AES128-SHA256", "AES256-SHA256", "AES128-SHA", "AES256-SHA"], [true, false])
    func cbcSuitesOpenTooWithTheMACBeforeTheEncryptionAndAfterIt(cipher: String, encryptThenMAC: Bool) async throws {
        let options = ["-cipher", cipher] + (encryptThenMAC ? [] : ["-no_etm"])
        let recording = try await OpenSSLRecording.make(server: ["-tls1_2", "-cipher", cipher], clients: [options])
        let connection = try #require(try recording.recorded.first)
        let agreed = try RecordedHandshake(connection).serverHello.extensions.contains(.encryptThenMAC)
        #expect(agreed == encryptThenMAC)
        let report = ForwardSecrecyAttack.run(on: connection, with: try recording.key)
        #expect(report.outcome == .opened)
        #expect(report.clientText == OpenSSLRecording.request)
        #expect(report.serverText.hasSuffix(OpenSSLRecording.page))
    }

    @Test func aSuiteWhoseCipherIsNotImplementedGivesUpItsPremasterSecretAndIsNamed() async throws {
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1_2", "-cipher", "AES128-CCM"], clients: [["-cipher", "AES128-CCM"]])
        let report = ForwardSecrecyAttack.run(on: try #require(try recording.recorded.first), with: try recording.key)
        #expect(report.outcome == .failed)
        #expect(report.quantity("pre_master_secret")?.prefix(2) == [3, 3])
        #expect(try #require(report.findings.last).sentence(in: .english).contains("TLS_RSA_WITH_AES_128_CCM"))
    }

    @Test func aResumedSessionIsRecognisedThereIsNoKeyExchangeInIt() async throws {
        let recording = try await OpenSSLRecording.make(
            server: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"],
            clients: [["-sess_out", "session.pem"], ["-sess_in", "session.pem"]])
        let connections = try recording.recorded
        #expect(connections.count == 2)
        let reports = connections.map { connection in
            (try? recording.key).map { ForwardSecrecyAttack.run(on: connection, with: $0) }
        }
        #expect(reports.first??.outcome == .opened)
        #expect(reports.last??.findings.last as? OutOfReachFinding == .resumed)
    }

    @Test(arguments: ["AES128-GCM-SHA256", "DHE-RSA-AES128-GCM-SHA256"])
    func anotherServersKeyIsRefusedWhateverTheSuite(cipher: String) async throws {
        let recording = try await OpenSSLRecording.make(server: ["-tls1_2", "-cipher", cipher])
        var random = SeededRandomSource(seed: 6)
        let key = try RSAPrivateKey.generate(bits: 2048, using: &random)
        let report = ForwardSecrecyAttack.run(on: try #require(try recording.recorded.first), with: key)
        #expect(report.outcome == .failed)
        #expect(report.findings.last as? StolenKeyFinding == .doesNotFit(certificateBits: 2048, keyBits: 2048))
        #expect(report.serverData.isEmpty)
    }
}
