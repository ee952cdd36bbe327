internal import CGMP

extension Integer {
    /// Whether the number is prime, as far as a test of probability can tell.
    ///
    /// "No" is certain. "Yes" can be wrong for a composite number, but for the first 24 rounds GMP runs the
    /// Baillie-PSW test, for which no composite number that passes is known, and each further round is a Miller-Rabin test
    /// that such a number passes with probability below 1/4. Negative numbers are not prime.
    public func isProbablyPrime(rounds: Int = 40) -> Bool {
        guard signum > 0 else { return false }
        let rounds = Int32(clamping: max(1, rounds))
        return read { unsafe __gmpz_probab_prime_p($0, rounds) } != 0
    }

    /// Whether the number p is a safe prime: p and (p - 1) / 2 are both prime.
    ///
    /// Apart from 1 and p - 1, every residue then generates a group of at least (p - 1) / 2 elements, so that there are no
    /// small subgroups to be pushed into (RFC 7919 section 5.1).
    public func isSafePrime(rounds: Int = 40) -> Bool {
        guard signum > 0, !isEven, let half = (self - 1).quotientAndRemainder(dividingBy: 2)?.quotient else {
            return false
        }
        return half.isProbablyPrime(rounds: rounds) && isProbablyPrime(rounds: rounds)
    }

    /// Draws a prime of exactly `bits` bits, its two highest bits set, so that a product of two such primes is never a bit
    /// short. Each candidate is drawn afresh, as FIPS 186-5 appendix A.1.3 does it, so that all primes are about equally
    /// likely.
    ///
    /// - Parameter accept: a further condition on the prime.
    /// - Precondition: `bits` is at least 3. (Below that there is no odd prime of this shape.)
    static func randomPrime<R: RandomSource>(
        bits: Int, using random: inout R, where accept: (Integer) -> Bool
    ) -> Integer {
        precondition(bits >= 3, "a prime with its two highest bits set has three bits or more")
        let top = Integer.powerOfTwo(bits - 1) + Integer.powerOfTwo(bits - 2)
        while true {
            let low = random.integer(bits: bits - 2)
            let candidate = top + (low.isEven ? low + 1 : low)
            // Seven candidates of eight have a small factor. A gcd finds it in a fiftieth of the time of the test, and further than
            // the trial division with which the test begins.
            guard bits <= 13 || gcd(candidate, smallPrimes) == 1 else { continue }
            // The condition is cheap, the test is not. Further rounds guard against numbers that were chosen to pass; a number
            // that was drawn passes Baillie-PSW by chance far more rarely than FIPS 186-5 table B.1 asks for.
            if accept(candidate), candidate.isProbablyPrime(rounds: 24) { return candidate }
        }
    }

    /// The product of the primes below 2^13.
    private static let smallPrimes = Integer { unsafe __gmpz_primorial_ui($0, 1 << 13) }
}
