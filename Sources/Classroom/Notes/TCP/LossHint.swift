import Trace

/// What is said about answers to the exercises of lesson 18.
enum LossHint: Remark {
    case whatAReceiverKeeps, notNewData, notOneMore, firstArrived, sameNumbers(UInt64)
    case cumulative, beyondTheGap, lastOctetHeld, stillExpected(UInt64)
    case howLongEachWait, noBackoff, thereAndBack, waitsDouble(until: Instant)
    case whatMakesADuplicate, tooFewBehind, laterAcknowledgment, threeHaveToFollow

    var english: String {
        switch self {
        case .whatAReceiverKeeps:
            "The receiver finds the place of octets by their numbers. Ask which numbers it still needs."
        case .notNewData:
            "Those are the numbers behind the lost ones. With them the receiver would still miss the lost octets."
        case .notOneMore: "A copy carries the same octets, and an octet keeps its number."
        case .firstArrived: "These octets have arrived. The lost segment begins behind them."
        case .sameNumbers(let number):
            "The copy begins at \(number), as the lost segment did: an octet has one number, however often it is sent."
        case .cumulative: "An acknowledgment names the first number that is missing, whatever has arrived behind it."
        case .beyondTheGap:
            "These octets are there. An acknowledgment of them would say that everything before them is there, too."
        case .lastOctetHeld: "That is the last octet that has arrived in order. An acknowledgment names the next one."
        case .stillExpected(let number):
            "The lost segment begins at \(number). Whatever arrives behind it, the client still expects this number."
        case .howLongEachWait:
            """
            Add the wait before the second SYN, the wait before the third one, and the way of the third one and of \
            its answer.
            """
        case .noBackoff: "The second wait is not as long as the first one. A timeout doubles the next wait."
        case .thereAndBack:
            "The client is ESTABLISHED when the answer is there. The third SYN has to go, and the answer has to come."
        case .waitsDouble(let open):
            """
            The first wait takes 1 s and the second one 2 s. The third SYN and its answer take 150 ms each. The \
            client is ESTABLISHED at \(open) ms.
            """
        case .whatMakesADuplicate:
            """
            A duplicate acknowledgment is made by a segment with data that arrives behind a gap. Count the segments \
            with data that are sent right behind the lost one.
            """
        case .tooFewBehind:
            "Too few segments with data follow the lost one before its sender has to wait. The timer mends this loss."
        case .laterAcknowledgment:
            """
            No data is missing here. The next acknowledgment says the same and more, so this loss need not be mended \
            at all.
            """
        case .threeHaveToFollow:
            """
            Many small segments are under way at once, and three of them arrive behind the gap. With large segments \
            the flight has two, and the client's first flight has one: there the timer has to run out.
            """
        }
    }
}
