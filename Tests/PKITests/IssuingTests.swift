import Crypto
import TestPKI
import TestSupport
import Testing

@testable import PKI

/// Certificates of ours before OpenSSL.
@Suite struct IssuingTests {
    private func withFiles<R: Sendable>(_ body: (TemporaryDirectory, LessonPKI) async throws -> R) async throws -> R {
        try await Tool.require("openssl")
        let pki = try Sample.pki()
        return try await TemporaryDirectory.use { directory in
            try directory.write(text: CertificatePEM.encode([pki.root.certificate]), to: "root.pem")
            try directory.write(text: CertificatePEM.encode([pki.intermediate.certificate]), to: "intermediate.pem")
            try directory.write(text: CertificatePEM.encode([pki.identity.chain[0]]), to: "leaf.pem")
            try directory.write(text: pki.serverKey.pkcs8PEM, to: "key.pem")
            return try await body(directory, pki)
        }
    }

    /// What openssl verify says of the sample's chain.
    private func verify(_ directory: TemporaryDirectory, host: String, time: Int64) async throws -> Tool.Result {
        try await Tool.run(
            "openssl",
            [
                "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", host, "-attime", "\(time)",
                "-CAfile", directory.path(of: "root.pem"), "-untrusted", directory.path(of: "intermediate.pem"),
                directory.path(of: "leaf.pem"),
            ])
    }

    @Test func opensslTrustsTheChain() async throws {
        try await withFiles { directory, _ in
            let good = try await verify(directory, host: Sample.host, time: Sample.time)
            #expect(good.status == 0, "\(good.standardError)")
            #expect(try await verify(directory, host: "www.example.org", time: Sample.time).status != 0)
            let late = try await verify(directory, host: Sample.host, time: Sample.time + 91 * Sample.day)
            #expect(late.status != 0)
        }
    }

    @Test func opensslReadsTheExtensions() async throws {
        try await withFiles { directory, _ in
            let leaf = try await Tool.output(
                "openssl", ["x509", "-noout", "-text", "-in", directory.path(of: "leaf.pem")])
            for line in [
                "Version: 3 (0x2)", "Signature Algorithm: sha256WithRSAEncryption", "Public-Key: (2048 bit)",
                "Issuer: O = HandshakeSim, CN = HandshakeSim Intermediate CA",
                "Subject: O = HandshakeSim, CN = www.example.com", "Not Before: Feb 28 12:00:00 2026 GMT",
                "Not After : May 30 12:00:00 2026 GMT", "X509v3 Basic Constraints: critical", "CA:FALSE",
                "X509v3 Key Usage: critical", "Digital Signature, Key Encipherment", "X509v3 Extended Key Usage:",
                "TLS Web Server Authentication", "X509v3 Subject Alternative Name:", "DNS:www.example.com",
                "X509v3 Subject Key Identifier:", "X509v3 Authority Key Identifier:",
            ] {
                #expect(leaf.contains(line))
            }
            let intermediate = try await Tool.output(
                "openssl", ["x509", "-noout", "-text", "-in", directory.path(of: "intermediate.pem")])
            #expect(intermediate.contains("CA:TRUE, pathlen:0"))
            #expect(intermediate.contains("Certificate Sign, CRL Sign"))
        }
    }

    @Test func theKeyBelongsToTheCertificate() async throws {
        try await withFiles { directory, _ in
            let fromKey = try await Tool.output("openssl", ["pkey", "-pubout", "-in", directory.path(of: "key.pem")])
            let fromCertificate = try await Tool.output(
                "openssl", ["x509", "-noout", "-pubkey", "-in", directory.path(of: "leaf.pem")])
            #expect(fromKey == fromCertificate)
        }
    }

    @Test func identifiersAreThoseOfOpenSSL() async throws {
        try await withFiles { directory, pki in
            let issued = try await Tool.output(
                "openssl", ["x509", "-noout", "-ext", "authorityKeyIdentifier", "-in", directory.path(of: "leaf.pem")])
            let issuer = try await Tool.output(
                "openssl",
                ["x509", "-noout", "-ext", "subjectKeyIdentifier", "-in", directory.path(of: "intermediate.pem")])
            let identifier = issuer.split(separator: "\n").last?.filter { $0.isHexDigit }
            #expect(issued.split(separator: "\n").last?.filter { $0.isHexDigit } == identifier)
            #expect(identifier?.count == 40)
        }
    }

    @Test func theSameSeedGivesTheSameOctets() throws {
        var random = SeededRandomSource(seed: 1)
        let again = try LessonPKI.make(hostName: Sample.host, at: Sample.time, using: &random)
        let pki = try Sample.pki()
        #expect(again.root.certificate == pki.root.certificate)
        #expect(again.identity.chain == pki.identity.chain)
        #expect(again.serverKey == pki.serverKey)
        #expect(try Sample.untrusted().certificate != pki.root.certificate)
    }

    /// RFC 5280 section 4.1.2.2: positive, at most 20 octets, never twice from the same authority.
    @Test func serialNumbersArePositiveAndDifferent() async throws {
        let pki = try Sample.pki()
        let chain = [pki.root.certificate] + pki.identity.chain
        var serials: Set<String> = []
        for certificate in chain {
            let text = try await Tool.output(
                "openssl", ["x509", "-noout", "-serial"], input: Array(CertificatePEM.encode([certificate]).utf8))
            let digits = text.dropFirst("serial=".count).dropLast()
            #expect(digits.count == 32)
            #expect("4567".contains(digits.prefix(1)), "the first bit of the first octet would be a sign")
            serials.insert(String(digits))
        }
        #expect(serials.count == chain.count)
    }

    @Test func theRootIsNotSent() throws {
        let pki = try Sample.pki()
        #expect(pki.identity.chain == [pki.identity.chain[0], pki.intermediate.certificate])
        #expect(pki.trustStore.anchors == [pki.root.certificate])
    }

    @Test func whatCannotBeIssuedSaysWhy() {
        var random = SeededRandomSource(seed: 1)
        #expect(throws: TrustError.keyTooSmall(bits: 1024, least: 2048)) {
            try LessonPKI.make(hostName: "a", keyBits: 1024, at: Sample.time, using: &random)
        }
        for time in [Int64.min, -62_135_596_800, 253_402_300_799, .max] {
            #expect(throws: TrustError.timeOutOfRange(time)) {
                try LessonPKI.make(hostName: "a", at: time, using: &random)
            }
        }
    }

    @Test func datesBeyond2049AreWrittenAndRead() async throws {
        // 2060-01-01: GeneralizedTime instead of UTCTime (RFC 5280 section 4.1.2.5).
        let time: Int64 = 2_840_140_800
        let chain = try Sample.chain { $0.notAfter = time }
        let last = try CertificateSummary.fields(of: chain[0]).first { $0.name == "notAfter" }
        #expect(last?.value == "2060-01-01 00:00:00 UTC")
        let text = try await TemporaryDirectory.use { directory in
            try directory.write(text: CertificatePEM.encode([chain[0]]), to: "leaf.pem")
            return try await Tool.output(
                "openssl", ["x509", "-noout", "-enddate", "-in", directory.path(of: "leaf.pem")])
        }
        #expect(text == "notAfter=Jan  1 00:00:00 2060 GMT\n")
    }
}
