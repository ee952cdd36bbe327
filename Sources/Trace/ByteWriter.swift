/// Writes a wire format and records, in the same calls, what every octet means: the mirror of ``ByteReader``.
///
/// A structure written here and read back there gives the same fields. Lengths are filled in behind the caller.
public struct ByteWriter {
    /// The octets written so far.
    public private(set) var bytes: [UInt8] = []
    /// The fields written so far at this level.
    public private(set) var fields: [Field] = []

    private let records: Bool

    /// An empty buffer, with room for `capacity` octets. With `recording` false no fields are kept.
    public init(recording: Bool = true, capacity: Int = 0) {
        self.records = recording
        bytes.reserveCapacity(capacity)
    }

    /// Writes an unsigned integer of `T`'s width, big-endian.
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: T, cite: Citation? = nil,
        describe: (T) -> String = { String($0) }, bits: (T) -> [Field.Bits] = { _ in [] }
    ) {
        let start = bytes.count
        append(UInt64(value), octets: T.bitWidth / 8)
        record(name, from: start, number: UInt64(value), bits: bits(value), cite: cite) { describe(value) }
    }

    /// Writes an integer that only packs parts smaller than an octet: the field has those parts and no number of its own.
    public mutating func packed<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: T, cite: Citation? = nil, describe: (T) -> String, bits: (T) -> [Field.Bits]
    ) {
        let start = bytes.count
        append(UInt64(value), octets: T.bitWidth / 8)
        record(name, from: start, bits: bits(value), cite: cite) { describe(value) }
    }

    /// Writes the low 24 bits of `value`, big-endian.
    public mutating func integer24(_ name: String, _ value: Int, cite: Citation? = nil) {
        let start = bytes.count
        let low = UInt64(value & 0xff_ffff)
        append(low, octets: 3)
        record(name, from: start, number: low, cite: cite) { String(low) }
    }

    /// Writes octets as one opaque field.
    public mutating func octets(
        _ name: String, _ value: [UInt8], cite: Citation? = nil, describe: ([UInt8]) -> String = { _ in "" }
    ) {
        let start = bytes.count
        bytes.append(contentsOf: value)
        record(name, from: start, cite: cite) { describe(value) }
    }

    /// Groups the fields that `body` writes under one name.
    public mutating func structure<E: Error>(
        _ name: String, cite: Citation? = nil, value: @autoclosure () -> String = "",
        _ body: (inout ByteWriter) throws(E) -> Void
    ) throws(E) {
        guard records else { return try body(&self) }
        let start = bytes.count
        let outer = fields
        fields = []
        try body(&self)
        let children = fields
        fields = outer
        fields.append(Field(name: name, range: start..<bytes.count, value: value(), cite: cite, children: children))
    }

    /// Writes a vector: a length, filled in behind `body`, then what `body` writes.
    ///
    /// What is too long for its length cannot be written truthfully: callers keep to the limits of the structure, which the
    /// types above this layer enforce. The length is written modulo its width.
    public mutating func vector<E: Error>(
        _ name: String, _ length: VectorLength, cite: Citation? = nil, _ body: (inout ByteWriter) throws(E) -> Void
    ) throws(E) {
        let start = bytes.count
        append(0, octets: length.width)
        let index = fields.count
        try structure(name, cite: cite, body)
        let count = UInt64(bytes.count - start - length.width)
        var written: UInt64 = 0
        for place in 0..<length.width {
            let octet = UInt8(truncatingIfNeeded: count >> UInt64(8 * (length.width - 1 - place)))
            bytes[start + place] = octet
            written = written << 8 | UInt64(octet)
        }
        guard records else { return }
        fields.insert(
            Field(
                name: length.name(in: name), range: start..<(start + length.width), number: written,
                value: String(written), cite: cite), at: index)
    }

    private mutating func append(_ value: UInt64, octets: Int) {
        var shift = 8 * UInt64(octets)
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    private mutating func record(
        _ name: String, from start: Int, number: UInt64? = nil, bits: @autoclosure () -> [Field.Bits] = [],
        cite: Citation?, _ value: () -> String
    ) {
        guard records else { return }
        fields.append(
            Field(name: name, range: start..<bytes.count, number: number, value: value(), bits: bits(), cite: cite))
    }
}

extension ByteWriter: Coder {
    /// Writing cannot fail.
    public typealias Failure = Never

    /// A writer writes values.
    public static var reads: Bool { false }

    /// Octets written so far.
    public var offset: Int { bytes.count }

    /// Nothing is left to be read.
    public var remaining: Int { 0 }

    /// Writes an unsigned integer of `T`'s width.
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: inout T, cite: Citation?, describe: (T) -> String, bits: (T) -> [Field.Bits]
    ) {
        integer(name, value, cite: cite, describe: describe, bits: bits)
    }

    /// Writes an integer that only packs parts.
    public mutating func packed<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: inout T, cite: Citation?, describe: (T) -> String, bits: (T) -> [Field.Bits]
    ) {
        packed(name, value, cite: cite, describe: describe, bits: bits)
    }

    /// Writes the low 24 bits of `value`.
    public mutating func integer24(_ name: String, _ value: inout Int, cite: Citation?) {
        integer24(name, value, cite: cite)
    }

    /// Writes all of `value`.
    public mutating func octets(
        _ name: String, _ value: inout [UInt8], count: Int, cite: Citation?, describe: ([UInt8]) -> String
    ) {
        octets(name, value, cite: cite, describe: describe)
    }

    /// Does nothing: `value` is what will be written.
    public func peek<T: FixedWidthInteger & UnsignedInteger>(_ name: String, _ value: inout T) {}

    /// Does nothing: what is given is written.
    public func require(
        _ condition: @autoclosure () -> Bool, _ name: String, at start: Int, _ why: @autoclosure () -> String,
        cite: Citation?
    ) {}

    /// Does nothing: a writer ends anywhere.
    public func finish(_ name: String, cite: Citation?) {}
}
