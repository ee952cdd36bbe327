import Trace

/// What is said about answers to the exercises of lesson 13.
enum HarvestHint: Remark {
    case whatIsTheInput, halfIsMissing, keySigns, serverToo, nothingIsStronger, bothHalves
    case whoMakesAKey, keyOfTheClient, shareWasThere, ciphertext(octets: Int)
    case divide, lastOne, oneOctetTooMany, segments(count: Int)

    var english: String {
        switch self {
        case .whatIsTheInput:
            """
            Look at what enters handshake_secret: one value of two halves. Ask for each item whether it gives both halves, together with \
            what went over the wire.
            """
        case .halfIsMissing:
            "Such a machine breaks X25519. It does not break ML-KEM, and half of the input gives no key."
        case .keySigns: "The key has signed the handshake. No secret of the key schedule has it as an input."
        case .serverToo:
            "These values are enough. But the other side has computed the same secret from values of its own."
        case .nothingIsStronger:
            """
            The exchange hides the secret from those who listen. Each side has it, and each side has drawn values that give it.
            """
        case .bothHalves:
            """
            Each side has drawn values for both halves, and with the shares on the wire they give the whole secret. So both sides have to \
            forget them. The machine has one half, and the private key has none.
            """
        case .whoMakesAKey:
            "Ask what the server sends for ML-KEM. It makes no key of its own: it answers to the client's key."
        case .keyOfTheClient: "That is the length of the client's key. The server sends no key of ML-KEM."
        case .shareWasThere: "That is the whole share. The share of x25519 was there before."
        case .ciphertext(let octets):
            "The server sends a ciphertext of ML-KEM, \(octets) octets: a secret that is encrypted to the client's key."
        case .divide: "Divide the length of the record with ClientHello by what one segment may carry, and round up."
        case .lastOne: "The rest at the end needs a segment, too."
        case .oneOctetTooMany: "A segment may carry 536 octets here. The hello is longer than that."
        case .segments(let count): "ClientHello takes \(count) segments. The one of x25519 alone takes a single one."
        }
    }
}
