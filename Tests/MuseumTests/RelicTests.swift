import Crypto
import TLSSim
import TestSupport
import Testing
import Trace

@testable import Museum

/// The exhibits' own computations, compared with other programs and with the laws of arithmetic.
@Suite struct RelicTests {
    private static var texts: [[UInt8]] {
        var random = SeededRandomSource(seed: 3)
        let noise = random.octets(700)
        return [
            [], Array("a".utf8), Array(String(repeating: "ab", count: 400).utf8), noise, noise + noise,
            Array("Cookie: id=0123456789abcdef\r\n".utf8) + noise + Array("Cookie: id=0123456789abcdef\r\n".utf8),
            [UInt8](repeating: 0xff, count: 3_000),
        ]
    }

    @Test func zlibReadsWhatDeflateWrites() async throws {
        try await Tool.require("python3")
        for text in Self.texts {
            let compressed = Deflate.compress(text)
            #expect(Deflate.expand(compressed[...], most: 1 << 14) == text)
            let result = try await Tool.run(
                "python3",
                [
                    "-c",
                    "import sys, zlib; print(zlib.decompressobj(-15).decompress(bytes.fromhex(sys.argv[1])).hex())",
                    Hex.string(compressed),
                ])
            #expect((result.lines.first ?? "") == Hex.string(text))
        }
    }

    @Test func damagedDeflateDataCausesNoTrap() {
        var random = SeededRandomSource(seed: 4)
        for length in 0..<200 {
            let plain = Deflate.expand(random.octets(length)[...], most: 500)
            #expect(plain?.count ?? 0 <= 500)
        }
        let long = Deflate.compress([UInt8](repeating: 1, count: 1_000))
        #expect(Deflate.expand(long[...], most: 999) == nil)
        #expect(Deflate.expand(long.dropLast(), most: 1_000) == nil)
    }

    /// The product of the factors x - r and of a constant has the roots r.
    @Test func theRootsOfAPolynomialAreFound() {
        var random = SeededRandomSource(seed: 5)
        func element() -> UInt128 { random.octets(16).reduce(0) { $0 << 8 | UInt128($1) } }
        for count in 1...4 {
            let roots = (0..<count).map { _ in element() }
            var product: [UInt128] = [element()]
            for root in roots {
                var next = [UInt128](repeating: 0, count: product.count + 1)
                for (index, value) in product.enumerated() {
                    next[index + 1] ^= value
                    next[index] ^= GaloisCounterMode.multiply(value, root)
                }
                product = next
            }
            let polynomial = GaloisPolynomial(product)
            #expect(Set(polynomial.roots(using: &random)) == Set(roots))
            #expect(roots.allSatisfy { polynomial.value(at: $0) == 0 })
        }
        #expect(GaloisPolynomial([1, 0, 0]).degree == 0 && GaloisPolynomial([]).roots(using: &random) == [])
    }
}
