import PKI
import TLSSim
import Trace

/// The chapters of a visit, with an introduction to each for the reader.
package indirect enum Chapter: Remark {
    case open
    /// The full handshake of TLS 1.2, by its key exchange and the client's certificate; nil if the server asks for none.
    case handshake(KeyExchangeKind, client: ClientCertificate?)
    case judging(PresentedChain, ChecksMade, Chapter)
    case inToyGroup(String, Chapter)
    case conversation
    case goodbye
    case goodbyeOfServer
    case cutOff
    case theft(KeyExchangeKind)
    case resumption(Resumption)
    case resumptionTheft(Resumption, KeyExchangeKind)
    case tls13(TLS13Chapter)

    /// Records the beginning of the chapter.
    package func record(in journal: inout Journal, at now: Instant, cause: Int? = nil) {
        journal.record(at: now, who: who, cause: cause, step: step, .chapter(ChapterTitle(chapter: self)), remark: self)
    }

    private var who: Principal {
        switch self {
        case .theft, .resumptionTheft, .tls13(.theft): .thief
        case .inToyGroup(_, let chapter): chapter.who
        case .goodbyeOfServer, .cutOff: .server
        case .open, .handshake, .judging, .conversation, .goodbye, .resumption,
            .tls13(.handshake), .tls13(.answer), .tls13(.copy):
            .client
        }
    }

    /// The step id of every chapter in which TLS begins.
    static let handshakeStep = "chapter.tls_handshake"

    /// The stable step id.
    package var step: String {
        switch self {
        case .open: "chapter.tcp_open"
        case .handshake, .resumption, .judging, .tls13(.handshake), .tls13(.copy):
            Chapter.handshakeStep
        case .conversation, .tls13(.answer): "chapter.application_data"
        case .goodbye, .goodbyeOfServer, .cutOff: "chapter.goodbye"
        case .theft, .resumptionTheft, .tls13(.theft): "chapter.theft"
        case .inToyGroup(_, let chapter): chapter.step
        }
    }

    fileprivate var englishTitle: String {
        switch self {
        case .open: "TCP opens: the three-way handshake"
        case .judging(_, _, let chapter), .inToyGroup(_, let chapter): chapter.englishTitle
        case .handshake(.rsa, _): "TLS agrees on keys: three randoms and RSA"
        case .handshake(.dheRSA, _), .handshake(.dhAnon, _): "TLS agrees on keys: two randoms and Diffie–Hellman"
        case .handshake(.ecdheRSA, _), .handshake(.ecdheECDSA, _):
            "TLS agrees on keys: two randoms and Diffie–Hellman on an elliptic curve"
        case .conversation: "HTTP, under the keys just agreed"
        case .goodbye: "Goodbye twice: close_notify, then the four-way close"
        case .goodbyeOfServer: "Goodbye twice, and the server begins: close_notify, then the four-way close"
        case .cutOff: "A goodbye that is cut off on the path"
        case .theft: "Later: a thief takes the server's private key"
        case .resumption(let resumption): resumption.title
        case .tls13(let chapter): chapter.title
        case .resumptionTheft(let resumption, _): resumption.theftTitle
        }
    }

    package var english: String {
        switch self {
        case .open:
            """
            TCP makes a reliable stream of octets out of datagrams (packets of IP) that may be lost. It numbers every octet, and each direction \
            begins with a number of its own. First each side tells the other its number, and the other confirms it. That takes three \
            segments (TCP's part of a packet).
            """
        case .handshake(let kind, let client?):
            Chapter.handshake(kind, client: nil).english + " " + client.english
        case .judging(let chain, let checksMade, let chapter):
            "\(chapter.english) \(chain.english) \(checksMade.english)"
        case .inToyGroup(let name, let chapter):
            """
            \(chapter.english) This run uses the toy group \(name): anyone can search for an exponent, so an eavesdropper computes \
            every key without the private key.
            """
        case .handshake(.rsa, nil):
            """
            Over the open stream the two sides agree on keys. An eavesdropper must not be able to compute them. The client draws a \
            secret and encrypts it to the key in the server's certificate. Two public randoms make this connection different from all \
            others.
            """
        case .handshake(.dheRSA, nil):
            """
            Over the open stream the two sides agree on keys. An eavesdropper must not be able to compute them. Each side draws a \
            secret exponent for this connection only and sends a number made from it. The server signs its number. Two public randoms \
            make this connection different from all others.
            """
        case .handshake(.dhAnon, nil):
            "Over the open stream the two sides agree on keys. Each sends a number made from a secret exponent. Neither number is signed."
        case .handshake(.ecdheRSA, nil), .handshake(.ecdheECDSA, nil):
            """
            Over the open stream the two sides agree on keys. An eavesdropper must not be able to compute them. Each side draws a \
            secret number for this connection only and sends a point of a curve made from it. The server signs its point. Two public \
            randoms make this connection different from all others.
            """
        case .conversation:
            """
            Both sides have the keys, and the side that speaks has checked the other's Finished. From here on an onlooker sees when the \
            sides speak and how much, but not the content.
            """
        case .goodbye:
            """
            Two protocols close, each for itself. TLS's close_notify is authenticated: it proves that nothing was cut off. TCP's FIN \
            closes one direction, and each FIN is acknowledged. The server's TCP acknowledges at once. The server's application \
            closes a little later: first it sends its close_notify. So its FIN is a segment of its own, and the close takes four.
            """
        case .goodbyeOfServer:
            """
            Two protocols say goodbye, each for itself. This time the server's application closes first, as soon as it has \
            written its answer: either end may. TLS's close_notify proves that nothing was cut off. TCP's FIN closes one direction \
            at a time. The client's TCP acknowledges at once, and its application closes later: four segments. TIME-WAIT is \
            at the side that closed first, and that is the server: it keeps every such connection for 2 MSL.
            """
        case .cutOff:
            """
            The answer has no Content-Length, so its end is the end of the connection. The server's application writes the answer in two \
            parts, then close_notify, then it closes. An attacker on the path lets the first part pass and nothing behind it, and \
            ends the connection with a FIN of its own. The attacker has no key. Watch what tells the client that this is not the \
            end of the answer.
            """
        case .resumption(let resumption): resumption.english
        case .tls13(let chapter): chapter.english
        case .resumptionTheft(let resumption, let kind): resumption.theftEnglish(kind)
        case .theft(.rsa):
            """
            An eavesdropper has recorded everything above. Then the private key leaks, minutes or years later. Can the recording be decrypted? \
            The table says who can compute what, and how.
            """
        case .theft(.dheRSA), .theft(.dhAnon):
            """
            An eavesdropper has recorded everything above. Then the private key leaks, minutes or years later. Can the recording be decrypted? \
            The key only signed. Both sides have deleted the exponents that made the premaster secret. The table says who can compute \
            what.
            """
        case .theft(.ecdheRSA), .theft(.ecdheECDSA):
            """
            An eavesdropper has recorded everything above. Then the private key leaks, minutes or years later. Can the recording be decrypted? \
            The key only signed. Both sides have deleted the numbers behind the two points. The table says who can compute what.
            """
        }
    }
}

