import Crypto

/// The transcript hash of messages that stand one after the other (RFC 8446 section 4.4.1).
public enum TranscriptHash {
    /// The hash of whole messages, each with its type and its length. If the first is a ClientHello and the second a HelloRetryRequest,
    /// message_hash replaces the first. Octets at the end that are not a whole message are hashed as they are, such as a hello without its
    /// binders.
    public static func of(_ messages: [UInt8], by hash: HashAlgorithm) -> [UInt8] {
        var joiner = HandshakeJoiner()
        joiner.append(messages)
        var transcript = Transcript()
        guard let first = try? joiner.next(), first.type == .clientHello, let second = try? joiner.next(),
            second.nameInTLS13 == "HelloRetryRequest"
        else { return hash.hash(messages) }
        transcript.add(first)
        transcript.replaceFirstHello(hash)
        transcript.add(Array(messages.dropFirst(first.bytes.count)))
        return transcript.digest(by: hash)
    }
}
