/// A keyed hash: only a holder of the key can compute it, so it proves that a holder of the key sent a message (RFC 2104).
///
///     HMAC(K, message) = H(K ⊕ opad, H(K ⊕ ipad, message))
///
/// K is the key, padded with zeros to a block of the hash function. ipad is a block of octets 0x36, opad a block of octets 0x5c.
/// The outer hash is necessary: an attacker who sees H(key, message) could continue the hash, and so compute the hash of a longer
/// message.
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

    /// HMAC of a message, which may be given in two pieces; as many octets as a digest has.
    public func authenticate(_ message: [UInt8], _ rest: [UInt8] = []) -> [UInt8] { keyed.authenticate(message, rest) }

    /// HMAC of one message with a key that is used once; as many octets as a digest has.
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
    /// Two are equal if they have the same hash function and the same MAC of no octets: their keys are the same, or there is a
    /// collision.
    public static func == (a: HMAC, b: HMAC) -> Bool { a.hash == b.hash && a.authenticate([]) == b.authenticate([]) }

    /// Hashes what `==` compares: the hash function, and the MAC of no octets.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
        hasher.combine(authenticate([]))
    }
}

/// A hash function that has hashed a key already. The protocol hides which hash function it is.
private protocol KeyedHash: Sendable {
    func authenticate(_ message: [UInt8], _ rest: [UInt8]) -> [UInt8]
}

/// The two hashes of HMAC. Both have the type `Function`, which is known here. So a MAC needs no look-up of the hash function for
/// each step and no array for the inner digest. A handshake makes two dozen MACs.
private struct KeyedFunction<Function: IncrementalHash>: KeyedHash {
    /// H(K ⊕ ipad, …) after the key: half of the work on a short message, done once for each key.
    private var inner: Function
    /// H(K ⊕ opad, …) after the key.
    private var outer: Function

    /// - Parameter block: the key, padded to a block.
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
