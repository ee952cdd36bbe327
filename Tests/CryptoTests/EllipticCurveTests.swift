import TestSupport
import Testing

@testable import Crypto

@Suite struct EllipticCurveTests {
    private static let p256 = EllipticCurve.p256

    /// y² = x³ + 2x + 2 modulo 17: small enough to try everything, and of prime order like the real ones (Paar and Pelzl,
    /// Understanding Cryptography, section 9.2).
    static let toy = EllipticCurve(
        name: "toy17", p: 17, a: 2, b: 2, generator: .affine(x: 5, y: 1), order: 19)

    /// The book's table of multiples of (5, 1).
    @Test func theTextbookTable() {
        let table = [
            (5, 1), (6, 3), (10, 6), (3, 1), (9, 16), (16, 13), (0, 6), (13, 7), (7, 6), (7, 11), (13, 10), (0, 11),
            (16, 4), (9, 1), (3, 16), (10, 11), (6, 14), (5, 16),
        ]
        let toy = EllipticCurveTests.toy
        for (index, (x, y)) in table.enumerated() {
            #expect(toy.multiply(toy.generator, by: Integer(index + 1)) == .affine(x: Integer(x), y: Integer(y)))
        }
        #expect(toy.multiply(toy.generator, by: 19) == .infinity)
        #expect(toy.multiply(toy.generator, by: 0) == .infinity)
    }

