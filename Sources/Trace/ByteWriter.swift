/// Writes a wire format and records, in the same calls, what every octet means: the mirror of ``ByteReader``.
///
/// A structure written here and read back there gives the same fields. Lengths are filled in behind the caller.
public struct ByteWriter {
    /// The octets written so far.
    public private(set) var bytes: [UInt8] = []
    /// The fields written so far at this level.
    public private(set) var fields: [Field] = []

    private let records: Bool

    /// An empty buffer. With `recording` false no fields are kept.
    public init(recording: Bool = true) {
        self.records = recording
    }

    /// Writes an unsigned integer of `T`'s width, big-endian.
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: T, cite: Citation? = nil, describe: ((T) -> String)? = nil,
        bits: ((T) -> [Field.Bits])? = nil
    ) {
        let start = bytes.count
        append(UInt64(value), octets: T.bitWidth / 8)
        record(name, from: start, number: UInt64(value), bits: bits?(value) ?? [], cite: cite) {
            describe?(value) ?? String(value)
        }
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
        _ name: String, _ value: [UInt8], cite: Citation? = nil, describe: (([UInt8]) -> String)? = nil
    ) {
        let start = bytes.count
        bytes.append(contentsOf: value)
        record(name, from: start, cite: cite) { describe?(value) ?? "" }
    }

    /// Groups the fields that `body` writes under one name.
    public mutating func structure(
        _ name: String, cite: Citation? = nil, value: @autoclosure () -> String = "", _ body: (inout ByteWriter) -> Void
    ) {
        guard records else { return body(&self) }
        let start = bytes.count
        let outer = fields
        fields = []
        body(&self)
        let children = fields
        fields = outer
        fields.append(Field(name: name, range: start..<bytes.count, value: value(), cite: cite, children: children))
    }

    /// Writes a vector: a length of `lengthOctets` octets, filled in behind `body`, then what `body` writes.
    ///
    /// What is too long for its length cannot be written truthfully: callers keep to the limits of the structure, which the
    /// types above this layer enforce. The length is written modulo its width.
    public mutating func vector(
        _ name: String, lengthOctets: Int, lengthName: String? = nil, cite: Citation? = nil,
        _ body: (inout ByteWriter) -> Void
    ) {
        let start = bytes.count
        append(0, octets: lengthOctets)
        let index = fields.count
        structure(name, cite: cite, body)
        let length = UInt64(bytes.count - start - lengthOctets)
        var written: UInt64 = 0
        for place in 0..<lengthOctets {
            let octet = UInt8(truncatingIfNeeded: length >> UInt64(8 * (lengthOctets - 1 - place)))
            bytes[start + place] = octet
            written = written << 8 | UInt64(octet)
        }
        guard records else { return }
        fields.insert(
            Field(
                name: lengthName ?? name + "_length", range: start..<(start + lengthOctets), number: written,
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
