/// A small random generator for properties: the same numbers for the same seed, everywhere and always.
///
/// The algorithm is that of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The sequence of this seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// `count` octets.
    package mutating func octets(_ count: Int) -> [UInt8] {
        // Without map: this is drawn by the tens of thousands, and not optimised.
        [UInt8](unsafeUninitializedCapacity: max(0, count)) { octets, filled in
            while filled < count {
                octets[filled] = UInt8(truncatingIfNeeded: next())
                filled += 1
            }
        }
    }
}