    /// The laws of a group, for all points of the toy.
    @Test func everyLawOfTheToy() {
        let toy = EllipticCurveTests.toy
        let points = (0..<19).map { toy.multiply(toy.generator, by: Integer($0)) }
        #expect(Set(points).count == 19)
        for (i, left) in points.enumerated() {
            #expect(toy.contains(left))
            #expect(toy.add(left, .infinity) == left && toy.add(.infinity, left) == left)
            #expect(toy.add(left, toy.multiply(left, by: 18)) == .infinity)
            for (j, right) in points.enumerated() { #expect(toy.add(left, right) == points[(i + j) % 19]) }
        }
    }

    @Test func theCurveIsWhatItSays() {
        let curve = EllipticCurveTests.p256
        #expect(curve.p.isProbablyPrime() && curve.order.isProbablyPrime())
        #expect(curve.contains(curve.generator))
        #expect(curve.multiply(curve.generator, by: curve.order) == .infinity)
        #expect(curve.add(curve.multiply(curve.generator, by: curve.order - 1), curve.generator) == .infinity)
        #expect(curve.fieldSize == 32 && curve.scalarSize == 32)
        // Hasse: as many points as p + 1, give or take 2√p.
        #expect((curve.p + 1 - curve.order).magnitude <= 2 * curve.p.squareRoot)
    }

    /// RFC 5903 section 8.1.
    @Test func theExampleOfRFC5903() throws {
        let i = try #require(Integer(hex: "C88F01F510D9AC3F70A292DAA2316DE544E9AAB8AFE84049C62A9C57862D1433"))
        let r = try #require(Integer(hex: "C6EF9C5D78AE012A011164ACB397CE2088685D8F06BF9BE0B283AB46476BEE53"))
        let gi = octets(
            """
            04 DAD0B65394221CF9B051E1FECA5787D098DFE637FC90B9EF945D0C3772581180
            5271A0461CDB8252D61F1C456FA3E59AB1F45B33ACCF5F58389E0577B8990BB3
            """)
        let gr = octets(
            """
            04 D12DFB5289C8D4F81208B70270398C342296970A0BCCB74C736FC7554494BF63
            56FBF3CA366CC23E8157854C13C58D6AAC23F046ADA30F8353E74F33039872AB
            """)
        let shared = octets("D6840F6B42F6EDAFD13116E0E12565202FEF8E9ECE7DCE03812464D04B9442DE")
        let (initiator, responder) = (try EllipticCurvePrivateKey(i), try EllipticCurvePrivateKey(r))
        #expect(initiator.publicKey.octets == gi)
        #expect(responder.publicKey.octets == gr)
        #expect(try initiator.sharedSecret(with: EllipticCurvePublicKey(gr)) == shared)
        #expect(try responder.sharedSecret(with: EllipticCurvePublicKey(gi)) == shared)
    }

    /// RFC 5903 section 8.2, with the arithmetic of the lessons and with that of live sessions.
    @Test(arguments: CurveArithmetic.allCases) func theExampleOfRFC5903OnP384(arithmetic: CurveArithmetic) throws {
        let i = octets(
            "099F3C7034D4A2C699884D73A375A67F7624EF7C6B3C0F160647B67414DCE655E35B538041E649EE3FAEF896783AB194")
        let r = octets(
            "41CB0779B4BDB85D47846725FBEC3C9430FAB46CC8DC5060855CC9BDA0AA2942E0308312916B8ED2960E4BD55A7448FC")
        let gi = octets(
            """
            04 667842D7D180AC2CDE6F74F37551F55755C7645C20EF73E31634FE72B4C55EE6DE3AC808ACB4BDB4C88732AEE95F41AA
            9482ED1FC0EEB9CAFC4984625CCFC23F65032149E0E144ADA024181535A0F38EEB9FCFF3C2C947DAE69B4C634573A81C
            """)
        let gr = octets(
            """
            04 E558DBEF53EECDE3D3FCCFC1AEA08A89A987475D12FD950D83CFA41732BC509D0D1AC43A0336DEF96FDA41D0774A3571
            DCFBEC7AACF3196472169E838430367F66EEBE3C6E70C416DD5F0C68759DD1FFF83FA40142209DFF5EAAD96DB9E6386C
            """)
        let shared = octets(
            "11187331C279962D93D604243FD592CB9D0A926F422E47187521287E7156C5C4D603135569B9E9D09CF5D4A270F59746")
        let initiator = try KeyAgreementKey(group: .secp384r1, privateKey: i, arithmetic: arithmetic)
        let responder = try KeyAgreementKey(group: .secp384r1, privateKey: r, arithmetic: arithmetic)
        #expect(initiator.publicKey == gi && responder.publicKey == gr)
        #expect(try initiator.sharedSecret(with: gr) == shared)
        #expect(try responder.sharedSecret(with: gi) == shared)
        // A point beside the curve, one of the other curve, another form, infinity.
        var off = gr
        off[96] ^= 1
        #expect(throws: EllipticCurveError.pointNotOnCurve) { try initiator.sharedSecret(with: off) }
        #expect(throws: EllipticCurveError.wrongPublicKeyLength(count: 65, needed: 97)) {
            try initiator.sharedSecret(with: Self.p256.octets(of: Self.p256.generator))
        }
        #expect(throws: EllipticCurveError.unsupportedPointFormat(2)) {
            try initiator.sharedSecret(with: [2] + gr[1...48])
        }
        #expect(throws: EllipticCurveError.pointAtInfinity) { try initiator.sharedSecret(with: [0]) }
        #expect(throws: EllipticCurveError.coordinateOutOfRange) {
            try initiator.sharedSecret(with: [4] + EllipticCurve.p384.p.bigEndian + gr[49...])
        }
    }

    private func failure(_ octets: [UInt8]) -> EllipticCurveError? {
        do throws(EllipticCurveError) {
            _ = try EllipticCurvePublicKey(octets)
            return nil
        } catch {
            return error
        }
    }

    @Test func pointsThatAreRefused() {
        let curve = EllipticCurveTests.p256
        let good = curve.octets(of: curve.generator)
        #expect(failure(good) == nil)
        #expect(failure([]) == .wrongPublicKeyLength(count: 0, needed: 65))
        #expect(failure([0]) == .pointAtInfinity)
        #expect(failure(Array(good.dropLast())) == .wrongPublicKeyLength(count: 64, needed: 65))
        #expect(failure(good + [0]) == .wrongPublicKeyLength(count: 66, needed: 65))
        #expect(failure([3] + good[1...32]) == .unsupportedPointFormat(3))
        // The hybrid form of ANSI X9.62, and nonsense.
        for format: UInt8 in [0, 2, 3, 5, 6, 7, 255] {
            #expect(failure([format] + good.dropFirst()) == .unsupportedPointFormat(format))
        }
        var off = good
        off[64] ^= 1
        #expect(failure(off) == .pointNotOnCurve)
        #expect(failure([4] + [UInt8](repeating: 0, count: 64)) == .pointNotOnCurve)
        #expect(failure([4] + [UInt8](repeating: 0xff, count: 64)) == .coordinateOutOfRange)
        let p = curve.p.bigEndian
        #expect(failure([4] + p + good[33...]) == .coordinateOutOfRange)
        #expect(failure(good[..<33] + p) == .coordinateOutOfRange)
        #expect(curve.octets(of: .infinity) == [0])
    }

    @Test func privateKeysHaveARange() throws {
        let n = EllipticCurveTests.p256.order
        for d in [0, -1, n, n + 1] {
            #expect(throws: EllipticCurveError.privateKeyOutOfRange) { try EllipticCurvePrivateKey(d) }
        }
        #expect(try EllipticCurvePrivateKey(1).publicKey.point == EllipticCurveTests.p256.generator)
        #expect(!"\(try EllipticCurvePrivateKey(n - 1))".contains((n - 1).hex))
    }
}

@Suite struct KeyAgreementTests {
    /// Our arithmetic and swift-crypto's: the same keys, the same secrets, in both directions.
    @Test(arguments: KeyAgreementGroup.allCases) func bothArithmeticsAgree(group: KeyAgreementGroup) {
        forEachSeed(group == .secp384r1 ? 4 : 25) { seed, _ in
            var random = SeededRandomSource(seed: seed)
            var again = random
            let lesson = KeyAgreementKey.generate(in: group, arithmetic: .lesson, using: &random)
            let same = KeyAgreementKey.generate(in: group, arithmetic: .live, using: &again)
            #expect(lesson.publicKey == same.publicKey && lesson.privateKey == same.privateKey)
            let live = KeyAgreementKey.generate(in: group, arithmetic: .live, using: &random)
            let secret = try lesson.sharedSecret(with: live.publicKey)
            #expect(secret.count == group.privateKeyLength)
            #expect(try live.sharedSecret(with: lesson.publicKey) == secret)
            #expect(try same.sharedSecret(with: live.publicKey) == secret)
        }
    }

