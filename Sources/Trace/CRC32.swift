/// The cyclic redundancy check of 32 bits that ZIP and gzip use (RFC 1952 section 8).
public struct CRC32: Sendable {
    private var sum: UInt32 = .max

    /// The check of no octets.
    public init() {}

    /// The check of the octets so far.
    public var value: UInt32 { ~sum }

    /// Adds octets.
    public mutating func add(_ octets: [UInt8]) {
        let table = Self.table
        var sum = sum
        for octet in octets { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ octet)] ^ (sum >> 8) }
        self.sum = sum
    }

    /// The check of some octets.
    public static func of(_ octets: [UInt8]) -> UInt32 {
        var check = CRC32()
        check.add(octets)
        return check.value
    }

    private static let table: [UInt32] = (0..<256).map { octet in
        (0..<8).reduce(UInt32(octet)) { sum, _ in sum & 1 == 1 ? 0xedb8_8320 ^ (sum >> 1) : sum >> 1 }
    }
}
