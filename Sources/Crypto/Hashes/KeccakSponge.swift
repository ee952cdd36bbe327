/// The sponge construction (FIPS 202 section 4): a permutation takes in a message of any length and gives out as many octets as are
/// wanted.
///
/// The state has two parts. The *rate* is where octets go in and come out, with the permutation between one block and the next. The
/// *capacity* is the rest, which never leaves the sponge: it is what an attacker does not know, and its half is the strength in bits.
/// Because the capacity is not part of a digest, a digest does not allow to go on hashing, as it does with SHA-256.
///
/// A value: a copy goes its own way.
struct KeccakSponge: Sendable {
    /// The octets that a block has.
    private let rate: Int
    /// The bits behind the message: those that tell SHA-3 from SHAKE, and the first bit of the padding.
    private let suffix: UInt8
    private var lanes = [UInt64](repeating: 0, count: KeccakPermutation.laneCount)
    /// Input that does not fill a block yet; after the padding, output that has not been taken yet.
    private var pending: [UInt8] = []
    /// Whether the message is over.
    private var isSqueezing = false

    /// An empty sponge.
    ///
    /// - Parameters:
    ///   - capacity: the part of the state that stays inside, in octets, a multiple of 8 below 200.
    ///   - suffix: the bits behind the message with the first one of the padding, the first bit lowest (FIPS 202 appendix B.2).
    init(capacity: Int, suffix: UInt8) {
        rate = 8 * KeccakPermutation.laneCount - capacity
        self.suffix = suffix
    }

    /// Takes in a piece of the message.
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

    /// Ends the message, where it has not ended yet, and gives the next octets of the output.
    ///
    /// - Parameter count: how many; none if it is not positive.
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
        // Where the message lacks one octet of a block, both bits stand in that octet.
        last[pending.count] ^= suffix
        last[rate - 1] ^= 0x80
        for (index, word) in words(of: last, at: 0).enumerated() { lanes[index] ^= word }
        pending = []
    }

    private mutating func absorbBlock(of octets: [UInt8], at start: Int) {
        for (index, word) in words(of: octets, at: start).enumerated() { lanes[index] ^= word }
        KeccakPermutation.apply(to: &lanes)
    }

    /// A block as lanes, the first octet of each lowest (FIPS 202 appendix B.1).
    private func words(of octets: [UInt8], at start: Int) -> [UInt64] {
        unsafe octets[start..<start + rate].withUnsafeBytes { block in
            (0..<rate / 8).map { index in
                UInt64(littleEndian: unsafe block.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
            }
        }
    }

    /// The octets of the rate, as they stand in the state.
    private var block: [UInt8] {
        let words = lanes.prefix(rate / 8).map(\.littleEndian)
        return unsafe words.withUnsafeBytes { unsafe Array($0) }
    }
}
