/// Writes a wire format: the mirror of ``ByteReader``, and a ``Coder`` that cannot fail.
///
/// It keeps only octets. Their meaning is found by reading them with the statement that wrote them; a writer ignores the names and
/// citations of fields. It fills in the length of a vector after the vector's content.
public struct ByteWriter {
    @usableFromInline var written: [UInt8] = []

    /// The octets written so far.
    @inlinable public var bytes: [UInt8] { written }

    /// An empty buffer, with room for `capacity` octets.
    public init(capacity: Int = 0) {
        written.reserveCapacity(capacity)
    }

    /// Writes an unsigned integer of `T`'s width, big-endian.
    @inlinable
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(_ name: String, _ value: T) {
        append(UInt64(value), octets: T.bitWidth / 8)
    }

    /// Overwrites the two octets at the offset `place` with `value`, big-endian: a checksum is known last. Does nothing if there are no
    /// two octets at `place`.
    public mutating func overwrite(_ value: UInt16, at place: Int) {
        guard written.indices.contains(place), written.indices.contains(place + 1) else { return }
        written[place] = UInt8(value >> 8)
        written[place + 1] = UInt8(value & 0xff)
    }

    /// Writes octets as they are.
    public mutating func octets(_ name: String, _ value: [UInt8]) {
        written.append(contentsOf: value)
    }

    /// Writes a vector: a length, which is filled in after `body`, then the octets of `body`.
    ///
    /// - Throws: what `body` throws; a body that only writes throws nothing.
    public mutating func vector<E: Error>(
        _ name: String, _ length: VectorLength, cite: Citation? = nil, _ body: (inout ByteWriter) throws(E) -> Void
    ) throws(E) {
        let start = written.count
        append(0, octets: length.width)
        try body(&self)
        let count = UInt64(written.count - start - length.width)
        for place in 0..<length.width {
            written[start + place] = UInt8(truncatingIfNeeded: count >> UInt64(8 * (length.width - 1 - place)))
        }
    }

    @inlinable
    mutating func append(_ value: UInt64, octets: Int) {
        var shift = 8 * UInt64(octets)
        while shift > 0 {
            shift -= 8
            written.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

extension ByteWriter: Coder {
    /// Writing cannot fail.
    public typealias Failure = Never

    /// A writer writes values.
    @inlinable public static var reads: Bool { false }

    /// Octets written so far.
    @inlinable public var offset: Int { written.count }

    /// Nothing is left to be read.
    @inlinable public var remaining: Int { 0 }

    /// Writes an unsigned integer of `T`'s width.
    @inlinable
    public mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: inout T, cite: Citation?, describe: (T) -> String, bits: (T) -> [Field.Bits]
    ) {
        integer(name, value)
    }

    /// Writes an integer that only packs parts.
    @inlinable
    public mutating func packed<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: inout T, cite: Citation?, describe: (T) -> String, bits: (T) -> [Field.Bits]
    ) {
        integer(name, value)
    }

    /// Writes the low 24 bits of `value`.
    public mutating func integer24(_ name: String, _ value: inout Int, cite: Citation?) {
        append(UInt64(value & 0xff_ffff), octets: 3)
    }

    /// Writes all of `value`.
    public mutating func octets(
        _ name: String, _ value: inout [UInt8], count: Int, cite: Citation?, describe: ([UInt8]) -> String
    ) {
        octets(name, value)
    }

    /// Writes the octets of `body`.
    ///
    /// - Throws: what `body` throws; a body that only writes throws nothing.
    @inlinable
    public mutating func structure<E: Error>(
        _ name: String, cite: Citation?, value: @autoclosure () -> String,
        _ body: (inout ByteWriter) throws(E) -> Void
    ) throws(E) {
        try body(&self)
    }

    /// Writes the octets of `body`.
    ///
    /// - Throws: what `body` throws; a body that only writes throws nothing.
    @inlinable
    public mutating func structure<E: Error>(
        _ name: String, count: Int, cite: Citation?, _ body: (inout ByteWriter) throws(E) -> Void
    ) throws(E) {
        try body(&self)
    }

    /// Does nothing: a writer has no next octets to look at.
    @inlinable
    public func peek<T: FixedWidthInteger & UnsignedInteger>(_ name: String, _ value: inout T) {}

    /// Does nothing: a writer writes any value.
    @inlinable
    public func require(_ condition: @autoclosure () -> Bool, _ error: @autoclosure () -> ParseError) {}

    /// Does nothing: a writer ends anywhere.
    @inlinable
    public func finish(_ name: String, cite: Citation?) {}
}
