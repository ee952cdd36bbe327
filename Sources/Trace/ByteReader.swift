/// Reads a wire format and records, in the same calls, what every octet means.
///
/// Structures that are also written are gone through as by any ``Coder``. For those that are only read, and for values that
/// decide how to go on, each method has a form that returns what it reads. Nothing traps: every read that the bytes cannot satisfy throws a
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
    /// `describe` gives the value in words: its decimal digits where nothing else is said. `bits` names parts smaller than an
    /// octet.
    @inlinable
    @discardableResult
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, as type: T.Type = T.self, cite: Citation? = nil,
        describe: (T) -> String = { String($0) }, bits: (T) -> [Field.Bits] = { _ in [] }
    ) throws(ParseError) -> T {
        let start = offset
        let value = T(truncatingIfNeeded: try number(name, octets: T.bitWidth / 8, cite: cite))
        record(name, from: start, number: UInt64(value), bits: bits(value), cite: cite) { describe(value) }
        return value
    }

    /// Reads an integer that only packs parts smaller than an octet, such as IPv4's version and header length.
    ///
    /// The field has those parts and no number of its own.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
    @inlinable
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
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
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
        _ name: String, count: Int, cite: Citation? = nil, describe: ([UInt8]) -> String = { _ in "" }
    ) throws(ParseError) -> [UInt8] {
        guard count >= 0, count <= remaining else {
            throw ParseError(name, at: offset, .truncated(needed: count, available: remaining), cite: cite)
        }
        let start = offset
        let slice = Array(bytes[start..<(start + count)])
        offset = start + count
        record(name, from: start, cite: cite) { describe(slice) }
        return slice
    }

    /// Reads everything that is left as one opaque field.
    @discardableResult
    public mutating func rest(
        _ name: String, cite: Citation? = nil, describe: ([UInt8]) -> String = { _ in "" }
    ) throws(ParseError) -> [UInt8] {
        try octets(name, count: remaining, cite: cite, describe: describe)
    }

    /// Groups the fields that `body` reads under one name.
    ///
    /// - Throws: what `body` throws.
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
    ///
    /// - Throws: ``ParseError`` where fewer octets are left or `body` leaves some unread, and what `body` throws.
    public mutating func structure<R>(
        _ name: String, count: Int, cite: Citation? = nil, _ body: (inout ByteReader) throws(ParseError) -> R
    ) throws(ParseError) -> R {
        guard count >= 0, count <= remaining else {
            throw ParseError(name, at: offset, .truncated(needed: count, available: remaining), cite: cite)
        }
        var inner = ByteReader(bytes, from: offset, to: offset + count, recording: records)
        let result = try body(&inner)
        try inner.finish(name, cite: cite)
        close(name, inner, cite: cite, value: "")
        return result
    }

    /// Reads a vector: a length, then that many octets, which `body` must read to the end.
    ///
    /// - Throws: ``ParseError`` where the length breaks a limit of `length` or fewer octets are left, where `body`
    ///   leaves some unread, and what `body` throws.
    public mutating func vector<R>(
        _ name: String, _ length: VectorLength, cite: Citation? = nil,
        _ body: (inout ByteReader) throws(ParseError) -> R
    ) throws(ParseError) -> R {
        let start = offset
        let count = Int(clamping: try number(length.name(in: name), octets: length.width, cite: cite))
        if let allowed = length.allowed, !allowed.contains(count) {
            throw ParseError(length.name(in: name), at: start, .length(count, allowed: allowed), cite: cite)
        }
        guard count <= remaining else {
            throw ParseError(name, at: offset, .truncated(needed: count, available: remaining), cite: cite)
        }
        guard length.unit > 0, count % length.unit == 0 else {
            throw ParseError(length.name(in: name), at: start, .notMultiple(count, of: length.unit), cite: cite)
        }
        record(length.name(in: name), from: start, number: UInt64(count), cite: cite) { String(count) }
        return try structure(name, count: count, cite: cite, body)
    }

    /// Throws when octets are left unread: `name` has to end here.
    public func finish(_ name: String, cite: Citation? = nil) throws(ParseError) {
        guard remaining == 0 else { throw ParseError(name, at: offset, .trailing(remaining), cite: cite) }
    }

    @usableFromInline
    mutating func number(
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

    @usableFromInline
    mutating func record(
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

extension ByteReader: Coder {
    /// A reader sets values.
    @inlinable public static var reads: Bool { true }

    /// Reads an unsigned integer of `T`'s width into `value`.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
    @inlinable
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: inout T, cite: Citation?, describe: (T) -> String, bits: (T) -> [Field.Bits]
    ) throws(ParseError) {
        value = try integer(name, as: T.self, cite: cite, describe: describe, bits: bits)
    }

    /// Reads an integer that only packs parts into `value`.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
    @inlinable
    public mutating func packed<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: inout T, cite: Citation?, describe: (T) -> String, bits: (T) -> [Field.Bits]
    ) throws(ParseError) {
        value = try packed(name, as: T.self, cite: cite, describe: describe, bits: bits)
    }

    /// Reads a 24-bit unsigned integer into `value`.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
    public mutating func integer24(_ name: String, _ value: inout Int, cite: Citation?) throws(ParseError) {
        value = try integer24(name, cite: cite)
    }

    /// Reads `count` octets into `value`.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
    public mutating func octets(
        _ name: String, _ value: inout [UInt8], count: Int, cite: Citation?, describe: ([UInt8]) -> String
    ) throws(ParseError) {
        value = try octets(name, count: count, cite: cite, describe: describe)
    }

    /// Reads an integer into `value` and stays before it.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
    @inlinable
    public func peek<T: FixedWidthInteger & UnsignedInteger>(_ name: String, _ value: inout T) throws(ParseError) {
        var ahead = self
        value = try ahead.integer(name)
    }

    /// Throws `error` where `condition` does not hold.
    @inlinable
    public func require(
        _ condition: @autoclosure () -> Bool, _ error: @autoclosure () -> ParseError
    ) throws(ParseError) {
        guard condition() else { throw error() }
    }
}
