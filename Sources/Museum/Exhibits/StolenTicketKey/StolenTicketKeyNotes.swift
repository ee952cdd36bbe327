import Trace

/// What the card of ticket-key says.
struct StolenTicketKeyCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The key that outlives the secrets"
        case .act: "Opens a recording with a key for tickets that she stole later"
        case .mistake: "The server seals its tickets under one key for as long as it runs."
        case .goal: "She has a recording, and a week later she steals the key. She wants to read the recording."
        case .defence:
            "The key for tickets is changed regularly, here after some hours, and then forgotten (RFC 9325 section 3.4)."
        case .cost: "A client that comes back after that needs a full handshake."
        case .remains:
            "A ticket of TLS 1.2 has the master secret of the session in it, and it crosses the wire. A theft within "
                + "those hours opens the sessions of those hours."
        case .misreading:
            "\"It is ECDHE, so it has forward secrecy\": the exponents are gone, but the master secret itself was sent "
                + "along, sealed."
        case .limit:
            "How she steals the key is not shown. The time between is virtual: nothing is sent in that week."
        }
    }
}

/// What is done and found in ticket-key.
enum StolenTicketKeyNote: Remark {
    case records
    case steals
    case opens([UInt8])
    case keyNameDiffers(hours: Int)

    var english: String {
        switch self {
        case .records:
            "She records a visit with ephemeral Diffie–Hellman. The server sends a ticket, before its change of keys "
                + "and so in clear: the name of a key, a nonce, and the session, sealed."
        case .steals: "A week later she steals the key for tickets that the server has then. It has no other."
        case .opens(let octets):
            "The key's name is the one in the ticket, and the ticket opens. The master secret is in it. With the two "
                + "randoms of the recording it makes the keys, and both Finished are right. The client has said: "
                + "\(quotedLines(octets))."
        case .keyNameDiffers(let hours):
            "The key's name is not the one in the ticket. The server changes its key every \(hours) hours, and the key "
                + "of that day is gone. The recording stays closed."
        }
    }
}
