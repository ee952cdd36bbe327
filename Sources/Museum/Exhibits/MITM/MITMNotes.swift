import PKI
import Simulator
import TLSSim
import Trace

/// What the card of mitm says.
struct MITMCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The machine in the middle"
        case .act: "Reads as the man in the middle where the client leaves out a check"
        case .mistake:
            "The client leaves out a check of the server's certificate. In no-check it checks nothing. In no-hostname it does not compare the "
                + "name. In installed-ca it has no pin, though the device trusts an authority of hers."
        case .defence:
            "The client verifies the chain up to an authority that it trusts (RFC 5280 section 6.1), and compares the name that it wanted "
                + "with the names in the leaf (RFC 9525 section 6). In installed-ca the leaf must also have the pinned key (RFC 7469 "
                + "section 2.6)."
        case .cost:
            "One verification of a signature for each certificate of the chain, in each full handshake. A pin costs more: when the server's key is replaced, an app "
                + "without a backup pin reaches the server no more (RFC 7469 section 4.3)."
        case .remains:
            "An authority that errs can certify her for the server's name. Certificate Transparency makes such a certificate public (RFC 9162), "
                + "and a pin refuses it. A thief of the server's key needs no other certificate."
        case .misreading:
            "\"Diffie–Hellman, three randoms or Finished stop a man in the middle\": each of the two handshakes is complete and right. \"The "
                + "padlock means the right server\": it means that this client has found nothing wrong."
        case .goal, .limit: UnsignedDHCard(part: part).english
        }
    }
}

/// What is found in mitm.
enum MITMNote: Remark {
    case accepted(MITM.MissingCheck, checks: Int)
    case refused(CheckResult?, AlertDescription?)

    var english: String {
        switch self {
        case .accepted(.unchecked, _):
            "The client does not look at the chain. It takes the key from her certificate and verifies the signature of ServerKeyExchange with "
                + "it. The signature is right: she has made it with this key."
        case .accepted(.anyName, let checks):
            "The client verifies the chain up to an authority that it trusts: \(counted(checks, "check")), and none compares the name. The "
                + "chain passes them all. It asked for \(Visit.hostName), and does not see that the certificate is for another name."
        case .accepted(.unpinned, let checks):
            "The client verifies the chain and the name: \(counted(checks, "check")). The chain passes them all. The authority is one that "
                + "the device trusts, and the client does not know which key to expect."
        case .refused(let finding, let alert):
            "The client's check \"\(finding?.policy ?? "chain")\" fails: \(finding?.english ?? "no reason was given.") It ends the handshake "
                + "at the Certificate message\(alert.map { ", with the alert \($0)" } ?? ""). She has learned the client's hello, and nothing "
                + "else."
        }
    }
}
