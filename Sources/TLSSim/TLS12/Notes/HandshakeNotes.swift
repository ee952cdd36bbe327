import Trace

/// What there is to say about the frame of a handshake: hellos, certificate, and the proof at the end.
public enum HandshakeNote: Remark, Hashable {
    /// The client opens with that many suites and asks for that host, if it names one.
    case clientHello(suites: Int, hostName: String?)
    /// The server has chosen.
    case serverHello(suite: CipherSuite, extendedMasterSecret: Bool)
    /// The server sends that many certificates.
    case certificate(count: Int)
    /// The server's flight ends.
    case serverHelloDone
    /// From the next record on, that side protects what it sends.
    case changeCipherSpec(Role)
    /// verify_data of that side is computed.
    case verifyData(Role)
    /// That side sends its Finished.
    case finished(Role)
    /// That side's verify_data is right.
    case finishedVerified(Role)
    /// The handshake is proved on both sides.
    case established(forwardSecret: Bool)

    /// The stable id of the step.
    public var step: String {
        switch self {
        case .clientHello: "tls.client_hello"
        case .serverHello: "tls.server_hello"
        case .certificate: "tls.certificate"
        case .serverHelloDone: "tls.server_hello_done"
        case .changeCipherSpec: "tls.change_cipher_spec"
        case .verifyData(.client): "tls.calc.client_verify_data"
        case .verifyData(.server): "tls.calc.server_verify_data"
        case .finished: "tls.finished"
        case .finishedVerified(.client): "tls.check.client_finished"
        case .finishedVerified(.server): "tls.check.server_finished"
        case .established: "tls.established"
        }
    }

    /// The rule that is applied.
    public var cite: Citation {
        switch self {
        case .clientHello: .rfc(5246, "7.4.1.2")
        case .serverHello: .rfc(5246, "7.4.1.3")
        case .certificate: .rfc(5246, "7.4.2")
        case .serverHelloDone: .rfc(5246, "7.4.5")
        case .changeCipherSpec: .rfc(5246, "7.1")
        case .verifyData, .finished, .finishedVerified: .rfc(5246, "7.4.9")
        case .established(let forwardSecret): forwardSecret ? .rfc(7919, "8.8") : .rfc(5246, "F.1.1.2")
        }
    }

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .clientHello(let suites, let hostName):
            """
            The client opens: the highest version it speaks, 32 fresh random octets, \
            \(suites == 1 ? "one cipher suite" : "\(suites) cipher suites in order of preference")\
            \(hostName.map { ", and the name it wants (\($0)), so that one address can serve many names" } ?? ", and no name"). \
            All of it is in clear. \
            The random is no secret: it makes this handshake unlike every other, so that no recording can be played back.
            """
        case .serverHello(let suite, let extended):
            """
            The server chooses one suite, \(suite.name), and adds 32 random octets of its own. Both hello randoms are now known to \
            everyone on the path. \
            \(extended ? "It agrees to the extended master secret." : "Without the extended master secret, as here, the master "
                + "secret is made from the premaster secret and these two randoms (RFC 5246's own formula).")
            """
        case .certificate(1):
            """
            One certificate, the server's own, and none of those who certify it. Anyone may copy this message; only the owner of \
            the private key can go on from it.
            """
        case .certificate(let count):
            """
            \(count) certificates, the server's own first, each certified by the next. The root is left out: the client has it \
            already or could not trust it anyway. Anyone may copy this message; only the owner of the private key can go on from it.
            """
        case .serverHelloDone:
            "The server's turn is over. The message is empty: it only says that nothing more of this flight will come."
        case .changeCipherSpec(let side):
            """
            From the next record on, the \(side) protects what it sends. This is not a handshake message: it has a content type of \
            its own and is in no transcript hash.
            """
        case .verifyData(let side):
            """
            Over the hash of every handshake message so far, the \(side)'s own label and the master secret. A single changed octet \
            in any of them, by anyone on the path, gives another value.
            """
        case .finished(let side):
            """
            The first protected record of the \(side): twelve octets that only someone who holds the master secret and saw the \
            same handshake can make. \(side == .client ? "In a full handshake the client's comes first." : "Now the handshake is "
                + "proved in both directions.")
            """
        case .finishedVerified(let side):
            """
            The \(side)'s verify_data is what this side computed for itself: both have seen the same messages in the same order and \
            hold the same master secret.
            """
        case .established(let forwardSecret):
            forwardSecret
                ? """
                Secured, with forward secrecy: once this connection's keys are forgotten too, nothing that either side keeps, not \
                even the server's private key, opens a recording of it. It is as strong as the group is.
                """
                : "Secured, without forward secrecy: the server's private key opens any recording of this connection."
        }
    }
}
