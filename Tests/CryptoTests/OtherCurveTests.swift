import Testing

@testable import Crypto

/// The curves on which only authorities sign, against OpenSSL.
@Suite struct OtherCurveTests {
    /// p and n are prime, G is on the curve, and n · G is infinity.
    @Test(arguments: EllipticCurve.others.indices) func everyCurveIsOne(index: Int) throws {
        let curve = EllipticCurve.others[index].curve
        #expect(curve.p.isProbablyPrime() && curve.order.isProbablyPrime())
        #expect(curve.contains(curve.generator))
        #expect(curve.multiply(curve.generator, by: curve.order) == .infinity)
        #expect(curve.multiply(curve.generator, by: curve.order - 1) != .infinity)
        // Hasse: the number of points is p + 1 give or take 2√p. So n is the number of all points, and the cofactor is 1.
        let difference = curve.order - curve.p - 1
        #expect(difference * difference <= 4 * curve.p)
    }

    @Test(arguments: EllipticCurve.others.indices) func whatOpenSSLSignsVerifies(index: Int) throws {
        let (identifier, curve) = EllipticCurve.others[index]
        let folder = try Scratch()
        let key = try run(
            "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(curve.name)")
        let file = try folder.file("key.pem", key.text)
        let message = Array("sample".utf8)
        let info = try run("openssl", "pkey", "-in", file, "-pubout", "-outform", "DER").output
        let point = try EllipticCurvePublicKey(Array(info.suffix(1 + 2 * curve.fieldSize)), on: curve)
        for hash in ["sha256", "sha512"] {
            let signed = try run("openssl", "dgst", "-\(hash)", "-sign", file, input: message)
            let function: HashAlgorithm = hash == "sha256" ? .sha256 : .sha512
            try ECDSA.verify(signed.output, of: message, hash: function, by: point)
            #expect(throws: EllipticCurveError.invalidSignature) {
                try ECDSA.verify(signed.output, of: message + [0], hash: function, by: point)
            }
        }
        // The file's name of the curve is the one here, and handshakes do not take it.
        #expect(throws: KeyFileError.otherCurve("\(curve.name) (\(identifier))")) {
            try PublicKey(spkiDER: info)
        }
    }
}
