import Trace

/// What the card of early-data-replay says.
struct ReplayedEarlyDataCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The order that was sent twice"
        case .act: "Copies a client's early data, and the server pays once more"
        case .mistake:
            "The server takes early data and does not remember what it has taken. In the variant other-server each of two servers remembers "
                + "it alone, and both have one ticket key."
        case .goal:
            "She wants the server to carry out a client's payment once more. She cannot read the payment, and has no key."
        case .defence:
            "A ticket brings early data once (single-use, RFC 8446 section 8.1), or a hello is remembered for as long as its age fits "
                + "(window, section 8.2). Servers with one ticket key share this memory."
        case .cost:
            "Memory, which all servers of a ticket key have to ask before they take early data. An honest client that is slow or whose "
                + "clock is wrong loses its early data, and needs one round trip more."
        case .remains:
            "She can drop the server's answer. Then the client's application asks again in a new connection, and TLS cannot tell. Requests that "
                + "must not happen twice need a number of their own, or no early data (RFC 8470)."
        case .misreading:
            "\"TLS encrypts and authenticates, so nothing can be sent again\": that holds within a connection. Nothing of the server is in the "
                + "keys of early data, so the copy fits another connection. \"She has broken TLS 1.3\": she reads nothing, and RFC 8446 section 8 "
                + "warns of it."
        case .limit:
            "The copy comes one second after the original. HandshakeSim attack early-data-replay --scene all tells of a late copy, of a server "
                + "that was restarted, and of an original that is held up. A search needs fewer moves of hers: HandshakeSim explore --tls 1.3 --variant "
                + "early-data-twice finds an attack with 1."
        }
    }
}
