import Trace

/// An IPv4 address.
public struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bits. The first octet is the most significant.
    public let rawValue: UInt32

    /// The address with these 32 bits.
    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The address a.b.c.d.
    public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        rawValue = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
    }

    /// The address in dotted form; nil if `text` is not four decimal numbers from 0 to 255 with dots between them.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt32 = 0
        for part in parts {
            guard part.utf8.allSatisfy({ (48...57).contains($0) }), let octet = UInt8(part) else { return nil }
            value = value << 8 | UInt32(octet)
        }
        rawValue = value
    }

    /// The four octets in network order.
    public var octets: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) } }

    /// "10.0.0.1".
    public var description: String { AddressText.text(octets) ?? "" }
}
