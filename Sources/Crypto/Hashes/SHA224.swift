/// SHA-224, implemented from FIPS 180-4, because swift-crypto does not have it.
///
/// It is SHA-256 with other initial values and without the last word of the result. So this file shows how the functions
/// of this family work. A message is padded to whole blocks of 64 octets, and each block changes the eight words of the
/// state.
struct SHA224: Sendable {
    /// H⁽⁰⁾ of FIPS 180-4 section 5.3.2: the second 32 bits of the fractional parts of the square roots of the ninth to
    /// sixteenth primes.
    private var state: [UInt32] = [
        0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939, 0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7, 0xbefa_4fa4,
    ]
    /// Input that does not fill a block yet.
    private var pending: [UInt8] = []
    /// The length of the input so far in octets.
    private var count: UInt64 = 0

    /// Appends a piece of the message.
    mutating func update(_ piece: [UInt8]) {
        count += UInt64(piece.count)
        pending += piece
        var rest = pending[...]
        while rest.count >= 64 {
            stir(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        pending = Array(rest)
    }

    /// The 28 octets of the digest.
    func finalize() -> [UInt8] {
        // FIPS 180-4 section 5.1.1: a one bit, zeros up to eight octets before the end of a block, the length in bits.
        var last = self
        let zeros = (119 - pending.count) % 64
        let bits = count << 3
        last.update([0x80] + [UInt8](repeating: 0, count: zeros) + bits.octets)
        return last.state.prefix(7).flatMap(\.octets)
    }

    /// FIPS 180-4 section 6.2.2: the message schedule, 64 rounds, and the addition to the state.
    private mutating func stir(_ block: ArraySlice<UInt8>) {
        var w = [UInt32](repeating: 0, count: 64)
        for (i, octet) in block.enumerated() { w[i / 4] = w[i / 4] << 8 | UInt32(octet) }
        for t in 16..<64 {
            let s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ (w[t - 15] >> 3)
            let s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ (w[t - 2] >> 10)
            w[t] = w[t - 16] &+ s0 &+ w[t - 7] &+ s1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for t in 0..<64 {
            let choose = (e & f) ^ (~e & g)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let t1 = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choose &+ SHA224.constants[t] &+ w[t]
            let t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
        }
        for (i, word) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= word }
    }

    private func rotate(_ word: UInt32, _ n: UInt32) -> UInt32 {
        word >> n | word << (32 - n)
    }

    /// FIPS 180-4 section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