extension ClientCertificate {
    /// The introduction to a handshake of TLS 1.2 in which the server asks for a client certificate.
    fileprivate var english: String {
        let rule =
            "This time both sides have to say who they are: the server asks the client for a certificate as well, and does not "
            + "serve a client without one. "
        return switch self {
        case .good:
            rule
                + "The client has a certificate of the authority that the server trusts, and the private key. Find the step in which "
                + "the key counts."
        case .missing: rule + "The client has no certificate."
        case .wrongAuthority:
            rule
                + "The client has made an authority of its own. This authority has the same name as the one that the server "
                + "trusts, but another key, and it has certified the client. Find the check that notices it."
        case .copied:
            rule
                + "The client is an attacker. It has copied the certificate of another client from the wire, where it goes in "
                + "clear. It does not have the private key. Find the step in which the copied certificate fails."
        case .notListed:
            rule
                + "The client is bob. It has a certificate of the authority that the server trusts, and the private key. The server lets "
                + "in alice alone. Find the check that notices it."
        }
    }
}

extension ClientCertificate {
    /// The introduction for TLS 1.3, which encrypts the client's certificate.
    var rule: String {
        let demand = "The server asks the client for a certificate as well, and does not serve a client without one. "
        return switch self {
        case .good: demand + "The client has one and its key. In TLS 1.3 the client's certificate is encrypted."
        case .missing: demand + "The client has no certificate."
        case .wrongAuthority:
            demand
                + "The client's certificate is from an authority of its own, which has only the name of the trusted one."
        case .copied:
            demand
                + "The client is an attacker with another client's certificate, and without its key. Find the step that fails."
        case .notListed:
            demand + "The client is bob, with a good certificate and its key. The server lets in alice alone."
        }
    }
}

extension PresentedChain {
    fileprivate var english: String {
        switch self {
        case .genuine: "The server's chain is as it should be."
        case .expired: "The server's certificate expired yesterday."
        case .notYetValid: "The server's certificate is not valid before tomorrow."
        case .wrongHost: "The server shows a valid certificate for another host, \(PresentedChain.otherHost)."
        case .selfSigned: "The server has signed its certificate itself."
        case .unknownAuthority:
            "The server's certificate is for the right host, but from an authority that the client does not know."
        case .missingIntermediate: "The server forgets to send the intermediate between its certificate and the root."
        case .wrongUsage: "The server shows a certificate that is only for TLS clients."
        case .copiedChain:
            "The server is an impostor: it has copied the genuine server's chain from the wire, where the chain goes in clear. "
                + "The impostor does not have the private key. Watch where the key is needed."
        case .notAnAuthority:
            "The server's certificate was signed with the key of \(PresentedChain.otherHost), which is not an authority."
        }
    }
}

extension ChecksMade {
    fileprivate var english: String {
        switch self {
        case .full: "The client checks everything."
        case .pinned: "The client checks everything. It also demands one of the keys that it was given beforehand."
        case .anyName: "The client checks everything except the name."
        case .none: "The client judges no certificate: any certificate will do."
        }
    }
}

/// The title of a chapter.
private struct ChapterTitle: Remark {
    let chapter: Chapter

    var english: String { chapter.englishTitle }
}
