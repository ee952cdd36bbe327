/// SipHash-2-4, a pseudorandom function with a short key and a short input (Aumasson and Bernstein, 2012).
///
/// It serves as the F of RFC 6528. Without the key its values cannot be distinguished from random values, and it is fast
/// enough to be computed for every connection. Linux uses it for the same purpose.
public enum SipHash {
    /// A 128-bit key.
    public struct Key: Hashable, Sendable {
        let low: UInt64
        let high: UInt64

        /// The key whose octets, little-endian, are those of `low` and then those of `high`.
        public init(low: UInt64, high: UInt64) {
            self.low = low
            self.high = high
        }

        /// The key of exactly 16 octets; nil for any other number.
        public init?(_ octets: [UInt8]) {
            guard octets.count == 16 else { return nil }
            low = SipHash.word(octets[..<8])
            high = SipHash.word(octets[8...])
        }
    }

    /// The 64-bit hash of `message` with `key`.
    public static func hash(_ message: [UInt8], key: Key) -> UInt64 {
        // The constants spell "somepseudorandomlygeneratedbytes".
        var v0 = key.low ^ 0x736f_6d65_7073_6575
        var v1 = key.high ^ 0x646f_7261_6e64_6f6d
        var v2 = key.low ^ 0x6c79_6765_6e65_7261
        var v3 = key.high ^ 0x7465_6462_7974_6573

        func round() {
            v0 &+= v1
            v1 = v1 << 13 | v1 >> 51
            v1 ^= v0
            v0 = v0 << 32 | v0 >> 32
            v2 &+= v3
            v3 = v3 << 16 | v3 >> 48
            v3 ^= v2
            v0 &+= v3
            v3 = v3 << 21 | v3 >> 43
            v3 ^= v0
            v2 &+= v1
            v1 = v1 << 17 | v1 >> 47
            v1 ^= v2
            v2 = v2 << 32 | v2 >> 32
        }

        func compress(_ word: UInt64) {
            v3 ^= word
            for _ in 0..<2 { round() }
            v0 ^= word
        }

        let whole = message.count / 8 * 8
        for start in stride(from: 0, to: whole, by: 8) { compress(word(message[start..<(start + 8)])) }
        // The last word holds the rest and, in its highest octet, the length modulo 256.
        compress(word(message[whole...]) | UInt64(truncatingIfNeeded: message.count) << 56)
        v2 ^= 0xff
        for _ in 0..<4 { round() }
        return v0 ^ v1 ^ v2 ^ v3
    }

    /// Up to eight octets as a little-endian word.
    private static func word(_ octets: ArraySlice<UInt8>) -> UInt64 {
        octets.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
