/// A source of random octets.
///
/// Everything in this project that needs randomness takes a source as an argument. With a seeded source a run can be
/// repeated to the octet; with the system's source it is unpredictable.
public protocol RandomSource {
    /// The next `count` octets; none if `count` is not positive.
    mutating func octets(_ count: Int) -> [UInt8]
}

extension RandomSource {
    /// A uniformly distributed number of at most `bits` bits: 0 ≤ x < 2^bits.
    public mutating func integer(bits: Int) -> Integer {
        guard bits > 0 else { return 0 }
        var octets = octets((bits + 7) / 8)
        if !octets.isEmpty { octets[0] &= 0xff >> UInt8(octets.count * 8 - bits) }
        return Integer(bigEndian: octets)
    }

    /// A uniformly distributed number with 0 ≤ x < bound; zero if the bound is below 1.
    ///
    /// A draw that is too large is discarded, and the next one is taken. The remainder of it would make small numbers more
    /// likely, and such a bias in signature nonces has revealed private keys.
    public mutating func integer(below bound: Integer) -> Integer {
        guard bound > 1 else { return 0 }
        let bits = (bound - 1).bitWidth
        while true {
            let candidate = integer(bits: bits)
            if candidate < bound { return candidate }
        }
    }

    /// A uniformly distributed number of the range; its lower bound if the range has one element.
    public mutating func integer(in range: ClosedRange<Integer>) -> Integer {
        range.lowerBound + integer(below: range.upperBound - range.lowerBound + 1)
    }

    /// `count` octets, each uniformly distributed from 1 to 255: the padding of RFC 8017 section 7.2.1.
    public mutating func nonZeroOctets(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        while result.count < count {
            result += octets(count - result.count).filter { $0 != 0 }
        }
        return result
    }
}

/// A stream of octets that is fixed by its seed: the same on every machine and in every run.
///
/// The stream is SHA-256 in counter mode. The key is the SHA-256 of the octets of "HandshakeSim" and the seed as eight
/// octets. Block i is SHA-256(key, 0, i as eight octets). A fork has the key SHA-256(key, 1, name).
///
/// **Not for real keys.** A seed of 64 bits can be guessed, and from it everything that was drawn can be computed. The
/// stream is for runs that must be repeatable.
public struct SeededRandomSource: RandomSource, Hashable, Sendable {
    /// The key from which the blocks are computed; 32 octets.
    private let key: [UInt8]
    /// The number of octets that have been drawn.
    private var position: UInt64 = 0

    private static let blockLength: UInt64 = 32

    /// The stream of this seed, from its beginning.
    public init(seed: UInt64) {
        key = HashAlgorithm.sha256.hash(Array("HandshakeSim".utf8) + seed.octets)
    }

    private init(key: [UInt8]) {
        self.key = key
    }

    /// A separate stream for a part of a run.
    ///
    /// It depends only on the key of this stream and on the name, and not on how much has been drawn. So one more draw in
    /// one part of a run changes nothing in the other parts.
    public func fork(_ name: String) -> SeededRandomSource {
        SeededRandomSource(key: HashAlgorithm.sha256.hash(key + [1] + Array(name.utf8)))
    }

    /// The next `count` octets of the stream; none if `count` is not positive.
    public mutating func octets(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(max(0, count))
        // The search for primes draws many octets. So the message of a block is made once, and only its number is
        // overwritten.
        var message = key + [0] + [UInt8](repeating: 0, count: 8)
        while result.count < count {
            var number = position / SeededRandomSource.blockLength
            for place in message.indices.suffix(8).reversed() {
                message[place] = UInt8(truncatingIfNeeded: number)
                number >>= 8
            }
            let block = HashAlgorithm.sha256.hash(message)
            let unused = block.dropFirst(Int(position % SeededRandomSource.blockLength))
            let taken = unused.prefix(count - result.count)
            result += taken
            position += UInt64(taken.count)
        }
        return result
    }
}

/// The operating system's random generator, which is fit for real keys.
public struct SystemRandomSource: RandomSource, Sendable {
    /// The system's generator; it has no state of its own.
    public init() {}

    /// `count` octets from the operating system, different at each call; none if `count` is not positive.
    public mutating func octets(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var result: [UInt8] = []
        result.reserveCapacity(max(0, count) + 8)
        while result.count < count { result += generator.next().octets }
        return Array(result.prefix(max(0, count)))
    }
}
