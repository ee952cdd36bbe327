import Trace

/// What the card of record-replay says.
struct RecordReplayCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Why records are counted when TCP counts octets"
        case .act: "Sends a record once more, and the server carries out the order twice"
        case .mistake: "The sequence number is not in what the record's tag covers."
        case .goal:
            "She wants the server to carry out the client's order twice. She cannot read it, and has no key."
        case .defence:
            "Each record has a number, which goes into its MAC or into the additional data of its AEAD cipher and is "
                + "not taken from the wire (RFC 5246 section 6.2.3.1)."
        case .cost: "Nothing: both sides count for themselves."
        case .remains: "Nothing of this kind within a connection. Between connections see the exhibit replay."
        case .misreading:
            "\"TCP removes duplicates already\": TCP's numbers are in clear and not authenticated. With the next numbers her copy is new data."
        case .limit:
            "After her copy the two TCPs disagree about numbers and answer each other again and again, as in "
                + "tcp-hijack. The run ends soon after it."
        }
    }
}

/// What is done and found in record-replay.
enum RecordReplayNote: Remark {
    case sees(Int)
    case sends
    case twice([UInt8])
    case refused(String)

    var english: String {
        switch self {
        case .sees(let count):
            "The client's first record of application data passes her, in a segment of \(counted(count, "octet")). She "
                + "cannot read it. She guesses that it is an order."
        case .sends: "She sends the same octets once more, in a segment that begins where the first one ended."
        case .twice(let order):
            "The tag is right, and the server's program reads \"\(String(decoding: order, as: UTF8.self))\" for the "
                + "second time."
        case .refused(let error):
            "For the server this is the record after the one that it has read, and the tag does not fit this number. "
                + "Its TLS reports: \(error)."
        }
    }
}
