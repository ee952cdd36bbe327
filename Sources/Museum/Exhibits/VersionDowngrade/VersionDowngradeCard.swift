import Trace

/// What the card of version-downgrade says.
struct VersionDowngradeCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "TLS 1.3 taken out of the hello"
        case .act: "Makes two sides that both speak TLS 1.3 agree on TLS 1.2"
        case .mistake:
            "The client offers TLS 1.3 and is answered with TLS 1.2. It does not look for the sign in the server's random, and it takes a weak "
                + "group of TLS 1.2."
        case .goal:
            "Mallory, who is in the path, wants two sides that both speak TLS 1.3 to speak TLS 1.2, where she can compute the keys and read the request."
        case .defence:
            "A server of TLS 1.3 that answers with TLS 1.2 ends its random with \"DOWNGRD\" and 01. A client that has offered TLS 1.3 looks for "
                + "it, and stops with illegal_parameter (RFC 8446 section 4.1.3)."
        case .cost: "Eight octets of the server's random, which has 24 random octets left."
        case .remains:
            "A server that does not speak TLS 1.3 sets no sign. With RSA key transport the random has no signature, so she can take the sign "
                + "out: --changed random --exchange stolen-key shows it."
        case .misreading:
            "\"Finished covers the hello, so the version is safe\": it is as safe as the weakest exchange that both accept. \"She could take "
                + "the sign out\": the random is signed in ServerKeyExchange, and --changed random ends with decrypt_error."
        case .limit:
            "The group has 512 bits and an order of small factors, so that she finds the exponent at once. In a real group of 512 bits an "
                + "attacker works for a week beforehand: see logjam for how."
        }
    }
}
