import Trace

/// What the card of zero-window says.
struct ZeroWindowCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A client that takes nothing"
        case .act: "Takes all places of a server with connections that read nothing"
        case .mistake:
            "The server's program gives a place to each client as long as there is one, and waits as long as TCP waits. TCP waits for ever for "
                + "a peer that answers probes (RFC 9293 section 3.8.6.1, MUST-37)."
        case .goal: "She wants all places of the server, and to keep them at no cost."
        case .defence:
            "The program gives one address only a few of its places. She needs the answers of the server, so she cannot take another "
                + "host's address."
        case .cost: "Many honest clients can share an address, behind a NAT. They share the few places as well."
        case .remains:
            "She keeps her few places. A program may end a connection that makes no progress: RFC 6429 says that TCP's rule does not forbid "
                + "it. With many addresses the attack works again."
        case .misreading:
            "\"A timeout will end it\": a peer that answers probes is there, so no timer of TCP runs out."
        case .limit:
            "The server's program has 64 places, and no limit of time of its own."
        }
    }
}

/// What is done and found in zero-window.
enum ZeroWindowNote: Remark {
    case asks
    case answers
    case asked(Int, refused: Int)
    case held(Int, probes: Int, octets: Int)
    case turnedAway
    case served(Int)

    var english: String {
        switch self {
        case .asks: "She asks for the file and says that she has no room for it."
        case .answers: "She acknowledges the probe, and still has no room."
        case .asked(let count, let refused):
            "She opens \(counted(count, "connection")) and asks for the file on each, with a window of 0. "
                + (refused == 0
                    ? "The server takes them all."
                    : "The server resets \(refused) of them: one address may have only a few.")
        case .held(let count, let probes, let octets):
            "For ten minutes the server probes her \(counted(count, "window")), at most once a minute in the end. She has answered "
                + "\(counted(probes, "probe")). The server keeps \(octets) octets for each connection, \(count * octets) in all."
        case .turnedAway:
            "An honest client opens a connection and asks. No place is free, so the server's program resets the connection."
        case .served(let count):
            "An honest client opens a connection and asks. It gets a place, and all \(count) octets."
        }
    }
}
