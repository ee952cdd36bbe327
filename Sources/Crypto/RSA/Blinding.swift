import Synchronization

/// Random factors that hide from a stopwatch what an RSA private key is used on (Kocher 1996, Brumley and Boneh 2003).
///
/// What is raised to the private power is x · rᵉ for a random r, and the result is divided by r. A server that decrypts MUST do this
/// or something as good (RFC 5246 section 7.4.7.1).
///
/// A new r costs a power and an inverse. So the pair (rᵉ, 1/r) is kept from one use to the next and squared: (rᵉ)² is (r²)ᵉ, and
/// (1/r)² is 1/r². That costs two multiplications (Kocher 1996; OpenSSL does the same). After ``uses`` uses there is a new r.
///
/// The pair has no influence on any result. Copies of a key share it. A thread that finds another one at the pair does not wait: it
/// draws a factor of its own.
@safe final class Blinding: @unchecked Sendable {
    /// How often a pair is used, each time squared, before a new factor takes its place. OpenSSL has the same number.
    static let uses = 32

    /// What factors stay below: 128 bits cannot be guessed, and a short number's inverse is found in a fraction of the time.
    private static let limit = Integer.powerOfTwo(128)

    /// Numbers that undo each other around a private power.
    struct Pair: Sendable {
        /// rᵉ mod n: the factor before the power.
        let before: Integer
        /// 1/r mod n: the factor after it.
        let after: Integer

        fileprivate func squared(modulo n: Integer) -> Pair {
            Pair(before: (before * before).modulo(n), after: (after * after).modulo(n))
        }
    }

    /// Whether a thread is at the pair. Only a thread that has set this reads or changes the two below.
    private let isTaken = Atomic(false)
    /// The pair used last.
    private var last: Pair?
    /// How often it may still be squared.
    private var left = 0

    /// The pair for one use of the key; nil if its parts do not belong together.
    ///
    /// A factor is drawn each time, needed or not: what is drawn after it must not depend on how often the key was used before.
    func next<R: RandomSource>(for key: RSAPrivateKey, using random: inout R) -> Pair? {
        let r = Self.factor(for: key, using: &random)
        if let squared = alone({ square(modulo: key.n) }) { return squared }
        guard let before = r.power(key.e, modulo: key.n), let after = r.inverse(modulo: key.n) else { return nil }
        let pair = Pair(before: before, after: after)
        _ = alone {
            (last, left) = (pair, Self.uses - 1)
            return pair
        }
        return pair
    }

    /// The square of the pair used last, in its place; nil if there is none, or it was squared often enough.
    private func square(modulo n: Integer) -> Pair? {
        guard left > 0, let pair = last else { return nil }
        left -= 1
        last = pair.squared(modulo: n)
        return last
    }

    /// Does `body` unless another thread is at the pair; nil then.
    private func alone(_ body: () -> Pair?) -> Pair? {
        guard isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged else {
            return nil
        }
        defer { isTaken.store(false, ordering: .releasing) }
        return body()
    }

    /// A number that has an inverse modulo n.
    private static func factor<R: RandomSource>(for key: RSAPrivateKey, using random: inout R) -> Integer {
        let factors = 1...min(key.n, limit) - 1
        var r = random.integer(in: factors)
        // Only a multiple of p or q has no inverse. There is none below the limit unless the key is a toy.
        while min(key.p, key.q) < limit, Integer.gcd(r, key.n) != 1 { r = random.integer(in: factors) }
        return r
    }
}

/// All are equal, so that two keys are equal if their numbers are.
extension Blinding: Hashable {
    static func == (a: Blinding, b: Blinding) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
