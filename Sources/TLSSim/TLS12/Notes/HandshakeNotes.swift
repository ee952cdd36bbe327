import Trace

/// The notes on the hellos, the certificate message, ChangeCipherSpec and Finished.
public enum HandshakeNote: StepNote, Hashable {
    /// The client sends its hello with so many suites. `hostName` is the host that it asks for; nil if it names none.
    case clientHello(suites: Int, hostName: String?)
    case serverHello(suite: CipherSuite, extendedMasterSecret: Bool)
    case certificate(count: Int)
    case serverHelloDone
    case changeCipherSpec(Role)
    case verifyData(Role)
    case finished(Role)
    case finishedVerified(Role)
    case established(Secrecy)

    /// The protection of a recording of the connection against later attacks.
    public enum Secrecy: Hashable, Sendable {
        /// Forward secrecy: the recording depends on exponents that are deleted.
        case forward
        /// No forward secrecy: the server's private key decrypts the recording.
        case none
        /// No secrecy: anyone can search for the exponents in the toy group of that name (RFC 7919 section 8.8).
        case toyGroup(String)
    }

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .clientHello: ("tls.client_hello", .rfc(5246, "7.4.1.2"))
        case .serverHello: ("tls.server_hello", .rfc(5246, "7.4.1.3"))
        case .certificate: ("tls.certificate", .rfc(5246, "7.4.2"))
        case .serverHelloDone: ("tls.server_hello_done", .rfc(5246, "7.4.5"))
        case .changeCipherSpec: ("tls.change_cipher_spec", .rfc(5246, "7.1"))
        case .verifyData(.client): ("tls.calc.client_verify_data", .rfc(5246, "7.4.9"))
        case .verifyData(.server): ("tls.calc.server_verify_data", .rfc(5246, "7.4.9"))
        case .finished: ("tls.finished", .rfc(5246, "7.4.9"))
        case .finishedVerified(.client): ("tls.check.client_finished", .rfc(5246, "7.4.9"))
        case .finishedVerified(.server): ("tls.check.server_finished", .rfc(5246, "7.4.9"))
        case .established(.forward), .established(.toyGroup): ("tls.established", .rfc(7919, "8.8"))
        case .established(.none): ("tls.established", .rfc(5246, "F.1.1.2"))
        }
    }

    /// The sentence: what the message settles, or what the check proves.
    public var english: String {
        switch self {
        case .clientHello(let suites, let hostName):
            """
            The client opens. It sends the highest version it speaks, 32 fresh random octets, \
            \(suites == 1 ? "one cipher suite" : "\(suites) cipher suites in order of preference"), and \
            \(hostName.map { "the host name it wants (\($0)): one address can serve many names" } ?? "no host name"). \
            The whole message is in clear. The random is public. It makes this \
            handshake different from every other, so a recorded handshake cannot be replayed.
            """
        case .serverHello(let suite, let extended):
            """
            The server chooses one suite, \(suite.name), and adds 32 random octets of its own. Everyone on the path now knows both \
            hello randoms. \
            \(extended ? "The server agrees to the extended master secret." : "The extended master secret (RFC 7627) is not used here.")
            """
        case .certificate(1):
            """
            One certificate: the server's own, the leaf. No certificate of an authority comes with it. Anyone can copy this message. Only the \
            owner of the private key can continue the handshake.
            """
        case .certificate(let count):
            """
            \(counted(count, "certificate")), the server's own (the leaf) first. The next one has to certify the one before it. The root may be left out: a \
            client that trusts the root already has it. Anyone can copy this message. Only the owner of the private key can \
            continue the handshake.
            """
        case .serverHelloDone: "The server's flight ends here. The message is empty."
        case .changeCipherSpec(let side):
            """
            From the next record on, the \(side) protects what it sends. ChangeCipherSpec is not a handshake message: it has a \
            content type of its own, and no transcript hash covers it.
            """
        case .verifyData(let side):
            """
            The PRF of three inputs: the master secret, the \(side)'s own label, and the hash of all handshake messages so far. If \
            anyone on the path changed a single octet of a message, the result is different.
            """
        case .finished(let side):
            """
            The first encrypted record of the \(side). Inside is Finished: a handshake header of 4 octets, and 12 octets of verify_data. Only a party that holds the \
            master secret and saw the same handshake can compute them. \
            \(side == .client ? "In a full handshake the client's Finished comes first." : "Now the client can check that the server has the same master secret.")
            """
        case .finishedVerified(let side):
            """
            The \(side)'s verify_data equals the value that this side computed. Both sides have seen the same messages in the same \
            order, and both hold the same master secret.
            """
        case .established(.forward):
            """
            Secured, with forward secrecy. Once both sides have deleted these keys and the values that they come from, a recording \
            stays closed, even to a thief of the server's private key. Only an attacker who breaks the group can decrypt it.
            """
        case .established(.none):
            "Secured, without forward secrecy: the server's private key decrypts any recording of this connection."
        case .established(.toyGroup(let name)):
            """
            The handshake is complete, but the connection is not secret. In the toy group \(name) anyone can search for the \
            exponent. Anyone can decrypt a recording of this connection without any key of the two sides.
            """
        }
    }
}
