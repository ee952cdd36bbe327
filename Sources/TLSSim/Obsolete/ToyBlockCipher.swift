import Crypto

/// A block cipher with blocks of 32 bits, for the museum. The blocks are so short that equal ones soon occur (Sweet32, 2016).
///
/// It is a Feistel network: each round XORs one half of the block with a function of the other half and a round key. A round can be
/// undone even though the function cannot be inverted.
struct ToyBlockCipher: Hashable, Sendable {
    /// The length of a block, in octets.
    static let blockLength = 4
    private static let rounds = 8
    private let keys: [UInt32]

    /// The cipher under a key of any length.
    init(key: [UInt8]) {
        let octets = HashAlgorithm.sha256.hash(Array("toy cipher".utf8) + key)
        keys = (0..<Self.rounds).map { Self.number(octets[(4 * $0)..<(4 * $0 + 4)]) }
    }

    /// The round function: the key sets an addition and a multiplication modulo 2^32. The bits that are taken depend on all bits of the
    /// half.
    private static func function(_ half: UInt16, _ key: UInt32) -> UInt16 {
        let mixed = (UInt32(half) &+ key) &* (key | 1)
        return UInt16(truncatingIfNeeded: (mixed ^ mixed >> 15) &* 0x9e37_79b1 >> 16)
    }

    private func encrypt(_ block: UInt32) -> UInt32 {
        var (left, right) = (UInt16(truncatingIfNeeded: block >> 16), UInt16(truncatingIfNeeded: block))
        for key in keys { (left, right) = (right, left ^ Self.function(right, key)) }
        return UInt32(left) << 16 | UInt32(right)
    }

    private func decrypt(_ block: UInt32) -> UInt32 {
        var (left, right) = (UInt16(truncatingIfNeeded: block >> 16), UInt16(truncatingIfNeeded: block))
        for key in keys.reversed() { (left, right) = (right ^ Self.function(left, key), left) }
        return UInt32(left) << 16 | UInt32(right)
    }

    /// Encrypts whole blocks in cipher block chaining mode.
    func encrypt(_ text: [UInt8], iv: [UInt8]) -> [UInt8] {
        var last = Self.number(iv[...])
        return chain(text) { block in
            last = encrypt(block ^ last)
            return last
        }
    }

    /// The inverse of ``encrypt(_:iv:)``.
    func decrypt(_ text: [UInt8], iv: [UInt8]) -> [UInt8] {
        var last = Self.number(iv[...])
        return chain(text) { block in
            defer { last = block }
            return decrypt(block) ^ last
        }
    }

    private func chain(_ text: [UInt8], _ change: (UInt32) -> UInt32) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for start in stride(from: 0, through: text.count - Self.blockLength, by: Self.blockLength) {
            let block = change(Self.number(text[start..<(start + Self.blockLength)]))
            for shift: UInt32 in [24, 16, 8, 0] { result.append(UInt8(truncatingIfNeeded: block >> shift)) }
        }
        return result
    }

    private static func number(_ octets: ArraySlice<UInt8>) -> UInt32 { octets.reduce(0) { $0 << 8 | UInt32($1) } }
}
