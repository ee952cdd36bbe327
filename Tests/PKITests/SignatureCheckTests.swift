import Crypto
import Testing

@testable import PKI

/// The quick outcome and the steps that are worked through say the same.
@Suite struct SignatureCheckTests {
    private static let message = Array("what is signed".utf8)

    private static let keys = Result {
        var random = SeededRandomSource(seed: 17)
        return (
            rsa: PrivateKey.rsa(try RSAPrivateKey.generate(bits: 1024, using: &random)),
            p256: PrivateKey.ecdsa(.generate(on: .p256, using: &random)),
            p384: PrivateKey.ecdsa(.generate(on: .p384, using: &random)),
            ed25519: PrivateKey.ed25519(.generate(using: &random))
        )
    }

    private func subject(_ key: PrivateKey) -> SubjectKey {
        switch key.publicKey {
        case .rsa(let key): .rsa(key)
        case .ecdsa(let key): .curve(key.curve == .p384 ? .p384 : .p256, point: key.octets)
        case .ed25519(let key): .ed25519(key.octets)
        }
    }

    @Test(arguments: [
        SignatureAlgorithm.md5WithRSA, .sha1WithRSA, .sha256WithRSA, .sha384WithRSA, .sha512WithRSA, .ecdsaWithSHA1,
        .ecdsaWithSHA256, .ecdsaWithSHA384, .ed25519,
    ]) func stepsComeToTheOutcome(algorithm: SignatureAlgorithm) throws {
        let keys = try Self.keys.get()
        for key in [keys.rsa, keys.p256, keys.p384, keys.ed25519] {
            guard let signature = try? algorithm.sign(Self.message, with: key) else {
                let check = SignatureCheck([1], of: Self.message, with: algorithm, by: subject(key))
                #expect(check.outcome == .wrongKey)
                #expect(throws: SignatureCheck.Obstacle.wrongKey) { try check.steps }
                continue
            }
            let good = SignatureCheck(signature, of: Self.message, with: algorithm, by: subject(key))
            #expect(good.outcome == .verifies)
            #expect(try good.steps.isValid)
            let bad = SignatureCheck(signature, of: Self.message + [0], with: algorithm, by: subject(key))
            #expect(bad.outcome == .fails)
            #expect(try !bad.steps.isValid)
            let cut = SignatureCheck(Array(signature.dropLast()), of: Self.message, with: algorithm, by: subject(key))
            #expect(cut.outcome == .fails)
            #expect(throws: SignatureCheck.Obstacle.self) { try cut.steps }
        }
    }

    @Test func anUnknownAlgorithmVerifiesNothing() throws {
        let check = SignatureCheck([1], of: Self.message, with: nil, by: subject(try Self.keys.get().rsa))
        #expect(check.outcome == .unknownAlgorithm)
        #expect(throws: SignatureCheck.Obstacle.unknownAlgorithm) { try check.steps }
    }

