import Crypto
import TestPKI
import Testing
import Trace

@testable import PKI

/// The sender of a certificate must not decide how much work is done.
@Suite struct BoundedWorkTests {
    /// A key that takes as long as it can: longer moduli have to have short exponents.
    private func slowestKey() throws -> RSAPublicKey {
        let n = Integer(bigEndian: [UInt8](repeating: 0xff, count: 384))
        return try RSAPublicKey(modulus: n, exponent: n - 2)
    }

    @Test func aSelfSignedLeafIsNotVerifiedWhereItsKeyMakesThatLong() throws {
        let key = try slowestKey()
        #expect(SignatureCheck.cost(of: .rsa(key)) > 300)
        #expect(!SignatureCheck.isWorthwhile(.rsa(key)))
        #expect(SignatureCheck.isWorthwhile(.rsa(try #require(Sample.pki().root.publicKey.rsa))))
        // With the name of its issuer, and an issuer that is not there.
        let world = RuleWorld()
        let leaf = try world.root { $0.key = SubjectKeyInfo(rsa: key) }.certificate
        let verdict = Evaluator(store: TrustStore(anchors: [])).evaluate(
            chain: [leaf], question: ChainQuestion(.anyServer, time: RuleWorld.time))
        #expect(verdict.findings.contains { if case .path(.issuerMissing) = $0.statement { true } else { false } })
    }

    /// Lines of one character: what has been read is not copied for each.
    @Test func aTextOfShortLinesIsRead() throws {
        let root = try Sample.pki().root.certificate
        let body = Base64.string(root).map { "\($0)\n" }.joined()
        let text = "-----BEGIN CERTIFICATE-----\n\(body)-----END CERTIFICATE-----\n"
        #expect(try CertificatePEM.decode(text) == [root])
        #expect(try CertificatePEM.decode(text.replacing("\n", with: "\r\n \t")) == [root])
        #expect(throws: TrustError.self) { try CertificatePEM.decode(text.replacing("CERTIFICATE", with: "KEY")) }
    }

    @Test func aNameThatIsTooLongForAnyHostIsNone() {
        #expect(HostName(String(repeating: "a", count: 63) + ".example") != nil)
        #expect(HostName(String(repeating: ":", count: 1 << 20)) == nil)
        #expect(HostSpelling.meanings(of: String(repeating: "xn--a.", count: 1 << 16)).isEmpty)
    }

    @Test func certificatesThatHaveBeenReadAreJudgedAlike() throws {
        let pki = try Sample.pki()
        let evaluator = try Sample.evaluator()
        let chain = pki.identity.chain
        let read = try chain.map { try ReadCertificate($0) }
        for name in [Sample.host, "other.example"] {
            let question = ChainQuestion(hostName: name, time: Sample.time)
            #expect(
                evaluator.evaluate(read: read, question: question)
                    == evaluator.evaluate(chain: chain, question: question))
        }
        #expect(
            evaluator.evaluate(read: Array(read.prefix(1)), extra: read, question: Sample.question)
                == evaluator.evaluate(chain: Array(chain.prefix(1)), extra: chain, question: Sample.question))
        #expect(throws: TrustError.self) { try ReadCertificate([0x30, 0]) }
    }

    /// Certificates that agree in length and at their ends are not each compared with all others.
    @Test func octetsThatLookAlikeAreFoundWithFewComparisons() {
        var index = OctetIndex()
        let all = (0..<1000).map { number in
            [UInt8(number >> 8), UInt8(number & 0xff)] + [UInt8](repeating: 7, count: 100)
        }
        for (place, octets) in all.enumerated() {
            #expect(index.candidates(for: octets).count <= OctetIndex.mostCompared)
            index.insert(place, for: octets)
        }
        for (place, octets) in all.enumerated() {
            let candidates = index.candidates(for: octets)
            #expect(candidates.contains(place) && candidates.count <= OctetIndex.mostCompared + 1)
        }
        #expect(index.candidates(for: [1, 2, 3]).isEmpty)
    }
}
