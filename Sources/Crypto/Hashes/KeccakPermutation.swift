/// Keccak-f[1600], the permutation on which SHA-3 and SHAKE are built (FIPS 202 section 3).
///
/// **The state** is 1,600 bits: 25 lanes of 64 bits in a square of five columns x and five rows y. A round changes it in five steps,
/// and the permutation is 24 rounds. SHA-2 uses additions with carry. Here all operations are rotations, exclusive or, and one "and"
/// in χ.
///
/// **Time.** No branch and no index depends on the state. The rotations are by fixed distances. So the time is the same for every
/// secret.
enum KeccakPermutation {
    /// The lanes of the state; lane x + 5y stands in column x and row y.
    static let laneCount = 25

    /// RC of ι, one for each round (FIPS 202 section 3.2.5). They make the rounds differ from one another, and are the output of a
    /// shift register.
    private static let roundConstants: [UInt64] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
        0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ]

    /// Applies the permutation, KECCAK-p[1600, 24] (FIPS 202 sections 3.3 and 3.4).
    ///
    /// A lane has the name that Keccak's authors gave it: the consonant is the row (b, g, k, m, s), the vowel the column (a, e, i, o,
    /// u). The lanes are variables and not places of an array, so that the processor can keep them in registers.
    ///
    /// - Precondition: there are ``laneCount`` lanes.
    static func apply(to lanes: inout [UInt64]) {
        var (ba, be, bi, bo, bu) = (lanes[0], lanes[1], lanes[2], lanes[3], lanes[4])
        var (ga, ge, gi, go, gu) = (lanes[5], lanes[6], lanes[7], lanes[8], lanes[9])
        var (ka, ke, ki, ko, ku) = (lanes[10], lanes[11], lanes[12], lanes[13], lanes[14])
        var (ma, me, mi, mo, mu) = (lanes[15], lanes[16], lanes[17], lanes[18], lanes[19])
        var (sa, se, si, so, su) = (lanes[20], lanes[21], lanes[22], lanes[23], lanes[24])

        for constant in roundConstants {
            // θ (section 3.2.1): the parities of two neighbouring columns are XORed into each bit.
            let (ca, ce, ci) = (ba ^ ga ^ ka ^ ma ^ sa, be ^ ge ^ ke ^ me ^ se, bi ^ gi ^ ki ^ mi ^ si)
            let (co, cu) = (bo ^ go ^ ko ^ mo ^ so, bu ^ gu ^ ku ^ mu ^ su)
            let (ta, te, ti) = (cu ^ rotate(ce, 1), ca ^ rotate(ci, 1), ce ^ rotate(co, 1))
            let (to, tu) = (ci ^ rotate(cu, 1), co ^ rotate(ca, 1))

            // ρ (section 3.2.2) rotates each lane, by a different distance for each. π (section 3.2.3) moves the lanes: a diagonal
            // of the old square becomes a row.
            let (b0, b1, b2) = (ba ^ ta, rotate(ge ^ te, 44), rotate(ki ^ ti, 43))
            let (b3, b4) = (rotate(mo ^ to, 21), rotate(su ^ tu, 14))
            let (g0, g1, g2) = (rotate(bo ^ to, 28), rotate(gu ^ tu, 20), rotate(ka ^ ta, 3))
            let (g3, g4) = (rotate(me ^ te, 45), rotate(si ^ ti, 61))
            let (k0, k1, k2) = (rotate(be ^ te, 1), rotate(gi ^ ti, 6), rotate(ko ^ to, 25))
            let (k3, k4) = (rotate(mu ^ tu, 8), rotate(sa ^ ta, 18))
            let (m0, m1, m2) = (rotate(bu ^ tu, 27), rotate(ga ^ ta, 36), rotate(ke ^ te, 10))
            let (m3, m4) = (rotate(mi ^ ti, 15), rotate(so ^ to, 56))
            let (s0, s1, s2) = (rotate(bi ^ ti, 62), rotate(go ^ to, 55), rotate(ku ^ tu, 39))
            let (s3, s4) = (rotate(ma ^ ta, 41), rotate(se ^ te, 2))

            // χ (section 3.2.4), the only step that is not linear: each bit is flipped if the next bit is 0 and the bit after that is
            // 1.
            (ba, be, bi, bo, bu) = (b0 ^ (~b1 & b2), b1 ^ (~b2 & b3), b2 ^ (~b3 & b4), b3 ^ (~b4 & b0), b4 ^ (~b0 & b1))
            (ga, ge, gi, go, gu) = (g0 ^ (~g1 & g2), g1 ^ (~g2 & g3), g2 ^ (~g3 & g4), g3 ^ (~g4 & g0), g4 ^ (~g0 & g1))
            (ka, ke, ki, ko, ku) = (k0 ^ (~k1 & k2), k1 ^ (~k2 & k3), k2 ^ (~k3 & k4), k3 ^ (~k4 & k0), k4 ^ (~k0 & k1))
            (ma, me, mi, mo, mu) = (m0 ^ (~m1 & m2), m1 ^ (~m2 & m3), m2 ^ (~m3 & m4), m3 ^ (~m4 & m0), m4 ^ (~m0 & m1))
            (sa, se, si, so, su) = (s0 ^ (~s1 & s2), s1 ^ (~s2 & s3), s2 ^ (~s3 & s4), s3 ^ (~s4 & s0), s4 ^ (~s0 & s1))

            // ι (section 3.2.5).
            ba ^= constant
        }

        lanes = [
            ba, be, bi, bo, bu, ga, ge, gi, go, gu, ka, ke, ki, ko, ku, ma, me, mi, mo, mu, sa, se, si, so, su,
        ]
    }

    private static func rotate(_ lane: UInt64, _ distance: UInt64) -> UInt64 {
        lane &<< distance | lane &>> (64 &- distance)
    }
}
