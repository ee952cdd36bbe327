import Trace

/// A protocol version as it stands on the wire. TLS 1.2 is { 3, 3 }, because TLS 1.0, the successor of SSL 3.0, was numbered { 3, 1 }
/// (RFC 5246 section 6.2.1).
public struct ProtocolVersion: CodePoint, Comparable {
    /// Major version in the high octet, minor in the low.
    public let rawValue: UInt16

    /// The version with that wire value.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// SSL 3.0, prohibited by RFC 7568.
    public static let ssl30 = ProtocolVersion(rawValue: 0x0300)
    /// TLS 1.0, deprecated by RFC 8996.
    public static let tls10 = ProtocolVersion(rawValue: 0x0301)
    /// TLS 1.1, deprecated by RFC 8996.
    public static let tls11 = ProtocolVersion(rawValue: 0x0302)
    /// TLS 1.2 (RFC 5246).
    public static let tls12 = ProtocolVersion(rawValue: 0x0303)
    /// TLS 1.3 (RFC 8446).
    public static let tls13 = ProtocolVersion(rawValue: 0x0304)

    /// The two octets on the wire.
    public var octets: [UInt8] { [UInt8(rawValue >> 8), UInt8(rawValue & 0xff)] }

    /// SSL 3.0 and all versions of TLS, the oldest first.
    public static let all: [ProtocolVersion] = [.ssl30, .tls10, .tls11, .tls12, .tls13]

    /// "TLS 1.2"; nil for a value that no version has.
    public var name: String? {
        switch self {
        case .ssl30: "SSL 3.0"
        case .tls10: "TLS 1.0"
        case .tls11: "TLS 1.1"
        case .tls12: "TLS 1.2"
        case .tls13: "TLS 1.3"
        default: nil
        }
    }

    /// The version by whose rules a message is read, as a word of ``Place``: "1.3", or "1.2" for TLS 1.2 and everything older.
    public var word: String { self == .tls13 ? "1.3" : "1.2" }

    /// "0x0303 (TLS 1.2)".
    public var description: String {
        let number = Hex.number(rawValue)
        return name.map { "\(number) (\($0))" } ?? number
    }

    /// Whether `left` is the older version: a newer version has a higher value on the wire.
    public static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool { left.rawValue < right.rawValue }
}
