/// The sponge construction (FIPS 202 section 4): with a permutation it takes a message of any length and gives an output of any
/// length.
///
/// The state has two parts. Octets go in and come out through the *rate*, and the permutation is applied between one block and the
/// next. The *capacity* is the rest. It never leaves the sponge, so an attacker does not know it; half of its length in bits is the
/// strength. A digest does not contain the capacity. So an attacker cannot continue the hash from a digest, as with SHA-256.
///
/// It is a value: a copy is independent.
struct KeccakSponge: Sendable {
    /// The length of a block in octets.
    private let rate: Int
    /// The bits after the message: those that distinguish SHA-3 from SHAKE, and the first bit of the padding.
    private let suffix: UInt8
    private var lanes = [UInt64](repeating: 0, count: KeccakPermutation.laneCount)
    /// Input that does not fill a block yet; after the padding, output that has not been returned yet.
    private var pending: [UInt8] = []
    /// Whether the message has ended.
    private var isSqueezing = false

    /// An empty sponge.
    ///
    /// - Parameters:
    ///   - capacity: the length of the capacity in octets, a multiple of 8 below 200.
    ///   - suffix: the bits after the message and the first bit of the padding, the first bit lowest (FIPS 202 appendix B.2).
    init(capacity: Int, suffix: UInt8) {
        rate = 8 * KeccakPermutation.laneCount - capacity
        self.suffix = suffix
    }

    /// Appends a piece of the message.
    ///
    /// - Precondition: nothing has been squeezed out yet.
    mutating func absorb(_ piece: [UInt8]) {
        precondition(!isSqueezing, "a sponge that gives out octets takes none in")
        var start = 0
        if !pending.isEmpty {
            start = min(rate - pending.count, piece.count)
            pending += piece[..<start]
            guard pending.count == rate else { return }
            absorbBlock(of: pending, at: 0)
            pending.removeAll(keepingCapacity: true)
        }
        while piece.count - start >= rate {
            absorbBlock(of: piece, at: start)
            start += rate
        }
        pending += piece[start...]
    }

    /// Ends the message if it has not ended yet, and returns the next octets of the output.
    ///
    /// - Parameter count: the number of octets; none are returned if it is not positive.
    mutating func squeeze(_ count: Int) -> [UInt8] {
        if !isSqueezing { pad() }
        while pending.count < count {
            KeccakPermutation.apply(to: &lanes)
            pending += block
        }
        let taken = Array(pending.prefix(max(0, count)))
        pending.removeFirst(taken.count)
        return taken
    }

    /// pad10*1 (FIPS 202 section 5.1): a one bit, zeros, and a one bit at the end of the block.
    private mutating func pad() {
        isSqueezing = true
        var last = pending + [UInt8](repeating: 0, count: rate - pending.count)
        // If only one octet of the block is free, both bits are in that octet.
        last[pending.count] ^= suffix
        last[rate - 1] ^= 0x80
        for (index, word) in words(of: last, at: 0).enumerated() { lanes[index] ^= word }
        pending = []
    }

    private mutating func absorbBlock(of octets: [UInt8], at start: Int) {
        for (index, word) in words(of: octets, at: start).enumerated() { lanes[index] ^= word }
        KeccakPermutation.apply(to: &lanes)
    }

    /// A block as lanes, little-endian (FIPS 202 appendix B.1).
    private func words(of octets: [UInt8], at start: Int) -> [UInt64] {
        unsafe octets[start..<start + rate].withUnsafeBytes { block in
            (0..<rate / 8).map { index in
                UInt64(littleEndian: unsafe block.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
            }
        }
    }

    /// The part of the state that belongs to the rate, as octets.
    private var block: [UInt8] {
        let words = lanes.prefix(rate / 8).map(\.littleEndian)
        return unsafe words.withUnsafeBytes { unsafe Array($0) }
    }
}
