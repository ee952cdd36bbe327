import Trace

/// A record as an endpoint wrote or read it, and what it takes to explain it.
///
/// An endpoint keeps what has happened; what every octet of it means follows from that, and is worked out when it is asked for.
public struct TracedRecord: Hashable, Sendable {
    /// The record.
    public let record: Record
    private let dissector: Dissector
    private let aligned: Bool
    private let transcript: TranscriptPoint

    /// Where a transcript stands to a record.
    enum TranscriptPoint: Hashable, Sendable {
        /// No message ends in the record, or none of its beginning is in it.
        case none
        /// The message that ends in the record is in the transcript.
        case after(Transcript)
        /// The message that is in the record is not yet in the transcript.
        case before(Transcript)
    }

    /// `record`, which begins with the beginning of a message if it is `aligned`.
    init(_ record: Record, _ dissector: Dissector, aligned: Bool, _ transcript: TranscriptPoint) {
        self.record = record
        self.dissector = dissector
        self.aligned = aligned
        self.transcript = transcript
    }

    /// The record with the meaning of its octets, which is worked out when a reader first asks.
    public var message: Message {
        dissector.message(of: record, aligned: aligned) { transcriptHash }
    }

    /// The digest of all handshake messages, this one included; nil before the hash is known.
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
