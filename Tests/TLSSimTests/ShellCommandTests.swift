import Crypto
import PKI
import TestSupport
import Testing
import Trace

@testable import TLSSim

/// The commands that stand beside calculations, run by a shell.
struct ShellCommandTests {
    /// A key exchange with a way to protect records: together all of both.
    private static let families: [(suite: CipherSuite, encryptThenMAC: Bool)] = [
        (.rsaAES128GCM, false), (.dheRSAAES256GCM, false), (.ecdheRSAChaCha20, false), (.ecdheECDSAAES128GCM, false),
        (.rsaAES128CBCSHA, false), (.dheRSAAES256CBCSHA256, false), (.rsaAES256CBCSHA, true),
        (.dheRSAAES128CBCSHA256, true),
    ]

    private func calculations(_ outcome: Pair.Outcome) -> [Calculation] {
        ((outcome.outputs[.client] ?? []) + (outcome.outputs[.server] ?? [])).compactMap { output in
            if case .computed(let computation, _) = output { computation.calculation } else { nil }
        }
    }

    /// Runs every command and compares what it prints with the results; a command that verifies has to say so.
    func confirm(_ calculations: [Calculation], key: PrivateKey) async throws -> [String: Int] {
        var confirmed: [String: Int] = [:]
        // Both sides compute the same of some secrets, by the same command to the letter. It is run once, and both are compared with it.
        var outputs: [String: String] = [:]
        try await TemporaryDirectory.use { directory in
            let file = try directory.write(Array(key.pkcs8PEM.utf8), to: "server-key.pem")
            for calculation in calculations {
                guard let command = calculation.reproduce else { continue }
                let program = try BuiltProgram.path()
                let shell = command.replacing("server-key.pem", with: file).replacing(
                    "HandshakeSim crypto", with: "\(program) crypto")
                let known = outputs[shell]
                let printed: String = if let known { known } else { try await Tool.output("bash", ["-c", shell]) }
                outputs[shell] = printed
                if command.contains("pkeyutl -verify ") {
                    #expect(printed.contains("Signature Verified Successfully"), "\(command)")
                } else {
                    let digits = printed.filter { $0.isHexDigit }
                    let whole = digits.count % 2 == 0 ? digits : "0" + digits
                    #expect(Hex.octets(whole) == calculation.results.flatMap(\.octets), "\(command)")
                }
                confirmed[String(calculation.name.prefix { $0 != " " }), default: 0] += 1
            }
        }
        return confirmed
    }

