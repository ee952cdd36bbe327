import Trace

/// What the card of e3-forgery says.
struct E3ForgeryCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A signature without a key"
        case .act: "Forges a signature of an authority without its key"
        case .mistake:
            "The client reads the block of an RSA signature from the left, 00 01 ff … ff 00 and the digest, and does "
                + "not ask what follows."
        case .goal: "She wants to pose as the server. She has no key of any authority."
        case .defence:
            "The client makes the block that it expects and compares all of it (RFC 8017 section 8.2.2; RFC 5246 "
                + "appendix D.4 asks about this)."
        case .cost: "Nothing."
        case .remains:
            "Nothing of this kind. Since then authorities use the exponent 65537, for which the trick leaves no room."
        case .misreading:
            "\"To verify is to decrypt and to look for the digest\", and \"without the private key there is no "
                + "signature\": the first makes the second false."
        case .limit:
            "It takes an authority with the public exponent 3. With 1,024 bits such a block would leave too little "
                + "room for this simple form."
        }
    }
}

/// What is done and found in e3-forgery.
enum E3ForgeryNote: Remark {
    case writes
    case cubes
    case accepted([UInt8])
    case refused(String)

    var english: String {
        switch self {
        case .writes:
            "She writes a certificate for the server's name with a key of hers, in the name of an authority with e = "
                + "3. The client trusts this authority."
        case .cubes:
            "She makes the block 00 01, eight octets ff, 00, DigestInfo, and fills it up with zeros. Then s is the "
                + "cube root, rounded up. The error falls into the zeros. s^3 is below the modulus, so that neither "
                + "the modulus nor a private key is needed."
        case .accepted(let octets):
            "The client finds the digest where it looks for it and trusts her certificate. She reads: "
                + "\(quotedLines(octets))."
        case .refused(let error):
            "The client compares the whole block, and finds rubbish. It ends the handshake: \(error)."
        }
    }
}
