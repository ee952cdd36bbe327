import Crypto
import Trace

/// One direction's keys and record counter: AES-GCM as TLS 1.2 uses it (RFC 5246 section 6.2.3.3, RFC 5288 section 3).
public struct RecordProtection: Hashable, Sendable {
    private let key: [UInt8]
    private let fixedIV: [UInt8]

    /// Number of the next record under these keys. Both sides count; it is never sent, yet every tag covers it, which is what
    /// makes a replayed, dropped or reordered record fail.
    public private(set) var sequenceNumber: UInt64 = 0

    /// Protection under `key` with the implicit nonce part `fixedIV` of four octets.
    public init(key: [UInt8], fixedIV: [UInt8]) {
        self.key = key
        self.fixedIV = fixedIV
    }

    /// Octets that protection adds to a fragment: the explicit nonce and the tag.
    public static let expansion = CipherSuite.recordIVLength + CipherSuite.tagLength

    /// seq_num + type + version + length: what is authenticated and not encrypted (RFC 5246 section 6.2.3.3).
    ///
    /// `length` is that of the plaintext.
    static func additionalData(
        sequenceNumber: UInt64, type: ContentType, version: ProtocolVersion, length: Int
    ) -> [UInt8] {
        var writer = ByteWriter(recording: false)
        writer.integer("seq_num", sequenceNumber)
        writer.integer("type", type.rawValue)
        writer.integer("version", version.rawValue)
        writer.integer("length", UInt16(truncatingIfNeeded: length))
        return writer.bytes
    }

    /// Encrypts a fragment: explicit nonce, ciphertext, tag.
    ///
    /// The explicit nonce is the sequence number, as RFC 5288 section 3 suggests: it cannot repeat under one key.
    mutating func seal(_ fragment: [UInt8], type: ContentType, version: ProtocolVersion) throws(TLSError) -> [UInt8] {
        var writer = ByteWriter(recording: false)
        writer.integer("nonce_explicit", sequenceNumber)
        let explicit = writer.bytes
        let data = Self.additionalData(
            sequenceNumber: sequenceNumber, type: type, version: version, length: fragment.count)
        do {
            let sealed = try AESGCM.seal(fragment, key: key, nonce: fixedIV + explicit, aad: data)
            try advance()
            return explicit + sealed
        } catch let error as TLSError {
            throw error
        } catch {
            throw .internalFault("AES-GCM: \(error)")
        }
    }

    /// Decrypts a fragment. Whatever is wrong with it, there is one answer: bad_record_mac.
    mutating func open(_ fragment: [UInt8], type: ContentType, version: ProtocolVersion) throws(TLSError) -> [UInt8] {
        guard fragment.count >= Self.expansion else { throw .badRecordMAC }
        let explicit = Array(fragment.prefix(CipherSuite.recordIVLength))
        let sealed = Array(fragment.dropFirst(CipherSuite.recordIVLength))
        let data = Self.additionalData(
            sequenceNumber: sequenceNumber, type: type, version: version, length: fragment.count - Self.expansion)
        guard let plaintext = try? AESGCM.open(sealed, key: key, nonce: fixedIV + explicit, aad: data) else {
            throw .badRecordMAC
        }
        try advance()
        return plaintext
    }

    /// RFC 5246 section 6.1: sequence numbers do not wrap. No connection gets there; one that did would have to end.
    private mutating func advance() throws(TLSError) {
        let (next, overflow) = sequenceNumber.addingReportingOverflow(1)
        guard !overflow else { throw .internalFault("record sequence numbers are used up") }
        sequenceNumber = next
    }
}
