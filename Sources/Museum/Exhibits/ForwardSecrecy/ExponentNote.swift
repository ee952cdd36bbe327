import Crypto
import Trace

/// The sentences about a search for an exponent, which a reader can follow with pencil and paper, and about its cost.
enum ExponentNote: Wording {
    // MARK: Baby steps and giant steps
    case split(y: Integer, FiniteFieldGroup, order: Integer, stepWidth: Int)
    case babySteps(Int)
    case giantSteps(factor: Integer)
    case met(DiscreteLogarithm.BabyStepGiantStep, in: FiniteFieldGroup)

    // MARK: Pohlig and Hellman
    case divided(y: Integer, FiniteFieldGroup, order: Integer, factors: String)
    case remainders
    case found(DiscreteLogarithm.PohligHellman, order: Integer)

    // MARK: The costs
    case costs
    case growth
    case real
    case generic
    /// How long 2^112 steps would take at the measured rate; the rate in millions of steps a second, and the years as a power of ten.
    case years(millions: String, power: Int)
    case sieve
    case warnings

    var english: String {
        switch self {
        case .split(let y, let group, let order, let m):
            """
            p = \(group.p), g = \(group.g), dh_Ys = \(y); g has \(order) different powers. We look for x with g^x mod p = dh_Ys. \
            Write x = i · m + j with m = \(m), the square root of \(order) rounded up. Then dh_Ys · g^(-m·i) = g^j.
            """
        case .babySteps(let count): "Baby steps: the table of all g^j, \(count) of them."
        case .giantSteps(let factor):
            "Giant steps: multiply dh_Ys by f = g^(-m) mod p = \(factor) until the result is in the table."
        case .met(let search, let group):
            """
            They meet at \(search.meeting), with i = \(search.giantSteps) and j = \(search.metBabyStep): \
            x = \(search.giantSteps) · \(search.stepWidth) + \(search.metBabyStep) = \(search.exponent). Check: \
            \(group.g)^\(search.exponent) mod \(group.p) = \(group.g.power(search.exponent, modulo: group.p) ?? 0).
            """
        case .divided(let y, let group, let order, let factors):
            """
            p = \(group.p), g = \(group.g), dh_Ys = \(y). The order of g is p - 1 = \(order) = \(factors). Raised to \
            order/q^e, g becomes a base with only q^e powers, and dh_Ys a target whose exponent to that base is x modulo q^e. \
            Each digit of it to the base q is a search among q elements.
            """
        case .remainders: "The Chinese remainder theorem puts the residues together, one after the other:"
        case .found(let search, let order):
            """
            x = \(search.exponent). It took \(search.babySteps) baby steps and \(search.giantSteps) giant steps in all. A search in the \
            whole group would take about 2^\(order.bitWidth / 2).
            """
        case .costs: "What the search costs as the group grows"
        case .growth:
            "Eight bits more take sixteen times as many steps: the work is the square root of the size of the group."
        case .real: "And ffdhe2048?"
        case .generic:
            """
            Methods like these work in any group. But the order of ffdhe2048 is a prime of 2047 bits, so it cannot be divided into \
            smaller problems. To search all of it takes about 2^1023 steps. The exponents are shorter: RFC 7919 (appendix A.1) asks for \
            at least 225 bits. If the attacker knows this length, the search through 2^225 exponents takes about 2^112 steps.
            """
        case .years(let millions, let power):
            "At the measured \(millions) million steps a second, 2^112 steps take 10^\(power) years."
        case .sieve:
            """
            An attacker would use another method. Modulo a prime the number field sieve is far faster, so it decides the strength of \
            the group. RFC 7919 (appendix A.1) estimates that ffdhe2048 is as strong as a symmetric key of 103 bits. For comparison, \
            the record: in 2019 Boudot, Gaudry, Guillevic, Heninger, Thomé and Zimmermann computed a discrete logarithm modulo a prime \
            of 795 bits. It took about 3100 core-years. By the sieve's asymptotic formula, whose constants are not exactly known, 2048 \
            bits take about 2^39 times as much.
            """
        case .warnings:
            """
            Two warnings. Most of the sieve's work depends only on p. Done once, it serves for every connection in that group. In \
            this way the old groups of 512 bits were broken (Adrian and others, 2015). And a large quantum computer could compute \
            logarithms in all of these groups with Shor's method, also for today's recordings. Forward secrecy protects against \
            stolen keys, not against better mathematics.
            """
        }
    }

