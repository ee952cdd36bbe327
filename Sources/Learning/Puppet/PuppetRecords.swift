import TLSSim
import Trace

/// The octets that a puppet has received, and their division into records and messages. What cannot be a record makes it deaf: the rest is
/// not read.
struct PuppetRecords: Hashable, Sendable {
    /// A record as it stands on the wire.
    struct Wire: Hashable, Sendable {
        let type: ContentType
        let version: ProtocolVersion
        /// Header and fragment.
        let octets: [UInt8]

        var fragment: [UInt8] { Array(octets.dropFirst(RecordLimits.header)) }
    }

    /// What makes the puppet deaf.
    enum Deafness: String, Wording {
        case otherType = "no TLS record"
        case tooLong = "record too long"

        var english: String { rawValue }

        var chinese: String {
            switch self {
            case .otherType: "不是 TLS 记录"
            case .tooLong: "过长的记录"
            }
        }
    }

    /// The handshake messages in the records that were opened.
    var joiner = HandshakeJoiner()
    private var octets: [UInt8] = []
    private var isDeaf = false
    /// The longest fragment of TLS 1.2; that of TLS 1.3 is shorter.
    private static let longest = RecordLimits.plaintext + 2_048

    mutating func append(_ octets: [UInt8]) {
        if !isDeaf { self.octets += octets }
    }

    /// Takes out the next record, or the reason why there is none and never will be; nil until a whole record has arrived.
    mutating func next() -> Result<Wire, Deaf>? {
        guard !isDeaf, let first = octets.first else { return nil }
        guard let type = ContentType(rawValue: first) else { return deaf(.otherType) }
        guard let header = RecordHeader(octets, from: 0) else { return nil }
        guard Int(header.length) <= Self.longest else { return deaf(.tooLong) }
        let end = RecordLimits.header + Int(header.length)
        guard octets.count >= end else { return nil }
        let record = Wire(type: type, version: header.version, octets: Array(octets.prefix(end)))
        octets.removeFirst(end)
        return .success(record)
    }

    struct Deaf: Error {
        let reason: Deafness
    }

    private mutating func deaf(_ reason: Deafness) -> Result<Wire, Deaf> {
        isDeaf = true
        octets = []
        return .failure(Deaf(reason: reason))
    }

    /// A record with this content in clear.
    static func clear(_ type: ContentType, _ content: [UInt8], version: ProtocolVersion = .tls12) -> [UInt8] {
        var writer = ByteWriter(capacity: RecordLimits.header + content.count)
        writer.integer("type", type.rawValue)
        writer.integer("version", version.rawValue)
        writer.integer("length", UInt16(truncatingIfNeeded: content.count))
        writer.octets("fragment", content)
        return writer.bytes
    }

    /// The version in the header of a first ClientHello (RFC 5246 appendix E.1, RFC 8446 section 5.1). On a second one it makes peers answer
    /// protocol_version.
    static let firstVersion = ProtocolVersion(rawValue: 0x0301)
}