    /// Every calculation of a connection that names a command is confirmed by it.
    @Test(arguments: families.indices)
    func everyCommandOfACalculationConfirmsIt(family: Int) async throws {
        let (suite, encryptThenMAC) = Self.families[family]
        var pair = try await Pair.able(suite, encryptThenMAC: encryptThenMAC, tracing: true)
        let outcome = await pair.run()
        #expect(outcome.isComplete)
        let isOnCurve = suite.keyExchange == .ecdheECDSA
        let key = isOnCurve ? try await Fixture.shared.onCurve().identity.privateKey : pair.pki.identity.privateKey
        let all = calculations(outcome)
        let confirmed = try await confirm(all, key: key)
        // Finished, a word each way and close_notify of both sides.
        #expect(confirmed["protected"] == 6)
        #expect(confirmed["master"] == 2 && confirmed["key"] == 2 && confirmed["verify_data"] == 4)
        #expect(confirmed["premaster"] == 2)
        if suite.keyExchange == .rsa { #expect(confirmed["EncryptedPreMasterSecret"] == 1) }
        if suite.keyExchange != .rsa {
            #expect(confirmed["ServerKeyExchange.signature"] == 1 && confirmed["verification"] == 1)
        }
        // No calculation is without a command.
        #expect(all.allSatisfy { $0.reproduce != nil }, "\(all.filter { $0.reproduce == nil }.map(\.name))")
        if suite.keyExchange.usesCurve { #expect(confirmed["point"] == 2) }
        #expect(all.allSatisfy { !$0.results.isEmpty && $0.results.allSatisfy { !$0.octets.isEmpty } })
    }

    /// Signatures of every method, of servers and of clients.
    @Test(arguments: [SignatureScheme.rsaPKCS1SHA256, .rsaPSSSHA384, .rsaPKCS1SHA512, .rsaPSSSHA256])
    func everySignatureOfAHandshakeIsVerifiedByItsCommand(scheme: SignatureScheme) async throws {
        for kind in [KeyAlgorithm.rsa, .ecdsa] {
            let identity = try await Fixture.shared.client(kind)
            var pair = try await Mutual.pair(
                .ecdheRSAAES128GCM, identity: identity, schemes: [scheme, .ecdsaSHA256], tracing: true)
            let outcome = await pair.run()
            #expect(outcome.isComplete, "\(outcome.errors)")
            let signatures = calculations(outcome).filter { $0.name.hasSuffix(".signature") }
            #expect(
                signatures.map(\.name) == [
                    "verification of ServerKeyExchange.signature", "CertificateVerify.signature",
                    "ServerKeyExchange.signature", "verification of CertificateVerify.signature",
                ])
            for calculation in signatures {
                #expect(calculation.steps.allSatisfy { !$0.octets.isEmpty })
                #expect(!calculation.steps.isEmpty)
            }
            _ = try await confirm(signatures, key: pair.pki.identity.privateKey)
        }
    }

    /// Signatures with Ed25519, of servers and clients, in both versions.
    @Test func everySignatureWithEd25519IsVerifiedByItsCommand() async throws {
        var pair = try await Edwards.pair(.ecdheECDSAAES128GCM, tracing: true)
        let older = await pair.run()
        #expect(older.isComplete, "\(older.errors)")
        var modern = try await Edwards.pair13()
        let newer = modern.run()
        #expect(newer.isComplete, "\(newer.errors)")
        for all in [calculations(older), newer.calculations] {
            let signatures = all.filter { $0.name.hasSuffix(".signature") }
            #expect(signatures.count == 4)
            #expect(signatures.allSatisfy { $0.steps.map(\.name) == ["R", "k", "S"] && $0.reproduce != nil })
            #expect(signatures.allSatisfy { $0.results.allSatisfy { !$0.octets.isEmpty } })
            _ = try await confirm(signatures, key: pair.pki.identity.privateKey)
        }
    }

    /// The curves of ECDHE, with the steps of each.
    @Test(arguments: KeyAgreementGroup.allCases)
    func pointsAndSharedSecretsAreConfirmed(group: KeyAgreementGroup) async throws {
        var random = SeededRandomSource(seed: 5)
        let key = KeyAgreementKey.generate(in: group, arithmetic: .lesson, using: &random)
        let peer = KeyAgreementKey.generate(in: group, arithmetic: .lesson, using: &random)
        let secret = PremasterSecret(octets: try key.sharedSecret(with: peer.publicKey))
        let all = [
            TLS12Computation.point(.client, key), .sharedPoint(.client, key, with: peer.publicKey, secret),
        ].map(\.calculation)
        #expect(try await confirm(all, key: try await Fixture.shared.get().pki.identity.privateKey).count == 2)
        #expect(
            all.allSatisfy { !$0.steps.isEmpty && $0.steps.allSatisfy { $0.octets.count == group.privateKeyLength } })
        if group.curve != nil { #expect(all[1].steps.first?.octets == secret.octets) }
    }

    /// What is not traced is not computed, and tracing changes no octet.
    @Test func onlyTracedEndpointsTellHowRecordsAreProtected() async throws {
        var flights: [[[UInt8]]] = []
        for tracing in [false, true] {
            var pair = try await Pair.able(.dheRSAAES128GCM, tracing: tracing)
            let outcome = await pair.run()
            flights.append(outcome.flights.map(\.octets))
            #expect(calculations(outcome).isEmpty == !tracing)
        }
        #expect(flights[0] == flights[1])
    }
}
