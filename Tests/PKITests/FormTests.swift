import TestPKI
import TestSupport
import Testing
import Trace

@testable import PKI

/// PEM, dates and the summary of a certificate.
@Suite struct FormTests {
    @Test func pemIsThatOfOpenSSL() async throws {
        let chain = try Sample.pki().identity.chain
        let text = CertificatePEM.encode([chain[0]])
        let again = try await Tool.output("openssl", ["x509"], input: Array(text.utf8))
        #expect(again == text)
        #expect(try CertificatePEM.decode(CertificatePEM.encode(chain)) == chain)
    }

    @Test(arguments: [1, 4, 63, 64, 65, 76, 100_000]) func pemIsReadAtAnyWidth(columns: Int) throws {
        let chain = try Sample.pki().identity.chain
        let base64 = CertificatePEM.encode([chain[0]]).split(separator: "\n").dropFirst().dropLast().joined()
        var rest = Substring(base64)
        var lines = ["A text before it", "-----BEGIN PUBLIC KEY-----", "AAAA", "-----END PUBLIC KEY-----"]
        lines.append("-----BEGIN CERTIFICATE-----")
        while !rest.isEmpty {
            lines.append(String(rest.prefix(columns)))
            rest = rest.dropFirst(columns)
        }
        lines.append("-----END CERTIFICATE-----")
        #expect(try CertificatePEM.decode(lines.joined(separator: "\r\n")) == [chain[0]])
    }

    @Test(arguments: [
        "", "text", "-----BEGIN CERTIFICATE-----", "-----BEGIN CERTIFICATE-----\nMA==",
        "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----",
    ]) func damagedPEMIsRefused(text: String) {
        #expect(throws: TrustError.self) { try CertificatePEM.decode(text) }
        #expect(throws: TrustError.self) { try TrustStore(pem: text) }
    }

    @Test func aStoreHoldsEachAnchorOnce() throws {
        let root = try Sample.pki().root.certificate
        #expect(try TrustStore(pem: CertificatePEM.encode([root, root])).anchors == [root])
        #expect(throws: TrustError.self) { try TrustStore(pem: CertificatePEM.encode([[0x30, 0x00]])) }
    }

    @Test func aSummaryNamesEveryPart() throws {
        let entries = try CertificateSummary.fields(of: Sample.pki().identity.chain[0])
        let names = entries.map(\.name)
        #expect(
            names == [
                "version", "serialNumber", "signatureAlgorithm", "issuer", "notBefore", "notAfter", "subject",
                "subjectPublicKeyInfo", "basicConstraints (critical)", "keyUsage (critical)", "extKeyUsage",
                "subjectAltName", "subjectKeyIdentifier", "authorityKeyIdentifier", "signatureValue",
            ])
        let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.value) })
        #expect(values["version"] == "3")
        #expect(values["signatureAlgorithm"] == "sha256WithRSAEncryption")
        #expect(values["issuer"] == "CN=HandshakeSim Intermediate CA,O=HandshakeSim")
        #expect(values["notAfter"] == "2026-05-30 12:00:00 UTC")
        #expect(values["subjectPublicKeyInfo"] == "RSA, 2048 bits, exponent 65537")
        #expect(values["basicConstraints (critical)"] == "not an authority")
        #expect(values["keyUsage (critical)"] == "digitalSignature, keyEncipherment")
        #expect(values["extKeyUsage"] == "serverAuth")
        #expect(values["subjectAltName"] == "www.example.com")
        #expect(values["signatureValue"]?.hasSuffix("(256 octets)") == true)
    }
}
