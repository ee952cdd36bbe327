import Trace

/// What the card of lucky13 says.
struct Lucky13Card: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Thirteen octets and a hash"
        case .act: "Finds a cookie by the time that a hash takes"
        case .mistake:
            "The server computes a MAC whatever the padding says, but over as many octets as the padding leaves. More "
                + "octets can take one compression of the hash more."
        case .defence:
            "A record of one length takes the same number of compressions whatever its padding says. With "
                + "encrypt-then-MAC (RFC 7366) or an AEAD cipher there is nothing to hide."
        case .cost: "The server compresses idle blocks. The code is hard to write and to keep."
        case .remains: "Code that takes constant time in the source and not in the machine."
        case .misreading:
            "RFC 5246 section 6.2.3.2 says of this very channel: \"it is not believed to be large enough to be exploitable\"."
        case .goal, .limit: PaddingOracleCard(part: part).english
        }
    }
}

/// What is done and found in lucky13.
enum Lucky13Note: Remark {
    case cuts
    case pair
    case hit(String, after: Int64)
    case nothing

    var english: String {
        switch self {
        case .cuts:
            "As in padding-oracle, a script repeats a request whose cookie ends where a block ends, and she puts the "
                + "cookie's block behind a block of hers. She makes the record shorter: an IV and four blocks, 64 "
                + "octets. The MAC covers 13 octets more: sequence number, type, version and length. With wrong "
                + "padding the server takes 43 octets for data, and 13 + 43 = 56 octets take two compressions. With "
                + "two octets of padding or more it takes 42 or fewer, and one compression is enough."
        case .pair:
            "A padding of one octet makes no difference, so she guesses the last two digits together: 256 pairs. Then "
                + "each digit before them takes up to 16 guesses."
        case .hit(let guess, let time):
            "The guess \"\(guess)\" is answered after \(time) µs, sooner than others: one compression less. So the "
                + "record ended in 01 01."
        case .nothing:
            "All 256 pairs are answered after the same time, though the MAC covers more or fewer octets. She learns "
                + "nothing, and gives up."
        }
    }
}
