import Trace

/// What the card of padding-oracle says.
struct PaddingOracleCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The clock talks"
        case .act: "Finds a cookie by measuring how soon a server refuses changed records"
        case .mistake:
            "The server decrypts before it checks anything. If the padding is wrong it does not compute the MAC, and "
                + "so it answers sooner."
        case .goal: "She wants the cookie in the requests of another's browser. She has no key."
        case .defence:
            "The server does the same work whatever the padding says, and has one answer (RFC 5246 section 6.2.3.2). "
                + "With encrypt-then-MAC (RFC 7366) or an AEAD cipher it looks at the padding of genuine records only."
        case .cost: "A MAC is computed for every record that is refused."
        case .remains:
            "A record with less data takes fewer compressions of the hash. This difference is the exhibit lucky13."
        case .misreading:
            "\"She reads the alert\": after ChangeCipherSpec alerts are encrypted, and each has the same length. \"AES was broken\": AES is "
                + "not touched. \"Another alert is the fix\": she measures the time."
        case .limit:
            "The network has no jitter. With jitter σ and a difference δ a guess takes about (2σz/δ)² measurements, "
                + "with z = 3.7 for one error in 10,000. Both ends keep a session after a fatal alert, against RFC "
                + "5246 section 7.2.2, so that a connection is short."
        }
    }
}

/// What is done and found in padding-oracle.
enum PaddingOracleNote: Remark {
    case costs(microseconds: Int64)
    case aligned(digits: Int, offset: Int)
    case asks
    case hit(guess: UInt8, after: Int64, others: Int64)
    case next
    case times([Int64: Int])
    case read(String)
    case nothing

    var english: String {
        switch self {
        case .costs(let microseconds):
            "Computing takes time on the server: one compression of SHA-1 takes \(microseconds) µs. HMAC takes three "
                + "of them, and one for each block of 64 octets of the text and SHA-1's own padding. Everything else takes no time here. The way "
                + "from one end to the other takes 10 ms. She stands halfway, so from her to the server and back it takes 10 ms, too."
        case .aligned(let digits, let offset):
            "A script in the victim's browser sends one request again and again, each in a connection of its own. The "
                + "script cannot read the cookie, but it chooses the path: so long that the \(digits) digits of the "
                + "cookie, from octet \(offset) on, end where a block of the cipher ends."
        case .asks:
            "She replaces the last two blocks of the record: by a block of hers, and by a copy of the cookie's block. "
                + "Under CBC the plaintext of a block is its decryption XOR the block before it. Her block is the one "
                + "that stood before the cookie's block, XOR what turns a guess of the last octet into padding. She "
                + "asks with all guesses, from 0 on, each in a connection of its own."
        case .hit(let guess, let time, let others):
            "The guess \(Hex.string([guess])) is answered after \(time) µs, and others after \(others) µs: the server "
                + "has computed a MAC. So the padding was right. She asks again with other noise in front, to exclude "
                + "a longer padding by chance."
        case .next:
            "Now she makes the last octet 01 and guesses the octet before it, until the record ends in 01 01. Then "
                + "comes 02 02 02, and so on."
        case .times(let times):
            "The times of all answers: "
                + times.sorted { $0.key < $1.key }
                .map { "\($0.key) µs \($0.value == 1 ? "once" : "\($0.value) times")" }.joined(separator: ", ") + "."
        case .read(let cookie): "Each octet fell at its own guess. The cookie is \"\(cookie)\"."
        case .nothing:
            "All 256 guesses of the last octet are answered after the same time. No answer tells anything, and she "
                + "gives up."
        }
    }
}
