import Crypto
import Trace

/// One direction's keys and record counter (RFC 8446 sections 5.2 and 5.3).
///
/// The nonce is the IV XOR the record's number: it is not sent. The additional data is the header. All ciphers are used in this one way,
/// while TLS 1.2 has several.
public struct TrafficProtection: Hashable, Sendable {
    /// The least number of octets by which a protected fragment is longer than its content: the type, and the tag, which has the same
    /// length for every cipher.
    static let leastExpansion = 1 + AESGCM.tagLength
    /// The longest protected fragment, in octets: 2^14 + 256 for content, type, padding and the cipher's expansion (section 5.2).
    static let longestFragment = RecordLimits.plaintext + 256

    /// The suite.
    public let suite: TLS13.CipherSuite
    /// The traffic secret from which the keys come.
    public let secret: TrafficSecret
    /// The keys.
    public let keys: TrafficKeys
    /// Number of the next record under these keys.
    public private(set) var sequenceNumber: UInt64

    /// Protection by a suite's cipher under the keys of a secret.
    ///
    /// - Parameter sequenceNumber: the number of the first record; always 0 in a connection.
    public init(_ suite: TLS13.CipherSuite, _ secret: TrafficSecret, sequenceNumber: UInt64 = 0) {
        self.suite = suite
        self.secret = secret
        keys = secret.keys(for: suite)
        self.sequenceNumber = sequenceNumber
    }

    /// The protection after a KeyUpdate: the next secret, and numbers from 0 (section 7.2).
    public var next: TrafficProtection { TrafficProtection(suite, secret.next) }

    /// The number of the next record as eight octets.
    var number: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: sequenceNumber >> UInt64(56 - 8 * $0)) } }

    /// The nonce of the next record.
    var nonce: [UInt8] { AEADAlgorithm.nonce(keys.iv, xor: number) }

    /// Seals an inner plaintext and returns the record with its header.
    ///
    /// - Throws: ``TLSError/recordOverflow(length:limit:)`` for more than ``RecordLimits/innerPlaintext`` octets;
    ///   ``TLSError/internalFault(_:)`` where the numbers are used up.
    public mutating func seal(_ inner: InnerPlaintext) throws(TLSError) -> [UInt8] {
        let plaintext = inner.octets
        guard plaintext.count <= RecordLimits.innerPlaintext else {
            throw .recordOverflow(length: plaintext.count, limit: RecordLimits.innerPlaintext)
        }
        let header = Self.header(of: plaintext.count + suite.algorithm.tagLength)
        let sealed: [UInt8]
        do {
            sealed = try suite.algorithm.seal(plaintext, key: keys.key, nonce: nonce, data: header)
        } catch {
            throw .internalFault("\(suite.name): \(error)")
        }
        try advance()
        return header + sealed
    }

    /// Opens a whole record with its header, whose length has been checked. A record that does not open leaves the number as it is, because
    /// a server that skips early data tries each record.
    ///
    /// - Parameter limit: the longest inner plaintext that is accepted, in octets.
    /// - Throws: ``TLSError/badRecordMAC``, ``TLSError/recordOverflow(length:limit:)``, ``TLS13Violation/noContentType``.
    public mutating func open(
        _ record: [UInt8], limit: Int = RecordLimits.innerPlaintext
    ) throws(TLSError) -> InnerPlaintext {
        let fragment = Array(record.dropFirst(RecordLimits.header))
        let header = Array(record.prefix(RecordLimits.header))
        guard fragment.count >= suite.algorithm.tagLength,
            let plaintext = suite.algorithm.open(fragment, key: keys.key, nonce: nonce, data: header)
        else { throw .badRecordMAC }
        try advance()
        return try InnerPlaintext(opened: plaintext, limit: limit)
    }

    /// The tag of the ciphertext in a record under these keys and the present number. If the record has another tag, it does not open. Nil
    /// for a record that is shorter than a tag.
    public func tag(of record: [UInt8]) -> [UInt8]? {
        let fragment = record.dropFirst(RecordLimits.header)
        let header = Array(record.prefix(RecordLimits.header))
        let algorithm = suite.algorithm
        guard fragment.count >= algorithm.tagLength else { return nil }
        // The ciphers XOR a key stream: sealing the ciphertext gives the plaintext, and sealing that gives the ciphertext with its tag.
        let ciphertext = Array(fragment.dropLast(algorithm.tagLength))
        guard let once = try? algorithm.seal(ciphertext, key: keys.key, nonce: nonce, data: header),
            let twice = try? algorithm.seal(
                Array(once.dropLast(algorithm.tagLength)), key: keys.key, nonce: nonce, data: header)
        else { return nil }
        return Array(twice.suffix(algorithm.tagLength))
    }

    /// The header of a protected record: application_data, 03 03 and the length.
    private static func header(of length: Int) -> [UInt8] {
        var header = RecordHeader(
            typeCode: ContentType.applicationData.rawValue, length: UInt16(truncatingIfNeeded: length))
        var writer = ByteWriter(capacity: RecordLimits.header)
        header.code(with: &writer)
        return writer.bytes
    }

    /// Counts on to the next record. The number must not wrap (section 5.3).
    private mutating func advance() throws(TLSError) {
        let (next, overflow) = sequenceNumber.addingReportingOverflow(1)
        guard !overflow else { throw .internalFault("record sequence numbers are used up") }
        sequenceNumber = next
    }
}

extension TLS13.CipherSuite {
    /// The algorithm that protects records.
    var algorithm: AEADAlgorithm { cipher == .chaCha20Poly1305 ? .chaCha20Poly1305 : .aesGCM }
}
