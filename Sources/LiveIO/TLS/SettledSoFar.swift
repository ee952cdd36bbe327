import Simulator
import TLSSim
import Trace

/// What the messages of a handshake have settled so far. An endpoint tells what is agreed when the handshake is complete; of one that fails
/// the messages are all that there is.
struct SettledSoFar {
    private var hello: ClientHello?
    private var answer: ServerHello?
    private var wasRetried = false
    private var curve: NamedGroup?
    private(set) var scheme: SignatureScheme?
    /// What is to be spoken inside.
    private(set) var chosenProtocol: String?

    /// Takes note of a message of either side. What cannot be read settles nothing.
    mutating func take(_ message: HandshakeMessage) {
        switch message.type {
        case .clientHello: hello = message.read(ClientHello.read) ?? hello
        case .serverHello: take(message.read(ServerHello.read))
        case .encryptedExtensions:
            message.read(EncryptedExtensions.read).map { chosenProtocol = $0.extensions.chosenProtocol }
        case .certificateVerify where scheme == nil && version == .tls13:
            // The server's comes before the client's.
            scheme = message.read(CertificateVerify.read)?.scheme
        case .serverKeyExchange:
            // ServerECDHParams begin with a curve by its name (RFC 8422 section 5.4).
            guard suite?.implemented?.keyExchange.usesCurve == true, message.body.count > 2,
                message.body[0] == ServerECDHParams.namedCurve
            else { return }
            curve = NamedGroup(rawValue: UInt16(message.body[1]) << 8 | UInt16(message.body[2]))
        default: break
        }
    }

    private mutating func take(_ answer: ServerHello?) {
        guard let answer else { return }
        wasRetried = wasRetried || answer.isHelloRetryRequest
        guard !answer.isHelloRetryRequest else { return }
        self.answer = answer
        chosenProtocol = answer.extensions.chosenProtocol
    }

    /// The version that the server has chosen.
    var version: ProtocolVersion? { answer?.chosenVersion }
    /// The suite that it has chosen.
    var suite: RegisteredSuite? { answer.map { RegisteredSuite($0.cipherSuite) } }
    /// The group of the key exchange, as far as it is a group by name.
    var group: String? { (answer?.keyShare?.group ?? curve)?.name }
    /// The host that the client asks for, of a server that has answered.
    var serverName: String? { answer == nil ? nil : hello?.serverName }
    /// Whether the server has asked for a second hello.
    var isRetried: Bool? { answer != nil || wasRetried ? wasRetried : nil }

    /// The parts of the handshake behind its hellos, as the end `role` lives them; none before they are settled.
    func parts(at role: Role) -> [Journal.Part] {
        guard let answer, let version else { return [] }
        if version == .tls13 {
            return HandshakePart.liveTLS13(hasCertificate: answer.selectedIdentity == nil, at: role)
        }
        guard let suite = suite?.implemented else { return [] }
        return HandshakePart.liveTLS12(isResumed(answer) ? nil : suite.keyExchange, at: role)
    }

    /// RFC 5246 section 7.4.1.3: the name of the session comes back if it is resumed.
    private func isResumed(_ answer: ServerHello) -> Bool {
        !answer.sessionID.isEmpty && answer.sessionID == hello?.sessionID
    }

    /// The kind of handshake.
    var mode: String? {
        guard let answer else { return nil }
        guard version == .tls13 else { return isResumed(answer) ? "resumed12" : "full" }
        guard answer.selectedIdentity != nil else { return "full" }
        return answer.keyShare == nil ? "psk_ke" : "psk_dhe_ke"
    }
}

extension HandshakeMessage {
    /// The body; nil where it does not parse.
    fileprivate func read<Body>(_ read: (inout ByteReader) throws -> Body) -> Body? {
        var reader = ByteReader(body, recording: false)
        return try? read(&reader)
    }
}

extension [HelloExtension] {
    /// The protocol that the server has chosen (RFC 7301).
    fileprivate var chosenProtocol: String? {
        for case .applicationProtocols(let names) in self {
            return names.first.map { String(decoding: $0, as: UTF8.self) }
        }
        return nil
    }
}
