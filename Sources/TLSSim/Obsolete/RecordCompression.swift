import Trace

/// Compression of records (RFC 3749), for the museum: the length of compressed content reveals secrets in it (CRIME, 2012).
///
/// Each direction is a stream of the ZLIB format (RFC 1950). Each record is compressed independently of the others, which the format
/// allows, and ends on an octet boundary.
struct RecordCompression: Hashable, Sendable {
    /// The compression method 1, DEFLATE (RFC 3749 section 2).
    static let method: UInt8 = 1
    /// CMF and FLG: a window of 2^15 octets (RFC 1950 section 2.2).
    private static let header: [UInt8] = [0x78, 0x9c]

    private var hasWritten = false
    private var hasRead = false

    /// The content of a record, compressed.
    mutating func compress(_ content: [UInt8]) -> [UInt8] {
        defer { hasWritten = true }
        return (hasWritten ? [] : Self.header) + Deflate.compress(content)
    }

    /// The content of a record, expanded.
    ///
    /// - Throws: ``TLSError/recordOverflow(length:limit:)`` for content that becomes longer than a record may be, and for octets that
    ///   ``compress(_:)`` cannot have made.
    mutating func expand(_ content: [UInt8]) throws(TLSError) -> [UInt8] {
        var body = content[...]
        if !hasRead, body.starts(with: Self.header) { body = body.dropFirst(Self.header.count) }
        hasRead = true
        guard let plain = Deflate.expand(body, most: RecordLimits.plaintext) else {
            throw .recordOverflow(length: content.count, limit: RecordLimits.plaintext)
        }
        return plain
    }
}
