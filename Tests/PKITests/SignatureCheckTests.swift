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
            p384: PrivateKey.ecdsa(.generate(on: .p384, using: &random))
        )
    }

    private func subject(_ key: PrivateKey) -> SubjectKey {
        switch key.publicKey {
        case .rsa(let key): .rsa(key)
        case .ecdsa(let key): .curve(key.curve == .p384 ? .p384 : .p256, point: key.octets)
        }
    }

    @Test(arguments: [
        SignatureAlgorithm.md5WithRSA, .sha1WithRSA, .sha256WithRSA, .sha384WithRSA, .sha512WithRSA, .ecdsaWithSHA1,
        .ecdsaWithSHA256, .ecdsaWithSHA384,
    ]) func stepsComeToTheOutcome(algorithm: SignatureAlgorithm) throws {
        let keys = try Self.keys.get()
        for key in [keys.rsa, keys.p256, keys.p384] {
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
