import PKI
import TLSSim
import Trace

/// The chapters of a visit, with what a reader should know before each.
package indirect enum Chapter: Remark {
    /// TCP's three-way handshake.
    case open
    /// The handshake of TLS, by how keys are agreed and what the client shows.
    case handshake(KeyExchangeKind, client: ClientCertificate?)
    /// A handshake with a server chain, and a judge of it, that are not as they should be.
    case judging(PresentedChain, Diligence, Chapter)
    /// Request and answer under the keys.
    case conversation
    /// The end of TLS, then of TCP.
    case goodbye
    /// The same, begun by the server.
    case goodbyeOfServer
    /// The same, begun by the server and cut off on the path.
    case cutOff
    /// The private key is stolen, after a handshake that agreed on keys in this way.
    case theft(KeyExchangeKind)
    /// The handshake of a session that is taken up again.
    case resumption(Resumption)
    /// What is stolen after a session was taken up again.
    case resumptionTheft(Resumption, KeyExchangeKind)

    /// Begins the chapter.
    func record(in journal: inout Journal, at now: Instant, cause: Int? = nil) {
        journal.record(at: now, who: who, cause: cause, step: step, .chapter(ChapterTitle(chapter: self)), remark: self)
    }

    private var who: Principal {
        switch self {
        case .theft, .resumptionTheft: .thief
        case .goodbyeOfServer, .cutOff: .server
        case .open, .handshake, .judging, .conversation, .goodbye, .resumption: .client
        }
    }

    /// The stable step id.
    package var step: String {
        switch self {
        case .open: "chapter.tcp_open"
        case .handshake, .resumption, .judging: "chapter.tls_handshake"
        case .conversation: "chapter.application_data"
        case .goodbye, .goodbyeOfServer, .cutOff: "chapter.goodbye"
        case .theft, .resumptionTheft: "chapter.theft"
        }
    }

    fileprivate var englishTitle: String {
        switch self {
        case .open: "TCP opens: the three-way handshake"
        case .judging(_, _, let chapter): chapter.englishTitle
        case .handshake(.rsa, _): "TLS agrees on keys: three randoms and RSA"
        case .handshake(.dheRSA, _): "TLS agrees on keys: two randoms and Diffie–Hellman"
        case .handshake(.ecdheRSA, _), .handshake(.ecdheECDSA, _):
            "TLS agrees on keys: two randoms and Diffie–Hellman on an elliptic curve"
        case .conversation: "HTTP, under the keys just agreed"
        case .goodbye: "Goodbye twice: close_notify, then the four-way close"
        case .goodbyeOfServer: "Goodbye twice, and the server begins: close_notify, then the four-way close"
        case .cutOff: "A goodbye that is cut off on the path"
        case .theft: "Later: a thief takes the server's private key"
        case .resumption(let resumption): resumption.title
        case .resumptionTheft(let resumption, _): resumption.theftTitle
        }
    }

    package func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .open:
            """
            TCP makes a reliable stream of octets out of datagrams that may be lost. It numbers every octet, each direction from \
            a number of its own, and the two sides first have to tell each other those numbers and have them confirmed. That takes \
            three segments.
            """
        case .handshake(let kind, let client?):
            Chapter.handshake(kind, client: nil).english + " " + client.english
        case .judging(let chain, let diligence, let chapter):
            "\(chapter.english) \(chain.english) \(diligence.english)"
        case .handshake(.rsa, nil):
            """
            Over the open stream the two sides agree on keys that nobody who listens can know. The client draws a secret and \
            encrypts it to the key in the server's certificate. Two public randoms keep this connection unlike all others.
            """
        case .handshake(.dheRSA, nil):
            """
            Over the open stream the two sides agree on keys that nobody who listens can know. Each draws a secret exponent for \
            this connection only and sends a number made from it; the server signs its number. Two public randoms keep this \
            connection unlike all others.
            """
        case .handshake(.ecdheRSA, nil), .handshake(.ecdheECDSA, nil):
            """
            Over the open stream the two sides agree on keys that nobody who listens can know. Each draws a secret number for \
            this connection only and sends a point of a curve made from it; the server signs its point. Two public randoms keep \
            this connection unlike all others.
            """
        case .conversation:
            "The keys are proved on both sides. From here on an onlooker sees when and how much is said, and nothing of what."
        case .goodbye:
            """
            Two protocols say goodbye, each for itself. TLS's close_notify is authenticated: it proves that nothing was cut off. \
            TCP's FIN closes one direction at a time, each acknowledged: four segments when the other side's application closes \
            later than its TCP acknowledges, as here, where its close_notify is still to come.
            """
        case .goodbyeOfServer:
            """
            Two protocols say goodbye, each for itself. This time the server's application closes first, as soon as it has \
            written its answer: either end may. TLS's close_notify proves that nothing was cut off. TCP's FIN closes one direction \
            at a time. The client's application closes later than its TCP acknowledges, so there are four segments. TIME-WAIT is \
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
        case .resumptionTheft(let resumption, let kind): resumption.theftEnglish(kind)
        case .theft(.rsa):
            """
            Everything above was recorded by someone on the path. Years later the private key leaks. Does the recording open? \
            The table says who can compute what, and how.
            """
        case .theft(.dheRSA):
            """
            Everything above was recorded by someone on the path. Years later the private key leaks. Does the recording open? \
            The key only ever signed; the exponents that made the premaster secret are gone. The table says who can compute what.
            """
        case .theft(.ecdheRSA), .theft(.ecdheECDSA):
            """
            Everything above was recorded by someone on the path. Years later the private key leaks. Does the recording open? \
            The key only ever signed; the numbers behind the two points are gone. The table says who can compute what.
            """
        }
    }
}

extension ClientCertificate {
    /// What a reader should know before a handshake in which the client has to say who it is.
    fileprivate var english: String {
        let rule =
            "This time both sides have to say who they are: the server asks for a certificate as well, and serves nobody "
            + "who has none. "
        return switch self {
        case .good:
            rule
                + "The client has one of the authority that the server trusts, and its key. Watch where it is the key that counts."
        case .missing: rule + "The client has none."
        case .wrongAuthority:
            rule
                + "The client has made an authority of its own, given it the name of the one that the server trusts, and had "
                + "itself certified. A name is no key: watch which check finds out."
        case .copied:
            rule
                + "The client is an attacker: in an earlier handshake it has copied somebody's certificate from the wire, "
                + "where it goes in clear. It does not have the key. Watch how far a true certificate takes it."
        }
    }
}

extension PresentedChain {
    /// What a reader should know of the server's chain before the handshake.
    fileprivate var english: String {
        switch self {
        case .genuine: "The server's chain is as it should be."
        case .expired: "The server's certificate expired yesterday."
        case .notYetValid: "The server's certificate is not valid before tomorrow."
        case .wrongHost: "The server shows a good certificate, for \(PresentedChain.otherHost)."
        case .selfSigned: "The server has signed its certificate itself."
        case .unknownAuthority:
            "The server's certificate is for the right host, of an authority that the client does not know."
        case .missingIntermediate: "The server forgets to send the intermediate between its certificate and the root."
        case .wrongUsage: "The server shows a certificate that is for TLS clients."
        case .copiedChain:
            "The server is an impostor: it has copied the genuine server's chain from the wire, where the chain goes in clear. "
                + "The impostor does not have the private key. Watch where the key is needed."
        case .notAnAuthority:
            "The server's certificate was issued with that of \(PresentedChain.otherHost), whose owner is no authority."
        }
    }
}

extension Diligence {
    /// What a reader should know of the client's care before the handshake.
    fileprivate var english: String {
        switch self {
        case .full: "The client checks everything."
        case .pinned: "The client checks everything, and wants one of the keys that it was given beforehand."
        case .anyName: "The client checks everything but the name."
        case .none: "The client checks nothing: it believes whoever answers."
        }
    }
}

/// The title of a chapter.
private struct ChapterTitle: Remark {
    let chapter: Chapter

    func sentence(in language: Language) -> String {
        switch language {
        case .english: chapter.englishTitle
        }
    }
}
