import Trace

/// What the card of replay says.
struct ReplayCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Why there are randoms"
        case .mistake:
            "The server's random is not fresh: it is always the same, or only a few bits of it change."
        case .goal:
            "She has recorded a payment. She wants the server to carry it out once more. She does not want to read it."
        case .defence:
            "The server draws 32 octets for each connection (RFC 5246 section 7.4.1.3). Then other keys follow from "
                + "the same premaster secret. The client's random protects the client in the same way."
        case .cost: "32 octets in each direction."
        case .remains:
            "The early data of TLS 1.3 can be sent again by design: the server has said nothing yet (RFC 8446 section "
                + "8)."
        case .misreading:
            "\"The randoms make the key harder to guess\": they are sent in clear. They make the keys of each "
                + "connection different. \"What is encrypted cannot be sent again\"."
        case .limit:
            "The keys are agreed on by RSA key transport. With ephemeral Diffie–Hellman the server draws an exponent "
                + "besides, and this would be enough to stop her."
        }
    }
}

/// What is done and found in replay.
enum ReplayNote: Remark {
    case records(Int)
    case repeats(Int)
    case differs(Int)
    case paysAgain([UInt8])
    case refused(String)

    var english: String {
        switch self {
        case .records(let count):
            "She records a visit. The client's side of it has \(counted(count, "octet")): ClientHello, the encrypted "
                + "premaster secret, Finished, a payment. She cannot read the payment."
        case .repeats(let count):
            "She opens connections of her own and sends the recorded ClientHello. In connection \(count) the server's "
                + "random is the one of the recording. She sends the rest of the recorded octets."
        case .differs(let count):
            "She opens connections of her own and sends the recorded ClientHello. After "
                + "\(counted(count, "connection")) the server's random has not come again, and it is no use to wait. "
                + "She sends the rest of the recorded octets all the same."
        case .paysAgain(let answer):
            "The server decrypts the same premaster secret, computes the same keys and finds the same Finished right. "
                + "It carries out the payment again and answers: "
                + "\"\(String(decoding: answer, as: UTF8.self).split(separator: "\r\n").last ?? "")\"."
        case .refused(let error):
            "From another random follow other keys. The recorded Finished does not open under them. The server ends "
                + "the handshake: \(error)."
        }
    }
}
