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
    case refused(Socket, times: Int)
    case held(Int, retries: Int, again: Int)
    case served(sent: Int, again: Int)

    var english: String {
        switch self {
        case .forged: "She sends a SYN in the name of a host that does not exist."
        case .filled(let count):
            "She sends \(counted(count, "SYN")), each in the name of another host. None of these hosts exists, so none answers the SYN,ACK. The "
                + "server's backlog has \(count) places."
        case .refused(let client, let times):
            "The honest client \(client) asks for a connection, \(counted(times, "time")). The server drops each SYN without an answer. The "
                + "client gives up."
        case .held(let seconds, let retries, let again):
            "The server sends each SYN,ACK again \(retries) times, and keeps the place for \(counted(seconds, "second")). She sends the SYNs "
                + "again when the places come free: \(again) in this run. About one SYN a second keeps the server shut."
        case .served(let sent, again: 0):
            "She has sent \(counted(sent, "SYN")) in all. The server has answered each with one SYN,ACK, and has sent none a second time: it "
                + "keeps nothing that it could send again. The honest client has its connection at once."
        case .served(let sent, let again):
            "She has sent \(counted(sent, "SYN")) in all. The server has sent each SYN,ACK again, at most \(counted(again, "time")). The honest "
                + "client has its connection all the same."
        }
    }
}
