import Trace

/// What the card of ccs-injection says.
struct CCSInjectionCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Too early"
        case .act: "Inserts a message too early, so that both ends use keys she can compute"
        case .mistake:
            "Both ends take a ChangeCipherSpec before the key exchange. The key block is then made from an empty master secret, and it stays."
        case .goal: "She wants to read a request, whatever the key exchange is."
        case .defence:
            "ChangeCipherSpec has one place: behind the key exchange (RFC 5246 section 7.1). Anywhere else it is answered with "
                + "unexpected_message."
        case .cost: "Nothing."
        case .remains: "Nothing of this kind. One careful end is enough: its alert ends the connection."
        case .misreading:
            "\"ChangeCipherSpec is a formality\": it brings the keys into force that are there. \"Finished would notice\": ChangeCipherSpec is "
                + "no handshake message, so it is in no transcript."
        case .limit:
            "The keys stay the first ones here, as in OpenSSL before 1.0.1h, which made its key block only once."
        }
    }
}

/// What is done and found in ccs-injection.
enum CCSInjectionNote: Remark {
    case inserted
    case early
    case finished
    case reads(octets: Int)
    case refused(String)

    var english: String {
        switch self {
        case .inserted: "She sends a ChangeCipherSpec in the client's name."
        case .early:
            "ServerHello has passed. She inserts a ChangeCipherSpec behind it for the client, and sends one to the server in the client's name. "
                + "Only the two randoms are settled. Both are public, and so is the key block that comes from them and an empty master secret. "
                + "From now on she encrypts what goes on to each end, and decrypts what comes under these keys."
        case .finished:
            "The key exchange goes on, and both ends compute the real master secret. Both Finished are made from it and are right. "
                + "She has swallowed the two real ChangeCipherSpecs. The keys of the records stay those of the empty master secret."
        case .reads(let octets):
            "She has read the request of \(counted(octets, "octet")). The server has answered it. Diffie–Hellman, the certificate and the "
                + "signature were all right."
        case .refused(let alert):
            "A ChangeCipherSpec that comes before the key exchange is refused with the alert \(alert). The handshake is over, and no request has been sent."
        }
    }
}
