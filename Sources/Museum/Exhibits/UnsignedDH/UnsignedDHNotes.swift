import Trace

/// What the card of unsigned-dh says.
struct UnsignedDHCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Diffie–Hellman with a stranger"
        case .act: "Exchanges keys with a client that checks no signature"
        case .mistake:
            "The client does not verify the signature of the server's public value, or the suite (DH_anon) has no signature at all."
        case .goal: "She wants to read a request, and to change the answer."
        case .defence:
            "Only suites with a signature are spoken. The client verifies it over both randoms and the parameters, with the key of "
                + "the certificate (RFC 5246 section 7.4.3). A wrong one is answered with decrypt_error."
        case .cost: "One verification of a signature in each handshake, and a certificate for the server."
        case .remains:
            "Nothing of this kind, as long as the server's private key is secret. A wrong certificate is another attack: see attack mitm."
        case .misreading:
            "\"Diffie–Hellman makes a man in the middle hard\": it does not say with whom one agrees. \"Finished would notice\": each "
                + "Finished covers its own handshake, and both handshakes are honest ones with her."
        case .limit:
            "She is in the path from the beginning. How she got there (a wireless network, ARP, DNS) is left out. A search needs fewer moves of hers: "
                + "HandshakeSim explore --tls 1.2 --variant unsigned-dh finds an attack with 2."
        }
    }
}

/// What is done and found in unsigned-dh.
enum UnsignedDHNote: Remark {
    case offersForeign(bits: Int)
    case offersUnsigned
    case refused(String)

    var english: String {
        switch self {
        case .offersForeign(let bits):
            "The client offers a suite with a signature. So she shows the server's own certificate, which is public. She draws an exponent x "
                + "and sends g^x as dh_Ys. She signs it with an RSA key of \(bits) bits that has nothing to do with the certificate."
        case .offersUnsigned:
            "The client offers DH_anon. So she sends no certificate and no signature. She draws an exponent x and sends g^x as dh_Ys."
        case .refused(let why):
            "The client verifies the signature with the key of the certificate. It has ended the handshake. Her TLS reports: \(why). She has "
                + "learned the client's hello, and nothing else."
        }
    }
}
