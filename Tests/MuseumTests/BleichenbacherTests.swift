import Crypto
import TLSSim
import TestSupport
import Testing
import Trace

@testable import Museum

@Suite struct BleichenbacherTests {
    /// A search alone, with the plaintext at hand.
    private func search(seed: UInt64) throws -> (search: BleichenbacherSearch, isRight: Bool) {
        var random = SeededRandomSource(seed: seed).fork("search")
        // Any odd modulus will do: the search does not ask what its factors are.
        let n = random.integer(bits: 503) * 2 + 1 + .powerOfTwo(504)
        let message = Integer(bigEndian: [0, 2] + random.nonZeroOctets(13) + [0] + random.octets(48))
        let from = Integer.powerOfTwo(497)
        let to = from + .powerOfTwo(496)
        var search = BleichenbacherSearch(
            try RSAPublicKey(modulus: n, exponent: 65_537), using: random.fork("attacker"))
        let found = search.run { factor in
            let product = (message * factor).modulo(n)
            return from <= product && product < to
        }
        return (search, found == message)
    }

    /// The figures are of a simulation in another language: 1,450 on average, and 99 of 100 below 4,800.
    @Test func theSearchSucceedsForEverySeedWithAsManyQueriesAsTheoryHasIt() throws {
        var counts: [Int] = []
        var blindings = 0
        for seed in UInt64(0)..<100 {
            let (search, isRight) = try search(seed: seed)
            #expect(isRight, "seed \(seed)")
            counts.append(search.queries)
            blindings += search.blindings
            // What is left only ever gets less, since it began anew.
            let open = search.progress.suffix(search.factors.count).map(\.openBits)
            #expect(zip(open, open.dropFirst()).allSatisfy { $0 >= $1 } && open.last == 0)
        }
        let mean = counts.reduce(0, +) / counts.count
        #expect((1_250...1_650).contains(mean), "\(mean)")
        #expect(counts.filter { $0 > 4_800 }.count <= 1)
        // Some seeds do need it.
        #expect(blindings > 0)
    }

    /// An oracle that never says yes is given up; one that contradicts itself ends the search as well.
    @Test func theSearchGivesUpWhereThereIsNothingToLearn() throws {
        let n = Integer.powerOfTwo(504) + 1
        let key = try RSAPublicKey(modulus: n, exponent: 65_537)
        var deaf = BleichenbacherSearch(key, using: SeededRandomSource(seed: 1))
        #expect(deaf.run { _ in false } == nil)
        #expect(deaf.queries == deaf.limit && deaf.limit == 20 * 256)
        var affirmative = BleichenbacherSearch(key, using: SeededRandomSource(seed: 1))
        #expect(affirmative.run { _ in true } == nil)
    }

    /// What a server of that mistake says aloud.
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