    /// What a key for RSASSA-PSS demands of its signatures is demanded; RSASSA-PKCS1-v1_5 it does not sign.
    @Test func aKeyForPSSDemandsItsParameters() throws {
        guard case .rsa(let key) = try Self.keys.get().rsa else { return }
        var random = SeededRandomSource(seed: 4)
        func parameters(_ hash: HashAlgorithm, salt: Int) throws -> PSSParameters {
            let function = DERWriter.sequence(DERWriter.identifier(hash.identifier))
            let fields = [
                DERWriter.tagged(0, function),
                DERWriter.tagged(1, DERWriter.sequence(DERWriter.identifier(.mgf1), function)),
                DERWriter.tagged(2, [2, 1, UInt8(salt)]),
            ]
            return try #require(PSSParameters(try DERElement(DERWriter.sequence(fields[0], fields[1], fields[2]))))
        }
        let used = try parameters(.sha256, salt: 32)
        let signature = try PSS.sign(
            Self.message, hash: .sha256, salt: random.octets(32), with: key, blindedBy: &random)
        func outcome(_ demands: PSSParameters?) throws -> SignatureCheck.Outcome {
            let check = SignatureCheck(
                signature, of: Self.message, with: .pss(used), by: .rsaPSS(key.publicKey, demands))
            if check.outcome == .verifies { #expect(try check.steps.isValid) }
            return check.outcome
        }
        #expect(try outcome(nil) == .verifies)
        #expect(try outcome(used) == .verifies)
        #expect(try outcome(parameters(.sha256, salt: 20)) == .verifies)
        #expect(try outcome(parameters(.sha256, salt: 33)) == .wrongKey)
        #expect(try outcome(parameters(.sha384, salt: 32)) == .wrongKey)
        let other = SignatureCheck(
            signature, of: Self.message, with: .sha256WithRSA, by: .rsaPSS(key.publicKey, nil))
        #expect(other.outcome == .wrongKey)
        let changed = SignatureCheck(
            signature, of: Self.message + [0], with: .pss(used), by: .rsaPSS(key.publicKey, nil))
        #expect(changed.outcome == .fails)
    }

    /// The certificate of RFC 8410 section 10.2: Ed25519 signs it, and its key is for X25519.
    @Test func theCertificateOfRFC8410Verifies() throws {
        let pem = """
            -----BEGIN CERTIFICATE-----
            MIIBLDCB36ADAgECAghWAUdKKo3DMDAFBgMrZXAwGTEXMBUGA1UEAwwOSUVURiBU
            ZXN0IERlbW8wHhcNMTYwODAxMTIxOTI0WhcNNDAxMjMxMjM1OTU5WjAZMRcwFQYD
            VQQDDA5JRVRGIFRlc3QgRGVtbzAqMAUGAytlbgMhAIUg8AmJMKdUdIt93LQ+91oN
            vzoNJjga9OukqY6qm05qo0UwQzAPBgNVHRMBAf8EBTADAQEAMA4GA1UdDwEBAAQE
            AwIDCDAgBgNVHQ4BAQAEFgQUmx9e7e0EM4Xk97xiPFl1uQvIuzswBQYDK2VwA0EA
            ryMB/t3J5v/BzKc9dNZIpDmAgs3babFOTQbs+BolzlDUwsPrdGxO3YNGhW7Ibz3O
            GhhlxXrCe1Cgw1AH9efZBw==
            -----END CERTIFICATE-----
            """
        let certificate = try CertificateStructure(try #require(try CertificatePEM.decode(pem).first))
        let key: [UInt8] = [
            0x19, 0xbf, 0x44, 0x09, 0x69, 0x84, 0xcd, 0xfe, 0x85, 0x41, 0xba, 0xc1, 0x67, 0xdc, 0x3b, 0x96,
            0xc8, 0x50, 0x86, 0xaa, 0x30, 0xb6, 0xb6, 0xcb, 0x0c, 0x5c, 0x38, 0xad, 0x70, 0x31, 0x66, 0xe1,
        ]
        #expect(SignatureCheck(of: certificate, by: .ed25519(key)).outcome == .verifies)
        #expect(SignatureCheck(of: certificate, by: .ed25519(Array(key.reversed()))).outcome == .fails)
        #expect(throws: TrustError.unsupportedKey("X25519")) { try certificate.certifiedKey() }
    }

    @Test func everyAlgorithmIsFoundByItsIdentifier() throws {
        for algorithm in [SignatureAlgorithm.md5WithRSA, .sha1WithRSA, .sha256WithRSA, .ecdsaWithSHA256, .ed25519] {
            let octets = algorithm.encoded
            #expect(SignatureAlgorithm(try AlgorithmIdentifier(try DERElement(octets))) == algorithm)
        }
        // Without parameters RSASSA-PSS says nothing about its hash function.
        let bare = DERWriter.sequence(DERWriter.identifier(.rsassaPSS))
        #expect(SignatureAlgorithm(try AlgorithmIdentifier(try DERElement(bare))) == nil)
    }
}
