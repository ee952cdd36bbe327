import Crypto

/// All handshake messages so far, in order, as a running hash (RFC 5246 section 7.4.9).
///
/// HelloRequest, ChangeCipherSpec, alerts and record headers are not in it. Which hash it is depends on the suite, which only
/// the ServerHello tells: until then the messages themselves are kept.
struct Transcript: Hashable, Sendable {
    private(set) var pending: [UInt8] = []
    private var running: RunningHash?
    /// The messages themselves, where a signature of TLS 1.2 over them may have to be made or verified; nil elsewhere.
    var messages: [UInt8]?

    /// Adds a message, framing included.
    mutating func add(_ message: HandshakeMessage) { add(message.bytes) }

    /// Adds the octets of a message, framing included.
    mutating func add(_ octets: [UInt8]) {
        messages?.append(contentsOf: octets)
        if running == nil {
            pending.append(contentsOf: octets)
        } else {
            running?.update(octets)
        }
    }

    /// Fixes the hash, once the suite is known.
    mutating func select(_ hash: HashAlgorithm) {
        guard running == nil else { return }
        var start = RunningHash(hash)
        start.update(pending)
        running = start
        pending = []
    }

    /// Hash(handshake_messages); nil before the hash is known.
    var digest: [UInt8]? { running?.finalize() }

    /// Hash(handshake_messages) by the hash of the suite, which the caller knows.
    func digest(by hash: HashAlgorithm) -> [UInt8] { running?.finalize() ?? hash.hash(pending) }

    /// The digest as it will be after `message`, under `hash` if none is fixed yet.
    func digest(adding message: HandshakeMessage, hash: HashAlgorithm?) -> [UInt8]? {
        var copy = self
        if let hash { copy.select(hash) }
        copy.add(message)
        return copy.digest
    }
}
