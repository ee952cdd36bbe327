/// A keyed hash: only a holder of the key can compute it, so it proves where a message comes from (RFC 2104).
///
///     HMAC(K, message) = H(K ⊕ opad, H(K ⊕ ipad, message))
///
/// K is the key, filled up with zeros to a block of the hash function, ipad is the octet 0x36 and opad the octet 0x5c repeated over
/// a block. The outer hash is what stops an attacker who sees H(key, message) from computing the hash of a longer message by going
/// on where H stopped.
public struct HMAC: Hashable, Sendable {
    /// H(K ⊕ ipad, …: half of the work on a short message, done once for a key.
    private let inner: RunningHash
    /// H(K ⊕ opad, ….
    private let outer: RunningHash

    /// The function for one key.
    public init(key: [UInt8], hash: HashAlgorithm) {
        // RFC 2104 section 2: a key longer than a block is hashed first.
        let short = key.count > hash.blockLength ? hash.hash(key) : key
        let block = short + [UInt8](repeating: 0, count: hash.blockLength - short.count)
        func begun(_ pad: UInt8) -> RunningHash {
            var running = RunningHash(hash)
            running.update(block.map { $0 ^ pad })
            return running
        }
        inner = begun(0x36)
        outer = begun(0x5c)
    }

    /// The hash function.
    public var hash: HashAlgorithm { inner.algorithm }

    /// HMAC of a message that may come in two pieces, as many octets as the hash function gives.
    public func authenticate(_ message: [UInt8], _ rest: [UInt8] = []) -> [UInt8] {
        var inner = inner
        inner.update(message)
        inner.update(rest)
        var outer = outer
        outer.update(inner.finalize())
        return outer.finalize()
    }

    /// HMAC of a single message.
    public static func authenticate(_ message: [UInt8], key: [UInt8], hash: HashAlgorithm) -> [UInt8] {
        HMAC(key: key, hash: hash).authenticate(message)
    }

    /// Whether a MAC is that of a message. It is compared in constant time: a comparison that stops at the first difference
    /// tells a forger how many octets he has right.
    public static func isValid(_ mac: [UInt8], of message: [UInt8], key: [UInt8], hash: HashAlgorithm) -> Bool {
        ConstantTime.areEqual(mac, authenticate(message, key: key, hash: hash))
    }
}
