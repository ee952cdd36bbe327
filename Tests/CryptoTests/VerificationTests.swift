import PKI
import Testing

@testable import Crypto

/// A verification shows what it computes, and comes to what OpenSSL comes to.
@Suite struct VerificationTests {
    private static let message = Array("steps".utf8)

    @Test func theBlockOfASignatureHoldsTheDigest() throws {
        let key = try #require(TestKeys.rsa2048)
        var random = SeededRandomSource(seed: 1)
        for hash in [DigestFunction.md5] + HashAlgorithm.allCases.map(DigestFunction.common) {
            let signature = try PKCS1v15.sign(Self.message, hash: hash, with: key, blindedBy: &random)
            let work = PKCS1v15.Verification(signature, of: Self.message, hash: hash, by: key.publicKey)
            let block = try #require(work.block)
            #expect(work.isValid)
            #expect(block == work.expected)
            #expect(block.starts(with: [0, 1, 0xff]))
            #expect(block.suffix(hash.outputLength) == work.digest[...])
            #expect(work.signature.bigEndian(count: key.size) == signature)

            let other = PKCS1v15.Verification(signature, of: Self.message + [0], hash: hash, by: key.publicKey)
            #expect(!other.isValid)
            #expect(other.block == block)
            let short = PKCS1v15.Verification(
                Array(signature.dropLast()), of: Self.message, hash: hash, by: key.publicKey)
            #expect(short.block == nil && !short.isValid)
        }
    }

    @Test func openSSLVerifiesWhatMD5Signs() throws {
        let key = try #require(TestKeys.rsa2048)
        var random = SeededRandomSource(seed: 2)
        let folder = try Scratch()
        let signature = try PKCS1v15.sign(Self.message, hash: .md5, with: key, blindedBy: &random)
        let verified = try run(
            "openssl", "dgst", "-md5", "-verify", try folder.file("public.pem", key.publicKey.spkiPEM), "-signature",
            try folder.file("signature", signature), input: Self.message)
        #expect(verified.text == "Verified OK\n", "\(verified.errors)")
    }

    /// A block that is nothing and a modulus that is too short must not count as equal.
    @Test func noBlockIsNoSignature() throws {
        var random = SeededRandomSource(seed: 3)
        let key = try RSAPrivateKey.generateToy(bits: 256, using: &random)
        let work = PKCS1v15.Verification([], of: Self.message, hash: .common(.sha256), by: key.publicKey)
        #expect(work.block == nil && work.expected == nil && !work.isValid)
    }

    @Test func saltIsMaskedInFrontOfTheHash() throws {
        let key = try #require(TestKeys.rsa2048)
        var random = SeededRandomSource(seed: 4)
        let salt = random.octets(32)
        let signature = try PSS.sign(Self.message, hash: .sha256, salt: salt, with: key, blindedBy: &random)
        let work = PSS.Verification(signature, of: Self.message, hash: .sha256, by: key.publicKey)
        let block = try #require(work.block)
        let digest = HashAlgorithm.sha256.hash(Self.message)
        #expect(work.isValid && block.last == 0xbc && work.digest == digest)
        #expect(work.h.elementsEqual(HashAlgorithm.sha256.hash([UInt8](repeating: 0, count: 8) + digest + salt)))
        #expect(work.maskedSalt?.count == 256 - 33)
        #expect(!PSS.Verification(signature, of: [], hash: .sha256, by: key.publicKey).isValid)
        let short = PSS.Verification([1], of: Self.message, hash: .sha256, by: key.publicKey)
        #expect(short.block == nil && short.maskedSalt == nil && !short.isValid)
    }

    @Test(arguments: [EllipticCurve.p256, .p384, .p521]) func theSumOfTwoMultiplesHasTheSignaturesCoordinate(
        curve: EllipticCurve
    ) throws {
        let key = try EllipticCurvePrivateKey(4711, on: curve)
        let signature = ECDSA.sign(Self.message, hash: .sha256, with: key)
        let work = ECDSA.Verification(signature, of: Self.message, hash: .sha256, by: key.publicKey)
        let steps = try #require(work.steps)
        #expect(work.isValid && steps.x == signature.r)
        #expect((steps.w * signature.s).modulo(curve.order) == 1)
        #expect(steps.u2 == (signature.r * steps.w).modulo(curve.order))
        let other = ECDSA.Verification(signature, of: [], hash: .sha256, by: key.publicKey)
        #expect(!other.isValid && other.steps != nil)
        let zero = ECDSA.Verification(.init(r: 0, s: 0), of: Self.message, hash: .sha256, by: key.publicKey)
        #expect(!zero.isValid && zero.steps == nil)
    }
}
