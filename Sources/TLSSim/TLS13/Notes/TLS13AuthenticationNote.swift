import Trace

/// What there is to say about how the two sides prove who they are, and that they saw the same handshake.
public enum TLS13AuthenticationNote: Remark, Hashable {
    /// The server asks for the client's certificate.
    case certificateRequest
    /// A side sends so many certificates.
    case certificate(Role, count: Int)
    /// A side signs the transcript.
    case signing(Role, SignatureScheme)
    /// A side's CertificateVerify.
    case certificateVerify(Role, SignatureScheme)
    /// The other side computes with the signature of that side.
    case verifying(Role, SignatureScheme)
    /// The signature of that side is right.
    case verified(Role, SignatureScheme)
    /// A side's Finished of so many octets; whether a certificate came before it.
    case finished(Role, octets: Int, resumes: Bool)
    /// The Finished of that side is right.
    case finishedVerified(Role)
    /// The handshake is complete on this side.
    case established(Role, hybrid: Bool, resumes: Bool)
    /// The handshake is complete, and no exchange has entered its keys (psk_ke).
    case establishedWithoutExchange(Role)

    /// The stable id of the step.
    public var step: String {
        switch self {
        case .certificateRequest: "tls.certificate_request"
        case .certificate: "tls.certificate"
        case .signing: "tls.calc.transcript_signature"
        case .certificateVerify: "tls.certificate_verify"
        case .verifying: "tls.calc.transcript_verification"
        case .verified: "tls.check.transcript_signature"
        case .finished: "tls.finished"
        case .finishedVerified(let side): "tls.check.\(side)_finished"
        case .established, .establishedWithoutExchange: "tls.established"
        }
    }

    /// The rule that is applied.
    public var cite: Citation {
        switch self {
        case .certificateRequest: .rfc(8446, "4.3.2")
        case .certificate: .rfc(8446, "4.4.2")
        case .signing, .certificateVerify, .verifying, .verified: .rfc(8446, "4.4.3")
        case .finished, .finishedVerified: .rfc(8446, "4.4.4")
        case .established, .establishedWithoutExchange: .rfc(8446, "E.1")
        }
    }

    /// What is proved, by what, and what was moved since TLS 1.2.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .certificateRequest:
            """
            The server asks the client for a certificate, too. The question stands in the server's first flight and is encrypted. In \
            TLS 1.2 everyone could read it.
            """
        case .certificate(let side, 0):
            "The \(side) has no certificate that fits, and says so with an empty list."
        case .certificate(let side, let count):
            """
            \(count == 1 ? "One certificate" : "\(count) certificates, the \(side)'s own first"). An onlooker sees only a length. \
            But an attacker who answers in the place of the \(side.peer) can still read it: \
            the \(side) does not know yet with whom it has made keys. Anyone can copy a certificate. The next message proves that the \
            \(side) has the key.
            """
        case .signing(let side, let scheme):
            """
            The \(side)'s private key signs here (\(scheme)), and does nothing else. Under the signature are all messages so far: \
            both hellos with both shares, and the certificate. TLS 1.2 signed the randoms and the server's parameters only. The 64 \
            spaces and the text make sure that the signature means nothing anywhere else.
            """
        case .certificateVerify(let side, let scheme):
            """
            The signature (\(scheme)) over the whole handshake so far. In TLS 1.2 only clients sent a CertificateVerify. An attacker \
            in the middle has exchanged the shares, so the transcript is another one, and the attacker cannot sign it for \
            the \(side).
            """
        case .verifying(let side, let scheme):
            """
            The \(side.peer) frames its own transcript hash in the same way and computes with the public key in the certificate. \
            \(scheme.test(in: .english))
            """
        case .verified(let side, let scheme):
            """
            The signature (\(scheme)) over the transcript verifies with the key in the certificate. So the \(side) has this key, and it \
            has seen the same hellos with the same shares. No attacker stands in the middle.
            """
        case .finished(.server, let octets, let resumes):
            """
            \(octets) octets: the proof that the server has the handshake's keys and has seen the same messages. \
            \(resumes ? "It also proves the ticket's secret. " : "")\
            In TLS 1.3 the server's Finished always comes first. With it the server's first flight is complete, after one round trip.
            """
        case .finished(.client, let octets, _):
            """
            \(octets) octets: the client's proof of the same. The request can follow in the same flight. In TLS 1.2 the client of a \
            full handshake had to wait for the server's Finished first.
            """
        case .finishedVerified(let side):
            """
            The \(side)'s verify_data is the value that this side computed. Both sides have seen the same messages in the same order, \
            and both have the same handshake secret.
            """
        case .establishedWithoutExchange(let side):
            """
            \(side == .client ? "The client can send data now, one round trip after its hello." : "The server knows now that the client "
                + "has the keys.") \
            The connection has no forward secrecy. Its keys come from the ticket's secret and from what is on the wire. Who gets this \
            secret later, from the client's memory or with the key of the tickets, opens a recording of all data.
            """
        case .established(let side, let hybrid, let resumes):
            """
            \(side == .client ? "The client can send data now, one round trip after its hello." : "The server knows now that the client "
                + "has the keys.") \
            The connection has forward secrecy: once both sides delete \
            \(resumes ? "these keys and the private values" : "the private values and these keys"), nothing that they still have \
            opens a recording. \
            \(hybrid ? "A future quantum computer does not open it, either, as long as ML-KEM holds."
                : "Only who breaks the group itself could open it.")
            """
        }
    }
}
