import Trace

/// What the card of replay says.
struct ReplayCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Why there are randoms"
        case .act: "Sends a recorded visit once more, and the victim takes it for a new one"
        case .mistake:
            "The victim's random is not fresh. In the variants fixed and six-bits the server's is always the same, or only a few bits "
                + "of it change. In snapshot and server the whole generator begins again, at the server or at the client."
        case .goal:
            "She has recorded a visit. She wants the server to carry out the payment once more, or the client to take the old answer for "
                + "a new one. She does not want to read it."
        case .defence:
            "Each side draws 32 octets for each connection (RFC 5246 section 7.4.1.3). Then other keys follow, even from "
                + "the same premaster secret."
        case .cost: "32 octets in each direction."
        case .remains:
            "The early data of TLS 1.3 can be sent again by design: the server has said nothing yet (RFC 8446 section "
                + "8)."
        case .misreading:
            "\"The randoms make the key harder to guess\": they are sent in clear. They make the keys of each "
                + "connection different. \"What is encrypted cannot be sent again\"."
        case .limit:
            "The keys are agreed on by RSA key transport, and in the variant snapshot by ephemeral Diffie–Hellman. There the server draws "
                + "an exponent besides, and a fresh exponent alone would stop her. attack algorithms tries each way."
        }
    }
}

/// What is done and found in replay.
enum ReplayNote: Remark {
    case records(Int, isRSA: Bool)
    case repeats(Int)
    case differs(Int)
    case paysAgain([UInt8], isRSA: Bool)
    case refused(String)
    case recordsServer(Int)
    case answersClient(isSame: Bool)
    case believes([UInt8])
    case refusedByClient(String)

    var english: String {
        switch self {
        case .records(let count, let isRSA):
            "She records a visit. The client's side of it has \(counted(count, "octet")): ClientHello, "
                + "\(isRSA ? "the encrypted premaster secret" : "the public value dh_Yc"), Finished, a payment. She cannot read the payment."
        case .repeats(let count):
            "She opens connections of her own and sends the recorded ClientHello. In connection \(count) the server's "
                + "random is the one of the recording. She sends the rest of the recorded octets."
        case .differs(let count):
            "She opens connections of her own and sends the recorded ClientHello. After "
                + "\(counted(count, "connection")) the server's random has not come again, and it is no use to wait. "
                + "She sends the rest of the recorded octets all the same."
        case .paysAgain(let answer, let isRSA):
            (isRSA
                ? "The server decrypts the same premaster secret. The server has no part in it. "
                : "The server's exponent is the one of the recording too, so the premaster secret is the same. ")
                + "The server computes the same keys and finds the same Finished right. It carries out the payment again and answers: "
                + "\"\(Self.body(answer))\"."
        case .refused(let error):
            "From another random follow other keys. The recorded Finished does not open under them. The server ends "
                + "the handshake: \(error)."
        case .recordsServer(let count):
            "She records a visit. The server's side of it has \(counted(count, "octet")): its hello, its certificate, Finished, an answer. "
                + "She cannot read the answer."
        case .answersClient(isSame: true):
            "The client comes again, to her: she has told it that the server is at her address. The client's random is the one of the "
                + "recording. She sends the recorded octets."
        case .answersClient(isSame: false):
            "The client comes again, to her: she has told it that the server is at her address. The client's random is another one than "
                + "in the recording. She sends the recorded octets all the same."
        case .believes(let answer):
            "The client has drawn the same secret as before, so its keys are the same, and the recorded Finished is right. Its program "
                + "takes the old answer for a new one: \"\(Self.body(answer))\"."
        case .refusedByClient(let error):
            "The client does not take the recorded octets for an answer to its own. It ends the handshake: \(error)."
        }
    }

    /// The last line of an answer.
    private static func body(_ answer: [UInt8]) -> Substring {
        String(decoding: answer, as: UTF8.self).split(separator: "\r\n").last ?? ""
    }
}
