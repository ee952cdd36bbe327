import Trace

/// What there is to say about how the two sides prove who they are, and that they saw the same handshake.
public enum TLS13AuthenticationNote: StepNote, Hashable {
    case certificateRequest
    /// A side sends a Certificate with `count` certificates.
    case certificate(Role, count: Int)
    case signing(Role, SignatureScheme)
    case certificateVerify(Role, SignatureScheme)
    /// The other side verifies the signature of that side; the computation.
    case verifying(Role, SignatureScheme)
    case verified(Role, SignatureScheme)
    /// A side sends Finished with verify_data of `octets` octets. `psk` is the kind of the PSK that is used in place of a certificate.
    case finished(Role, octets: Int, psk: PSKKind?)
    case finishedVerified(Role)
    case established(Role, Secrecy, psk: PSKKind?)

    /// The protection of the data against a later thief of keys.
    public enum Secrecy: Hashable, Sendable {
        /// No protection: no exchange has entered the keys (psk_ke).
        case none
        /// The exchange in a group.
        case group
        /// The exchange in a hybrid group.
        case hybrid
    }

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .certificateRequest: ("tls.certificate_request", .rfc(8446, "4.3.2"))
        case .certificate: ("tls.certificate", .rfc(8446, "4.4.2"))
        case .signing: ("tls.calc.transcript_signature", .rfc(8446, "4.4.3"))
        case .certificateVerify: ("tls.certificate_verify", .rfc(8446, "4.4.3"))
        case .verifying: ("tls.calc.transcript_verification", .rfc(8446, "4.4.3"))
        case .verified: ("tls.check.transcript_signature", .rfc(8446, "4.4.3"))
        case .finished: ("tls.finished", .rfc(8446, "4.4.4"))
        case .finishedVerified(let side): ("tls.check.\(side)_finished", .rfc(8446, "4.4.4"))
        case .established: ("tls.established", .rfc(8446, "E.1"))
        }
    }

    public var english: String {
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
            \(count == 1 ? "One certificate, the \(side)'s own (the leaf)" : "\(count) certificates, the \(side)'s own (the leaf) first"). An onlooker sees only a length. \
            \(side == .server ? "An attacker who acts as the client can read it: the client has proved nothing yet."
                : "The client has checked the server's signature and Finished first, so an attacker who acts as the server, without a key "
                + "that the client trusts, never gets it.") \
            Anyone can copy a certificate. The next message proves that the \(side) has the key.
            """
        case .signing(let side, let scheme):
            """
            The \(side)'s private key signs here (\(scheme)), and does nothing else. The signature covers the hash of all messages so \
            far, among them the hellos with both shares and the certificate. \(side == .server ? "In TLS 1.2 the server signed only the randoms and its parameters. " : "")\
            What is signed begins with 64 spaces and a text that names TLS 1.3 and the side. So the signature serves nowhere else.
            """
        case .certificateVerify(let side, let scheme):
            """
            The signature (\(scheme)) over the whole handshake so far. In TLS 1.2 only clients sent a CertificateVerify. If an attacker \
            in the middle has put in shares of its own, the transcripts of client and server differ. Then the \(side)'s signature does not \
            verify, and the attacker cannot make one that does.
            """
        case .verifying(let side, let scheme):
            """
            The \(side.peer) puts the same spaces and text before its own transcript hash, and \
            \(scheme.english(hashing: "that", keyIn: "the certificate")) \
            \(scheme.englishTest)
            """
        case .verified(_, let scheme):
            """
            The signature (\(scheme)) over the transcript verifies with the key in the certificate. So the owner of this key has seen the \
            same hellos with the same shares. An attacker in the middle who does not have the key is found here.
            """
        case .finished(.server, let octets, let psk):
            """
            \(counted(octets, "octet")): the proof that the server has the handshake's keys and has seen the same messages. \
            \(psk.map { "It also proves that the server has \($0.english). " } ?? "")\
            In TLS 1.3 the server's Finished always comes first. It ends the server's flight, which began with ServerHello: the server has \
            not waited for the client.
            """
        case .finished(.client, let octets, _):
            """
            \(counted(octets, "octet")): the client's proof of the same. Data can follow in the same flight. In TLS 1.2 the client of a \
            full handshake had to wait for the server's Finished first.
            """
        case .finishedVerified(let side):
            """
            The \(side)'s verify_data is the value that this side computed. Both sides have seen the same messages in the same order, \
            and both have the same handshake secret.
            """
        case .established(let side, let secrecy, let psk):
            """
            \(side == .client ? "The client has the keys for data. Since its last hello it has waited for one flight of the server." : "The server knows now that the client "
                + "has the keys.") \
            \(Self.english(secrecy, psk))
            """
        }
    }

    private static func english(_ secrecy: Secrecy, _ psk: PSKKind?) -> String {
        switch secrecy {
        case .none:
            """
            The connection has no forward secrecy. Its keys come from \(psk?.english ?? "a pre-shared key") and from what is on the wire. Who gets this \
            secret later\(psk == .resumption ? ", from the client's memory or with the key of the tickets," : " from one of the two sides") \
            opens a recording of all data.
            """
        case .group, .hybrid:
            """
            The connection has forward secrecy: once both sides have deleted \
            the private values, the secrets of the chain and the keys, nothing that they still have opens a recording\
            \(psk == nil ? "" : ", except of early data"). \(secrecy == .hybrid ? "A future quantum computer does not open it, either, as long as ML-KEM holds."
                : "Only an attacker who breaks the group can decrypt it.")
            """
        }
    }
}
