import Trace

/// What is said about answers to the exercises of lesson 21.
enum ResumptionHint: Remark {
    case whatEntersTheKeys, noKeyOfTheServer, ticketIsSealed, oneMore, whatTheTicketHolds
    case countTheAnswers, notOneWay, notBoth, fewerAnswers, oneRoundTrip
    case whatTheThiefHas, exchangeBesides, memoryIsGone, sealedSecrets
    case replaceTheRandom, nothingReplaced, serversComesFirst, oneRandomIsEnough

    var english: String {
        switch self {
        case .whatEntersTheKeys:
            """
            The keys come from the master secret and two randoms that were in clear. Ask for each item whether it \
            leads to the master secret.
            """
        case .noKeyOfTheServer:
            """
            In a resumption the server's private key does nothing: no certificate is shown, and nothing is signed or \
            encrypted with it.
            """
        case .ticketIsSealed:
            """
            Each onlooker has the ticket: it crossed the wire in clear. It is sealed with a key that only the server \
            has.
            """
        case .oneMore: "This one is enough. There is another way to the same secret."
        case .whatTheTicketHolds:
            """
            The ticket has the master secret in it. The key of the ticket opens it, and the master secret itself \
            needs no key at all.
            """
        case .countTheAnswers:
            "Count how often the client waits for an answer before its request leaves, in both visits."
        case .notOneWay: "That is the way in one direction. An answer has to come back."
        case .notBoth:
            "The handshake of TCP takes its round trip in both visits, and the resumption needs one of TLS as well."
        case .fewerAnswers:
            "Something is saved: in the resumption no key is exchanged, so the client has one answer less to wait for."
        case .oneRoundTrip:
            """
            A full handshake makes the client wait for three answers, and a resumption for two: one round trip is \
            saved, twice the latency.
            """
        case .whatTheThiefHas:
            """
            The thief takes the server's private key and the key of the tickets, after the connection. Ask what each \
            of them opens.
            """
        case .exchangeBesides:
            """
            This resumption exchanges fresh public values as well. The exponents are deleted, and the ticket's \
            secret alone is not enough.
            """
        case .memoryIsGone:
            """
            By session ID nothing that leads to the master secret crosses the wire, and the server's memory of it is \
            not what was stolen.
            """
        case .sealedSecrets:
            """
            In these two the ticket is in the recording, and what is sealed in it leads to the keys without any \
            fresh exchange. So the key of the tickets opens the recording.
            """
        case .replaceTheRandom:
            """
            The 32 octets behind the label in hexseed are the server's random. Put 64 zeros in their place, and \
            count them.
            """
        case .nothingReplaced: "This is the key of the run. Replace the server's random by zeros."
        case .serversComesFirst: "The label is followed by the server's random. Here the client's random was replaced."
        case .oneRandomIsEnough:
            """
            The key is another one, although the server has drawn nothing: the client's random alone makes it new \
            for the client. The server could be told an old conversation again.
            """
        }
    }
}
