import Trace

/// What the card of leaf-as-ca says.
struct LeafAsCACard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "Every leaf an authority"
        case .act: "Signs a certificate for the server's name with the key of a leaf"
        case .mistake:
            "The client verifies each signature of the chain and never asks whether an issuer is an authority."
        case .goal: "She wants to pose as the server. She has a good certificate for a name of her own."
        case .defence:
            "Every issuer must be an authority: its basicConstraints has cA, its keyUsage has keyCertSign, and its "
                + "path length is kept (RFC 5280 section 6.1.4 (k) to (n))."
        case .cost: "Nothing: three fields that stand in the certificates."
        case .remains:
            "An authority that errs can certify her for the server's name. Certificate Transparency makes such a "
                + "certificate public (RFC 9162)."
        case .misreading:
            "\"A certificate that leads to an authority means the right server\": only if each one on the way may "
                + "certify."
        case .limit:
            "The genuine server takes no part. She answers at its address, as an attacker in the path can."
        }
    }
}

/// What is done and found in leaf-as-ca.
enum LeafAsCANote: Remark {
    case signs
    case accepted([UInt8])
    case refused(String)

    var english: String {
        switch self {
        case .signs:
            "She has a certificate for \(Impostor.ownHost), honestly issued. With its key she signs a certificate for "
                + "the server's name. She shows the forged one, then her own, then that of the authority."
        case .accepted(let octets):
            "All signatures verify, the name fits, and the last issuer is trusted. The client goes on. She reads: "
                + "\(quotedLines(octets))."
        case .refused(let error):
            "The client sees that the second certificate belongs to no authority. It ends the handshake: \(error)."
        }
    }
}
