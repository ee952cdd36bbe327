import Crypto
import TestSupport
import Testing

@testable import PKI
@testable import TrustLab

/// Scenarios before OpenSSL.
@Suite struct ScenarioOpenSSLTests {
    /// What is no certificate, on purpose.
    static let unreadable: Set<String> = ["truncated"]

    @Test func everyCertificateIsReadable() async throws {
        let readable = try TrustScenario.all.filter { !ScenarioOpenSSLTests.unreadable.contains($0.name) }.map {
            let evidence = try SampleWorld.evidence($0.name)
            return (
                name: $0.name, chain: evidence.chain + evidence.systemAnchors + evidence.userAnchors + evidence.pins
            )
        }
        try await TemporaryDirectory.use { directory in
            func found(_ certificates: [[UInt8]], _ name: String) async throws -> Int? {
                let file = try directory.write(Array(CertificatePEM.encode(certificates).utf8), to: "\(name).pem")
                let output = try await Tool.run("openssl", ["storeutl", "-noout", "-certs", "-text", file])
                let total = output.lines.last { $0.hasPrefix("Total found: ") }
                return output.status == 0 ? total.flatMap { Int($0.dropFirst(13)) } : nil
            }
            // All in one file. Where one is missing, each scenario is asked for its own.
            let all = readable.flatMap(\.chain)
            guard try await found(all, "all") != all.count else { return }
            for (name, chain) in readable { #expect(try await found(chain, name) == chain.count, "\(name)") }
            Issue.record("OpenSSL finds fewer than \(all.count) certificates in one file")
        }
    }

    /// Where OpenSSL, or rather `openssl verify -x509_strict`, decides otherwise, each with the reason.
    static let otherwise: [String: String] = [
        "version-1-root": "strict asks every authority for basicConstraints, a root that is trusted by decision too",
        "wrong-key-usage": "looks at the leaf's keyUsage, which SecTrust's policy for servers does not",
        "ed25519": "takes a kind of key that Apple's systems do not take",
        "last-second": "takes the last second for the first one after (RFC 5280 section 4.1.2.5: inclusive)",
        "version-1-leaf": "takes the common name where no name of a host is in subjectAltName (RFC 9525 forbids it)",
        "common-name-only": "the same", "name-as-uri": "the same",
        "revoked": "is not shown what was stapled; theResponderIsBelieved() has OpenSSL's word on that",
        "no-extended-key-usage": "does not ask for serverAuth",
        "valid-forever": "has no limit to a lifetime", "900-days": "the same", "500-days": "the same",
        "no-sct": "verifies no timestamps unless it is given logs", "one-sct": "the same",
        "one-sct-in-handshake": "the same",
        "sct-of-another-certificate": "the same",
        "partial-wildcard": "takes a wildcard that is a part of a label (RFC 9525 forbids it)",
    ]

    @Test(arguments: TrustScenario.all.filter { !unreadable.contains($0.name) }.map(\.name))
    func openSSLAgrees(name: String) async throws {
        let scenario = try #require(TrustScenario.named(name))
        let evidence = try SampleWorld.evidence(name)
        guard let leaf = evidence.chain.first else { return }
        try await TemporaryDirectory.use { directory in
            func file(_ certificates: [[UInt8]], _ name: String) throws -> String {
                try directory.write(Array(CertificatePEM.encode(certificates).utf8), to: name)
            }
            var arguments = [
                "verify", "-x509_strict", "-partial_chain", "-auth_level", "2", "-attime", "\(evidence.time)",
                "-no-CApath", "-no-CAstore", "-CAfile", try file(evidence.platformStore.anchors, "anchors.pem"),
            ]
            if evidence.chain.count > 1 {
                arguments += ["-untrusted", try file(Array(evidence.chain.dropFirst()), "untrusted.pem")]
            }
            switch evidence.asked {
            case .client: arguments += ["-purpose", "sslclient"]
            case .server(let host):
                let isAddress = host.allSatisfy { $0.isNumber || $0 == "." }
                arguments += ["-purpose", "sslserver", isAddress ? "-verify_ip" : "-verify_hostname", host]
            }
            let result = try await Tool.run("openssl", arguments + [try file([leaf], "leaf.pem")])
            let expected = scenario.expectation.platform.isTrusted
            let why = ScenarioOpenSSLTests.otherwise[name]
            #expect(
                (result.status == 0) == (why == nil ? expected : !expected),
                "\(result.standardOutput)\(result.standardError)")
        }
    }

    @Test func theResponderIsBelieved() async throws {
        let world = try SampleWorld.world()
        let evidence = try SampleWorld.evidence("revoked")
        let response = try #require(evidence.stapledResponse)
        #expect(try StapledResponse(response).certificates == [.revoked])
        try await TemporaryDirectory.use { directory in
            let leaf = try directory.write(Array(CertificatePEM.encode([evidence.chain[0]]).utf8), to: "leaf.pem")
            let issuer = try directory.write(Array(CertificatePEM.encode([evidence.chain[1]]).utf8), to: "issuer.pem")
            let root = try directory.write(Array(CertificatePEM.encode([world.root.certificate]).utf8), to: "root.pem")
            let answer = try directory.write(response, to: "response.der")
            let result = try await Tool.run(
                "openssl",
                [
                    "ocsp", "-respin", answer, "-issuer", issuer, "-cert", leaf, "-CAfile", root, "-verify_other",
                    issuer, "-attime", "\(evidence.time)",
                ])
            #expect(result.standardError.contains("Response verify OK"), "\(result.standardError)")
            // The tool takes the hour from the machine's clock, at which the statement is out of date.
            #expect(result.standardOutput.contains("revoked\n\tThis Update: Mar  1 11:59:00 2026 GMT"))
            #expect(result.standardOutput.contains("keyCompromise"), "\(result.standardOutput)")
        }
    }

    @Test func thePromisesOfLogsAreShownAndVerify() async throws {
        let world = try SampleWorld.world()
        let leaf = try world.genuine()
        let text = try await Tool.output(
            "openssl", ["x509", "-inform", "DER", "-noout", "-text"], input: leaf)
        #expect(text.components(separatedBy: "Signed Certificate Timestamp:").count == 3)

        // The certificate as the logs saw it: without their promises.
        var content: TBSCertificate?
        let same = try world.certificate("genuine", isLogged: false) { content = $0 }
        #expect(same.count < leaf.count)
        let issuer = SubjectKeyInfo(world.intermediate.key.publicKey)
        let tbs = try #require(content)
        let signed = TransparencyLog.signedData(content: try tbs.encoded(), issuer: issuer, time: tbs.notBefore)
        for log in world.logs(for: tbs) {
            let promise = log.promise(content: try tbs.encoded(), issuer: issuer, time: tbs.notBefore)
            #expect(leaf.contains(promise))
            // Version, log, time, extensions, algorithms and length come before the signature.
            let signature = Array(promise.dropFirst(1 + 32 + 8 + 2 + 2 + 2))
            try ECDSA.verify(signature, of: signed, hash: .sha256, by: log.key.publicKey)
        }
    }

    @Test func publishedKeysAreKeys() throws {
        for bits in [512, 1024, 3072, 4096, 8192] {
            let key = try #require(PublishedKeys.rsaPublic(bits: bits))
            #expect(key.n.bitWidth == bits)
        }
        #expect(try #require(PublishedKeys.rsa(bits: 3072)).n.bitWidth == 3072)
        #expect(PublishedKeys.rsa(bits: 2048) == nil)
    }
}
