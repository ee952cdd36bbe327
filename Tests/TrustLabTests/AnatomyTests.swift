import Crypto
import TestPKI
import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// Every octet of a certificate has a name, and OpenSSL agrees on where everything is.
@Suite struct AnatomyTests {
    @Test(arguments: MadeCertificates.recipes)
    func asn1parseFindsTheSameElementsAtTheSamePlacesInsideStringsToo(_ recipe: MadeCertificates.Recipe) async throws {
        let der = try await MadeCertificates.der(recipe)
        let certificate = AnnotatedCertificate(der)
        #expect(certificate.faults.isEmpty, "\(certificate.faults)")

        func outside(_ element: AnatomyElement) -> [AnatomyElement] {
            [element] + (element.isWrapper ? [] : element.children.flatMap(outside))
        }
        let ours = certificate.elements.flatMap(outside).compactMap { MadeCertificates.ParsedLine($0) }
        let theirs = try await MadeCertificates.parsed(der)
        #expect(theirs.count > 20)
        #expect(ours == theirs)

        // A thousand names are one extension; the others have a few dozen.
        let wrappers = certificate.lines.filter { $0.isWrapper && $0.children.contains { $0.node != nil } }
        for wrapper in wrappers {
            let first = try #require(wrapper.children.first { $0.node != nil }?.range.lowerBound)
            let inner = wrapper.children.flatMap(outside).compactMap { MadeCertificates.ParsedLine($0) }
            let found = try await MadeCertificates.parsed(der, inside: wrapper.range.lowerBound).map { line in
                var line = line
                line.offset += first
                line.depth += wrapper.depth + 1
                return line
            }
            #expect(inner == found, "\(wrapper.part) at \(wrapper.range.lowerBound)")
        }
    }

    @Test(arguments: MadeCertificates.recipes)
    func theLeavesCoverEveryOctetOnceAndEveryElementHasANameWithAMeaning(_ recipe: MadeCertificates.Recipe) async throws
    {
        let certificate = AnnotatedCertificate(try await MadeCertificates.der(recipe))
        #expect(certificate.fields.coverExactly(0..<certificate.der.count))
        for element in certificate.lines {
            #expect(!element.part.name.isEmpty && !element.part.sentence(in: .english).isEmpty)
            #expect(element.part != .unexpected && element.part != .unread)
            guard !element.children.isEmpty else { continue }
            #expect(element.children.first?.range.lowerBound == element.content.lowerBound)
            #expect(element.children.last?.range.upperBound == element.content.upperBound)
        }
    }

    @Test(arguments: MadeCertificates.recipes)
    func openSSLBelievesTheSignatureAndSoDoTheNumbersOneBitLessAndTheyDoNot(_ recipe: MadeCertificates.Recipe)
        async throws
    {
        var der = try await MadeCertificates.der(recipe)
        let certificate = AnnotatedCertificate(der)
        let work = SignatureWork(of: certificate, issuer: certificate)
        #expect(work.verified == true, "\(work.result)")
        // The last octet of the signed part belongs to an extension or the key.
        der[work.signed.upperBound - 1] ^= 1
        #expect(SignatureWork(of: AnnotatedCertificate(der), issuer: certificate).verified == false)
        #expect(SignatureWork(of: certificate, issuer: nil).verified == nil)
    }

