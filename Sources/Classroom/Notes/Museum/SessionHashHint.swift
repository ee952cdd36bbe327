import Trace

/// What is said about answers to the exercises of lesson 22.
enum SessionHashHint: Remark {
    case whenItIsComputed, keyExchangeIncluded, noHandshakeMessage, finishedNeedsIt, moreThanTheRandoms,
        throughTheKeyExchange
    case replaceTheLabel, labelIsTheSame, labelsSeparate
    case whatGoesIn, resumptionShowsNoCertificate, hashNamesTheServer, sheChoosesBoth, certificatesDiffer

    var english: String {
        switch self {
        case .whenItIsComputed:
            "Ask which messages have been written when both sides need the master secret for the first time."
        case .keyExchangeIncluded:
            "ClientKeyExchange is the last message that goes in: it carries the premaster secret or a public value."
        case .noHandshakeMessage: "ChangeCipherSpec is no message of the handshake, and it comes later."
        case .finishedNeedsIt: "Finished is computed with the master secret, so it cannot go into it."
        case .moreThanTheRandoms: "The randoms stand in the hellos. The hash also covers what names the server."
        case .throughTheKeyExchange:
            """
            The hash is over all handshake messages from ClientHello to ClientKeyExchange, both included (RFC 7627 \
            section 3).
            """
        case .replaceTheLabel:
            """
            The text in hexseed begins with the label in ASCII, and 32 octets of hash follow. Take the label's first \
            word and the space behind it away.
            """
        case .labelIsTheSame: "This is the secret of the run. Change the label, and leave the hash as it is."
        case .labelsSeparate:
            """
            Another label makes another secret of the same inputs. So a side that has the extension and a side that \
            has not never agree by chance.
            """
        case .whatGoesIn:
            "Ask what goes into each secret, and whether she can make it the same on both of her connections."
        case .resumptionShowsNoCertificate:
            """
            Look at the resumption again: it shows no certificate, so with one master secret all its messages can be \
            the same.
            """
        case .hashNamesTheServer: "The hash covers the certificates, and her certificate is not the server's."
        case .sheChoosesBoth:
            "She is an end of both connections. She can pass the randoms on, and the premaster secret as well."
        case .certificatesDiffer:
            """
            Without the rule premaster secret and randoms are all that goes in, and she makes them equal. With the \
            rule the certificates go in, and the two differ.
            """
        }
    }
}
