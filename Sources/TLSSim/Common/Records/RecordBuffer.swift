/// The octets that have arrived in one direction, and their division into records.
struct RecordBuffer: Hashable, Sendable {
    private var octets: [UInt8] = []
    /// How many octets at the beginning of `octets` have been taken out. They are removed when no whole record waits.
    private var taken = 0
    /// How many octets of the stream have been taken out since the beginning.
    private var received = 0

    /// How many octets have arrived and have not been taken out.
    var unread: Int { octets.count - taken }

    /// The header of the next record; nil until all of it has arrived.
    var header: RecordHeader? { RecordHeader(octets, from: taken) }

    /// How many octets of the present record have not arrived; nil at a record boundary.
    var missing: Int? {
        guard unread > 0 else { return nil }
        return RecordLimits.header + (header.map { Int($0.length) } ?? 0) - unread
    }

    /// Adds octets that arrived.
    mutating func append(_ octets: [UInt8]) { self.octets.append(contentsOf: octets) }

    /// Takes out the next whole record with its place in the stream; nil until a whole record has arrived.
    mutating func next() -> (wire: [UInt8], stream: Range<Int>)? {
        let length = RecordLimits.header + (header.map { Int($0.length) } ?? 0)
        guard unread >= length else {
            // Less than a record is left. Only these octets are ever moved in memory.
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
