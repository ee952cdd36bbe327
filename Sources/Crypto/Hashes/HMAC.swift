/// A keyed hash: only a holder of the key can compute it, so it proves where a message comes from (RFC 2104).
///
///     HMAC(K, message) = H(K ⊕ opad, H(K ⊕ ipad, message))
///
/// K is the key, filled up with zeros to a block of the hash function, ipad is the octet 0x36 and opad the octet 0x5c repeated over
/// a block. The outer hash is what stops an attacker who sees H(key, message) from computing the hash of a longer message by going
/// on where H stopped.
public struct HMAC: Sendable {
    /// The hash function.
    public let hash: HashAlgorithm
    private let keyed: any KeyedHash

    /// The function for one key.
    public init(key: [UInt8], hash: HashAlgorithm) {
        self.hash = hash
        // RFC 2104 section 2: a key longer than a block is hashed first.
        let short = key.count > hash.blockLength ? hash.hash(key) : key
        func keyed(_ function: some IncrementalHash) -> any KeyedHash {
            KeyedFunction(function, block: short + [UInt8](repeating: 0, count: hash.blockLength - short.count))
        }
        self.keyed = keyed(hash.emptyHash)
    }

    /// HMAC of a message that may come in two pieces, as many octets as the hash function gives.
    public func authenticate(_ message: [UInt8], _ rest: [UInt8] = []) -> [UInt8] { keyed.authenticate(message, rest) }

    /// HMAC of a single message.
    public static func authenticate(_ message: [UInt8], key: [UInt8], hash: HashAlgorithm) -> [UInt8] {
        HMAC(key: key, hash: hash).authenticate(message)
    }

    /// Whether a MAC is that of a message. It is compared in constant time: a comparison that stops at the first
    /// difference tells a forger how many octets are right.
    public static func isValid(_ mac: [UInt8], of message: [UInt8], key: [UInt8], hash: HashAlgorithm) -> Bool {
        ConstantTime.areEqual(mac, authenticate(message, key: key, hash: hash))
    }
}

extension HMAC: Hashable {
    /// Two are equal when they give one MAC: they have the same key, or there is a collision.
    public static func == (a: HMAC, b: HMAC) -> Bool { a.hash == b.hash && a.authenticate([]) == b.authenticate([]) }

    /// Hashes what `==` compares: the hash function, and the MAC of no octets.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
        hasher.combine(authenticate([]))
    }
}

/// A hash function that has taken in a key.
private protocol KeyedHash: Sendable {
    func authenticate(_ message: [UInt8], _ rest: [UInt8]) -> [UInt8]
}

/// The two halves of HMAC. They are of one type, which is known here, so that a MAC is made without asking for each step which hash
/// function it is, and without an array for the inner digest: a handshake makes two dozen of them.
private struct KeyedFunction<Function: IncrementalHash>: KeyedHash {
    /// H(K ⊕ ipad, …), with the key taken in: half of the work on a short message, done once for a key.
    private var inner: Function
    /// H(K ⊕ opad, …), with the key taken in.
    private var outer: Function

    /// - Parameter block: the key, filled up to a block.
    init(_ function: Function, block: [UInt8]) {
        var block = block
        (inner, outer) = (function, function)
        for place in block.indices { block[place] ^= 0x36 }
        inner.update(block)
        for place in block.indices { block[place] ^= 0x36 ^ 0x5c }
        outer.update(block)
    }

    func authenticate(_ message: [UInt8], _ rest: [UInt8]) -> [UInt8] {
        var (inner, outer) = (inner, outer)
        inner.update(message)
        if !rest.isEmpty { inner.update(rest) }
        outer.update(digestOf: inner)
        return outer.digest
    }
}
