internal import SwiftCrypto

/// The hash functions of TLS 1.2 certificates, signatures and pseudorandom functions.
///
/// They come from swift-crypto, except for SHA-224, which it does not have and which is written out in `SHA224.swift`.
public enum HashAlgorithm: Hashable, Sendable, CaseIterable {
    /// SHA-1 (FIPS 180-4). Collisions have been computed since 2017; it is here to be seen and to be refused.
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

    /// The length in octets of the blocks in which the function takes its input; HMAC pads its key to it.
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
/// A value: a copy goes its own way, and finishing does not use it up. TLS needs the digest of the handshake so far several
/// times while the handshake goes on.
public struct RunningHash: Sendable {
    /// The hash function.
    public let algorithm: HashAlgorithm
    /// The function itself, behind a protocol so that it can be updated where it is: taken out of an enumeration it would be shared for
    /// a moment, and swift-crypto copies the state of a function that is shared.
    private var function: any IncrementalHash

    /// A hash over nothing yet.
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

/// A hash function that takes its message in pieces.
protocol IncrementalHash: Sendable {
    /// Appends a piece of the message.
    mutating func update(_ piece: [UInt8])
    /// Appends the digest of what another has taken in.
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
    /// Two running hashes are equal when their digests are: they have seen the same message, or a collision.
    public static func == (a: RunningHash, b: RunningHash) -> Bool {
        a.algorithm == b.algorithm && a.finalize() == b.finalize()
    }

    /// Hashes what `==` compares: the algorithm, and the digest so far.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(algorithm)
        hasher.combine(finalize())
    }
}
