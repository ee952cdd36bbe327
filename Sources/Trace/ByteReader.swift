/// Reads a wire format and records, in the same calls, what every octet means.
///
/// All integers are big-endian ("network byte order"). Nothing traps: every read that the bytes cannot satisfy throws a
/// ``ParseError`` that names the field and its offset.
public struct ByteReader {
    private let bytes: [UInt8]
    private let end: Int
    private let records: Bool

    /// Offset of the next octet to be read, from the start of the buffer.
    public private(set) var offset: Int
    /// The fields read so far at this level.
    public private(set) var fields: [Field] = []

    /// Reads `bytes` from `start` to `end` (their end when nil). With `recording` false no fields are kept.
    public init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil, recording: Bool = true) {
        self.bytes = bytes
        self.end = Swift.max(0, Swift.min(end ?? bytes.count, bytes.count))
        self.offset = Swift.max(0, Swift.min(start, self.end))
        self.records = recording
    }

    /// Octets not yet read.
    public var remaining: Int { end - offset }

    /// Reads an unsigned big-endian integer of `T`'s width.
    ///
    /// `describe` turns the value into a reader's words; the decimal number stands when it is nil. `bits` names parts
    /// smaller than an octet.
    @discardableResult
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, as type: T.Type = T.self, cite: Citation? = nil, describe: ((T) -> String)? = nil,
        bits: ((T) -> [Field.Bits])? = nil
    ) throws(ParseError) -> T {
        let start = offset
        let value = T(truncatingIfNeeded: try number(name, octets: T.bitWidth / 8, cite: cite))
        record(name, from: start, number: UInt64(value), bits: bits?(value) ?? [], cite: cite) {
            describe?(value) ?? String(value)
        }
        return value
    }

    /// Reads an integer that only packs parts smaller than an octet, such as IPv4's version and header length.
    ///
    /// The field has those parts and no number of its own.
    @discardableResult
    public mutating func packed<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, as type: T.Type = T.self, cite: Citation? = nil, describe: (T) -> String,
        bits: (T) -> [Field.Bits]
    ) throws(ParseError) -> T {
        let start = offset
        let value = T(truncatingIfNeeded: try number(name, octets: T.bitWidth / 8, cite: cite))
        record(name, from: start, bits: bits(value), cite: cite) { describe(value) }
        return value
    }

    /// Reads a 24-bit unsigned integer, the width of a handshake message's length.
    @discardableResult
    public mutating func integer24(_ name: String, cite: Citation? = nil) throws(ParseError) -> Int {
        let start = offset
        let value = try number(name, octets: 3, cite: cite)
        record(name, from: start, number: value, cite: cite) { String(value) }
        return Int(value)
    }

    /// Reads `count` octets as one opaque field.
    @discardableResult
    public mutating func octets(
        _ name: String, count: Int, cite: Citation? = nil, describe: (([UInt8]) -> String)? = nil
    ) throws(ParseError) -> [UInt8] {
        guard count >= 0, count <= remaining else {
            throw ParseError(name, at: offset, .truncated(needed: count, available: remaining), cite: cite)
        }
        let start = offset
        let slice = Array(bytes[start..<(start + count)])
        offset = start + count
        record(name, from: start, cite: cite) { describe?(slice) ?? "" }
        return slice
    }

    /// Reads everything that is left as one opaque field.
    @discardableResult
    public mutating func rest(
        _ name: String, cite: Citation? = nil, describe: (([UInt8]) -> String)? = nil
    ) throws(ParseError) -> [UInt8] {
        try octets(name, count: remaining, cite: cite, describe: describe)
    }

    /// Groups the fields that `body` reads under one name.
    public mutating func structure<R>(
        _ name: String, cite: Citation? = nil, value: @autoclosure () -> String = "",
        _ body: (inout ByteReader) throws(ParseError) -> R
    ) throws(ParseError) -> R {
        var inner = ByteReader(bytes, from: offset, to: end, recording: records)
        let result = try body(&inner)
        close(name, inner, cite: cite, value: value())
        return result
    }

    /// Groups the fields that `body` reads from exactly the next `count` octets under one name.
    ///
    /// Octets that `body` leaves unread are an error.
    public mutating func structure<R>(
        _ name: String, count: Int, cite: Citation? = nil, value: @autoclosure () -> String = "",
        _ body: (inout ByteReader) throws(ParseError) -> R
    ) throws(ParseError) -> R {
        guard count >= 0, count <= remaining else {
            throw ParseError(name, at: offset, .truncated(needed: count, available: remaining), cite: cite)
        }
        var inner = ByteReader(bytes, from: offset, to: offset + count, recording: records)
        let result = try body(&inner)
        try inner.finish(name, cite: cite)
        close(name, inner, cite: cite, value: value())
        return result
    }

    /// Reads a vector: a length of `lengthOctets` octets, then that many octets, which `body` must read to the end.
    ///
    /// - Parameters:
    ///   - allowed: the limits the definition puts on the length in octets.
    ///   - unit: the size of an element; the length must be a multiple of it.
    ///   - lengthName: the name of the length field; `name` with "_length" when nil.
    public mutating func vector<R>(
        _ name: String, lengthOctets: Int, allowed: ClosedRange<Int>? = nil, unit: Int = 1, lengthName: String? = nil,
        cite: Citation? = nil, _ body: (inout ByteReader) throws(ParseError) -> R
    ) throws(ParseError) -> R {
        let start = offset
        // A name that is put together is a string of its own: it is made only where it is written down.
        var ownName: String { lengthName ?? name + "_length" }
        let length = Int(clamping: try number(ownName, octets: lengthOctets, cite: cite))
        if let allowed, !allowed.contains(length) {
            throw ParseError(ownName, at: start, .length(length, allowed: allowed), cite: cite)
        }
        guard length <= remaining else {
            throw ParseError(name, at: offset, .truncated(needed: length, available: remaining), cite: cite)
        }
        guard unit > 0, length % unit == 0 else {
            throw ParseError(ownName, at: start, .notMultiple(length, of: unit), cite: cite)
        }
        record(ownName, from: start, number: UInt64(length), cite: cite) { String(length) }
        return try structure(name, count: length, cite: cite, body)
    }

    /// Throws when octets are left unread: `name` has to end here.
    public func finish(_ name: String, cite: Citation? = nil) throws(ParseError) {
        guard remaining == 0 else { throw ParseError(name, at: offset, .trailing(remaining), cite: cite) }
    }

    private mutating func number(
        _ name: @autoclosure () -> String, octets: Int, cite: Citation?
    ) throws(ParseError) -> UInt64 {
        guard octets <= remaining else {
            throw ParseError(name(), at: offset, .truncated(needed: octets, available: remaining), cite: cite)
        }
        var value: UInt64 = 0
        for index in offset..<(offset + octets) { value = value << 8 | UInt64(bytes[index]) }
        offset += octets
        return value
    }

    private mutating func record(
        _ name: @autoclosure () -> String, from start: Int, number: UInt64? = nil,
        bits: @autoclosure () -> [Field.Bits] = [],
        cite: Citation?, _ value: () -> String
    ) {
        guard records else { return }
        fields.append(
            Field(name: name(), range: start..<offset, number: number, value: value(), bits: bits(), cite: cite))
    }

    private mutating func close(_ name: String, _ inner: ByteReader, cite: Citation?, value: @autoclosure () -> String)
    {
        let start = offset
        offset = inner.offset
        guard records else { return }
        fields.append(Field(name: name, range: start..<offset, value: value(), cite: cite, children: inner.fields))
    }
}