    /// And they refuse the same, for the same reason.
    @Test func bothArithmeticsRefuseTheSame() throws {
        for arithmetic in CurveArithmetic.allCases {
            var random = SeededRandomSource(seed: 5)
            let point = KeyAgreementKey.generate(in: .secp256r1, arithmetic: arithmetic, using: &random)
            var off = point.publicKey
            off[40] ^= 1
            #expect(throws: EllipticCurveError.pointNotOnCurve) { try point.sharedSecret(with: off) }
            #expect(throws: EllipticCurveError.pointAtInfinity) { try point.sharedSecret(with: [0]) }
            for count in [0, 31, 33] {
                #expect(throws: EllipticCurveError.wrongPrivateKeyLength(count: count, needed: 32)) {
                    try KeyAgreementKey(
                        group: .secp256r1, privateKey: [UInt8](repeating: 1, count: count), arithmetic: arithmetic)
                }
            }
            for octet: UInt8 in [0, 0xff] {
                #expect(throws: EllipticCurveError.privateKeyOutOfRange) {
                    try KeyAgreementKey(
                        group: .secp256r1, privateKey: [UInt8](repeating: octet, count: 32), arithmetic: arithmetic)
                }
            }
            let u = KeyAgreementKey.generate(in: .x25519, arithmetic: arithmetic, using: &random)
            for point in X25519Tests.smallOrder {
                #expect(throws: EllipticCurveError.zeroSharedSecret) { try u.sharedSecret(with: point) }
            }
            #expect(throws: EllipticCurveError.wrongPublicKeyLength(count: 31, needed: 32)) {
                try u.sharedSecret(with: Array(u.publicKey.dropLast()))
            }
            #expect(!"\(u)".contains("\(u.privateKey)"))
        }
    }
}

@Suite struct X25519Tests {
    /// The points whose multiple by 8 is zero, as numbers below 2²⁵⁵: 0, 1, two of order 8, p - 1, p and p + 1.
    static let smallOrder: [[UInt8]] = [
        Integer(0), 1, X25519.p - 1, X25519.p, X25519.p + 1,
        Integer(bigEndian: octets("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800").reversed()),
        Integer(bigEndian: octets("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157").reversed()),
    ].map { Array(($0.bigEndian(count: 32) ?? []).reversed()) }

    /// RFC 7748 section 5.2.
    @Test(arguments: [
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
        ),
    ])
    func theVectorsOfRFC7748(scalar: String, u: String, output: String) throws {
        #expect(try X25519.multiply(octets(scalar), octets(u)) == octets(output))
    }

    /// RFC 7748 section 5.2: after one step and after a thousand.
    @Test func theIterationsOfRFC7748() throws {
        var (k, u) = (X25519.basePoint, X25519.basePoint)
        for step in 1...1000 {
            (k, u) = (try X25519.multiply(k, u), k)
            if step == 1 { #expect(k == octets("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")) }
        }
        #expect(k == octets("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"))
    }

    /// RFC 7748 section 6.1.
    @Test func theDiffieHellmanOfRFC7748() throws {
        let alice = octets("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
        let bob = octets("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
        let shared = octets("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
        let (a, b) = (try X25519.publicKey(of: alice), try X25519.publicKey(of: bob))
        #expect(a == octets("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
        #expect(b == octets("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
        #expect(try X25519.sharedSecret(alice, with: b) == shared)
        #expect(try X25519.sharedSecret(bob, with: a) == shared)
    }

    @Test func smallOrdersGiveZeros() throws {
        let zeros = [UInt8](repeating: 0, count: 32)
        let scalar = octets("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
        for point in X25519Tests.smallOrder {
            #expect(try X25519.multiply(scalar, point) == zeros)
            #expect(throws: EllipticCurveError.zeroSharedSecret) { try X25519.sharedSecret(scalar, with: point) }
        }
    }

    /// Section 5: the highest bit is ignored, numbers from p on are taken modulo p, and five bits of a scalar are fixed.
    @Test func coordinatesAndScalarsAreDecodedLeniently() throws {
        let scalar = octets("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
        var high = X25519.basePoint
        high[31] |= 0x80
        #expect(try X25519.multiply(scalar, high) == X25519.publicKey(of: scalar))
        let more = try #require((X25519.p + 9).bigEndian(count: 32))
        #expect(try X25519.multiply(scalar, more.reversed()) == X25519.publicKey(of: scalar))
        var other = scalar
        other[0] ^= 7
        other[31] ^= 0x80
        #expect(try X25519.publicKey(of: other) == X25519.publicKey(of: scalar))
        #expect(throws: EllipticCurveError.wrongPrivateKeyLength(count: 31, needed: 32)) {
            try X25519.multiply(Array(scalar.dropLast()), high)
        }
    }
}
