/// Reads a wire format and records, in the same calls, the meaning of every octet.
///
/// A structure that is also written is read by the methods of ``Coder``. For a structure that is only read, and for a value on which the
/// next step depends, each method has a form that returns what it reads. Nothing traps: a read that the bytes cannot satisfy throws a
/// ``ParseError`` that names the field and its offset.
public struct ByteReader {
    // @usableFromInline: the methods are inlined into other modules, so that a field of a header costs a few instructions if nothing is
    // recorded.
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let records: Bool
    /// The offset at which the structure that is being read has to end.
    @usableFromInline var end: Int
    @usableFromInline var next: Int
    @usableFromInline var read: [Field] = []

    /// Offset of the next octet to be read, from the start of the buffer.
    @inlinable public var offset: Int { next }
    /// The fields read so far at this level.
    @inlinable public var fields: [Field] { read }

    /// Reads `bytes` from the offset `start` to the offset `end` (their end when nil); an offset outside of them becomes the nearest one
    /// inside. With `recording` false no fields are kept.
    public init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil, recording: Bool = true) {
        self.bytes = bytes
        self.end = Swift.max(0, Swift.min(end ?? bytes.count, bytes.count))
        next = Swift.max(0, Swift.min(start, self.end))
        self.records = recording
    }

    /// Octets not yet read.
    @inlinable public var remaining: Int { end - next }

    /// Reads an unsigned big-endian integer of `T`'s width.
    ///
    /// `describe` gives the value in words, by default its decimal digits. `bits` names parts smaller than an octet.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
    @inlinable
    @discardableResult
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, as type: T.Type = T.self, cite: Citation? = nil,
        describe: (T) -> String = { String($0) }, bits: (T) -> [Field.Bits] = { _ in [] }
    ) throws(ParseError) -> T {
        let start = next
        let value: T = try number(name, cite: cite)
        if records {
            record(name, from: start, number: UInt64(value), describe(value), bits: bits(value), cite: cite)
        }
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
        let start = next
        let value: T = try number(name, cite: cite)
        if records { record(name, from: start, describe(value), bits: bits(value), cite: cite) }
        return value
    }

    /// Reads a 24-bit unsigned integer, the width of a handshake message's length.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
    @discardableResult
    public mutating func integer24(_ name: String, cite: Citation? = nil) throws(ParseError) -> Int {
        let start = next
        guard let value = number(octets: 3) else { throw truncated(name, needed: 3, cite: cite) }
        if records { record(name, from: start, number: value, String(value), cite: cite) }
        return Int(value)
    }

    /// Reads `count` octets as one opaque field.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left, or `count` is negative.
    @discardableResult
    public mutating func octets(
        _ name: String, count: Int, cite: Citation? = nil, describe: ([UInt8]) -> String = { _ in "" }
    ) throws(ParseError) -> [UInt8] {
        guard count >= 0, count <= remaining else { throw truncated(name, needed: count, cite: cite) }
        let start = next
        let slice = Array(bytes[start..<(start + count)])
        next = start + count
        if records { record(name, from: start, describe(slice), cite: cite) }
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
    @inlinable
    public mutating func structure<R>(
        _ name: String, cite: Citation? = nil, value: @autoclosure () -> String = "",
        _ body: (inout ByteReader) throws(ParseError) -> R
    ) throws(ParseError) -> R {
        let outside = enter(until: end)
        do throws(ParseError) {
            let result = try body(&self)
            leave(to: outside)
            if records { group(name, outside, value: value(), cite: cite) }
            return result
        } catch {
            abandon(to: outside)
            throw error
        }
    }

    /// Groups the fields that `body` reads from exactly the next `count` octets under one name.
    ///
    /// Octets that `body` leaves unread are an error.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left or `body` leaves some unread, and what `body` throws.
    @inlinable
    public mutating func structure<R>(
        _ name: String, count: Int, cite: Citation? = nil, _ body: (inout ByteReader) throws(ParseError) -> R
    ) throws(ParseError) -> R {
        guard count >= 0, count <= remaining else { throw truncated(name, needed: count, cite: cite) }
        let outside = enter(until: next + count)
        do throws(ParseError) {
            let result = try body(&self)
            try finish(name, cite: cite)
            leave(to: outside)
            if records { group(name, outside, value: "", cite: cite) }
            return result
        } catch {
            abandon(to: outside)
            throw error
        }
    }

    /// Reads a vector: a length, then that many octets, which `body` must read to the end.
    ///
    /// - Throws: ``ParseError`` where the length breaks a limit of `length` or fewer octets are left, where `body`
    ///   leaves some unread, and what `body` throws.
    public mutating func vector<R>(
        _ name: String, _ length: VectorLength, cite: Citation? = nil,
        _ body: (inout ByteReader) throws(ParseError) -> R
    ) throws(ParseError) -> R {
        let start = next
        guard let number = number(octets: length.width) else {
            throw truncated(length.name(in: name), needed: length.width, cite: cite)
        }
        let count = Int(clamping: number)
        if let allowed = length.allowed, !allowed.contains(count) {
            throw ParseError(length.name(in: name), at: start, .length(count, allowed: allowed), cite: cite)
        }
        guard count <= remaining else { throw truncated(name, needed: count, cite: cite) }
        guard length.unit > 0, count % length.unit == 0 else {
            throw ParseError(length.name(in: name), at: start, .notMultiple(count, of: length.unit), cite: cite)
        }
        if records { record(length.name(in: name), from: start, number: UInt64(count), String(count), cite: cite) }
        return try structure(name, count: count, cite: cite, body)
    }

    /// Checks that no octets are left: `name` has to end here.
    ///
    /// - Throws: ``ParseError`` where octets are left.
    @inlinable
    public func finish(_ name: String, cite: Citation? = nil) throws(ParseError) {
        guard remaining == 0 else { throw ParseError(name, at: next, .trailing(remaining), cite: cite) }
    }

    // MARK: Numbers

    @inlinable
    mutating func number<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, cite: Citation?
    ) throws(ParseError) -> T {
        guard let value = number(octets: T.bitWidth / 8) else {
            throw truncated(name, needed: T.bitWidth / 8, cite: cite)
        }
        return T(truncatingIfNeeded: value)
    }

    /// Reads the next octets as a number; nil if fewer are left.
    @inlinable
    mutating func number(octets: Int) -> UInt64? {
        guard let value = numberAhead(octets: octets) else { return nil }
        next += octets
        return value
    }

    /// The next octets as a number, without passing over them; nil if fewer are left.
    @inlinable
    func numberAhead(octets: Int) -> UInt64? {
        guard octets <= remaining else { return nil }
        var value: UInt64 = 0
        for index in next..<(next + octets) { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    @usableFromInline
    func truncated(_ name: String, needed: Int, cite: Citation?) -> ParseError {
        ParseError(name, at: next, .truncated(needed: needed, available: remaining), cite: cite)
    }

    // MARK: Fields

    /// The reader's state before a structure; the reader takes it up again after the structure.
    @usableFromInline
    struct Outside {
        @usableFromInline let start: Int
        @usableFromInline let end: Int
        @usableFromInline var read: [Field]

        @inlinable
        init(start: Int, end: Int, read: [Field]) {
            self.start = start
            self.end = end
            self.read = read
        }
    }

    /// Begins a structure, which ends before the octet at the offset `inner`.
    @inlinable
    mutating func enter(until inner: Int) -> Outside {
        let outside = Outside(start: next, end: end, read: read)
        end = inner
        if records { read = [] }
        return outside
    }

    /// Ends a structure.
    @inlinable
    mutating func leave(to outside: Outside) { end = outside.end }

    /// Gives up a structure that cannot be read: the reader returns to the offset before it.
    @usableFromInline
    mutating func abandon(to outside: Outside) {
        next = outside.start
        end = outside.end
        read = outside.read
    }

    @usableFromInline
    mutating func record(
        _ name: String, from start: Int, number: UInt64? = nil, _ value: String, bits: [Field.Bits] = [],
        cite: Citation?
    ) {
        read.append(Field(name: name, range: start..<next, number: number, value: value, bits: bits, cite: cite))
    }

    /// Puts the fields of a structure that has ended under one name.
    @usableFromInline
    mutating func group(_ name: String, _ outside: consuming Outside, value: String, cite: Citation?) {
        outside.read.append(
            Field(name: name, range: outside.start..<next, value: value, cite: cite, children: read))
        read = outside.read
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

    /// Reads the next integer into `value` without passing over it.
    ///
    /// - Throws: ``ParseError`` where fewer octets are left.
    @inlinable
    public func peek<T: FixedWidthInteger & UnsignedInteger>(_ name: String, _ value: inout T) throws(ParseError) {
        guard let number = numberAhead(octets: T.bitWidth / 8) else {
            throw truncated(name, needed: T.bitWidth / 8, cite: nil)
        }
        value = T(truncatingIfNeeded: number)
    }

    /// Throws `error` where `condition` does not hold.
    @inlinable
    public func require(
        _ condition: @autoclosure () -> Bool, _ error: @autoclosure () -> ParseError
    ) throws(ParseError) {
        guard condition() else { throw error() }
    }
}
