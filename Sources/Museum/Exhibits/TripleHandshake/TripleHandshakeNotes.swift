import Trace

/// What the card of triple-handshake says.
struct TripleHandshakeCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "One secret, two conversations"
        case .act: "Logs in to a server in the name of a victim who visits her site"
        case .mistake:
            "The master secret comes from the premaster secret and two randoms, and from nothing that names the server. So two "
                + "handshakes with two certificates can have the same one."
        case .goal:
            "The victim visits her site. She wants to use the visit to log in to another server as the victim."
        case .defence:
            "The extended master secret comes from a hash over the whole handshake up to ClientKeyExchange, certificates included "
                + "(RFC 7627 section 4)."
        case .cost: "One hash that is computed anyway. Both sides have to offer the extension."
        case .remains: "Nothing of this kind. TLS 1.3 has every secret depend on the transcript."
        case .misreading:
            "\"Equal keys need equal certificates\": RSA key transport gives the premaster secret to the server, who can use it again. \"The "
                + "extension makes the key longer\": it has 48 octets as before."
        case .limit:
            "The original attack had a third handshake, a renegotiation with a client certificate. Here a signature over tls-unique proves who "
                + "the client is, at every site with the same key. The server does not mind that the hello names another host."
        }
    }
}

/// What is done and found in triple-handshake.
enum TripleHandshakeNote: Remark {
    case visits(String)
    case first(areEqual: Bool)
    case resumption(areEqual: Bool)
    case welcome
    case refused

    var english: String {
        switch self {
        case .visits(let site):
            "The victim visits \(site). The site is hers, with a good certificate. She passes the victim's hello on to another server, and that "
                + "server's hello back: both connections have the same two randoms."
        case .first(areEqual: true):
            "The victim has encrypted its premaster secret to her key. She has decrypted it, and has encrypted it again to the server's key. Both "
                + "master secrets are equal. The certificates differ, and so do the Finished messages."
        case .first(areEqual: false):
            "The victim has encrypted its premaster secret to her key. She has decrypted it, and has encrypted it again to the server's key. Both "
                + "sides have agreed on the extended master secret: the certificates differ, and so do the two master secrets. She has both."
        case .resumption(areEqual: true):
            "The victim resumes its session, and she resumes the other one. A resumption shows no certificate: now every message is the same on "
                + "both connections, and so is the first Finished. That is the channel binding tls-unique."
        case .resumption(areEqual: false):
            "The victim resumes its session, and she resumes the other one. The messages are the same, but the secrets are not. So the first "
                + "Finished differs, and with it the channel binding tls-unique."
        case .welcome:
            "The victim logs in with a signature over its tls-unique. She passes it on. It is right for her connection with the server, which "
                + "welcomes her as the victim."
        case .refused:
            "The victim logs in with a signature over its tls-unique. She passes it on. The server's tls-unique is another one: the proof is not for "
                + "this connection, and the server says so."
        }
    }
}
