import PKI
import TestSupport
import Testing

@testable import Crypto

/// P-384 and P-521 as TLS uses them: the library for what is live and verified, our numbers for what is explained.
@Suite struct LargerCurveTests {
    private static func key(_ curve: NamedCurve) -> EllipticCurvePrivateKey {
        var random = SeededRandomSource(seed: 7)
        return EllipticCurvePrivateKey.generate(on: curve.arithmetic, using: &random)
    }

    @Test(arguments: NamedCurve.allCases, [HashAlgorithm.sha256, .sha384, .sha512])
    func whatOneArithmeticSignsTheOtherVerifies(curve: NamedCurve, hash: HashAlgorithm) throws {
        let key = Self.key(curve)
        let message = Array("sample".utf8)
        let live = try LiveECDSA.sign(message, hash: hash, with: key)
        let ours = ECDSA.sign(message, hash: hash, with: key)
        for der in [live, ours.der] {
            try LiveECDSA.verify(der, of: message, hash: hash, by: key.publicKey)
            try ECDSA.verify(der, of: message, hash: hash, by: key.publicKey)
            #expect(throws: EllipticCurveError.invalidSignature) {
                try LiveECDSA.verify(der, of: message + [0], hash: hash, by: key.publicKey)
            }
        }
        // What the library decides is what the sum says, and the numbers of an explanation are those of the sum.
        let work = ECDSA.Verification(ours, of: message, hash: hash, by: key.publicKey)
        let steps = try #require(work.steps)
        #expect(work.isValid && steps.x == ECDSA.sum(steps.u1, steps.u2, by: key.publicKey))
        let wrong = ECDSA.Verification(ours, of: message + [0], hash: hash, by: key.publicKey)
        let shown = try #require(wrong.steps)
        #expect(!wrong.isValid && shown.x != ours.r && shown.x == ECDSA.sum(shown.u1, shown.u2, by: key.publicKey))
    }

    @Test(arguments: NamedCurve.allCases) func numbersOutOfRangeSignNothing(curve: NamedCurve) throws {
        let key = Self.key(curve)
        let n = curve.arithmetic.order
        let good = ECDSA.sign([1], hash: .sha256, with: key)
        let bad: [(Integer, Integer)] = [
            (0, good.s), (good.r, 0), (n, good.s), (good.r, n), (good.r + n, good.s), (good.r, good.s + n), (0, 0),
        ]
        for (r, s) in bad {
            let signature = ECDSA.Signature(r: r, s: s)
            #expect(!ECDSA.Verification(signature, of: [1], hash: .sha256, by: key.publicKey).isValid)
            #expect(throws: EllipticCurveError.self) {
                try LiveECDSA.verify(signature.der, of: [1], hash: .sha256, by: key.publicKey)
            }
        }
    }

    /// The coordinates of a point that is none, one that is too large, and the point at infinity.
    @Test(arguments: NamedCurve.allCases) func pointsThatAreNoneAreNoKeys(curve: NamedCurve) throws {
        var off = Self.key(curve).publicKey.octets
        off[off.count - 1] ^= 1
        var large = off
        for index in 1...curve.coordinateSize { large[index] = 0xff }
        for octets in [off, large, [0], Array(off.dropLast())] {
            #expect(throws: EllipticCurveError.self) { try EllipticCurvePublicKey(octets, on: curve.arithmetic) }
            #expect(!curve.isPoint(octets))
        }
    }

    /// OpenSSL makes the keys, verifies what we sign, and reads back what we write.
    @Test(arguments: [NamedCurve.p384, .p521]) func openSSLReadsAndWritesTheSameKeys(curve: NamedCurve) async throws {
        try await TemporaryDirectory.use { folder in
            let sec1 = try await Tool.output("openssl", ["ecparam", "-name", curve.rawValue, "-genkey", "-noout"])
            let key = try EllipticCurvePrivateKey(pem: sec1)
            #expect(key.curve == curve.arithmetic)
            try folder.write(text: key.pkcs8PEM, to: "key.pem")
            let again = try await Tool.output("openssl", ["pkey", "-in", folder.path(of: "key.pem")])
            #expect(try EllipticCurvePrivateKey(pem: again) == key)
            let sec1Again = try await Tool.output("openssl", ["ec", "-in", folder.path(of: "key.pem")])
            #expect(try EllipticCurvePrivateKey(pem: sec1Again) == key)
            try folder.write(text: key.publicKey.spkiPEM, to: "public.pem")
            try folder.write(text: "message", to: "message")
            for hash in [HashAlgorithm.sha256, .sha512] {
                try folder.write(try LiveECDSA.sign(Array("message".utf8), hash: hash, with: key), to: "signature")
                let said = try await Tool.output(
                    "openssl",
                    [
                        "dgst", hash == .sha256 ? "-sha256" : "-sha512", "-verify", folder.path(of: "public.pem"),
                        "-signature",
                        folder.path(of: "signature"), folder.path(of: "message"),
                    ])
                #expect(said.contains("Verified OK"))
            }
        }
    }
}
