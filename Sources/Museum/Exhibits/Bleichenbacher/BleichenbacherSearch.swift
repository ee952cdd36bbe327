import Crypto

/// Finds a plaintext by asking an oracle of its multiples whether they begin with 00 02 (Bleichenbacher 1998, section 3.1).
///
/// The search knows the modulus n and the oracle's answers, and nothing else. The steps are numbered as in the paper. Two things differ
/// from the paper. First, the products m · s mod n of successive s advance by m at a time. Where n / m is close to a whole number, the
/// products come back to nearly the same places, and may miss 2B to 3B a million times in a row. So a search that takes too long begins
/// anew with another multiple of m, drawn at random. Second, where several intervals are left, step 2c tries factors for each of them in
/// turn. The paper's step 2b tries one factor after the other.
///
/// The first answer that differs takes about 2n/3B queries, since the products are spread over n and one in n/B hits. Then each bit of the
/// plaintext takes about two queries. Over many keys of 505 bits, with an n/B of 256 to 512, the mean is 1,450, and fewer than one search
/// in a hundred take more than 4,000. For 2,048 bits n/B is 2^15 to 2^16, and the first answer alone takes tens of thousands.
///
/// An oracle that also wants the padding and its end to be right says yes to one product in five of those. The first answer takes about
/// 5n/B queries then, and each bit about twelve. Since most of the queries that should hit miss, a hit should narrow more: the factors
/// grow by 5/2 instead of 2. Over many keys the mean is 8,200, and fewer than one search in a hundred take more than 22,000.
struct BleichenbacherSearch {
    /// The modulus n of the key.
    private let modulus: Integer
    /// 2B and 3B: a block that begins with 00 02 lies from 2B to 3B - 1, where B is 2^(8(k - 2)) for a modulus of k octets.
    private let low, high: Integer
    /// n/B, rounded down: on average one of this many products hits.
    let rarity: Int
    private var random: SeededRandomSource

    /// The number of questions that the oracle has answered.
    private(set) var queries = 0
    /// The number of times that the oracle has said yes.
    private(set) var hits = 0
    /// The number of times that the search has begun anew.
    private(set) var blindings = 0
    /// The factor by which the plaintext is multiplied before the search; 1 until the search begins anew.
    private(set) var blinding = Integer(1)
    /// The factors that have hit since the search last began anew, in order.
    private(set) var factors: [Integer] = []
    /// The progress at each hit: the questions so far, and the number of plaintext bits that were still open.
    private(set) var progress: [(queries: Int, openBits: Int)] = []

    private struct Interval: Hashable { let low, high: Integer }

    /// The result of a search for one multiple of the plaintext.
    private enum Outcome {
        /// The multiple of the plaintext.
        case found(Integer)
        /// The search takes too long: it has to begin anew.
        case stuck
        /// No answer has ever differed, or the answers contradict each other.
        case hopeless
    }

    /// The number of queries that a step may take without being late. Most steps take two or three.
    private let usual: Int
    /// The number of queries by which a search may be late before it begins anew.
    private let arrears: Int
    /// The number of queries without a hit after which step 2a begins anew, in multiples of n/B.
    private let start: Int
    /// The number of queries without a hit after which the search gives up, in multiples of n/B. The probability that all of them miss is
    /// e^-20, or e^-13 where the oracle is strict.
    private let patience: Int
    /// The ratio of a factor to the one before it.
    private let growth: (numerator: Int, denominator: Int)

    /// A search under the modulus of a public key.
    ///
    /// - Parameter isStrict: whether the oracle also wants the padding to be right. Then it says yes to one product in five of those that begin
    ///   with 00 02.
    init(_ key: RSAPublicKey, isStrict: Bool = false, using random: SeededRandomSource) {
        let bound = Integer.powerOfTwo(8 * (key.size - 2))
        modulus = key.n
        low = bound * 2
        high = bound * 3
        rarity = Int(Self.floor(key.n, bound).bigEndian.reduce(0) { min(1 << 24, $0 << 8 | Int($1)) })
        (usual, arrears, start, patience) = isStrict ? (40, 750, 20, 70) : (8, 150, 2, 20)
        growth = isStrict ? (5, 2) : (2, 1)
        self.random = random
    }

    /// The number of queries without a hit after which the search gives up.
    var limit: Int { patience * rarity }

    /// Searches for the plaintext; returns nil if nothing can be learned.
    ///
    /// - Parameter conforms: whether the plaintext times a factor, modulo n, begins with 00 02.
    mutating func run(asking conforms: (Integer) -> Bool) -> Integer? {
        while true {
            factors = []
            switch solve(conforms) {
            case .found(let multiple):
                return blinding.inverse(modulo: modulus).map { (multiple * $0).modulo(modulus) }
            case .hopeless: return nil
            case .stuck:
                guard let next = drawn(conforms) else { return nil }
                blinding = next
                blindings += 1
            }
        }
    }

