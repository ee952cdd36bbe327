/// A version of TLS as App Transport Security speaks of it.
public enum ATSVersion: Int, Comparable, Sendable, CaseIterable, CustomStringConvertible {
    /// SSL 3.0, prohibited by RFC 7568; no key asks for it.
    case ssl30
    /// TLS 1.0, deprecated by RFC 8996.
    case tls10
    /// TLS 1.1, deprecated by RFC 8996.
    case tls11
    /// TLS 1.2: what ATS demands at least.
    case tls12
    /// TLS 1.3.
    case tls13

    /// The version with that number on the wire, { 3, 3 } for TLS 1.2; nil for any other number.
    public init?(wire: UInt16) {
        guard wire >= 0x0300, let version = ATSVersion(rawValue: Int(wire) - 0x0300) else { return nil }
        self = version
    }

    /// The version that a value of NSExceptionMinimumTLSVersion names: "TLSv1.0" to "TLSv1.3"; nil for any other text.
    public init?(key: String) {
        guard let version = ATSVersion.allCases.first(where: { $0.key == key }) else { return nil }
        self = version
    }

    /// The number on the wire.
    public var wire: UInt16 { 0x0300 + UInt16(rawValue) }

    /// The value of NSExceptionMinimumTLSVersion: "TLSv1.2"; nil for SSL 3.0, which has none.
    public var key: String? { self == .ssl30 ? nil : "TLSv1.\(rawValue - 1)" }

    /// "TLS 1.2".
    public var description: String { self == .ssl30 ? "SSL 3.0" : "TLS 1.\(rawValue - 1)" }

    public static func < (left: ATSVersion, right: ATSVersion) -> Bool { left.rawValue < right.rawValue }
}
