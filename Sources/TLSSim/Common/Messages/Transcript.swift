import Crypto

/// The hash of all handshake messages so far, in order (RFC 5246 section 7.4.9).
///
/// HelloRequest, ChangeCipherSpec, alerts and record headers are not in it. The hash function is that of the suite, which the
/// ServerHello chooses. Before that, the transcript keeps the messages themselves.
struct Transcript: Hashable, Sendable {
    private(set) var pending: [UInt8] = []
    private var running: RunningHash?
    /// Of a transcript that does not keep the rule of ``MissingRules/hashingWhole``: what is left of all messages.
    private var short: [UInt8] = []
    /// The messages themselves, if a CertificateVerify of TLS 1.2 over them may have to be made or verified; nil otherwise.
    var messages: [UInt8]?
    /// The rules that this transcript does not keep; none outside the museum and the explorer.
    var missing: MissingRules = []

    /// Adds a message, framing included.
    mutating func add(_ message: HandshakeMessage) { add(message.bytes) }

    /// Adds the octets of a message, framing included.
    mutating func add(_ octets: [UInt8]) {
        messages?.append(contentsOf: octets)
        guard !leavesOut(octets) else { return }
        if missing.contains(.hashingWhole) {
            short = ShortHash.after(short, octets)
            pending = short
            if let algorithm = running?.algorithm { restart(algorithm) }
        } else if running == nil {
            pending.append(contentsOf: octets)
        } else {
            running?.update(octets)
        }
    }

    /// Sets the hash function when the suite is known. Later calls have no effect.
    mutating func select(_ hash: HashAlgorithm) {
        if running == nil { restart(hash) }
    }

    /// Hashes what is pending, and nothing before it.
    private mutating func restart(_ hash: HashAlgorithm) {
        var start = RunningHash(hash)
        start.update(pending)
        running = start
        pending = []
    }

    /// Hash(handshake_messages); nil before the hash is known.
    var digest: [UInt8]? { running?.finalize() }

    /// Hash(handshake_messages). `hash` is the hash function of the suite; it is used if none has been selected yet.
    func digest(by hash: HashAlgorithm) -> [UInt8] { running?.finalize() ?? hash.hash(pending) }

    /// The digest that the transcript will have after `message`; nil if no hash function is selected and `hash` is nil.
    func digest(adding message: HandshakeMessage, hash: HashAlgorithm?) -> [UInt8]? {
        var copy = self
        if let hash { copy.select(hash) }
        copy.add(message)
        return copy.digest
    }
}
