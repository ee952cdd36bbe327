/// Goes through a wire format field by field, in one of two directions.
///
/// A structure states each of its fields once, in a method that is generic over its coder:
///
///     mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
///         try coder.integer("tls.handshake.session_ticket_lifetime_hint", &lifetimeHint, cite: Self.rule)
///         try coder.opaque("tls.handshake.session_ticket", &ticket, in: …)
///     }
///
/// With a ``ByteReader`` that one statement sets the values from octets, checks them, and records name, value and citation of
/// every octet. With a ``ByteWriter`` it appends the octets of the values, and cannot fail. All integers are big-endian
/// ("network byte order"). ``SendableMetatype`` allows a method that is generic over its coder to be passed as a function.
public protocol Coder: SendableMetatype {
    /// The error: ``ParseError`` in a reader; a writer throws no error.
    associatedtype Failure: Error

    /// True if values are set from octets (a reader); false if octets are made from values (a writer).
    static var reads: Bool { get }

    /// Octets from the start of the buffer to the field that comes next.
    var offset: Int { get }

    /// How many octets are left to be read; 0 in a writer.
    var remaining: Int { get }

    /// An unsigned integer of `T`'s width. `describe` gives its value in words, `bits` names parts smaller than an octet.
    mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: inout T, cite: Citation?, describe: (T) -> String, bits: (T) -> [Field.Bits]
    ) throws(Failure)

    /// An integer that only packs parts smaller than an octet: the field has those parts and no number of its own.
    mutating func packed<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: inout T, cite: Citation?, describe: (T) -> String, bits: (T) -> [Field.Bits]
    ) throws(Failure)

    /// A 24-bit unsigned integer, the width of a handshake message's length; of a wider value the low 24 bits are written.
    mutating func integer24(_ name: String, _ value: inout Int, cite: Citation?) throws(Failure)

    /// One opaque field. A reader takes `count` octets; a writer writes all of `value`.
    mutating func octets(
        _ name: String, _ value: inout [UInt8], count: Int, cite: Citation?, describe: ([UInt8]) -> String
    ) throws(Failure)

    /// The fields that `body` goes through, under one name. `value`, the structure's value in words, is evaluated after them.
    mutating func structure(
        _ name: String, cite: Citation?, value: @autoclosure () -> String, _ body: (inout Self) throws(Failure) -> Void
    ) throws(Failure)

    /// The fields that `body` goes through, under one name. A reader's body has to read exactly the next `count` octets.
    mutating func structure(
        _ name: String, count: Int, cite: Citation?, _ body: (inout Self) throws(Failure) -> Void
    ) throws(Failure)

    /// A length, then that many octets, all of which are the fields that `body` goes through.
    ///
    /// A writer does not refuse a vector that is too long for its length field: it writes the low octets of the length. The types that are
    /// written keep to the limits of their definitions.
    mutating func vector(
        _ name: String, _ length: VectorLength, cite: Citation?, _ body: (inout Self) throws(Failure) -> Void
    ) throws(Failure)

    /// Reads the next octets without passing over them, for a structure whose form depends on them. A writer leaves `value` as it is.
    func peek<T: FixedWidthInteger & UnsignedInteger>(_ name: String, _ value: inout T) throws(Failure)

    /// Refuses a value that breaks a rule. Only a reader checks: a writer writes any value.
    func require(
        _ condition: @autoclosure () -> Bool, _ error: @autoclosure () -> ParseError
    ) throws(Failure)

    /// Refuses octets after the last field: `name` has to end here.
    func finish(_ name: String, cite: Citation?) throws(Failure)
}

/// The length field before a vector (RFC 5246 section 4.3): its size and the values that it may have.
public struct VectorLength: Sendable {
    /// The size of the length field, in octets.
    public let width: Int
    /// The limits of the vector's length by its definition, in octets; nil if only the size of the length field limits it.
    public let allowed: ClosedRange<Int>?
    /// The size of an element in octets; the vector's length must be a multiple of it.
    public let unit: Int
    /// The name of the length field; nil for the vector's name with "_length" behind it.
    public let name: String?

    /// A length of `width` octets.
    @inlinable
    public static func octets(
        _ width: Int, allowed: ClosedRange<Int>? = nil, unit: Int = 1, name: String? = nil
    ) -> VectorLength {
        VectorLength(width: width, allowed: allowed, unit: unit, name: name)
    }

    @inlinable
    init(width: Int, allowed: ClosedRange<Int>?, unit: Int, name: String?) {
        self.width = width
        self.allowed = allowed
        self.unit = unit
        self.name = name
    }

    /// The name of the length field of the vector called `vector`. It may be a new string, so callers ask for it only to record a field or
    /// to report an error.
    func name(in vector: String) -> String { name ?? vector + "_length" }
}

/// A number from a registry: every value can stand on the wire, known or not, and has a description.
public protocol CodePoint: RawRepresentable, CustomStringConvertible, Hashable, Sendable
where RawValue: FixedWidthInteger & UnsignedInteger {
    /// The code point of that number.
    init(rawValue: RawValue)
}

