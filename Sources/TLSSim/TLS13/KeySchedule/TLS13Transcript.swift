import Crypto

/// The special rules of TLS 1.3 for the transcript (RFC 8446 section 4.4.1).
extension Transcript {
    /// message_hash, 254: a handshake type that is never sent.
    private static let messageHash: UInt8 = 254

    /// Replaces the first ClientHello by a message with its hash, when a HelloRetryRequest follows: message_hash, the length of the hash,
    /// the hash. So a server can put all that it has to remember into a cookie.
    mutating func replaceFirstHello(_ hash: HashAlgorithm) {
        let missing = missing
        if missing.contains(.hashingRetry) {
            self = Transcript()
        } else {
            self = Transcript(afterHello: digest(by: hash), by: hash)
        }
        self.missing = missing
    }

    /// The transcript after a first ClientHello of which only the hash is known.
    init(afterHello digest: [UInt8], by hash: HashAlgorithm) {
        self.init()
        select(hash)
        add(HandshakeMessage(typeCode: Self.messageHash, body: digest))
    }

    /// The digest of the transcript and `octets`, without adding them to the transcript. They are the beginning of a hello up to its
    /// binders (section 4.2.11.2).
    func digest(adding octets: [UInt8], by hash: HashAlgorithm) -> [UInt8] {
        var copy = self
        copy.select(hash)
        copy.add(octets)
        return copy.digest(by: hash)
    }
}
