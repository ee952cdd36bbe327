/// Errors of an input of ML-KEM (FIPS 203 sections 7.1 to 7.3). A ciphertext of the right length never gives an error: a
/// damaged ciphertext gives another secret.
public enum MLKEMError: Error, Hashable, Sendable {
    /// A seed, d ‖ z, or the randomness of an encapsulation has the wrong length.
    case wrongSeedLength(count: Int, needed: Int)
    /// The encapsulation key has the wrong length: the type check of FIPS 203 section 7.2.
    case wrongEncapsulationKeyLength(count: Int, needed: Int)
    /// A number in the encapsulation key is not below q: the modulus check of FIPS 203 section 7.2.
    case coefficientOutOfRange(index: Int, value: Int)
    /// The ciphertext has the wrong length: the type check of FIPS 203 section 7.3.
    case wrongCiphertextLength(count: Int, needed: Int)
    /// The decapsulation key has the wrong length: the type check of FIPS 203 section 7.3.
    case wrongDecapsulationKeyLength(count: Int, needed: Int)
    /// The hash in the decapsulation key is not the hash of the encapsulation key in it: the hash check of FIPS 203 section
    /// 7.3.
    case hashDoesNotMatch
}

extension MLKEMError: CustomStringConvertible {
    /// The rule that was broken.
    public var description: String {
        switch self {
        case .wrongSeedLength(let count, let needed): "seed of \(count) octets where \(needed) are needed"
        case .wrongEncapsulationKeyLength(let count, let needed):
            "encapsulation key of \(count) octets where \(needed) are needed"
        case .coefficientOutOfRange(let index, let value):
            "encapsulation key with \(value) as its coefficient \(index), which is not below \(Residue.q)"
        case .wrongCiphertextLength(let count, let needed): "ciphertext of \(count) octets where \(needed) are needed"
        case .wrongDecapsulationKeyLength(let count, let needed):
            "decapsulation key of \(count) octets where \(needed) are needed"
        case .hashDoesNotMatch: "decapsulation key whose hash is not that of its encapsulation key"
        }
    }
}
