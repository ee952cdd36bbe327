import Crypto
import Testing

@Suite struct RandomSourceTests {
    /// Computed from the documented construction by another program.
    @Test func theSeededStreamIsPinned() {
        var random = SeededRandomSource(seed: 42)
        #expect(
            random.octets(64)
                == octets(
                    """
                    35d7cc4269b378f5f3a6478dd2bbd46be26bf1639da72fbc6bdc715865837513
                    345abe8b1baa032d06409e5bffd92d6e46ab67a7fae2e0a010fde2813d53dab4
                    """))
        var fork = SeededRandomSource(seed: 42).fork("link")
        #expect(fork.octets(32) == octets("31e80ad65e8592558083f723120afb6630d1afad5692f2ca4e1fa53c7f665ac6"))
    }

    @Test func drawingInPiecesGivesTheSameStream() {
        var whole = SeededRandomSource(seed: 1)
        var pieces = SeededRandomSource(seed: 1)
        let expected = whole.octets(1 + 31 + 33 + 64 + 0 + 71)
        #expect([1, 31, 33, 64, 0, 71].flatMap { pieces.octets($0) } == expected)
        #expect(whole == pieces)
        #expect(whole.octets(-1) == [])
    }

    @Test func aForkDependsOnSeedAndNameAlone() {
        var source = SeededRandomSource(seed: 3)
        var early = source.fork("a")
        _ = source.octets(1000)
        var late = source.fork("a")
        let drawn = early.octets(40)
        #expect(drawn == late.octets(40))
        var otherName = source.fork("b")
        var otherSeed = SeededRandomSource(seed: 4).fork("a")
        var nested = source.fork("a").fork("a")
        let others = [otherName.octets(40), otherSeed.octets(40), nested.octets(40), source.octets(40)]
        #expect(!others.contains(drawn))
        #expect(Set(others).count == 4)
    }

    @Test func numbersBelowABoundReachEveryValueAndNoOther() {
        var random = SeededRandomSource(seed: 5)
        for bound in [2, 3, 5, 17, 256, 257] {
            var counts = [Int](repeating: 0, count: bound)
            for _ in 0..<bound * 50 {
                guard let drawn = random.integer(below: Integer(bound)).int, drawn < bound, drawn >= 0 else {
                    Issue.record("outside 0..<\(bound)")
                    return
                }
                counts[drawn] += 1
            }
            // Fifty draws for each value: the chance that one is missed altogether is below 10^-18.
            #expect(!counts.contains(0))
        }
        #expect(random.integer(below: 1) == 0)
        #expect(random.integer(below: 0) == 0)
        #expect(random.integer(below: -5) == 0)
    }

    @Test func numbersOfManyBits() {
        var random = SeededRandomSource(seed: 6)
        for bits in [1, 7, 8, 9, 64, 1000] {
            let drawn = (0..<60).map { _ in random.integer(bits: bits) }
            #expect(drawn.allSatisfy { $0 >= 0 && $0.bitWidth <= bits })
            #expect(drawn.map(\.bitWidth).max() == bits)
        }
        #expect(random.integer(bits: 0) == 0)
        #expect((0..<100).allSatisfy { _ in (5...7).contains(random.integer(in: 5...7).int ?? 0) })
        #expect(random.integer(in: 9...9) == 9)
    }

    @Test func nonZeroOctetsAreNotZeroAndEnough() {
        var random = SeededRandomSource(seed: 8)
        let drawn = random.nonZeroOctets(5000)
        #expect(drawn.count == 5000)
        #expect(Set(drawn) == Set(1...255))
    }

    @Test func theSystemDoesNotRepeatItself() {
        var random = SystemRandomSource()
        #expect(random.octets(13).count == 13)
        #expect(random.octets(0) == [] && random.octets(-1) == [])
        #expect(random.octets(32) != random.octets(32))
    }
}
