/// SHA-3, the hash functions on Keccak (FIPS 202 section 6.1), as far as ML-KEM needs them.
///
/// TLS signs and derives keys with the functions of ``HashAlgorithm``; SHA-3 is not among them.
public enum SHA3: Hashable, Sendable, CaseIterable {
    /// SHA3-256: 32 octets.
    case bits256
    /// SHA3-512: 64 octets.
    case bits512

    /// The length of a digest in octets.
    public var outputLength: Int {
        switch self {
        case .bits256: 32
        case .bits512: 64
        }
    }

    /// The digest of a message, ``outputLength`` octets.
    public func hash(_ message: [UInt8]) -> [UInt8] {
        // The capacity is twice the digest. The suffix is the bits 01 and the first bit of the padding.
        var sponge = KeccakSponge(capacity: 2 * outputLength, suffix: 0b110)
        sponge.absorb(message)
        return sponge.squeeze(outputLength)
    }
}

/// SHAKE, the functions on Keccak whose output has any length (FIPS 202 section 6.2).
///
/// It takes a message and then gives an output, both in pieces of any size.
public struct SHAKE: Sendable {
    /// The two functions of FIPS 202.
    public enum Function: Hashable, Sendable, CaseIterable {
        /// SHAKE128: blocks of 168 octets.
        case shake128
        /// SHAKE256: blocks of 136 octets.
        case shake256

        /// The length of the capacity in octets: twice the strength.
        fileprivate var capacity: Int {
            switch self {
            case .shake128: 32
            case .shake256: 64
            }
        }

        /// The length in octets of the output of one application of the permutation.
        public var blockLength: Int { 8 * KeccakPermutation.laneCount - capacity }
    }

    private var sponge: KeccakSponge

    /// The function with a message, or with the first piece of it.
    public init(_ function: Function, _ message: [UInt8] = []) {
        // The suffix is the bits 1111 and the first bit of the padding.
        sponge = KeccakSponge(capacity: function.capacity, suffix: 0b11111)
        sponge.absorb(message)
    }

    /// Appends a piece of the message.
    ///
    /// - Precondition: nothing has been squeezed out yet.
    public mutating func absorb(_ piece: [UInt8]) { sponge.absorb(piece) }

    /// The next octets of the output; none if `count` is not positive. The first call ends the message.
    public mutating func squeeze(_ count: Int) -> [UInt8] { sponge.squeeze(count) }
}
