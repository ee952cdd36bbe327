import Trace

/// What the card of heartbleed says.
struct HeartbleedCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The length that she says"
        case .act: "Reads a server's memory by announcing a wrong length"
        case .mistake:
            "The server believes the payload_length of a heartbeat and copies as many octets, whatever it has received."
        case .goal: "She is a client. She wants the private key of the server. She finishes no handshake."
        case .defence:
            "A heartbeat that announces more than its record holds is discarded silently (RFC 6520 section 4)."
        case .cost: "One comparison."
        case .remains:
            "What has leaked stays leaked. The server needs a new key and a new certificate, and its users new "
                + "passwords."
        case .misreading:
            "\"A flaw of TLS\": one comparison was missing in one program. \"Forward secrecy would have saved the "
                + "key\": it saves the connections of the past."
        case .limit:
            "The memory is a model: 262,144 octets in a ring, with one prime factor in it, and each request comes to "
                + "lie anywhere. In a real server she needs more patience or less."
        }
    }
}

/// What is done and found in heartbleed.
enum HeartbleedNote: Remark {
    case begins
    case asks(Int)
    case divides(Int, place: Int, isLittle: Bool)
    case silence(Int)

    var english: String {
        switch self {
        case .begins:
            "She sends a ClientHello. The server agrees to heartbeats and shows its certificate. All this is in clear, "
                + "and she has the modulus n."
        case .asks(let length):
            "She sends a heartbeat with a payload of one octet and says that it has \(length). The server sends back "
                + "her octet, and \(length - 1) octets of its memory that lie behind it."
        case .divides(let tries, let place, let isLittle):
            "She takes every piece of 128 octets for a number and divides n by it. In the answer to heartbeat "
                + "\(tries), at octet \(place), the division comes "
                + "out\(isLittle ? ", with the octets read from the last to the first" : ""). The piece is a prime "
                + "factor of n. With it she has the private key."
        case .silence(let count):
            "She sends \(counted(count, "heartbeat")), and no answer comes. The connection stays open."
        }
    }
}
