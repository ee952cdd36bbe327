import Trace

/// A record as it was on the wire and what it carried.
public struct Record: Hashable, Sendable {
    /// What it carries.
    public let type: ContentType
    /// The version in its header.
    public let version: ProtocolVersion
    /// Header and fragment as they are in the stream.
    public let wire: [UInt8]
    /// The fragment in clear.
    public let plaintext: [UInt8]
    /// Whether the fragment on the wire is encrypted.
    public let encrypted: Bool
    /// Where it lies in its sender's stream, counted from 0.
    public let stream: Range<Int>
}

/// What stands in front of every fragment: type, version and length (RFC 5246 section 6.2.1).
public struct RecordHeader: Sendable {
    /// The type octet; a value that ``ContentType`` does not know ends the connection.
    public internal(set) var typeCode: UInt8 = 0
    /// The version.
    public internal(set) var version = ProtocolVersion.tls12
    /// Octets of the fragment as it is on the wire.
    public internal(set) var length: UInt16 = 0

    private static let rule = Citation.rfc(5246, "6.2.1")

    init(typeCode: UInt8 = 0, length: UInt16 = 0) {
        self.typeCode = typeCode
        self.length = length
    }

    /// The header that stands at `start` of `octets`; nil where there are fewer octets than it takes.
    public init?(_ octets: [UInt8], from start: Int = 0) {
        var reader = ByteReader(octets, from: start, recording: false)
        guard (try? code(with: &reader)) != nil else { return nil }
    }

    /// A record of TLS 1.2 or 1.3 that carries `fragment`, with its header.
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
