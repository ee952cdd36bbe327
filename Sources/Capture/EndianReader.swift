import Trace

/// Reads the integers of a file in the byte order of the machine that wrote it.
///
/// No read traps: if there are too few octets, it throws a ``ParseError`` with the field and its offset in the file.
struct EndianReader {
    private let bytes: [UInt8]
    private let end: Int
    /// Whether the most significant octet comes first.
    let isBigEndian: Bool
    /// The place of the next octet in the bytes.
    private var place: Int
    /// The offset of the bytes in the file.
    private let base: Int

    init(_ bytes: [UInt8], isBigEndian: Bool) {
        self.init(bytes, bytes.indices, base: 0, isBigEndian: isBigEndian)
    }

    /// - Parameters:
    ///   - range: the part of the bytes that is read.
    ///   - base: the offset of the bytes in the file.
    init(_ bytes: [UInt8], _ range: Range<Int>, base: Int, isBigEndian: Bool) {
        self.bytes = bytes
        end = range.upperBound
        place = range.lowerBound
        self.base = base
        self.isBigEndian = isBigEndian
    }

    /// The number of octets that are not read yet.
    var remaining: Int { end - place }
    /// The offset of the next octet, from the start of the file.
    var offset: Int { base + place }
    /// The octets that are not read yet as one big-endian number.
    var big: UInt32 { bytes[place..<end].reduce(0) { $0 << 8 | UInt32($1) } }

    /// Reads an unsigned integer of `T`'s width.
    mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, as type: T.Type = T.self, cite: Citation? = nil
    ) throws(ParseError) -> T {
        let octets = try range(name, T.bitWidth / 8, cite: cite)
        var value: UInt64 = 0
        for index in octets {
            value = value << 8 | UInt64(bytes[isBigEndian ? index : octets.lowerBound + octets.upperBound - 1 - index])
        }
        return T(truncatingIfNeeded: value)
    }

    /// Reads `count` octets.
    mutating func octets(_ name: String, _ count: Int, cite: Citation? = nil) throws(ParseError) -> [UInt8] {
        Array(bytes[try range(name, count, cite: cite)])
    }

    /// Steps over `count` octets and returns their place in the bytes.
    mutating func range(_ name: String, _ count: Int, cite: Citation?) throws(ParseError) -> Range<Int> {
        guard count >= 0, count <= remaining else {
            throw ParseError(name, at: offset, .truncated(needed: count, available: remaining), cite: cite)
        }
        defer { place += count }
        return place..<(place + count)
    }
}
