import Trace

/// What is said about answers to the exercises of lesson 19.
enum WindowHint: Remark {
    case whereTheWindowBegins, firstBeyond, synTakesOne, lastOfTheWindow(UInt64)
    case whatIsNext, octetThatIsThere, onlyOneOctet, newOctet(UInt64)
    case addTheWays, fromTheClosing, oneWayTooMany, oneWayTooFew, afterASecond(at: Instant)
    case divideByTheWindow, lastIsShort, notTheSegments, flights(UInt64)

    var english: String {
        switch self {
        case .whereTheWindowBegins:
            """
            The window begins with the number that the client expects: the one behind the server's SYN. It has 600 \
            numbers.
            """
        case .firstBeyond: "That is the first number beyond the window. The question is about the last one in it."
        case .synTakesOne: "The window begins behind the SYN: the SYN has been acknowledged, and takes no room."
        case .lastOfTheWindow(let number):
            """
            The client expects the number behind the SYN. With it begin 600 numbers, and the last of them is \
            \(number).
            """
        case .whatIsNext: "The first flight has filled the window. The probe carries what comes next."
        case .octetThatIsThere: "This octet has arrived. A probe carries an octet that the receiver does not have yet."
        case .onlyOneOctet: "This would leave an octet out. A probe carries the very next one."
        case .newOctet(let number):
            """
            The server has sent the numbers of the first window, and \(number) is the next. The receiver must answer \
            a probe, whether it has room for the octet or not.
            """
        case .addTheWays:
            """
            Add the ways up to the moment in which the server reads the window of 0: the SYN, its answer, the \
            ClientHello, the first flight, and the acknowledgment. Then it waits for the retransmission timeout, 1 \
            s.
            """
        case .fromTheClosing:
            "The wait of 1 s begins when the server learns that the window is closed, and not at the start of the run."
        case .oneWayTooMany: "The question is when the probe leaves, and not when it arrives."
        case .oneWayTooFew:
            """
            The third segment and the ClientHello travel together. The acknowledgment of the flight has to arrive, \
            too.
            """
        case .afterASecond(let instant):
            """
            Five ways of 70 ms, then 1 s: the probe leaves at \(instant) ms. The client had room all the time, and \
            its announcement was lost.
            """
        case .divideByTheWindow:
            """
            Each flight may fill the window once. Find out how many octets the server has to send up to \
            ServerHelloDone, and divide.
            """
        case .lastIsShort: "The last flight is not full, and it counts as well."
        case .notTheSegments:
            "With the usual segments two would do, if the window were large. The client has room for 400 octets."
        case .flights(let count):
            """
            Each round trip carries one window. The octets up to ServerHelloDone fill \(count - 1) of them and a \
            part of the next.
            """
        }
    }
}
