import Trace

/// What is said about answers to the exercises of lesson 2.
enum CloseHint: Remark {
    case nextExpected, ownNumber, acknowledged(next: UInt64, relative: UInt64)
    case twoNumbers, countedTheSYN, otherSide, counted(octets: UInt64)
    case repeatedFIN, withoutLoss, waitsAnew(until: Instant)
    case whoWaits, bothClosedFirst

    var english: String {
        switch self {
        case .nextExpected:
            "An acknowledgment names the number that is expected next. A FIN takes a number, as a SYN does."
        case .ownNumber:
            "That is the number of the FIN itself. An acknowledgment names the number that is expected next."
        case .acknowledged(let next, let relative):
            "The FIN takes one number, so the server expects \(next) next, \(relative) in relative numbers."
        case .twoNumbers:
            """
            The relative number of the server's FIN counts everything that the server has sent before it. Not all of \
            that is data.
            """
        case .countedTheSYN:
            "This count has a SYN or a FIN in it. Each takes a number, and neither is an octet of data."
        case .otherSide: "These are the client's octets. The question is about the server."
        case .counted(let octets):
            "The server's SYN has the relative number 0, and its FIN follows \(octets) octets of data."
        case .repeatedFIN:
            """
            Without the last ACK the server sends its FIN again. Find out when that FIN arrives, and what the client does \
            with its timer then.
            """
        case .withoutLoss: "That is the end of TIME-WAIT when nothing is lost. Run the visit once more, with the rule."
        case .waitsAnew(let end):
            """
            The server's FIN comes again, the client acknowledges it again and starts the wait of 2 MSL anew. It ends at \
            \(end) ms (RFC 9293 3.10.7.4).
            """
        case .whoWaits:
            "TIME-WAIT is for the side that closes first. Ask which of the two that is when both FINs cross."
        case .bothClosedFirst:
            "Both sides have sent a FIN before they got one. Each has to be there for a repeated FIN, so each waits."
        }
    }
}
