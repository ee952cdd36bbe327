internal import SwiftCrypto

/// The hash functions of TLS 1.2 certificates, signatures and pseudorandom functions.
///
/// They come from swift-crypto, except for SHA-224, which swift-crypto does not have. It is implemented in `SHA224.swift`.
public enum HashAlgorithm: Hashable, Sendable, CaseIterable {
    /// SHA-1 (FIPS 180-4). Collisions have been known since 2017. It is here so that old signatures can be shown and refused.
    case sha1
    /// SHA-224 (FIPS 180-4).
    case sha224
    /// SHA-256 (FIPS 180-4), the hash of TLS 1.2's default pseudorandom function.
    case sha256
    /// SHA-384 (FIPS 180-4).
    case sha384
    /// SHA-512 (FIPS 180-4).
    case sha512

    /// The name in FIPS 180-4: "SHA-256".
    public var name: String {
        switch self {
        case .sha1: "SHA-1"
        case .sha224: "SHA-224"
        case .sha256: "SHA-256"
        case .sha384: "SHA-384"
        case .sha512: "SHA-512"
        }
    }

    /// The length of a digest in octets.
    public var outputLength: Int {
        switch self {
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The length of the blocks in which the function processes its input, in octets. HMAC pads its key to this length.
    public var blockLength: Int {
        switch self {
        case .sha1, .sha224, .sha256: 64
        case .sha384, .sha512: 128
        }
    }

    /// The digest of a message, ``outputLength`` octets.
    public func hash(_ message: [UInt8]) -> [UInt8] {
        var function = emptyHash
        function.update(message)
        return function.digest
    }

    /// The function before it has received any octet.
    var emptyHash: any IncrementalHash {
        switch self {
        case .sha1: Insecure.SHA1()
        case .sha224: SHA224()
        case .sha256: SHA256()
        case .sha384: SHA384()
        case .sha512: SHA512()
        }
    }
}

/// A hash over a message that arrives in pieces, such as the transcript of a handshake.
///
/// It is a value: a copy is independent, and ``finalize()`` does not end the hash. TLS needs the digest of the handshake so far
/// several times during the handshake.
public struct RunningHash: Sendable {
    /// The hash function.
    public let algorithm: HashAlgorithm
    /// The hash function. It is stored as a protocol value, which can be updated in place. A function taken out of an enumeration would
    /// be shared for a moment, and swift-crypto copies the state of a function that is shared.
    private var function: any IncrementalHash

    /// A hash over no octets.
    public init(_ algorithm: HashAlgorithm) {
        self.algorithm = algorithm
        function = algorithm.emptyHash
    }

    /// Appends a piece of the message.
    public mutating func update(_ piece: [UInt8]) {
        function.update(piece)
    }

    /// The digest of everything appended so far. More may be appended afterwards.
    public func finalize() -> [UInt8] { function.digest }
}

/// A hash function that receives its message in pieces.
protocol IncrementalHash: Sendable {
    /// Appends a piece of the message.
    mutating func update(_ piece: [UInt8])
    /// Appends the digest of the message of another hash.
    mutating func update(digestOf other: Self)
    /// The digest of everything appended so far.
    var digest: [UInt8] { get }
}

extension IncrementalHash where Self: HashFunction {
    mutating func update(_ piece: [UInt8]) {
        unsafe piece.withUnsafeBytes { unsafe update(bufferPointer: $0) }
    }

    mutating func update(digestOf other: Self) {
        unsafe other.finalize().withUnsafeBytes { unsafe update(bufferPointer: $0) }
    }

    var digest: [UInt8] { unsafe finalize().withUnsafeBytes { unsafe Array($0) } }
}

extension Insecure.SHA1: IncrementalHash {}
extension SHA256: IncrementalHash {}
extension SHA384: IncrementalHash {}
extension SHA512: IncrementalHash {}
extension SHA224: IncrementalHash {
    mutating func update(digestOf other: SHA224) { update(other.finalize()) }
    var digest: [UInt8] { finalize() }
}

extension RunningHash: Hashable {
    /// Two running hashes are equal if their algorithms and digests are: their messages are the same, or there is a collision.
    public static func == (a: RunningHash, b: RunningHash) -> Bool {
        a.algorithm == b.algorithm && a.finalize() == b.finalize()
    }

    /// Hashes what `==` compares: the algorithm, and the digest so far.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(algorithm)
        hasher.combine(finalize())
    }
}