extension Coder {
    /// An unsigned integer of `T`'s width. `describe` gives its value in words, by default its decimal digits.
    @inlinable
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: inout T, cite: Citation? = nil, describe: (T) -> String = { String($0) }
    ) throws(Failure) {
        try integer(name, &value, cite: cite, describe: describe, bits: { _ in [] })
    }

    /// A code point, described as its type describes it.
    ///
    /// - Throws: from a reader ``ParseError`` where fewer octets are left; from a writer nothing.
    @inlinable
    public mutating func codePoint<P: CodePoint>(
        _ name: String, _ value: inout P, cite: Citation? = nil
    ) throws(Failure) {
        var number = value.rawValue
        try integer(name, &number, cite: cite) { P(rawValue: $0).description }
        value = P(rawValue: number)
    }

    /// One opaque field of `count` octets, without a description of its value.
    ///
    /// - Throws: from a reader ``ParseError`` where fewer octets are left; from a writer nothing.
    @inlinable
    public mutating func octets(
        _ name: String, _ value: inout [UInt8], count: Int, cite: Citation? = nil
    ) throws(Failure) {
        try octets(name, &value, count: count, cite: cite, describe: { _ in "" })
    }

    /// The fields that `body` goes through, under one name.
    ///
    /// - Throws: what `body` throws.
    @inlinable
    public mutating func structure(
        _ name: String, cite: Citation? = nil, _ body: (inout Self) throws(Failure) -> Void
    ) throws(Failure) {
        try structure(name, cite: cite, value: "", body)
    }

    /// All octets that are left, as one opaque field.
    @inlinable
    public mutating func rest(
        _ name: String, _ value: inout [UInt8], cite: Citation? = nil, describe: ([UInt8]) -> String = { _ in "" }
    ) throws(Failure) {
        try octets(name, &value, count: remaining, cite: cite, describe: describe)
    }

    /// A vector whose content is one opaque field.
    @inlinable
    public mutating func opaque(
        _ name: String, _ value: inout [UInt8], in vector: String, length: VectorLength, cite: Citation? = nil,
        describe: ([UInt8]) -> String = { _ in "" }
    ) throws(Failure) {
        try self.vector(vector, length, cite: cite) { inner throws(Failure) in
            try inner.rest(name, &value, cite: cite, describe: describe)
        }
    }

    /// Elements up to the end, each coded by `body`. A reader starts each element with the value of `blank`.
    ///
    /// - Throws: what `body` throws.
    @inlinable
    public mutating func list<Element>(
        _ elements: inout [Element], of blank: @autoclosure () -> Element,
        _ body: (inout Element, inout Self) throws(Failure) -> Void
    ) throws(Failure) {
        guard Self.reads else {
            for element in elements {
                var element = element
                try body(&element, &self)
            }
            return
        }
        elements = []
        while remaining > 0 {
            var element = blank()
            try body(&element, &self)
            elements.append(element)
        }
    }

    /// Vectors up to the end, each with one opaque field.
    @inlinable
    public mutating func opaques(
        _ name: String, _ values: inout [[UInt8]], in vector: String, length: VectorLength, cite: Citation? = nil,
        describe: ([UInt8]) -> String = { _ in "" }
    ) throws(Failure) {
        try list(&values, of: []) { (value, coder) throws(Failure) in
            try coder.opaque(name, &value, in: vector, length: length, cite: cite, describe: describe)
        }
    }

    /// Integers up to the end.
    @inlinable
    public mutating func integers<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ values: inout [T], cite: Citation? = nil, describe: (T) -> String = { String($0) }
    ) throws(Failure) {
        try list(&values, of: 0) { (value, coder) throws(Failure) in
            try coder.integer(name, &value, cite: cite, describe: describe)
        }
    }

    /// Code points up to the end.
    ///
    /// - Throws: from a reader ``ParseError`` where the octets end inside a code point; from a writer nothing.
    @inlinable
    public mutating func codePoints<P: CodePoint>(
        _ name: String, _ values: inout [P], cite: Citation? = nil
    ) throws(Failure) {
        try list(&values, of: P(rawValue: 0)) { (value, coder) throws(Failure) in
            try coder.codePoint(name, &value, cite: cite)
        }
    }

    /// Refuses a value that is well-formed but not allowed here, in the field called `name` that starts at the offset `start`.
    ///
    /// - Throws: from a reader ``ParseError`` with the reason `why`, unless the condition holds; from a writer nothing.
    @inlinable
    public func require(
        _ condition: @autoclosure () -> Bool, _ name: String, at start: Int, _ why: @autoclosure () -> String,
        cite: Citation?
    ) throws(Failure) {
        try require(condition(), ParseError(name, at: start, .value(why()), cite: cite))
    }

    /// Whether an optional part follows: a reader looks whether octets are left; a writer returns `isPresent`.
    @inlinable
    public func continues(ifWriting isPresent: Bool) -> Bool {
        Self.reads ? remaining > 0 : isPresent
    }
}