    var chinese: String {
        switch self {
        case .split(let y, let group, let order, let m):
            "p = \(group.p)，g = \(group.g)，dh_Ys = \(y)；g 有 \(order) 个不同的幂。"
                + "我们寻找满足 g^x mod p = dh_Ys 的 x。写成 x = i · m + j，其中 m = \(m)，是 \(order) 的平方根向上取整。"
                + "于是 dh_Ys · g^(-m·i) = g^j。"
        case .babySteps(let count): "小步：所有 g^j 的表，共 \(count) 个。"
        case .giantSteps(let factor): "大步：用 f = g^(-m) mod p = \(factor) 反复乘 dh_Ys，直到结果出现在表中。"
        case .met(let search, let group):
            """
            它们在 \(search.meeting) 相遇，这时 i = \(search.giantSteps)，j = \(search.metBabyStep)：\
            x = \(search.giantSteps) · \(search.stepWidth) + \(search.metBabyStep) = \(search.exponent)。验算：\
            \(group.g)^\(search.exponent) mod \(group.p) = \(group.g.power(search.exponent, modulo: group.p) ?? 0)。
            """
        case .divided(let y, let group, let order, let factors):
            "p = \(group.p)，g = \(group.g)，dh_Ys = \(y)。g 的阶是 p - 1 = \(order) = \(factors)。"
                + "取 order/q^e 次幂，g 变成只有 q^e 个幂的底，dh_Ys 变成目标，它以这个底的指数等于 x 模 q^e 的余数。这个余数写成 q 进制，"
                + "每一位是在 q 个元素中的一次搜索。"
        case .remainders: "用中国剩余定理把余数一个接一个合起来："
        case .found(let search, let order):
            "x = \(search.exponent)。一共用了 \(search.babySteps) 个小步和 \(search.giantSteps) 个大步。在整个群中搜索，"
                + "大约需要 2^\(order.bitWidth / 2) 步。"
        case .costs: "群变大时，搜索的代价如何增长"
        case .growth: "每增加八位，步数就变成十六倍：工作量是群的大小的平方根。"
        case .real: "那么 ffdhe2048 呢？"
        case .generic:
            "这样的方法在任何群中都能用。但 ffdhe2048 的阶是一个 2047 位的素数，所以不能分成更小的问题。全部搜索一遍，大约需要 2^1023 步。指数要短一些："
                + "RFC 7919（附录 A.1）要求至少 225 位。如果攻击者知道这个长度，在 2^225 个指数中搜索大约需要 2^112 步。"
        case .years(let millions, let power): "按测得的每秒 \(millions) 百万步，2^112 步需要 10^\(power) 年。"
        case .sieve:
            "攻击者会用另一种方法。对素数取模时，数域筛法快得多，所以群的强度由它决定。RFC 7919（附录 A.1）估计 ffdhe2048 的强度相当于 103 位的对称密钥。"
                + "作为比较，目前的记录是：2019 年，Boudot、Gaudry、Guillevic、Heninger、"
                + "Thomé 和 Zimmermann 算出了模 795 位素数的一个离散对数，用了大约 3100 核年。筛法的渐近公式中，常数并不确切知道；按这个公式，"
                + "2048 位大约需要它的 2^39 倍。"
        case .warnings:
            "两点提醒。筛法的大部分工作只取决于 p。做一次，就能用于这个群中的每一个连接。以前 512 位的群就是这样攻破的（Adrian 等，2015）。另外，"
                + "大型量子计算机可以用 Shor 的方法计算所有这些群中的对数，对今天录下的流量也有效。前向保密防的是窃取的密钥，防不住更好的数学。"
        }
    }
}
