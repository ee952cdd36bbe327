import Crypto
import SecondVerifier
import TestPKI
import TestSupport
import Testing

@testable import PKI

/// Certificates that OpenSSL made, among them kinds that no policy accepts: each is refused for its own reason.
@Suite struct ForeignCertificateTests {
    /// Has OpenSSL make a root and a leaf under it, and judges them at the moment the leaf begins to be valid.
    private func verdict(
        key: [String], rootKey: [String] = ["rsa:2048"], leafOptions: [String] = [], rootExtensions: [String] = [],
        host: String = "www.example.com"
    ) async throws -> Verdict {
        try await Tool.require("openssl")
        return try await TemporaryDirectory.use { directory in
            var root = ["req", "-x509", "-out", directory.path(of: "root.pem")]
            root += try await OpenSSLKey.options(rootKey, of: "ca", in: directory.path(of: "root.key"))
            root += ["-subj", "/CN=Foreign Root", "-days", "30"]
            for text in ["keyUsage=critical,keyCertSign"] + rootExtensions { root += ["-addext", text] }
            _ = try await Tool.output("openssl", root)

            var leaf = ["req", "-x509", "-out", directory.path(of: "leaf.pem")]
            leaf += try await OpenSSLKey.options(key, of: "leaf", in: directory.path(of: "leaf.key"))
            leaf += ["-CA", directory.path(of: "root.pem"), "-CAkey", directory.path(of: "root.key")]
            leaf += ["-subj", "/CN=www.example.com", "-days", "20", "-addext", "basicConstraints=CA:FALSE"]
            leaf += ["-addext", "subjectAltName=DNS:www.example.com"] + leafOptions
            _ = try await Tool.output("openssl", leaf)

            let store = try TrustStore(pem: String(decoding: directory.read("root.pem"), as: UTF8.self))
            let chain = try CertificatePEM.decode(String(decoding: directory.read("leaf.pem"), as: UTF8.self))
            let time = try CertificateStructure(chain[0]).notBefore
            let question = ChainQuestion(hostName: host, time: time)
            return await Evaluator(store: store).judge(chain: chain, question: question)
                .withSecondOpinion(on: question)
        }
    }

    @Test func aCommonServerIsTrusted() async throws {
        let verdict = try await verdict(key: ["rsa:2048"])
        #expect(verdict.chain != nil, "\(verdict.refusal?.reason ?? "")")
    }

