import TCPSim
import Trace

/// What the card of blind-data says.
struct BlindDataCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "In the window, not in order"
        case .act: "Puts octets of hers into a stream that she does not see"
        case .mistake:
            "TCP takes data with any acknowledgment of something that was ever sent, however old, as RFC 793 had it. So one of every two "
                + "invented acknowledgment numbers will do."
        case .goal:
            "She wants octets of hers in the stream between two other hosts. She sees none of its segments."
        case .defence:
            "An acknowledgment number older than the largest window ever offered is refused, and the data with it (RFC 5961 section "
                + "5.2, RFC 9293 MAY-12)."
        case .cost: "A variable, MAX.SND.WND, and one comparison for each segment."
        case .remains:
            "The rule makes the attack 2³²/MAX.SND.WND times as long and does not end it. Under TLS her octets are no record: one of them "
                + "ends the connection."
        case .misreading: "\"TCP checks that data comes from the peer\": it checks that numbers fit."
        case .limit:
            "She knows the ports and the size of the window, and the client is silent while she tries. Where a pair fits, the run stops her. "
                + "Another order of the queue, in which the newer octets count, would need another moment."
        }
    }
}

/// What is done and found in blind-data.
enum BlindDataNote: Remark {
    case forged
    case swept(pairs: Int, octets: Int)
    case waits(SequenceNumber, after: Int)
    case replaced(Int)
    case refused(Int)

    var english: String {
        switch self {
        case .forged:
            "She sends octets in the client's name, at a number and with an acknowledgment that she has invented."
        case .swept(let count, let octets):
            "She sends the same \(octets) octets \(counted(count, "time")) at numbers a window apart, and each time with two acknowledgment "
                + "numbers, 2³¹ apart. Of these two, one lies before the server's SND.NXT. This is \(counted(count, "pair")) of segments."
        case .waits(let number, let place):
            "The octets at \(number) lie in the server's window, \(place) octets after the next that it expects. They are taken, and "
                + "wait in the queue for their turn."
        case .replaced(let count):
            "The client sends its list. When the list comes to that place, her octets are already there. A genuine segment that begins "
                + "before them is taken whole. From then on \(count) octets of hers stand in the stream, in the place of the client's."
        case .refused(let count):
            "One pair lay in the window. The server has refused both acknowledgment numbers, with the data, and sent the client a challenge "
                + "ACK. The client sends its list: all \(count) octets that the application has read are the client's."
        }
    }
}
