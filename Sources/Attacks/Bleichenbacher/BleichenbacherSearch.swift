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
    /// How far it was at each answer that differed.
    private(set) var progress: [BleichenbacherAttack.Progress] = []

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
    private static let usual = 8
    /// By how many queries a search may be late before it begins anew.
    private static let arrears = 150
    /// Where a search gives up if no answer has differed, in multiples of n/B. So many draws miss with a probability of e^-20.
    private static let patience = 20

    /// A search under the modulus of a public key.
    init(_ key: RSAPublicKey, using random: SeededRandomSource) {
        let bound = Integer.powerOfTwo(8 * (key.size - 2))
        modulus = key.n
        low = bound * 2
        high = bound * 3
        rarity = 1 << max(0, min(24, key.n.bitWidth - bound.bitWidth + 1))
        self.random = random
    }

    /// Where it gives up if no answer has differed.
    var limit: Int { Self.patience * rarity }

    /// The plaintext; nil if nothing can be learned.
    ///
    /// - Parameter conforms: whether the plaintext times a factor, modulo n, begins with 00 02.
    mutating func run(asking conforms: (Integer) -> Bool) -> Integer? {
        var blinding = Integer(1)
        while true {
            switch solve(blinding, conforms) {
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
            if ask(factor, 1, conforms), factor.inverse(modulo: modulus) != nil { return factor }
        }
        return nil
    }

    /// Steps 2 to 4 for the plaintext times `blinding`, which begins with 00 02.
    private mutating func solve(_ blinding: Integer, _ conforms: (Integer) -> Bool) -> Outcome {
        // Step 2a: the first factor.
        var factor = Self.ceiling(modulus, high)
        let start = queries
        while !ask(factor, blinding, conforms) {
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
            guard let next = next(intervals, after: factor, blinding, for: Self.arrears + Self.usual - behind, conforms)
            else { return .stuck }
            factor = next
            behind = max(0, behind + queries - before - Self.usual)
        }
    }

    /// Step 2c for each interval in turn: the next factor, about twice as large, so that an interval is halved; nil if it is not
    /// found with so many queries.
    private mutating func next(
        _ intervals: [Interval], after factor: Integer, _ blinding: Integer, for most: Int,
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
                if ask(candidate, blinding, conforms) { return candidate }
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

    private mutating func ask(_ factor: Integer, _ blinding: Integer, _ conforms: (Integer) -> Bool) -> Bool {
        queries += 1
        let isHit = conforms((factor * blinding).modulo(modulus))
        if isHit { hits += 1 }
        return isHit
    }

    private mutating func note(_ intervals: [Interval], _ factor: Integer) {
        let open = intervals.map { ($0.high - $0.low).bitWidth }.max() ?? 0
        progress.append(
            BleichenbacherAttack.Progress(
                queries: queries, factorBits: factor.bitWidth, intervals: intervals.count, openBits: open,
                blindings: blindings))
    }

    private static func floor(_ a: Integer, _ b: Integer) -> Integer {
        a.quotientAndRemainder(dividingBy: b)?.quotient ?? 0
    }

    private static func ceiling(_ a: Integer, _ b: Integer) -> Integer { floor(a + b - 1, b) }
}
