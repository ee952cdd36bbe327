import PKI
import SwiftCrypto
import TestSupport
import Testing

@testable import Crypto

@Suite struct ECDSATests {
    /// The lesson's verification or the library's.
    typealias Verification = ([UInt8], [UInt8], HashAlgorithm, EllipticCurvePublicKey) throws -> Void

    /// RFC 6979 appendix A.2.5: the signatures of a key, and the nonces they are made with.
    @Test(arguments: [
        (
            HashAlgorithm.sha1, "sample", "882905F1227FD620FBF2ABF21244F0BA83D0DC3A9103DBBEE43A1FB858109DB4",
            "61340C88C3AAEBEB4F6D667F672CA9759A6CCAA9FA8811313039EE4A35471D32",
            "6D7F147DAC089441BB2E2FE8F7A3FA264B9C475098FDCF6E00D7C996E1B8B7EB"
        ),
        (
            .sha224, "sample", "103F90EE9DC52E5E7FB5132B7033C63066D194321491862059967C715985D473",
            "53B2FFF5D1752B2C689DF257C04C40A587FABABB3F6FC2702F1343AF7CA9AA3F",
            "B9AFB64FDC03DC1A131C7D2386D11E349F070AA432A4ACC918BEA988BF75C74C"
        ),
        (
            .sha256, "sample", "A6E3C57DD01ABE90086538398355DD4C3B17AA873382B0F24D6129493D8AAD60",
            "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
        ),
        (
            .sha384, "sample", "09F634B188CEFD98E7EC88B1AA9852D734D0BC272F7D2A47DECC6EBEB375AAD4",
            "0EAFEA039B20E9B42309FB1D89E213057CBF973DC0CFC8F129EDDDC800EF7719",
            "4861F0491E6998B9455193E34E7B0D284DDD7149A74B95B9261F13ABDE940954"
        ),
        (
            .sha512, "sample", "5FA81C63109BADB88C1F367B47DA606DA28CAD69AA22C4FE6AD7DF73A7173AA5",
            "8496A60B5E9B47C825488827E0495B0E3FA109EC4568FD3F8D1097678EB97F00",
            "2362AB1ADBE2B8ADF9CB9EDAB740EA6049C028114F2460F96554F61FAE3302FE"
        ),
        (
            .sha256, "test", "D16B6AE827F17175E040871A1C7EC3500192C4C92677336EC2537ACAEE0008E0",
            "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
            "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
        ),
    ])
    func theVectorsOfRFC6979(hash: HashAlgorithm, text: String, k: String, r: String, s: String) throws {
        let d = try #require(Integer(hex: "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"))
        let key = try EllipticCurvePrivateKey(d)
        #expect(
            key.publicKey.octets
                == octets(
                    """
                    04 60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6
                    7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
                    """))
        let message = Array(text.utf8)
        var nonces = DeterministicNonce(message: message, hash: hash, key: key)
        let nonce = nonces.next()
        #expect(nonce == Integer(hex: k))
        let signature = ECDSA.sign(message, hash: hash, with: key)
        #expect(signature.r == Integer(hex: r))
        #expect(signature.s == Integer(hex: s))
        #expect(try ECDSA.sign(message, hash: hash, with: key, nonce: nonce) == signature)
        try ECDSA.verify(signature.der, of: message, hash: hash, by: key.publicKey)
    }

    @Test(arguments: HashAlgorithm.allCases) func openSSLAgrees(hash: HashAlgorithm) throws {
        var random = SeededRandomSource(seed: 21)
        let key = EllipticCurvePrivateKey.generate(using: &random)
        let folder = try Scratch()
        let privateFile = try folder.file("private.pem", key.sec1PEM)
        let publicFile = try folder.file("public.pem", key.publicKey.spkiPEM)
        let option = "-" + hash.name.lowercased().filter { $0 != "-" }
        let message = Array("from one to the other".utf8)

        for ours in [
            ECDSA.sign(message, hash: hash, with: key).der, try LiveECDSA.sign(message, hash: hash, with: key),
        ] {
            let file = try folder.file("signature", ours)
            let verified = try run("openssl", "dgst", option, "-verify", publicFile, "-signature", file, input: message)
            #expect(verified.text == "Verified OK\n", "\(verified.errors)")
            try ECDSA.verify(ours, of: message, hash: hash, by: key.publicKey)
            try LiveECDSA.verify(ours, of: message, hash: hash, by: key.publicKey)
        }
        let theirs = try run("openssl", "dgst", option, "-sign", privateFile, input: message)
        try ECDSA.verify(theirs.output, of: message, hash: hash, by: key.publicKey)
        try LiveECDSA.verify(theirs.output, of: message, hash: hash, by: key.publicKey)
        for verify in [ECDSA.verify(_:of:hash:by:), LiveECDSA.verify] as [Verification] {
            #expect(throws: EllipticCurveError.invalidSignature) {
                try verify(theirs.output, message + [0], hash, key.publicKey)
            }
        }
    }

    @Test func swiftCryptoAgrees() throws {
        forEachSeed(15) { seed, _ in
            var random = SeededRandomSource(seed: seed)
            let key = EllipticCurvePrivateKey.generate(using: &random)
            let message = random.octets(Int(seed) * 7)
            let theirs = try P256.Signing.PrivateKey(rawRepresentation: key.octets)
            #expect(Array(theirs.publicKey.x963Representation) == key.publicKey.octets)
            try ECDSA.verify(
                Array(theirs.signature(for: message).derRepresentation), of: message, hash: .sha256, by: key.publicKey)
            let ours = try P256.Signing.ECDSASignature(
                derRepresentation: ECDSA.sign(message, hash: .sha256, with: key).der)
            #expect(theirs.publicKey.isValidSignature(ours, for: message))
        }
    }

    /// All keys and nonces of a curve of nineteen points: where r or s is zero, and nowhere else, there is no signature.
    @Test func everySignatureOfTheToy() throws {
        let curve = EllipticCurveTests.toy
        let message = Array("toy".utf8)
        for d in 1..<19 {
            let key = try EllipticCurvePrivateKey(Integer(d), on: curve)
            try ECDSA.verify(
                ECDSA.sign(message, hash: .sha256, with: key), of: message, hash: .sha256, by: key.publicKey)
            for k in 1..<19 {
                guard
                    let signature = try? ECDSA.sign(message, hash: .sha256, with: key, nonce: Integer(k))
                else { continue }
                try ECDSA.verify(signature, of: message, hash: .sha256, by: key.publicKey)
                // Its mirror image verifies, too: -k has the same x-coordinate.
                let mirror = ECDSA.Signature(r: signature.r, s: 19 - signature.s)
                try ECDSA.verify(mirror, of: message, hash: .sha256, by: key.publicKey)
            }
        }
        let key = try EllipticCurvePrivateKey(3, on: curve)
        for k in [0, -1, 19, 20] as [Integer] {
            #expect(throws: EllipticCurveError.nonceOutOfRange) {
                try ECDSA.sign(message, hash: .sha256, with: key, nonce: k)
            }
        }
    }

    @Test func numbersOutOfRangeAreRefused() throws {
        let key = try EllipticCurvePrivateKey(7)
        let n = key.curve.order
        let good = ECDSA.sign([1], hash: .sha256, with: key)
        for (r, s) in [
            (0, 0), (0, good.s), (good.r, 0), (1, 1), (n, good.s), (good.r, n), (good.r + n, good.s),
            (good.r, good.s + n), (good.s, good.r), (good.r, good.s + 1), (n - 1, n - 1),
        ] as [(Integer, Integer)] {
            let signature = ECDSA.Signature(r: r, s: s)
            for verify in [ECDSA.verify(_:of:hash:by:), LiveECDSA.verify] as [Verification] {
                #expect(throws: EllipticCurveError.invalidSignature) {
                    try verify(signature.der, [1], .sha256, key.publicKey)
                }
            }
        }
    }

    /// One octet string a signature: everything else that a lenient reader takes for the same numbers is refused.
    @Test func onlyDERIsRead() throws {
        let good = ECDSA.Signature(r: 0x85, s: 0x12)
        #expect(good.der == octets("30 07 02020085 020112"))
        #expect(try ECDSA.Signature(der: good.der) == good)
        for form in [
            "", "30", "3000", "3080 02020085 020112 0000",  // indefinite length
            "308107 02020085 020112", "30820007 02020085 020112",  // long lengths
            "30 08 0203000085 020112", "30 08 02020085 02020012",  // zeros before a number
            "30 06 020185 020112",  // negative
            "30 07 02020085 020112 00", "30 08 02020085 020112 05", "30 09 02020085 020112 0500",  // more
            "30 06 02020085 0201", "30 04 02020085", "30 05 0200 020112", "31 07 02020085 020112",
            "30 07 03020085 020112", "30 08 0281020085 020112", "30 09 02020085 0203 000012",
        ] {
            #expect(throws: EllipticCurveError.malformedSignature, "\(form)") {
                try ECDSA.Signature(der: octets(form))
            }
            #expect(throws: EllipticCurveError.malformedSignature, "\(form)") {
                try LiveECDSA.verify(octets(form), of: [1], hash: .sha256, by: EllipticCurvePrivateKey(7).publicKey)
            }
        }
    }

    /// A nonce used twice gives away the key, as the documentation says.
    @Test func aRepeatedNonceGivesTheKeyAway() throws {
        let key = try EllipticCurvePrivateKey(123_456_789)
        let n = key.curve.order
        let (a, b) = (Array("one".utf8), Array("two".utf8))
        let first = try ECDSA.sign(a, hash: .sha256, with: key, nonce: 42)
        let second = try ECDSA.sign(b, hash: .sha256, with: key, nonce: 42)
        #expect(first.r == second.r)
        let (ea, eb) = (
            Integer(bigEndian: HashAlgorithm.sha256.hash(a)), Integer(bigEndian: HashAlgorithm.sha256.hash(b))
        )
        let k = try ((ea - eb) * #require((first.s - second.s).modulo(n).inverse(modulo: n))).modulo(n)
        let d = try ((first.s * k - ea) * #require(first.r.inverse(modulo: n))).modulo(n)
        #expect(k == 42 && d == key.d)
    }
}
