import PKI
import TLSSim
import Trace

/// The chapters of a visit, with what a reader should know before each.
indirect enum Chapter: Remark {
    case open
    case handshake(KeyExchangeKind, client: ClientCertificate?)
    /// A handshake with a server chain, and a judge of it, that are not as they should be.
    case judging(PresentedChain, Diligence, Chapter)
    case conversation
    case goodbye
    case theft(KeyExchangeKind)
    case resumption(Resumption)
    case resumptionTheft(Resumption, KeyExchangeKind)

    /// Begins the chapter.
    func record(in journal: inout Journal, at now: Instant, cause: Int? = nil) {
        journal.record(at: now, who: who, cause: cause, step: step, .chapter(title), remark: self)
    }

    private var who: Principal {
        switch self {
        case .theft, .resumptionTheft: .thief
        default: .client
        }
    }

    /// The stable step id.
    var step: String {
        switch self {
        case .open: "chapter.tcp_open"
        case .handshake, .resumption, .judging: "chapter.tls_handshake"
        case .conversation: "chapter.application_data"
        case .goodbye: "chapter.goodbye"
        case .theft, .resumptionTheft: "chapter.theft"
        }
    }

    private var title: String {
        switch self {
        case .open: "TCP opens: the three-way handshake"
        case .judging(_, _, let chapter): chapter.title
        case .handshake(.rsa, _): "TLS agrees on keys: three randoms and RSA"
        case .handshake(.dheRSA, _): "TLS agrees on keys: two randoms and Diffie–Hellman"
        case .handshake(.ecdheRSA, _), .handshake(.ecdheECDSA, _):
            "TLS agrees on keys: two randoms and Diffie–Hellman on an elliptic curve"
        case .conversation: "HTTP, under the keys just agreed"
        case .goodbye: "Goodbye twice: close_notify, then the four-way close"
        case .theft: "Later: a thief takes the server's private key"
        case .resumption(let resumption): resumption.title
        case .resumptionTheft(let resumption, _): resumption.theftTitle
        }
    }

    func sentence(in language: Language) -> String {
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
            chapter.english + " " + EnglishOfPresentedChain(chain: chain, diligence: diligence).sentences
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
