import Trace

/// A record: its octets on the wire, and its content in clear.
public struct Record: Hashable, Sendable {
    /// The type of the content.
    public let type: ContentType
    /// The version in its header.
    public let version: ProtocolVersion
    /// The octets of header and fragment, as they are on the wire.
    public let wire: [UInt8]
    /// The content in clear.
    public let plaintext: [UInt8]
    /// Whether the fragment on the wire is encrypted.
    public let encrypted: Bool
    /// The place of the record in its sender's stream of octets, counted from 0.
    public let stream: Range<Int>

    /// A record with these octets and this content.
    package init(
        type: ContentType, version: ProtocolVersion, wire: [UInt8], plaintext: [UInt8], encrypted: Bool,
        stream: Range<Int>
    ) {
        (self.type, self.version, self.wire, self.plaintext) = (type, version, wire, plaintext)
        (self.encrypted, self.stream) = (encrypted, stream)
    }
}

/// The header of a record: type, version and length (RFC 5246 section 6.2.1).
public struct RecordHeader: Sendable {
    /// The type octet; a value that ``ContentType`` does not know ends the connection.
    public internal(set) var typeCode: UInt8 = 0
    /// The version.
    public internal(set) var version = ProtocolVersion.tls12
    /// The length of the fragment on the wire, in octets.
    public internal(set) var length: UInt16 = 0

    private static let rule = Citation.rfc(5246, "6.2.1")

    init(typeCode: UInt8 = 0, length: UInt16 = 0) {
        self.typeCode = typeCode
        self.length = length
    }

    /// The header that begins at `start` of `octets`; nil if fewer octets than a header are left there.
    public init?(_ octets: [UInt8], from start: Int = 0) {
        var reader = ByteReader(octets, from: start, recording: false)
        guard (try? code(with: &reader)) != nil else { return nil }
    }

    /// The octets of a record with `fragment`, behind a header of version TLS 1.2, which TLS 1.3 uses too.
    static func record(_ type: ContentType, _ fragment: [UInt8]) -> [UInt8] {
        var header = RecordHeader(typeCode: type.rawValue, length: UInt16(truncatingIfNeeded: fragment.count))
        var writer = ByteWriter(capacity: RecordLimits.header + fragment.count)
        header.code(with: &writer)
        writer.octets("tls.record.fragment", fragment)
        return writer.bytes
    }

    mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        try coder.integer("tls.record.content_type", &typeCode, cite: Self.rule) { code in
            ContentType(rawValue: code).map { "\(code) \($0)" } ?? String(code)
        }
        try coder.codePoint("tls.record.version", &version, cite: Self.rule)
        try coder.integer("tls.record.length", &length, cite: Self.rule)
    }
}
