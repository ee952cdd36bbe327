/// A keyed hash: only who holds the key can compute it, so it proves where a message comes from (RFC 2104).
public enum HMAC {
    /// HMAC of a message, as many octets as the hash function gives.
    ///
    /// H(K ⊕ opad, H(K ⊕ ipad, message)), where K is the key, filled up with zeros to a block of the hash function, ipad
    /// is the octet 0x36 and opad the octet 0x5c repeated over a block. The outer hash is what stops an attacker who sees
    /// H(key, message) from computing the hash of a longer message by going on where H stopped.
    public static func authenticate(_ message: [UInt8], key: [UInt8], hash: HashAlgorithm) -> [UInt8] {
        // RFC 2104 section 2: a key longer than a block is hashed first.
        let short = key.count > hash.blockLength ? hash.hash(key) : key
        let block = short + [UInt8](repeating: 0, count: hash.blockLength - short.count)

        var inner = RunningHash(hash)
        inner.update(block.map { $0 ^ 0x36 })
        inner.update(message)

        var outer = RunningHash(hash)
        outer.update(block.map { $0 ^ 0x5c })
        outer.update(inner.finalize())
        return outer.finalize()
    }
    /// Whether a MAC is that of a message. It is compared in constant time: a comparison that stops at the first difference
    /// tells a forger how many octets he has right.
    public static func isValid(_ mac: [UInt8], of message: [UInt8], key: [UInt8], hash: HashAlgorithm) -> Bool {
        ConstantTime.areEqual(mac, authenticate(message, key: key, hash: hash))
    }
}
