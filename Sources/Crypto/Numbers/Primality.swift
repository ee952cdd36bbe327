internal import CGMP

extension Integer {
    /// Whether the number is prime, by a probabilistic test.
    ///
    /// "No" is certain. "Yes" can be wrong for a composite number. But for the first 24 rounds GMP runs the Baillie-PSW test, and no
    /// composite number is known that passes it. Each further round is a Miller-Rabin test, which a composite number passes with a
    /// probability below 1/4. Negative numbers are not prime.
    public func isProbablyPrime(rounds: Int = 40) -> Bool {
        guard signum > 0 else { return false }
        let rounds = Int32(clamping: max(1, rounds))
        return read { unsafe __gmpz_probab_prime_p($0, rounds) } != 0
    }

    /// Whether the number p is a safe prime: p and (p - 1) / 2 are both prime.
    ///
    /// Then every residue except 1 and p - 1 generates a group of at least (p - 1) / 2 elements. So an attacker cannot choose an
    /// element of a small subgroup (RFC 7919 section 5.1).
    public func isSafePrime(rounds: Int = 40) -> Bool {
        guard signum > 0, !isEven, let half = (self - 1).quotientAndRemainder(dividingBy: 2)?.quotient else {
            return false
        }
        return half.isProbablyPrime(rounds: rounds) && isProbablyPrime(rounds: rounds)
    }

    /// Draws a prime of exactly `bits` bits. Its two highest bits are set, so a product of two such primes is never a bit too
    /// short. Each candidate is a new draw, as in FIPS 186-5 appendix A.1.3, so all primes are about equally likely.
    ///
    /// - Parameter accept: a further condition on the prime.
    /// - Precondition: `bits` is at least 3. (Below that there is no odd prime of this shape.)
    package static func randomPrime<R: RandomSource>(
        bits: Int, using random: inout R, where accept: (Integer) -> Bool = { _ in true }
    ) -> Integer {
        precondition(bits >= 3, "a prime with its two highest bits set has three bits or more")
        let top = Integer.powerOfTwo(bits - 1) + Integer.powerOfTwo(bits - 2)
        while true {
            let low = random.integer(bits: bits - 2)
            let candidate = top + (low.isEven ? low + 1 : low)
            // Nine candidates of ten have a small factor, and most of these have one of the smallest primes as a factor. This check
            // takes a hundredth of the time of the test, and its primes are larger than those of the trial division in the test.
            guard bits <= 16 || !candidate.hasSmallFactor else { continue }
            // The condition is cheaper than the test, so it comes first. More rounds would protect against numbers that were chosen
            // to pass. A random composite number passes Baillie-PSW far more rarely than FIPS 186-5 table B.1 requires.
            if accept(candidate), candidate.isProbablyPrime(rounds: 24) { return candidate }
        }
    }

    /// Whether an odd prime below 2^16 divides the number.
    private var hasSmallFactor: Bool {
        Integer.smallPrimes.contains { product, primes in
            let rest = read { unsafe __gmpz_fdiv_ui($0, product) }
            return primes.contains { rest.isMultiple(of: $0) }
        }
    }

    /// The odd primes below 2^16 in groups, each with its product, which fits into a word. One division of a long number by the
    /// product gives the remainders for all primes of the group.
    private static let smallPrimes: [(product: UInt, primes: [UInt])] = {
        var isComposite = [Bool](repeating: false, count: 1 << 16)
        var groups: [(product: UInt, primes: [UInt])] = []
        for number in stride(from: 3, to: isComposite.count, by: 2) where !isComposite[number] {
            for multiple in stride(from: number * number, to: isComposite.count, by: number) {
                isComposite[multiple] = true
            }
            let (prime, last) = (UInt(number), groups.count - 1)
            if last >= 0, case let (product, false) = groups[last].product.multipliedReportingOverflow(by: prime) {
                groups[last] = (product, groups[last].primes + [prime])
            } else {
                groups.append((prime, [prime]))
            }
        }
        return groups
    }()
}
