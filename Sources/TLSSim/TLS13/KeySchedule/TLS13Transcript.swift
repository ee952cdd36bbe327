import Crypto

/// What TLS 1.3 does with the transcript besides hashing it (RFC 8446 section 4.4.1).
extension Transcript {
    /// message_hash: a type that never stands on the wire.
    private static let messageHash: UInt8 = 254

    /// Puts the hash of the first ClientHello in its place, because the server asks for another: message_hash, then the length of the
    /// hash, then the hash. So a server can put all it has to remember into a cookie.
    mutating func replaceFirstHello(_ hash: HashAlgorithm) {
        self = Transcript(afterHello: digest(by: hash), by: hash)
    }

    /// The transcript behind a first ClientHello of which only the hash is known.
    init(afterHello digest: [UInt8], by hash: HashAlgorithm) {
        self.init()
        select(hash)
        add(HandshakeMessage(typeCode: Self.messageHash, body: digest))
    }

    /// The digest as it is after `octets`, which are no part of the transcript: the beginning of a hello up to its binders (section
    /// 4.2.11.2).
    func digest(adding octets: [UInt8], by hash: HashAlgorithm) -> [UInt8] {
        var copy = self
        copy.select(hash)
        copy.add(octets)
        return copy.digest(by: hash)
    }
}