    @Test func valuesReadAsRFC5280MeansThem() async throws {
        let certificate = AnnotatedCertificate(try await MadeCertificates.der(MadeCertificates.recipes[0]))
        func value(_ part: Part) -> String? { certificate.first(part)?.value }
        #expect(certificate.name(.subject) == "C=DE, O=Lab, OU=One, OU=Two, CN=rsa")
        #expect(certificate.keyText?.english == "RSA, 2048 bits, exponent 65537")
        #expect(value(.keyUsageBits) == "digitalSignature, keyCertSign, cRLSign, decipherOnly")
        #expect(certificate.lines.filter { $0.part == .keyPurposeId }.map(\.value) == ["serverAuth", "1.2.3.4"])
        #expect(
            certificate.alternativeNames == [
                "www.example.com", "192.0.2.1", "2001:db8::1", "a@example.com", "https://x.example/", "otherName hey",
                "1.2.3.4",
            ])
        #expect(certificate.lines.filter { $0.part == .iPAddress }.map(\.value).last == "10.0.0.0/255.0.0.0")
        #expect(value(.requireExplicitPolicy) == "3" && value(.inhibitPolicyMapping) == "1")
        #expect(value(.inhibitAnyPolicy) == "2" && value(.policyIdentifier) == "domain-validated")
        #expect(value(.accessMethod) == "id-ad-caIssuers" && value(.netscapeComment) == "hello")
        #expect(certificate.first(.tlsFeatureNumber)?.remark == "status_request")
        #expect(certificate.first(.version)?.remark == "v3" && value(.cA) == "TRUE" && certificate.isAuthority)
        #expect(certificate.subjectKeyIdentifier?.count == 20)
        #expect(certificate.authorityKeyIdentifier == certificate.subjectKeyIdentifier)
    }

    @Test func signedCertificateTimestampsWhichAreNoDERInside() async throws {
        let log = [UInt8](repeating: 0xab, count: 32)
        let time: [UInt8] = [0, 0, 1, 0x86, 0xaa, 0, 0, 0]
        let sct = [0] + log + time + [0, 0, 4, 3, 0, 4, 1, 2, 3, 4]
        let list = [0, UInt8(sct.count + 2), 0, UInt8(sct.count)] + sct
        let extensionValue = Hex.string([4, UInt8(list.count)] + list)
        func made(_ value: String) async throws -> AnnotatedCertificate {
            AnnotatedCertificate(
                try await MadeCertificates.der(
                    .init("SCT", "-newkey ed25519 -subj /CN=sct", names: ["1.3.6.1.4.1.11129.2.4.2=DER:\(value)"])))
        }
        let certificate = try await made(extensionValue)
        #expect(certificate.faults.isEmpty)
        #expect(certificate.fields.coverExactly(0..<certificate.der.count))
        #expect(certificate.first(.sctLogID)?.value == Hex.string(log))
        // 0x0186aa000000 ms; the date is Python's.
        #expect(certificate.first(.sctTimestamp)?.value == "2023-03-04 00:22:52 UTC")
        #expect(certificate.first(.sctHash)?.value == "sha256" && certificate.first(.sctSignature)?.value == "01020304")
        let broken = try await made(
            extensionValue.replacing("00043", with: "00053").replacing("000401020304", with: "000501020304"))
        #expect(broken.faults.map(\.rule) == [.malformedOctets])
        #expect(broken.fields.coverExactly(0..<broken.der.count))
    }

    @Test func everyPartOfTheGrammarHasAShortSentence() {
        var parts: Set<Part> = []
        func walk(_ component: Component) {
            guard parts.insert(component.part).inserted else { return }
            switch component.shape {
            case .structure(let inner), .choice(let inner): inner.forEach(walk)
            case .list(let inner), .set(let inner), .wrapping(let inner): walk(inner)
            case .value, .dependent, .any: break
            }
        }
        walk(CertificateGrammar.certificate)
        for identifier: OID in [
            .subjectAltName, .nameConstraints, .certificatePolicies, .policyConstraints, .freshestCRL,
        ] {
            walk(ExtensionGrammar.content(of: identifier))
        }
        #expect(parts.count > 60)
        for part in parts where part != .octets {
            let meaning = part.sentence(in: .english)
            #expect(meaning.hasSuffix(".") || meaning.hasSuffix("bc."), "\(part)")
            #expect(meaning.count <= 100, "\(part) is not short")
            #expect(!part.name.isEmpty && !part.cite.document.isEmpty)
        }
    }

    @Test func whoSignedWhomInWhateverOrderAndWhatIsMissing() throws {
        let pki = try Sample.pki()
        let chain = (pki.identity.chain + [pki.root.certificate]).map { AnnotatedCertificate($0) }
        #expect(ChainLink.links(of: chain).map(\.issuer) == [.certificate(1), .certificate(2), .itself])
        #expect(ChainLink.links(of: chain.reversed()).map(\.issuer) == [.itself, .certificate(0), .certificate(1)])
        #expect(ChainLink.links(of: [chain[0]]).map(\.issuer) == [.absent])
        #expect(ChainLink.links(of: [AnnotatedCertificate([1])]).map(\.issuer) == [.unreadable])
        #expect(SignatureWork(of: chain[0], issuer: chain[1]).verified == true)
        #expect(SignatureWork(of: chain[0], issuer: chain[2]).verified == false)
        // The wrong key leaves no block that anyone would make.
        guard case .steps(.pkcs1(let work)) = SignatureWork(of: chain[0], issuer: chain[2]).result else {
            Issue.record("an RSA signature is worked through")
            return
        }
        #expect(SignedBlock(try #require(work.block)) == nil)
    }
}
