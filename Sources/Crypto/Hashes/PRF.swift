/// The pseudorandom function of TLS 1.2: it stretches one secret into as many octets as are needed (RFC 5246 section 5).
///
///     PRF(secret, label, seed) = P_hash(secret, label + seed)
///     P_hash(secret, seed)     = HMAC(secret, A(1) + seed) + HMAC(secret, A(2) + seed) + …
///     A(0) = seed,  A(i) = HMAC(secret, A(i-1))
///
/// The master secret, the key block and the two Finished values come from the same secrets. They differ because their
/// labels differ. A label is used without a length or a terminator.
public enum PRF {
    /// A computation of the function with its intermediate values.
    public struct Computation: Hashable, Sendable {
        /// The octets of the label, followed by the seed.
        public let seed: [UInt8]
        /// A(1), A(2), …: the chain by which each block differs from the previous block.
        public let a: [[UInt8]]
        /// HMAC(secret, A(i) + seed) for i = 1, 2, …: the output is cut from these blocks.
        public let blocks: [[UInt8]]
        /// The blocks one after another, cut to the requested length.
        public let output: [UInt8]
    }

    /// The first `count` octets of PRF(secret, label, seed); none if `count` is not positive.
    public static func compute(
        hash: HashAlgorithm, secret: [UInt8], label: String, seed: [UInt8], count: Int
    ) -> [UInt8] {
        compute(HMAC(key: secret, hash: hash), label: label, seed: seed, count: count)
    }

    /// The first `count` octets from an HMAC that has the secret as its key already: several outputs come from one
    /// master secret.
    public static func compute(_ hmac: HMAC, label: String, seed: [UInt8], count: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(max(0, count) + hmac.hash.outputLength)
        expand(hmac, seed: Array(label.utf8) + seed, count: count) { _, block in output += block }
        return Array(output.prefix(max(0, count)))
    }

    /// P_hash: passes each A(i) and its block to `take`, until the blocks have `count` octets.
    private static func expand(
        _ hmac: HMAC, seed: [UInt8], count: Int, take: (_ a: [UInt8], _ block: [UInt8]) -> Void
    ) {
        var (a, octets) = (seed, 0)
        while octets < count {
            a = hmac.authenticate(a)
            take(a, hmac.authenticate(a, seed))
            octets += hmac.hash.outputLength
        }
    }

    /// The first `count` octets of PRF(secret, label, seed), with the intermediate values.
    ///
    /// - Parameters:
    ///   - hash: the hash function of the cipher suite: SHA-256, or SHA-384 for the suites whose names end in it.
    ///   - count: the length in octets; there is no output if it is not positive. A shorter output is the beginning of a
    ///     longer one.
    public static func trace(
        hash: HashAlgorithm, secret: [UInt8], label: String, seed: [UInt8], count: Int
    ) -> Computation {
        let seed = Array(label.utf8) + seed
        var (a, blocks): ([[UInt8]], [[UInt8]]) = ([], [])
        expand(HMAC(key: secret, hash: hash), seed: seed, count: count) { next, block in
            a.append(next)
            blocks.append(block)
        }
        return Computation(seed: seed, a: a, blocks: blocks, output: Array(blocks.joined().prefix(max(0, count))))
    }
}
