import Trace

/// What the card of truncation says.
struct TruncationCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The end that was not"
        case .act: "Cuts an answer short, and the client takes the part for the whole"
        case .mistake: "The client takes the end of the TCP stream for the end of the answer."
        case .goal: "She wants the client to read a part of an answer and to take it for the whole."
        case .defence:
            "An end without close_notify is reported as a truncation (RFC 5246 section 7.2.1). close_notify is a record, and "
                + "she cannot make one."
        case .cost: "A server that does not send close_notify makes its honest clients report an error."
        case .remains: "She can still cut the connection at any octet. It is noticed now."
        case .misreading:
            "\"Closing TCP closes TLS\", and \"TLS protects the stream, so it protects its end\": only close_notify is protected."
        case .limit:
            "The answer has no length of its own. An answer of HTTP with Content-Length or chunks shows by itself that it is cut."
        }
    }
}

/// What is done and found in truncation.
enum TruncationNote: Remark {
    case waits(Int)
    case forges
    case believed([UInt8])
    case reported(String)

    var english: String {
        switch self {
        case .waits(let count):
            "She counts the records that pass. She cannot read them, but types, lengths and TCP's numbers are in clear. The first record "
                + "of the answer has passed, in a segment of \(counted(count, "octet"))."
        case .forges: "She sends one FIN in the server's name, with the number that comes next."
        case .believed(let octets):
            "The client's program has read \"\(String(decoding: octets, as: UTF8.self))\" and takes it for the whole answer. What the server "
                + "sends afterwards has numbers behind the FIN: TCP drops it."
        case .reported(let error): "The client's TLS reports: \(error)."
        }
    }
}
