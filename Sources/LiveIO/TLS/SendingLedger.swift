/// The pieces of data that a connection has sent, and the places of their records in the stream. It tells how much of the data the other
/// side has taken: a piece whose records it has acknowledged whole.
struct SendingLedger {
    /// How many octets of records were written so far.
    var written = 0
    /// How many octets of records can no longer be sent, because the connection is broken.
    var lost = 0
    /// The end of each piece in the stream, and the number of its octets.
    private var pieces: [(end: Int, count: Int)] = []
    /// How many pieces there may be before those that were taken are removed.
    private var room = 1_024

    /// Whether pieces should be removed.
    var isFull: Bool { pieces.count > room }

    /// Adds a piece of data, whose records are the last that were written.
    mutating func add(_ count: Int) { pieces.append((written, count)) }

    /// Removes the pieces that the other side has taken. The parameters are those of ``untaken(waiting:unacknowledged:)``.
    mutating func prune(waiting: Int, unacknowledged: Int) {
        let taken = written - lost - waiting - unacknowledged
        pieces.removeAll { $0.end <= taken }
        room = 2 * pieces.count + 1_024
    }

    /// How many octets of data the other side has not taken.
    ///
    /// - Parameters:
    ///   - waiting: how many octets of records wait in this program.
    ///   - unacknowledged: how many octets of records were sent and are not acknowledged.
    func untaken(waiting: Int, unacknowledged: Int) -> Int {
        let taken = written - lost - waiting - unacknowledged
        return pieces.reversed().prefix { $0.end > taken }.reduce(0) { $0 + $1.count }
    }
}
