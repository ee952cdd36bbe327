import Trace

/// What the card of skip-messages says.
struct SkipMessagesCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The short way"
        case .act: "Poses as a server by leaving out the key exchange"
        case .mistake: "The client takes Finished where the key exchange belongs, and is then done without keys."
        case .goal: "She wants to pose as the server, without its private key."
        case .defence:
            "A client takes the messages that RFC 5246 section 7.3 shows, in that order. Another one is answered with unexpected_message."
        case .cost: "Nothing: a state for each message that is awaited."
        case .remains:
            "States that the programmer did not think of. A search through all orders of messages finds them."
        case .misreading:
            "\"A lock in the browser means that something was encrypted\": it means that the program took the handshake for complete."
        case .limit:
            "Libraries differed in what they let pass. Here one step is missing: the client does not ask whether there was a key exchange. A search needs "
                + "fewer moves of hers: HandshakeSim explore --tls 1.2 --variant skip-messages finds an attack with 1."
        }
    }
}

/// What is done and found in skip-messages.
enum SkipMessagesNote: Remark {
    case takes
    case skips
    case reads(octets: Int)
    case refused(String)

    var english: String {
        switch self {
        case .takes: "She takes the victim's connection in the server's place. The ClientHello is in clear."
        case .skips:
            "She answers with ServerHello, the server's own certificate, which is public, and then at once Finished, in clear. There is no "
                + "ServerKeyExchange, no ServerHelloDone and no ChangeCipherSpec. No secret is agreed on, so she computes verify_data from an empty one."
        case .reads(let octets):
            "The client takes the handshake for complete. It has found the certificate good and verify_data right. It has no keys: it sends its "
                + "request of \(counted(octets, "octet")) as application data in clear. She has answered it."
        case .refused(let alert):
            "The client awaits ServerKeyExchange. It answers Finished with the alert \(alert), and sends no request."
        }
    }
}
