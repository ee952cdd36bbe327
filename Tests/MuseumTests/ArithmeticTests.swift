import Crypto
import PKI
import Simulator
import Testing
import Trace

@testable import Museum

/// The arithmetic of attacks.
@Suite struct ArithmeticTests {
    @Test func residuesMakeANumber() {
        var found = ChineseRemainder()
        for r in [2, 3, 5, 7, 11, 13] { found.add(12_345 % r, modulo: r) }
        #expect(found.value == 12_345 && found.modulus == 30_030)
        #expect(ChineseRemainder.moduli([2, 3, 5, 7], above: 6) == [2, 3, 5])
    }

    @Test func rootsAreRoundedDown() {
        for (number, degree, root) in [(26, 3, 2), (27, 3, 3), (28, 3, 3), (99, 2, 9), (100, 2, 10), (1, 3, 1)] {
            #expect(Integer(number).root(degree) == Integer(root))
        }
        let large = Integer.powerOfTwo(2_000) + 12_345
        #expect((large * large * large).root(3) == large && (large * large * large - 1).root(3) == large - 1)
    }

    /// Safe primes. Modulo the first two, 2 is a square; modulo the others it is none, and -1 is a power of 2.
    @Test(arguments: [4_294_967_087, 1_099_511_615_303, 4_294_963_787, 1_099_511_627_339] as [UInt64])
    func logarithmsToTheBase2AreFoundModuloEachSafePrime(p: UInt64) throws {
        var random = SeededRandomSource(seed: 3)
        let calculus = IndexCalculus(p: p, g: 2, bound: 500, using: &random)
        for x in [1, 2, 77, p / 2 - 1, p / 2 + 1, p - 3] {
            let value = try #require(Integer(2).power(Integer(x), modulo: Integer(p))?.uint64)
            let order = p % 8 == 7 ? p / 2 : p - 1
            #expect(calculus.logarithm(of: value, using: &random).exponent == x % order, "\(p), \(x)")
        }
    }

    @Test func pointsOfSmallOrderAreOnOtherCurves() {
        let curve = EllipticCurve.p256
        #expect(InvalidCurve.points.count == 51)
        #expect(InvalidCurve.points.reduce(Integer(1)) { $0 * Integer($1.order) } > .powerOfTwo(320))
        for odd in InvalidCurve.points {
            #expect(!curve.contains(odd.point) && odd.b != curve.b && odd.point != .infinity)
            #expect(curve.multiply(odd.point, by: Integer(odd.order)) == .infinity, "\(odd.order)")
            #expect((2..<odd.order).allSatisfy { !odd.order.isMultiple(of: $0) })
        }
    }
}

/// A judge of certificates that breaks one rule keeps all others.
@Suite struct MistakeTests {
    private static let exhibits: [(exhibit: any Exhibit.Type, mistake: Mistake)] = [
        (LeafAsCA.self, .takesAnyIssuer), (NullPrefix.self, .endsNamesAtZero), (E3Forgery.self, .looksBehindNoDigest),
    ]

    @Test func eachForgeryNeedsItsOwnMistake() throws {
        let pki = try Visit.Cast(Visit.Options(seed: 4, suite: .ecdheECDSAAES128GCM)).pki
        for (exhibit, own) in Self.exhibits {
            var octets: [UInt8] = []
            var wants = Performance.Wants()
            wants.sink = { octets += $1 }
            let run = try ExhibitRun.perform(exhibit, variant: "standard", isDefended: false, seed: 4, wants)
            let chain = try #require(Recording(capture: octets).handshakes.first?.certificates)
            var anchors = pki.trustStore.anchors
            for case ("anchor", .string(let hex)) in run.outcome.evidence { anchors += [try #require(Hex.octets(hex))] }
            for (_, mistake) in Self.exhibits {
                var question = ChainQuestion(hostName: Visit.hostName, time: Visit.epoch)
                question.mistakes = [mistake]
                let verdict = Evaluator(store: TrustStore(anchors: anchors)).judge(chain: chain, question: question)
                #expect((verdict.chain != nil) == (mistake == own), "\(exhibit.card.name) \(mistake)")
            }
        }
    }

    @Test func aVerifierThatReadsTheBlockFromTheLeftStillWantsPaddingAndDigest() throws {
        var random = SeededRandomSource(seed: 1)
        let key = try RSAPrivateKey.make(bits: 2048, exponent: 3, using: &random)
        let message = Array("a message".utf8)
        func signature(padding: Int, digestOf signed: [UInt8]) throws -> [UInt8] {
            let start =
                [0, 1] + [UInt8](repeating: 0xff, count: padding) + [0]
                + DigestFunction.common(.sha256).digestInfo(HashAlgorithm.sha256.hash(signed))
            let block = start + [UInt8](repeating: 7, count: 256 - start.count)
            return try key.rsasp1(Integer(bigEndian: block), blindedBy: &random).bigEndian(count: 256) ?? []
        }
        func isTaken(_ signature: [UInt8]) -> Bool {
            PKCS1v15.hasValidPrefix(signature, of: message, hash: .common(.sha256), by: key.publicKey)
        }
        #expect(isTaken(try signature(padding: 8, digestOf: message)))
        #expect(!isTaken(try signature(padding: 7, digestOf: message)))
        #expect(!isTaken(try signature(padding: 8, digestOf: Array("another".utf8))))
        #expect(throws: RSAError.invalidSignature) {
            try PKCS1v15.verify(
                try signature(padding: 8, digestOf: message), of: message, hash: .sha256, by: key.publicKey)
        }
    }
}