    @Test func anAuthorityMayUseEllipticCurves() async throws {
        let verdict = try await verdict(
            key: ["rsa:2048"], rootKey: ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"], leafOptions: ["-sha384"])
        #expect(verdict.chain != nil, "\(verdict.refusal?.reason ?? "")")
    }

    @Test func smallKeysAreRefused() async throws {
        expectRefusal(
            try await verdict(key: ["rsa:1024"]), .tooWeak,
            "The leaf holds an RSA key of 1024 bits. A key of less than 2048 bits is not strong enough.")
    }

    /// Collisions of SHA-1 cost money, those of MD5 nothing: not even a user may except it.
    @Test(arguments: [
        ("-md5", "md5WithRSAEncryption", RefusalKind.beyondRepair, true),
        ("-sha1", "sha1WithRSAEncryption", .tooWeak, false),
    ])
    func brokenHashesAreRefused(
        option: String, algorithm: String, kind: RefusalKind, isFatal: Bool
    ) async throws {
        let verdict = try await verdict(key: ["rsa:2048"], leafOptions: [option])
        #expect(!verdict.isTrusted && verdict.isFatal == isFatal)
        #expect(verdict.findings.contains { $0.check == .signature && $0.subject == 0 && $0.passed })
        expectRefusal(
            verdict, kind,
            "The leaf is signed with \(algorithm). The hash function no longer resists collisions, "
                + "so the signature may come from another certificate.")
    }

    /// Of an algorithm that is not known here, nothing good is said: it was called sound.
    @Test func anUnknownSignatureAlgorithmIsNotCalledSound() async throws {
        let verdict = try await verdict(key: ["rsa:2048"], rootKey: ["ed448"])
        #expect(verdict.refusalKind == .unsupportedKey)
        let finding = verdict.findings.first { $0.check == .signatureAlgorithm && $0.subject == 0 }
        #expect(finding?.outcome == .noted)
        #expect(finding?.reason.contains("resists collisions") == false)
    }

    /// What the X.509 library cannot read is read and verified all the same, and it is said that the library has no opinion.
    @Test func signaturesWithPSSAreVerified() async throws {
        let options = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32"]
        let verdict = try await verdict(key: ["rsa:2048"], leafOptions: options)
        #expect(verdict.isTrusted, "\(verdict.refusal?.reason ?? "")")
        #expect(verdict.findings.last?.outcome == .noted)
        let reason = verdict.findings.last?.reason
        #expect(reason?.hasSuffix("(swift-certificates): it cannot read one of the certificates.") == true)
    }

    /// Authorities whose keys no handshake here uses: the signature verifies, and a platform's rules only note the key.
    @Test(arguments: ["secp224r1", "secp256k1", "brainpoolP256r1", "brainpoolP384r1", "brainpoolP512r1"])
    func anAuthorityMayUseAnotherCurve(curve: String) async throws {
        let verdict = try await verdict(
            key: ["rsa:2048"], rootKey: ["ec", "-pkeyopt", "ec_paramgen_curve:\(curve)"], leafOptions: ["-sha384"])
        #expect(verdict.isTrusted, "\(verdict.refusal?.reason ?? "")")
        #expect(verdict.findings.contains { $0.check == .signature && $0.subject == 0 && $0.outcome == .passed })
        let key = verdict.findings.first { $0.check == .keyStrength && $0.subject == 1 }
        #expect(key?.outcome == .noted && key?.reason.contains("a key on \(curve).") == true)
    }

    /// A key for RSASSA-PSS alone may demand parameters of its signatures (RFC 4055 section 3.3).
    @Test func anAuthorityMayHaveAKeyForPSSAlone() async throws {
        let plain = ["rsa-pss", "-pkeyopt", "rsa_keygen_bits:2048"]
        let demanding =
            plain + [
                "-pkeyopt", "rsa_pss_keygen_md:sha256", "-pkeyopt", "rsa_pss_keygen_mgf1_md:sha256", "-pkeyopt",
                "rsa_pss_keygen_saltlen:32",
            ]
        let rows: [(key: [String], options: [String])] = [
            (plain, []), (plain, ["-sha384"]), (demanding, []), (demanding, ["-sigopt", "rsa_pss_saltlen:40"]),
        ]
        for (key, options) in rows {
            let verdict = try await verdict(key: ["rsa:2048"], rootKey: key, leafOptions: options)
            #expect(verdict.isTrusted, "\(options): \(verdict.refusal?.reason ?? "")")
            #expect(verdict.findings.contains { $0.check == .signature && $0.subject == 0 && $0.outcome == .passed })
        }
    }

    @Test func aServerMayUseP256() async throws {
        let verdict = try await verdict(key: ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"])
        #expect(verdict.chain != nil, "\(verdict.refusal?.reason ?? "")")
    }

    @Test func aServerMayUseEd25519() async throws {
        let verdict = try await verdict(key: ["ed25519"])
        guard case .ed25519? = verdict.chain?.leafKey else {
            Issue.record("\(verdict.refusal?.reason ?? "another key")")
            return
        }
        let key = verdict.findings.first { $0.check == .key }
        #expect(key?.reason == "The leaf holds an Ed25519 key.")
    }

    @Test func otherKeysAreRefused() async throws {
        let otherCurve = try await verdict(key: ["ec", "-pkeyopt", "ec_paramgen_curve:secp224r1"])
        #expect(otherCurve.refusalKind == .unsupportedKey)
        expectRefusal(
            otherCurve, .unsupportedKey,
            "The leaf holds a key on secp224r1. No key exchange here can use such a key.")
        let own = try await verdict(
            key: ["ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt", "ec_param_enc:explicit"])
        #expect(own.refusal?.reason.contains("cannot be used") == true)
        #expect(try await verdict(key: ["ed448"]).refusalKind == .unsupportedKey)
    }

    @Test func nameConstraintsAreKept() async throws {
        let within = try await verdict(
            key: ["rsa:2048"], rootExtensions: ["nameConstraints=critical,permitted;DNS:example.com"])
        #expect(within.chain != nil, "\(within.refusal?.reason ?? "")")
        let outside = try await verdict(
            key: ["rsa:2048"], rootExtensions: ["nameConstraints=critical,permitted;DNS:example.org"])
        expectRefusal(
            outside, .badName,
            "The leaf has the name www.example.com. This is not among the names that Foreign Root may certify.")
    }

    @Test func criticalExtendedKeyUsageIsUnderstood() async throws {
        let verdict = try await verdict(
            key: ["rsa:2048"], leafOptions: ["-addext", "extendedKeyUsage=critical,serverAuth"])
        #expect(verdict.chain != nil, "\(verdict.refusal?.reason ?? "")")
    }
}
