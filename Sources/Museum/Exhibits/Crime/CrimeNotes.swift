import Trace

/// What the card of crime says.
struct CrimeCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Length is information"
        case .act: "Finds a cookie from the lengths of compressed records"
        case .mistake: "TLS compresses what the attacker chooses together with what she must not learn."
        case .goal:
            "She wants the cookie in the requests of another's browser. She sees only how long the records are."
        case .defence: "No compression in TLS: method 0 alone (RFC 9325 section 3.3). TLS 1.3 has no other."
        case .cost: "Long texts are sent at their full length, where the application does not compress by itself."
        case .remains:
            "Compression above TLS, such as that of HTTP, does the same to secrets in answers (BREACH, 2013). There "
                + "the secret has to be masked anew each time."
        case .misreading:
            "\"Encryption hides what was said\": it does not hide how much. \"Compress first, it is safer\": here it is the leak."
        case .limit:
            "The compressor is one of this program: DEFLATE with fixed Huffman codes, each record by itself. Her own "
                + "compressor is the same."
        }
    }
}

/// What is done and found in crime.
enum CrimeNote: Remark {
    case asks
    case reckons
    case lengths([(text: String, length: Int)])
    case doubts(Int)
    case read(String)
    case nothing(Int)

    var english: String {
        switch self {
        case .asks:
            "A script in the victim's browser sends requests whose path it chooses. She puts \"Cookie: id=\" and a guess into the path, then 300 "
                + "octets that occur nowhere else. Where TLS compresses, DEFLATE replaces what occurs again by its length and its "
                + "distance. If the guess is right, the piece that is replaced in the real line is longer, and the record "
                + "is shorter by an octet."
        case .reckons:
            "The guess also compresses with other parts of the request. So she reckons with a compressor of her own "
                + "what the length would be with another cookie, and looks at the difference. The digit whose "
                + "difference is unlike that of the others is the right one."
        case .lengths(let lengths):
            "The lengths of the first sixteen records: "
                + lengths.map { "\($0.length) for \"\($0.text.suffix(1))\"" }.joined(separator: ", ") + "."
        case .doubts(let count):
            "\(counted(count, "time")) the lengths did not settle the digit. Then she asked again for all sixteen with one to "
                + "seven octets of nine bits in front, and added the lengths up: so she sees single bits."
        case .read(let cookie): "Digit after digit follows. The cookie is \"\(cookie)\"."
        case .nothing(let count):
            "All \(counted(count, "record")) are as long as the requests in them, with a nonce and a tag. The lengths "
                + "tell nothing, and she gives up."
        }
    }
}
