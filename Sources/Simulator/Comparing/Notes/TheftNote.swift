import Trace

/// What changes for a thief who has the recording.
enum TheftNote: ComparisonNote {
    case outcome(ComparedTheft, from: ComparedTheft.Outcome, to: ComparedTheft.Outcome)
    case replay

    var step: String {
        switch self {
        case .outcome(let theft, _, _): "compare.theft.\(theft.rawValue)"
        case .replay: "compare.replay"
        }
    }

    var cite: Citation {
        switch self {
        case .outcome(.serverKey, _, .opens(true, _)): .rfc(5246, "F.1.1.2")
        case .outcome(.ticketKey, _, .opens(_, true?)), .outcome(.ticketSecret, _, .opens(_, true?)): .rfc(8446, "2.3")
        case .replay: .rfc(8446, "8")
        case .outcome(.serverKey, _, _), .outcome(.quantum, _, _), .outcome(.clientValue, _, _),
            .outcome(.serverValue, _, _):
            .rfc(8446, "E.1")
        case .outcome(.ticketKey, _, _), .outcome(.ticketSecret, _, _): .rfc(8446, "2.2")
        }
    }

    var english: String {
        switch self {
        case .outcome(.serverKey, _, .opens(true, _)):
            "A thief of the server's private key opens the recording: the premaster secret is in it, encrypted to this key."
        case .outcome(.serverKey, _, .opens(false, _)):
            """
            A thief of the server's private key opens nothing of the recording: forward secrecy. The key has only signed, and both sides \
            have deleted what made the secret.
            """
        case .outcome(.serverKey, _, .absent): "There is no private key of the server to steal."
        case .outcome(.ticketKey, _, .opens(false, true?)):
            """
            The key that seals the tickets opens the early data of a recording. It yields the ticket's secret, and the keys of the early data \
            are made from this secret alone. The other data stays closed.
            """
        case .outcome(.ticketSecret, _, .opens(false, true?)):
            """
            The ticket's secret opens the early data of a recording: no fresh exchange enters its keys. The other data stays closed.
            """
        case .outcome(.ticketKey, _, .opens(false, _)):
            """
            The key that seals the tickets is new loot. It yields the ticket's secret. The data stays closed, because the secret of the \
            fresh exchange is missing.
            """
        case .outcome(.ticketSecret, _, .opens(false, _)):
            "The ticket's secret is new loot. The data stays closed, because the secret of the fresh exchange is missing."
        case .outcome(.ticketKey, _, .opens(true, _)):
            "The key that seals the tickets opens the recording: it yields the ticket's secret."
        case .outcome(.ticketSecret, _, .opens(true, _)): "The ticket's secret opens the recording."
        case .outcome(.ticketKey, _, .absent):
            "The connection begins without a ticket, so there is no key of a ticket to steal."
        case .outcome(.ticketSecret, _, .absent):
            "The connection begins without a ticket, so there is no ticket's secret to steal."
        case .outcome(.serverValue, .absent, .opens):
            """
            The server draws a value of its own for the exchange. A thief who takes it before it is deleted opens this connection, and no \
            other.
            """
        case .outcome(.serverValue, _, .absent): "The server draws no secret of its own for the exchange."
        case .outcome(.clientValue, _, .absent): "The client draws no secret of its own for the exchange."
        case .outcome(.serverValue, _, .opens(false, _)):
            "The server's private value of the exchange opens nothing by itself: the ticket's secret enters the keys, too."
        case .outcome(.clientValue, _, .opens(false, _)):
            "The client's private value of the exchange opens nothing by itself: the ticket's secret enters the keys, too."
        case .outcome(.serverValue, _, .opens(true, _)):
            "The server's private value of the exchange opens the connection by itself."
        case .outcome(.clientValue, _, .opens(true, _)):
            "The client's secret random values open the connection by themselves."
        case .replay:
            """
            An attacker who cannot read the early data can send a copy of it in a new connection. Nothing of the server is in its keys, so TLS \
            alone does not tell the copy from the original. The server has to remember what it has seen.
            """
        case .outcome(.quantum, _, .opens(false, _)):
            """
            A machine that breaks public keys opens nothing of this recording alone: the ticket's secret enters the keys, too. With a recording \
            of the first connection as well, the machine opens both: that connection made the ticket's secret.
            """
        case .outcome(.quantum, _, _):
            "A machine that breaks public keys opens the recording: all that makes the keys is in it."
        }
    }
}
