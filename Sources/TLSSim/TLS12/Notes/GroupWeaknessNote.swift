import Crypto
import Trace

extension FiniteFieldGroup.Weakness: Wording {
    /// The sentence: how an attacker finds a private exponent in a group with this weakness.
    public var english: String {
        switch self {
        case .fewElements(let count, let generator):
            "\(count) elements: the exponent is found by writing down all powers of \(generator)."
        case .generatorAboveModulus(let count, let generator, let modulus):
            "\(count) elements, of which 2 may be sent; and the generator \(generator) is \(generator % modulus) modulo \(modulus)."
        case .shortModulus(let bits):
            "A modulus of \(bits) bits: baby steps and giant steps find the exponent in about 2^\((bits - 1) / 2) multiplications each."
        case .smoothOrder(let largestFactor):
            "p - 1 has no prime factor above \(largestFactor): the exponent is found modulo each of them and put together "
                + "(Pohlig-Hellman), whatever the size of p."
        }
    }

    public var chinese: String {
        switch self {
        case .fewElements(let count, let generator):
            "\(count) 个元素：把 \(generator) 的所有幂写出来，就能找出指数。"
        case .generatorAboveModulus(let count, let generator, let modulus):
            "\(count) 个元素，其中 2 个可以发送；而且生成元 \(generator) 模 \(modulus) 等于 \(generator % modulus)。"
        case .shortModulus(let bits):
            "模数只有 \(bits) 位：大步小步法用大约各 2^\((bits - 1) / 2) 次乘法就能找出指数。"
        case .smoothOrder(let largestFactor):
            "p - 1 没有大于 \(largestFactor) 的素因数：对每个素因数分别找出指数，再合起来（Pohlig-Hellman），与 p 的大小无关。"
        }
    }
}
