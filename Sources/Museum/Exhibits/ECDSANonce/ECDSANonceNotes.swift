import Trace

/// What the card of ecdsa-nonce says.
struct ECDSANonceCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "One nonce, two signatures"
        case .act: "Computes a server's private key from two signatures with one nonce"
        case .mistake:
            "The nonce of the server's ECDSA signatures comes from few values, so that it repeats: 1,024 in this run, "
                + "64 in the short variant."
        case .goal: "She wants the server's private key, and then to pose as the server."
        case .defence:
            "The nonce is computed from the private key and the message, so that another message has another nonce "
                + "(RFC 6979 section 3.2)."
        case .cost: "One HMAC or a few more for each signature."
        case .remains:
            "A nonce that is only biased, so that some of its bits can be guessed, gives the key away as well, with a "
                + "lattice."
        case .misreading:
            "\"To sign takes a secret key and nothing else\": with ECDSA it also takes a secret number for each "
                + "signature. \"Forward secrecy protects\": it protects what was said before the theft, and not the "
                + "server's name."
        case .limit:
            "How the last visitor is led to her address is not shown: a false answer of DNS, or a router, can do it. "
                + "The careless server makes its few nonces from its key, so that she cannot simply try them all."
        }
    }
}

/// What is done and found in ecdsa-nonce.
enum ECDSANonceNote: Remark {
    case waits
    case reads
    case couldPose
    case repeats(Int)
    case computes
    case poses([UInt8])
    case noRepeat(Int)

    var english: String {
        switch self {
        case .reads:
            "She reads the handshakes of the recording one after the other, and keeps of each the signature of ServerKeyExchange and what "
                + "it covers."
        case .couldPose:
            "With this key she can pose as the server. For that she has to be in the path of a client: a recording is not enough."
        case .waits:
            "She records handshakes and keeps the signature of each ServerKeyExchange. It is a pair of numbers, r and "
                + "s. The number r depends on the nonce alone."
        case .repeats(let count):
            "In handshake \(count) she sees an r for the second time. Two signatures have one nonce k: s1 · k = z1 + r "
                + "· d and s2 · k = z2 + r · d, where z is the digest of what was signed. She can compute both digests."
        case .computes:
            "k = (z1 - z2) / (s1 - s2) and d = (s1 · k - z1) / r, modulo the order of the curve. d · G is the public "
                + "key in the certificate."
        case .poses(let octets):
            "The next visitor is led to her address. She shows the server's certificate and signs her own parameters "
                + "with d. The client verifies everything and finds nothing wrong. It says: \(quotedLines(octets))."
        case .noRepeat(let count):
            "She has recorded \(counted(count, "handshake")), and no r came twice. Each signature is of other octets "
                + "and so has another nonce."
        }
    }
}
