import Trace

/// What the card of optimistic-ack says.
struct OptimisticACKCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Acknowledged before it arrives"
        case .act: "Acknowledges what has not arrived, so that a server sends too fast"
        case .mistake:
            "The sender takes an acknowledgment for a proof that the segment has arrived. It is only a number."
        case .goal:
            "She wants the server to send a file at least ten times as fast as it may send it to a client with such a line."
        case .defence:
            "The sender leaves a segment out now and then. A client that acknowledges it lies, and the connection is aborted (Savage and "
                + "others 1999)."
        case .cost:
            "An honest client sees a loss that was none: the segment comes a round trip later, and the congestion window is halved."
        case .remains:
            "She can acknowledge a little ahead and stop where a segment is missing. That gains her little. RFC 5681 section 5 knows the attack "
                + "and asks for no check."
        case .misreading:
            "\"An ACK proves receipt\": in TCP it proves nothing. \"Congestion control protects the network\": it does as far as receivers "
                + "are honest."
        case .limit:
            "She knows the length of the file. The server's own line has no limit here, and what others lose by the flood is not shown."
        }
    }
}

/// What is done and found in optimistic-ack.
enum OptimisticACKNote: Remark {
    case honest(octets: Int, seconds: Double?, speed: Int, isServed: Bool)
    case plan(Int)
    case acknowledges
    case sent(Int)
    case fast(Int, Double, of: Int)
    case caught(Int)

    var english: String {
        switch self {
        case .honest(let octets, let seconds, let speed, let isServed):
            "An honest client asks for a file of \(octets) octets over a line of \(speed) octets a second. \(Self.englishTime(seconds)) until "
                + "the last octet has left the server: the server sends as the acknowledgments come back."
                + (isServed ? "" : " It does not get all of it.")
        case .plan(let size):
            "She has a line of the same speed. She opens a connection and asks for the same file. She does not wait for it: she knows that the "
                + "server begins with ten segments of \(size) octets and sends two more for each that is acknowledged."
        case .acknowledges: "She acknowledges a segment that must have left the server. It has not reached her."
        case .sent(let count):
            "Each millisecond she acknowledges all segments that the server must have sent: \(counted(count, "ACK")) in all."
        case .fast(let octets, let seconds, let speed):
            "\(Self.englishTime(seconds)) until all \(octets) octets have left the server. Her line carries \(speed) a second, so most of the "
                + "segments are lost before it. She does not need them: the flood is what she wants."
        case .caught(let number):
            "The server has left out segment number \(number) of her connection. She acknowledges it. An honest client could not have: the "
                + "server aborts the connection."
        }
    }

    private static func englishTime(_ seconds: Double?) -> String {
        guard let seconds else { return "More than a minute passes" }
        let milliseconds = Int((seconds * 1_000).rounded())
        return milliseconds < 1_000
            ? "It takes \(counted(milliseconds, "millisecond"))" : "It takes \(milliseconds / 1_000) seconds"
    }
}
