import TCPSim
import Trace

/// What the card of syn-flood says.
struct SYNFloodCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A server that is idle, and full"
        case .act: "Fills a server's backlog, so that honest clients get no answer"
        case .mistake:
            "The server keeps a place in its backlog for each SYN, before the sender has shown that it receives anything."
        case .goal: "She wants the server to answer no honest client."
        case .defence:
            "SYN cookies (RFC 4987 section 3.6): the server keeps nothing. What it has to remember is in the sequence number of "
                + "the SYN,ACK, and the third segment brings it back."
        case .cost:
            "A cookie has no room for options other than the MSS, and a lost SYN,ACK is not sent again. A blind guess fits a cookie "
                + "with a chance of 2⁻²⁸."
        case .remains:
            "She can still fill the server's line with traffic. Cookies protect memory, not bandwidth."
        case .misreading:
            "\"A bigger backlog solves it\": it takes as many SYNs more. \"The server is overloaded\": it has nothing to do, it waits."
        case .limit:
            "The forged addresses belong to no host. A host that is there would answer the SYN,ACK with a reset and so free the "
                + "place. In this run cookies are used for each SYN, not only with a full backlog."
        }
    }
}

/// What is done and found in syn-flood.
enum SYNFloodNote: Remark {
    case forged
    case filled(Int)
    case refused(Socket)
    case held(Int, retries: Int, again: Int)
    case served

    var english: String {
        switch self {
        case .forged: "She sends a SYN in the name of a host that does not exist."
        case .filled(let count):
            "She sends \(counted(count, "SYN")), each in the name of another host. None of these hosts exists, so none answers the SYN,ACK. The "
                + "server's backlog has \(count) places."
        case .refused(let client):
            "The honest client \(client) asks for a connection, seven times. The server drops each SYN without an answer. The client "
                + "gives up."
        case .held(let seconds, let retries, let again):
            "The server sends each SYN,ACK again \(retries) times, and keeps the place for \(counted(seconds, "second")). She sends the SYNs "
                + "again when the places come free: \(again) in this run. About one SYN a second keeps the server shut."
        case .served:
            "The server answers each SYN with one SYN,ACK and keeps nothing. The honest client has its connection at once. Her SYNs have "
                + "had no effect."
        }
    }
}
