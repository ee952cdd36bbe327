/// Octets of one direction's stream that have arrived, cut into whole records.
struct RecordBuffer: Hashable, Sendable {
    private var octets: [UInt8] = []
    /// Octets at the front that have been taken out. None where no whole record waits.
    private var taken = 0
    /// Octets of the stream that have been taken out.
    private var received = 0

    /// Octets that have arrived and are not yet taken out.
    var unread: Int { octets.count - taken }

    /// The header of the next record; nil until it is here.
    var header: RecordHeader? { RecordHeader(octets, from: taken) }

    /// How many octets the record now begun still lacks; nil at a record boundary.
    var missing: Int? {
        guard unread > 0 else { return nil }
        return RecordLimits.header + (header.map { Int($0.length) } ?? 0) - unread
    }

    /// Adds octets that arrived.
    mutating func append(_ octets: [UInt8]) { self.octets.append(contentsOf: octets) }

    /// Takes out the next whole record with its place in the stream; nil until there is one.
    mutating func next() -> (wire: [UInt8], stream: Range<Int>)? {
        let length = RecordLimits.header + (header.map { Int($0.length) } ?? 0)
        guard unread >= length else {
            // Less than a record is left: nothing else is ever moved.
            octets.removeFirst(taken)
            taken = 0
            return nil
        }
        defer {
            taken += length
            received += length
        }
        return (Array(octets[taken..<(taken + length)]), received..<(received + length))
    }
}