    /// Step 1: a random factor whose product with the plaintext begins with 00 02; nil if the oracle never says yes.
    private mutating func drawn(_ conforms: (Integer) -> Bool) -> Integer? {
        while !isHopeless {
            let factor = random.integer(in: 2...(modulus - 1))
            // A factor without an inverse would have a common divisor with n, and so reveal the private key.
            if ask(factor, conforms, blinding: 1), factor.inverse(modulo: modulus) != nil { return factor }
        }
        return nil
    }

    /// Steps 2 to 4 for the plaintext times `blinding`, which begins with 00 02.
    private mutating func solve(_ conforms: (Integer) -> Bool) -> Outcome {
        // Step 2a: the first factor.
        var factor = Self.ceiling(modulus, high)
        let before = queries
        while !ask(factor, conforms) {
            guard !isHopeless else { return .hopeless }
            guard queries - before < start * rarity else { return .stuck }
            factor = factor + 1
        }
        var intervals = [Interval(low: low, high: high - 1)]
        var behind = 0
        while true {
            intervals = narrowed(intervals, factor)
            note(intervals, factor)
            guard let first = intervals.first else { return .hopeless }
            if intervals.count == 1, first.low == first.high { return .found(first.low) }
            let before = queries
            guard let next = next(intervals, after: factor, for: arrears + usual - behind, conforms)
            else { return .stuck }
            factor = next
            behind = max(0, behind + queries - before - usual)
        }
    }

    /// Step 2c for each interval in turn: the next factor that hits. It is larger than `factor` by ``growth``, so a hit narrows an interval
    /// as much. Nil if `most` queries find none.
    private mutating func next(
        _ intervals: [Interval], after factor: Integer, for most: Int,
        _ conforms: (Integer) -> Bool
    ) -> Integer? {
        var candidates = intervals.map { interval in
            Candidates(
                of: interval, n: modulus, low: low, high: high,
                turn: Self.ceiling(
                    (interval.high * factor - low) * Integer(growth.numerator),
                    modulus * Integer(growth.denominator)))
        }
        let start = queries
        while true {
            for index in candidates.indices {
                guard queries - start < most else { return nil }
                let candidate = candidates[index].next()
                if ask(candidate, conforms) { return candidate }
            }
        }
    }

    /// The factors s with which a plaintext from a to b can hit in the r-th turn, (2B + rn) / b ≤ s < (3B + rn) / a, then those for the
    /// turns after it.
    private struct Candidates {
        private let interval: Interval
        private let n, low, high: Integer
        private var turn: Integer
        private var candidate: Integer
        private var end: Integer

        init(of interval: Interval, n: Integer, low: Integer, high: Integer, turn: Integer) {
            self.interval = interval
            self.n = n
            self.low = low
            self.high = high
            self.turn = turn
            candidate = ceiling(low + turn * n, interval.high)
            end = ceiling(high + turn * n, interval.low)
        }

        mutating func next() -> Integer {
            while candidate >= end {
                turn = turn + 1
                candidate = ceiling(low + turn * n, interval.high)
                end = ceiling(high + turn * n, interval.low)
            }
            defer { candidate = candidate + 1 }
            return candidate
        }
    }

    /// Step 3: the parts of the intervals that are still possible when the plaintext times `factor` begins with 00 02.
    private func narrowed(_ intervals: [Interval], _ factor: Integer) -> [Interval] {
        var left: [Interval] = []
        for interval in intervals {
            var turn = Self.ceiling(interval.low * factor - high + 1, modulus)
            let last = Self.floor(interval.high * factor - low, modulus)
            while turn <= last {
                let bottom = max(interval.low, Self.ceiling(low + turn * modulus, factor))
                let top = min(interval.high, Self.floor(high - 1 + turn * modulus, factor))
                if bottom <= top, !left.contains(Interval(low: bottom, high: top)) {
                    left.append(Interval(low: bottom, high: top))
                }
                turn = turn + 1
            }
        }
        return left
    }

    private var isHopeless: Bool { hits == 0 && queries >= limit }

    private mutating func ask(_ factor: Integer, _ conforms: (Integer) -> Bool, blinding other: Integer? = nil) -> Bool
    {
        queries += 1
        let isHit = conforms((factor * (other ?? blinding)).modulo(modulus))
        if isHit { hits += 1 }
        return isHit
    }

    private mutating func note(_ intervals: [Interval], _ factor: Integer) {
        factors.append(factor)
        progress.append((queries, intervals.map { ($0.high - $0.low).bitWidth }.max() ?? 0))
    }

    private static func floor(_ a: Integer, _ b: Integer) -> Integer {
        a.quotientAndRemainder(dividingBy: b)?.quotient ?? 0
    }

    private static func ceiling(_ a: Integer, _ b: Integer) -> Integer { floor(a + b - 1, b) }
}
