import Trace

/// What is said about answers to the exercises of lesson 10.
enum ClientHint: Remark {
    case whatIsSent, refusedTooLate, notYetEncrypted, inClear
    case fromTheBeginning, notItself, bothSides, notTheCertificateAlone, signedMessages
    case whichProofFails, certificateIsGood, thatIsForNone, alertSent(String)

    var english: String {
        switch self {
        case .whatIsSent:
            "Ask for each client whether it sends a certificate, whose name stands in it, and whether it is encrypted."
        case .refusedTooLate: "A certificate that the server refuses has been on the wire before it is refused."
        case .notYetEncrypted:
            "In TLS 1.2 the client's Certificate is sent before ChangeCipherSpec. Nothing is encrypted yet."
        case .inClear:
            "In TLS 1.2 the client's certificate goes in clear. It names the client whether the server believes it or not."
        case .fromTheBeginning:
            """
            The signature is over all handshake messages so far, of both sides. ChangeCipherSpec is no handshake message. \
            The types of the messages stand in the lines with tls.handshake.type.
            """
        case .notItself: "CertificateVerify cannot be under its own signature."
        case .bothSides:
            "These are the client's own messages only, or some of them. The signature covers those of both sides."
        case .notTheCertificateAlone: "A signature over the certificate alone could be copied from another connection."
        case .signedMessages:
            "Everything from ClientHello to ClientKeyExchange is signed: both randoms, and the value from which the keys are made."
        case .whichProofFails: "Find out which of the two fails: the check of the chain, or the check of the signature."
        case .certificateIsGood: "The certificate is Alice's own, and the server trusts it. Something else fails."
        case .thatIsForNone: "That alert is for a client that sends no certificate. This one sends one."
        case .alertSent(let alert):
            "The server sends \(alert): the signature does not fit the key in the copied certificate (RFC 5246 7.2.2)."
        }
    }
}
