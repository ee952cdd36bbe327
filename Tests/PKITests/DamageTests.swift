import Crypto
import TestPKI
import TestSupport
import Testing

@testable import PKI

/// Anything can arrive instead of a certificate. It is refused, and nothing worse happens.
@Suite struct DamageTests {
    @Test func nothingAtAll() async throws {
        expectRefusal(
            try await Sample.judge([]), .badCertificate,
            "The server sent no certificate. So the client cannot know the owner of its key.")
    }

    @Test func garbage() async throws {
        expectRefusal(
            try await Sample.judge([Array("garbage".utf8)]), .badCertificate,
            "The leaf cannot be read as a certificate: Certificate cannot be read.")
        expectRefusal(
            try await Sample.judge([[]]), .badCertificate,
            "The leaf cannot be read as a certificate: no octets at all.")
        let deep = [UInt8](repeating: 0x30, count: 200_000)
        #expect(try await Sample.judge([deep]).refusalKind == .badCertificate)
        #expect(try await Sample.judge([Array(deep.prefix(100_000))]).refusalKind == .badCertificate)
        let chain = try Sample.pki().identity.chain
        let verdict = try await Sample.judge([chain[0], [1, 2, 3]])
        #expect(verdict.refusal?.subject == 1)
        #expect(verdict.refusalKind == .badCertificate)
    }

    @Test func aFlippedBitInTheSignature() async throws {
        var chain = try Sample.pki().identity.chain
        chain[0][chain[0].count - 1] ^= 1
        expectRefusal(
            try await Sample.judge(chain), .badSignature,
            "The key of HandshakeSim Intermediate CA does not verify the signature on the leaf "
                + "(sha256WithRSAEncryption). The certificate was changed, or another key signed it.")
        var other = try Sample.pki().identity.chain
        other[1][other[1].count - 1] ^= 1
        let verdict = try await Sample.judge(other)
        #expect(verdict.refusal?.subject == 1)
        #expect(verdict.refusalKind == .badSignature)
    }

    @Test func theWrongOrder() async throws {
        let chain = try Sample.pki().identity.chain
        let verdict = try await Sample.judge(chain.reversed())
        #expect(verdict.chain == nil)
        // The authority comes first: its own path is good, and it is for no host.
        #expect(verdict.findings.filter { !$0.passed }.map(\.policy) == ["key usage", "host name"])

        let unrelated = try await Sample.judge([chain[0], Sample.untrusted().certificate])
        expectRefusal(
            unrelated, .unknownCA,
            "The signature on the leaf cannot be checked: the certificate of its issuer, HandshakeSim Intermediate CA, is missing."
        )
        #expect(
            unrelated.findings.contains {
                $0.outcome == .noted
                    && $0.reason
                        == "The leaf names HandshakeSim Intermediate CA as its issuer, but the next certificate belongs to Somebody's "
                        + "CA. In TLS 1.2 each certificate must certify the one before it; in TLS 1.3 it should."
            })
    }

    @Test func tooMany() async throws {
        let chain = try Sample.pki().identity.chain
        let verdict = try await Sample.judge(chain + (0..<60_000).map { _ in [0x30, 0] })
        #expect(verdict.refusal?.policy == "chain length")
        #expect(verdict.findings.count < 100)
    }

    @Test func truncation() async throws {
        let chain = try Sample.pki().identity.chain
        for length in stride(from: 0, to: chain[0].count, by: 7) {
            let verdict = try await Sample.judge([Array(chain[0].prefix(length)), chain[1]])
            #expect(verdict.refusalKind == .badCertificate, "\(length) octets")
            #expect(throws: TrustError.self) { try CertificateSummary.fields(of: Array(chain[0].prefix(length))) }
        }
        #expect(try await Sample.judge([chain[0] + [0], chain[1]]).refusalKind == .badCertificate)
    }

    /// Whatever octet is changed, in whatever way: the signature covers everything but itself, so nothing passes.
    @Test func everyThirdOctetChanged() async throws {
        let chain = try Sample.pki().identity.chain
        for index in stride(from: 0, to: chain[0].count, by: 3) {
            for change: UInt8 in [0x01, 0x80, 0xff] {
                var leaf = chain[0]
                leaf[index] ^= change
                #expect(try await Sample.judge([leaf, chain[1]]).chain == nil, "octet \(index) xor \(change)")
                _ = try? CertificateSummary.fields(of: leaf)
                _ = try? VerifiedChain.acceptedWithoutAnyCheck([leaf])
            }
        }
    }

    @Test func damagedIntermediatesAndAnchors() async throws {
        let pki = try Sample.pki()
        let chain = pki.identity.chain
        var generator = SplitMix64(seed: 4)
        for _ in 0..<300 {
            var intermediate = chain[1]
            intermediate[Int.random(in: 0..<intermediate.count, using: &generator)] = UInt8.random(
                in: 0...255, using: &generator)
            let verdict = try await Sample.judge([chain[0], intermediate])
            #expect((verdict.chain != nil) == (signedParts(of: intermediate) == signedParts(of: chain[1])))

            var root = pki.root.certificate
            root[Int.random(in: 0..<root.count, using: &generator)] ^= 0x20
            _ = Evaluator(store: TrustStore(anchors: [root])).judge(chain: chain, question: Sample.question)
        }
    }
}
