import Crypto

/// Finds a plaintext by asking of its multiples whether they begin with 00 02 (Bleichenbacher 1998, section 3.1).
///
/// The search knows the modulus n and the oracle's answers, and nothing else; whom the oracle asks is not its affair. The steps are
/// numbered as in the paper, which leaves two things out. The products m · s mod n of successive s advance by m at a time: where n / m
/// is close to a whole number, they come back to nearly the same places, and may miss 2B to 3B a million times in a row. So a search
/// that takes too long begins anew with another multiple of m, drawn at random. And where several intervals are left, factors are tried
/// for each of them in turn by step 2c, not one factor after the other.
///
/// How many queries it takes: about 2n/3B for the first answer that differs, since the products are spread over n and every one in
/// n/B hits; then two or so for each bit of the plaintext. Over many keys of 505 bits, with an n/B of 256 to 512, the mean is 1,450,
/// and one search in a hundred takes more than 4,000. For 2,048 bits n/B is 2^15 to 2^16, and the first answer alone takes tens of
/// thousands. An oracle that also wants the padding and its end to be right says yes to one product in five of those, and the search
/// takes six times as many queries.
struct BleichenbacherSearch {
    /// n.
    private let modulus: Integer
    /// 2B and 3B: what begins with 00 02 lies from 2B to 3B - 1, where B is 2^(8(k - 2)) for a modulus of k octets.
    private let low, high: Integer
    /// n/B: one product in so many hits, by chance.
    private let rarity: Int
    private var random: SeededRandomSource

    /// Questions asked.
    private(set) var queries = 0
    /// How often the oracle has said yes.
    private(set) var hits = 0
    /// How often it has begun anew.
    private(set) var blindings = 0
    /// What makes of the plaintext the one that is searched for; 1 as long as it has not begun anew.
    private(set) var blinding = Integer(1)
    /// The factors that hit since it began anew, in order.
    private(set) var factors: [Integer] = []
    /// How far it was at each hit: questions so far, and how many bits of the plaintext were open.
    private(set) var progress: [(queries: Int, openBits: Int)] = []

    private struct Interval: Hashable { let low, high: Integer }

    /// What came of a search for one multiple of the plaintext.
    private enum Outcome {
        case found(Integer)
        /// It takes too long.
        case stuck
        /// No answer has ever differed, or what was answered contradicts itself.
        case hopeless
    }

    /// Queries that a step may well take. Most take two or three.
    private let usual: Int
    /// By how many queries a search may be late before it begins anew.
    private let arrears: Int
    /// Where a search gives up if no answer has differed, in multiples of n/B. So many draws miss with a probability of e^-20, or e^-10 where
    /// the oracle is strict.
    let patience: Int

    /// A search under the modulus of a public key.
    ///
    /// - Parameter isStrict: whether the oracle also wants the padding right: then it says yes to one product in five.
    init(_ key: RSAPublicKey, isStrict: Bool = false, using random: SeededRandomSource) {
        let bound = Integer.powerOfTwo(8 * (key.size - 2))
        modulus = key.n
        low = bound * 2
        high = bound * 3
        rarity = Int(Self.floor(key.n, bound).bigEndian.reduce(0) { min(1 << 24, $0 << 8 | Int($1)) })
        (usual, arrears, patience) = isStrict ? (40, 750, 54) : (8, 150, 20)
        self.random = random
    }

    /// Where it gives up if no answer has differed.
    var limit: Int { patience * rarity }

    /// The plaintext; nil if nothing can be learned.
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

    /// Step 1: a factor that makes of the plaintext another one that begins with 00 02.
    private mutating func drawn(_ conforms: (Integer) -> Bool) -> Integer? {
        while !isHopeless {
            let factor = random.integer(in: 2...(modulus - 1))
            // Any factor without an inverse would be a divisor of n, and the end of the key.
            if ask(factor, conforms, blinding: 1), factor.inverse(modulo: modulus) != nil { return factor }
        }
        return nil
    }

    /// Steps 2 to 4 for the plaintext times `blinding`, which begins with 00 02.
    private mutating func solve(_ conforms: (Integer) -> Bool) -> Outcome {
        // Step 2a: the first factor.
        var factor = Self.ceiling(modulus, high)
        let start = queries
        while !ask(factor, conforms) {
            guard !isHopeless else { return .hopeless }
            guard queries - start < 2 * rarity else { return .stuck }
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

    /// Step 2c for each interval in turn: the next factor, about twice as large, so that an interval is halved; nil if it is not
    /// found with so many queries.
    private mutating func next(
        _ intervals: [Interval], after factor: Integer, for most: Int,
        _ conforms: (Integer) -> Bool
    ) -> Integer? {
        var candidates = intervals.map { interval in
            Candidates(
                of: interval, n: modulus, low: low, high: high,
                turn: Self.ceiling((interval.high * factor - low) * 2, modulus))
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

    /// The factors s with which a plaintext from a to b can hit in the r-th turn, (2B + rn) / b ≤ s < (3B + rn) / a, then those for
    /// the turn after it, and so on.
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

    /// Step 3: what is left of the intervals when the plaintext times `factor` begins with 00 02.
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
