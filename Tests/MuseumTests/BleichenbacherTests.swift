import Crypto
import TLSSim
import TestSupport
import Testing
import Trace

@testable import Museum

@Suite struct BleichenbacherTests {
    /// A search against an oracle that knows the plaintext. `isRight` says whether it found the plaintext.
    private func search(
        seed: UInt64, isStrict: Bool = false
    ) throws -> (search: BleichenbacherSearch, isRight: Bool) {
        var random = SeededRandomSource(seed: seed).fork("search")
        // Any odd modulus will do, because the search does not use its factors.
        let n = random.integer(bits: 503) * 2 + 1 + .powerOfTwo(504)
        let message = Integer(bigEndian: [0, 2] + random.nonZeroOctets(13) + [0] + random.octets(48))
        let oracle = isStrict ? RSAKeyExchange.PaddingOracle.padding : .beginning
        var search = BleichenbacherSearch(
            try RSAPublicKey(modulus: n, exponent: 65_537), isStrict: isStrict, using: random.fork("attacker"))
        let found = search.run { factor in
            (message * factor).modulo(n).bigEndian(count: 64).map { !oracle.refuses($0) } ?? false
        }
        return (search, found == message)
    }

    /// A simulation in another language needed 1,450 queries on average, and fewer than 4,800 in 99 of 100 cases.
    @Test func theSearchSucceedsForEverySeedWithAsManyQueriesAsASimulation() throws {
        var counts: [Int] = []
        var blindings = 0
        for seed in UInt64(0)..<100 {
            let (search, isRight) = try search(seed: seed)
            #expect(isRight, "seed \(seed)")
            counts.append(search.queries)
            blindings += search.blindings
            // After the last new beginning, the number of open bits never grows, and ends at 0.
            let open = search.progress.suffix(search.factors.count).map(\.openBits)
            #expect(zip(open, open.dropFirst()).allSatisfy { $0 >= $1 } && open.last == 0)
        }
        let mean = counts.reduce(0, +) / counts.count
        #expect((1_250...1_650).contains(mean), "\(mean)")
        #expect(counts.filter { $0 > 4_800 }.count <= 1)
        // Some seeds need blinding.
        #expect(blindings > 0)
    }

    /// The most octets that a capture of an exhibit may have.
    private static let mostOctets = 64_000_000

    /// A capture grows by the same octets with each connection. So the longest of many searches shows how large captures become, and the
    /// limit of a search that finds nothing shows how large they become with the rule in place.
    @Test func theCaptureStaysUnderItsLimitWithEitherOracle() throws {
        var octets = 0
        var wants = Performance.Wants()
        wants.sink = { octets += $1.count }
        let run = try ExhibitRun.perform(Bleichenbacher.self, variant: "strong", isDefended: false, seed: 1, wants)
        let each = octets / run.outcome.tries
        #expect(each < 1_500, "\(each)")
        var counts: [Int] = []
        for seed in UInt64(0)..<150 {
            let (search, isRight) = try search(seed: seed, isStrict: true)
            #expect(isRight, "seed \(seed)")
            #expect(search.limit * each < Self.mostOctets)
            counts.append(search.queries)
        }
        let largest = try #require(counts.max())
        #expect(largest * each < Self.mostOctets * 3 / 4, "\(largest)")
        #expect((6_600...8_600).contains(counts.sorted()[counts.count / 2]))
    }

    /// The search stops at its limit if the oracle never says yes, and also if the oracle contradicts itself.
    @Test func theSearchGivesUpIfTheOracleTellsNothing() throws {
        let n = Integer.powerOfTwo(504) + 1
        let key = try RSAPublicKey(modulus: n, exponent: 65_537)
        var deaf = BleichenbacherSearch(key, using: SeededRandomSource(seed: 1))
        #expect(deaf.run { _ in false } == nil)
        #expect(deaf.queries == deaf.limit && deaf.limit == 20 * 256)
        var affirmative = BleichenbacherSearch(key, using: SeededRandomSource(seed: 1))
        #expect(affirmative.run { _ in true } == nil)
    }

    /// The blocks that a server with each padding oracle refuses.
    @Test func aStricterServerRefusesMore() {
        let padded = [0, 2] + [UInt8](repeating: 7, count: 8) + [0] + [UInt8](repeating: 9, count: 5)
        let unpadded = [0, 2] + [UInt8](repeating: 7, count: 14)
        let short = [0, 2] + [UInt8](repeating: 7, count: 7) + [0] + [UInt8](repeating: 9, count: 6)
        let other = [0, 1] + padded.dropFirst(2)
        #expect(
            [padded, unpadded, short, other].map(RSAKeyExchange.PaddingOracle.nothing.refuses) == [
                false, false, false, false,
            ])
        #expect(
            [padded, unpadded, short, other].map(RSAKeyExchange.PaddingOracle.beginning.refuses) == [
                false, false, false, true,
            ])
        #expect(
            [padded, unpadded, short, other].map(RSAKeyExchange.PaddingOracle.padding.refuses) == [
                false, true, true, true,
            ])
    }
}
