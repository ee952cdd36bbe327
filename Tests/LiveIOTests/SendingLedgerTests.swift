import Testing

@testable import LiveIO

/// How much of the data the other side has taken, by what its TCP has acknowledged.
@Suite struct SendingLedgerTests {
    /// Three pieces of 100 octets in records of 122, behind a handshake of 500.
    private static var ledger: SendingLedger {
        var ledger = SendingLedger()
        ledger.written = 500
        for _ in 0..<3 {
            ledger.written += 122
            ledger.add(100)
        }
        return ledger
    }

    @Test func aPieceIsTakenWhenItsRecordIsAcknowledgedWhole() {
        var ledger = Self.ledger
        #expect(ledger.untaken(waiting: 0, unacknowledged: 0) == 0)
        #expect(ledger.untaken(waiting: 0, unacknowledged: 1) == 100)
        #expect(ledger.untaken(waiting: 0, unacknowledged: 122) == 100)
        #expect(ledger.untaken(waiting: 100, unacknowledged: 23) == 200)
        #expect(ledger.untaken(waiting: 500, unacknowledged: 366) == 300)
        // A close_notify behind the data is no data.
        ledger.written += 24
        #expect(ledger.untaken(waiting: 0, unacknowledged: 24) == 0)
    }

    @Test func whatIsLostIsNotTaken() {
        var ledger = Self.ledger
        ledger.lost = 244
        #expect(ledger.untaken(waiting: 0, unacknowledged: 0) == 200)
    }

    @Test func piecesThatWereTakenAreForgotten() {
        var ledger = SendingLedger()
        while !ledger.isFull {
            ledger.written += 30
            ledger.add(8)
        }
        ledger.prune(waiting: 30, unacknowledged: 30)
        #expect(!ledger.isFull && ledger.untaken(waiting: 30, unacknowledged: 30) == 16)
    }
}
