import Trace

/// What the card of ssl-strip says.
struct SSLStripCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "TLS that was never asked for"
        case .act: "Keeps a browser on plain HTTP and reads the password"
        case .mistake: "The browser takes its first step without TLS, and goes on where the page in clear leads."
        case .goal: "She wants to read the password of a login that is meant to be under TLS."
        case .defence:
            "The browser knows that the host wants TLS, and makes https of http before it connects (HSTS, RFC 6797 section 8.3). It knows so "
                + "from an earlier visit (section 8.1), or from a list that it comes with."
        case .cost: "A host that has said so cannot go back to http as long as browsers remember it."
        case .remains: "The very first visit to a host that is on no list (RFC 6797 section 14.6)."
        case .misreading:
            "\"The server redirects to https, so we are safe\": she takes the redirection herself. \"The browser would warn\": it has never "
                + "begun with TLS, so there is nothing to warn of."
        case .limit:
            "How she came into the path is left out. The page has one form, and the browser has one tab."
        }
    }
}

/// What is done and found in ssl-strip.
enum SSLStripNote: Remark {
    case begins(port: Int)
    case strips
    case reads(octets: Int)
    case passesOn

    var english: String {
        switch self {
        case .begins(port: 80):
            "The victim has typed the name of the host, without a scheme. The browser knows nothing of the host and calls port 80. She takes the "
                + "connection, and fetches the page from the server over TLS, as any client can."
        case .begins:
            "The victim has typed the name of the host, without a scheme. The browser knows that this host wants TLS, and calls port 443."
        case .strips:
            "In the page she replaces https:// by http://, and takes the attribute Secure from the cookie. She sends it on in clear."
        case .reads(let octets):
            "The victim fills in the form. The browser sends it where the page says: in clear. She has read the login of \(counted(octets, "octet")), "
                + "and has passed it on over TLS. The server has seen a TLS connection without a fault, and no alert was sent anywhere."
        case .passesOn:
            "There is no page in clear that she could change. She has no certificate for the host. So she passes on what both say, and reads nothing "
                + "of it."
        }
    }
}
