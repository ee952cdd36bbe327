import Trace

/// What the card of poodle says.
struct PoodleCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Padding that is not checked"
        case .act: "Finds a cookie through padding that a server does not check"
        case .mistake:
            "The server looks at the last octet of the padding, its length, and not at the octets before it. SSL 3.0 "
                + "leaves them undefined."
        case .goal: "She wants the cookie in the requests of another's browser. She has no key."
        case .defence:
            "Every octet of the padding has to hold its length (RFC 5246 section 6.2.3.2). SSL 3.0 cannot ask that, so "
                + "it is not spoken any more (RFC 7568), and a client does not fall back to it (RFC 7507)."
        case .cost: "Nothing, but clients that know only SSL 3.0."
        case .remains:
            "The time that the check takes must not tell anything either: the exhibits padding-oracle and lucky13."
        case .misreading:
            "\"It is an attack on SSL 3.0 alone\": some servers of TLS made the same mistake (CVE-2014-8730), as this one does. "
                + "\"Padding carries no data, so it needs no check\": she puts data there."
        case .limit:
            "The connection speaks TLS 1.2 with an explicit IV. She does not have to bring it down to SSL 3.0 first. "
                + "Both ends keep a "
                + "session after a fatal alert, against RFC 5246 section 7.2.2, so that a connection is short."
        }
    }
}

/// What is done and found in poodle.
enum PoodleNote: Remark {
    case aligned
    case swaps
    case accepted(after: Int, octet: UInt8)
    case read(String)
    case refused(Int)

    var english: String {
        switch self {
        case .aligned:
            "A script in the victim's browser sends requests, each in a connection of its own. It chooses path and "
                + "body of such lengths that the wanted octet of the cookie is the last of a block, and that the last "
                + "block is nothing but padding: fifteen octets and their length, 15."
        case .swaps:
            "She replaces the last block of the record by a copy of the block with the wanted octet. Request and MAC "
                + "stay as they are. The server decrypts the copy. Its last octet comes out as 15 once in 256 records, "
                + "because each connection has other keys and another IV. A server that looks at this octet alone then "
                + "removes the block as padding, and the MAC is right."
        case .accepted(let count, let octet):
            "Record \(count) is answered, and not with an alert. So 15 = (last octet of the decrypted block) XOR (last "
                + "octet of the block before the last). The same decrypted block XOR the block before the original one "
                + "is the cookie's octet: \(Hex.string([octet]))."
        case .read(let cookie):
            "Each further octet costs her as much: she shifts the request by one and goes on. The cookie is "
                + "\"\(cookie)\"."
        case .refused(let count):
            "The server has refused all \(counted(count, "record")). Sixteen octets are never right by chance."
        }
    }
}
