import Trace

/// Reads the integers of a file in the byte order of the machine that wrote it.
///
/// Nothing traps: a read that the bytes cannot satisfy throws a ``ParseError`` with the field and its offset in the file.
struct EndianReader {
    private let bytes: [UInt8]
    private let end: Int
    /// Whether the most significant octet comes first.
    var isBigEndian: Bool
    /// Offset of the next octet, from the start of the file.
    private(set) var offset: Int

    init(_ bytes: [UInt8], isBigEndian: Bool = true) {
        self.bytes = bytes
        end = bytes.count
        self.isBigEndian = isBigEndian
        offset = 0
    }

    private init(_ bytes: [UInt8], from start: Int, to end: Int, isBigEndian: Bool) {
        self.bytes = bytes
        self.end = end
        self.isBigEndian = isBigEndian
        offset = start
    }

    /// Octets not yet read.
    var remaining: Int { end - offset }

    /// Reads an unsigned integer of `T`'s width.
    mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, as type: T.Type = T.self, cite: Citation? = nil
    ) throws(ParseError) -> T {
        let octets = try take(name, T.bitWidth / 8, cite: cite)
        var value: UInt64 = 0
        for index in octets {
            value = value << 8 | UInt64(bytes[isBigEndian ? index : octets.lowerBound + octets.upperBound - 1 - index])
        }
        return T(truncatingIfNeeded: value)
    }

    /// Reads `count` octets.
    mutating func octets(_ name: String, _ count: Int, cite: Citation? = nil) throws(ParseError) -> [UInt8] {
        Array(bytes[try take(name, count, cite: cite)])
    }

    /// A reader of exactly the next `count` octets, which are then behind this one.
    mutating func part(_ name: String, _ count: Int, cite: Citation? = nil) throws(ParseError) -> EndianReader {
        let range = try take(name, count, cite: cite)
        return EndianReader(bytes, from: range.lowerBound, to: range.upperBound, isBigEndian: isBigEndian)
    }

    private mutating func take(_ name: String, _ count: Int, cite: Citation?) throws(ParseError) -> Range<Int> {
        guard count >= 0, count <= remaining else {
            throw ParseError(name, at: offset, .truncated(needed: count, available: remaining), cite: cite)
        }
        defer { offset += count }
        return offset..<(offset + count)
    }
}
