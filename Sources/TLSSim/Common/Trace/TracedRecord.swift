import Trace

/// A record that an endpoint has written or read, with everything that is needed to explain it.
///
/// The explanation of the octets is made only when a reader asks for it.
public struct TracedRecord: Hashable, Sendable {
    /// The record.
    public let record: Record
    let dissector: Dissector
    /// Whether the record begins with the beginning of a message.
    let aligned: Bool
    let transcript: TranscriptPoint

    /// The transcript, and whether it contains the message in the record.
    enum TranscriptPoint: Hashable, Sendable {
        /// No message ends in the record, or the record does not contain the beginning of the message.
        case none
        /// The transcript after the message that ends in the record.
        case after(Transcript)
        /// The transcript before the message in the record.
        case before(Transcript)
    }

    /// The message of the trace for the record. Its octets are parsed when a reader first asks what they mean.
    public var message: Message {
        dissector.message(of: record, aligned: aligned) { transcriptHash }
    }

    /// The digest of all handshake messages up to this one; nil before the hash is known, and for a record without a transcript.
    private var transcriptHash: [UInt8]? {
        switch transcript {
        case .none: return nil
        case .after(let transcript): return transcript.digest
        case .before(let transcript):
            var joiner = HandshakeJoiner()
            joiner.append(record.plaintext)
            guard let message = try? joiner.next(), joiner.isEmpty else { return nil }
            var reader = ByteReader(message.body, recording: false)
            let hello = message.type == .serverHello ? try? ServerHello.read(from: &reader) : nil
            let hash = hello.flatMap { CipherSuite.withCodePoint($0.cipherSuite)?.hash }
            return transcript.digest(adding: message, hash: hash)
        }
    }
}
