import Simulator
import Trace

/// What the card of null-prefix says.
struct NullPrefixCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A name that ends too early"
        case .act: "Poses as a server with a name that contains an octet of zero"
        case .mistake:
            "The client compares the names of a certificate as strings of C, which end at the first octet of zero."
        case .goal: "She wants to pose as the server. She owns another name."
        case .defence:
            "A name in a certificate is octets with a length, and all of them are compared. An octet of zero belongs "
                + "to no host name (RFC 5280 section 4.2.1.6)."
        case .cost: "Nothing."
        case .remains: "An authority should not certify such a name. Since 2009 authorities look for it."
        case .misreading:
            "\"The authority has erred\": it has asked the owner of the name, reading it from its end, and got the "
                + "right answer."
        case .limit:
            "How the authority verifies the name is not shown. The genuine server takes no part: she answers at its "
                + "address."
        }
    }
}

/// What is done and found in null-prefix.
enum NullPrefixNote: Remark {
    case shows
    case accepted([UInt8])
    case refused(String)

    var english: String {
        switch self {
        case .shows:
            "She has a certificate for the name \(Visit.hostName), an octet of zero, .\(Impostor.ownHost). It is a "
                + "name below hers, and so the authority has issued it to her."
        case .accepted(let octets):
            "The client's comparison ends at the zero: the name fits. She reads: \(quotedLines(octets))."
        case .refused(let error): "The client compares the whole name, and it differs. It ends the handshake: \(error)."
        }
    }
}
