import Simulator
import Trace

/// What the card of dns-hijack says.
struct DNSHijackCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The right authority, the wrong name"
        case .act: "Poses as a server with a certificate for another name"
        case .mistake: "The client verifies the chain of certificates and does not compare the name."
        case .goal: "She wants to pose as the server. She has a good certificate for a name of her own."
        case .defence:
            "The client compares the name that it wanted with the names in the certificate (RFC 9525 section 6)."
        case .cost: "Nothing."
        case .remains:
            "An authority that errs can certify her for the server's name. The genuine certificate alone does not help "
                + "her: without its private key she can neither open a premaster secret nor sign."
        case .misreading:
            "\"A certificate of an authority means the right server\"; \"DNSSEC or a VPN would replace the check\": "
                + "they protect the way to an address, and not who answers there; \"it is enough to copy the "
                + "certificate\"."
        case .limit:
            "The false answer of DNS is not shown. The run begins when the client has her address and takes it for the "
                + "server's."
        }
    }
}

/// What is done and found in dns-hijack.
enum DNSHijackNote: Remark {
    case leads
    case accepted([UInt8])
    case refused(String)

    var english: String {
        switch self {
        case .leads:
            "A false answer of DNS has led the client to her address. It asks for \(Visit.hostName). She shows her "
                + "certificate for \(Impostor.ownHost), honestly issued by an authority that the client trusts."
        case .accepted(let octets):
            "The chain is good, and the client asks no more. She reads: \(quotedLines(octets))."
        case .refused(let error): "The client compares the names. It ends the handshake: \(error)."
        }
    }
}
