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
}
