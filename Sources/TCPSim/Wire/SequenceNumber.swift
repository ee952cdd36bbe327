/// A point on the circle of 2^32 sequence numbers (RFC 9293 3.4).
///
/// Every octet of data, every SYN and every FIN has a number. All arithmetic is modulo 2^32. The comparisons are written as in
/// the RFC. But the type is not `Comparable`: "before" on a circle is not transitive, so numbers cannot be sorted by it. The
/// comparisons are right for numbers less than 2^31 apart, which windows of at most 2^30 octets (RFC 7323 2.3) guarantee.
public struct SequenceNumber: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bits as they are on the wire.
    public let rawValue: UInt32

    /// The sequence number with these 32 bits.
    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The absolute number in decimal.
    public var description: String { String(rawValue) }

    /// The number `count` places forward on the circle.
    public static func + (number: SequenceNumber, count: Int) -> SequenceNumber {
        SequenceNumber(number.rawValue &+ UInt32(truncatingIfNeeded: count))
    }

    /// The number `count` places back on the circle.
    public static func - (number: SequenceNumber, count: Int) -> SequenceNumber {
        SequenceNumber(number.rawValue &- UInt32(truncatingIfNeeded: count))
    }

    /// The number of places forward from `start` to `end`, from 0 to 2^32 - 1.
    public static func - (end: SequenceNumber, start: SequenceNumber) -> Int {
        Int(end.rawValue &- start.rawValue)
    }

    /// Its place counted from `first`. It is negative if the number lies before `first` by at most 2^30, the largest window
    /// (RFC 7323 2.3).
    public func place(from first: SequenceNumber) -> Int {
        let forward = self - first
        return forward < 3 << 30 ? forward : forward - (1 << 32)
    }

    /// Moves forward by `count` places.
    public static func += (number: inout SequenceNumber, count: Int) {
        number = number + count
    }

    /// Whether `left` lies before `right`, by less than half of the circle.
    public static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
        Int32(bitPattern: left.rawValue &- right.rawValue) < 0
    }

    /// Whether `left` lies before `right` or is equal to it: the RFC's "=<".
    public static func <= (left: SequenceNumber, right: SequenceNumber) -> Bool {
        Int32(bitPattern: left.rawValue &- right.rawValue) <= 0
    }

    /// Whether `left` lies after `right`, by less than half of the circle.
    public static func > (left: SequenceNumber, right: SequenceNumber) -> Bool { right < left }

    /// Whether `left` lies after `right` or is equal to it: the RFC's ">=".
    public static func >= (left: SequenceNumber, right: SequenceNumber) -> Bool { right <= left }

    /// Whether it is one of the `count` numbers from `first` on: `first` =< self < `first` + `count`.
    public func isWithin(_ count: Int, from first: SequenceNumber) -> Bool {
        self - first < count
    }
}
