import Simulator
import TLSSim
import Trace

/// The parameters that the messages of a handshake have settled so far. An endpoint reports the agreement only when the handshake is
/// complete. Of a handshake that fails, only the messages are known.
struct PartialParameters {
    private var hello: ClientHello?
    private var answer: ServerHello?
    private var wasRetried = false
    private var curve: NamedGroup?
    /// The signature scheme of the server's CertificateVerify in TLS 1.3.
    private(set) var scheme: SignatureScheme?
    /// The application protocol that the server has chosen (RFC 7301).
    private(set) var chosenProtocol: String?

    /// Takes a message of either side. A message that cannot be read settles nothing.
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

    /// The version that the server has chosen; nil before its ServerHello, as in the properties below.
    var version: ProtocolVersion? { answer?.chosenVersion }
    /// The cipher suite that the server has chosen.
    var suite: RegisteredSuite? { answer.map { RegisteredSuite($0.cipherSuite) } }
    /// The name of the group of the key exchange; nil if the group has no name, or there is none.
    var group: String? { (answer?.keyShare?.group ?? curve)?.name }
    /// The host name in the ClientHello.
    var serverName: String? { answer == nil ? nil : hello?.serverName }
    /// Whether the server has asked for a second ClientHello.
    var isRetried: Bool? { answer != nil || wasRetried ? wasRetried : nil }

    /// The parts of the handshake behind the hellos, in the order in which the side `role` sees them; empty before they are settled.
    func parts(at role: Role) -> [Journal.Part] {
        guard let answer, let version else { return [] }
        if version == .tls13 {
            return HandshakePart.liveTLS13(hasCertificate: answer.selectedIdentity == nil, at: role)
        }
        guard let suite = suite?.implemented else { return [] }
        return HandshakePart.liveTLS12(isResumed(answer) ? nil : suite.keyExchange, at: role)
    }

    /// Whether the server resumes a session: it then answers with the client's session id (RFC 5246 section 7.4.1.3).
    private func isResumed(_ answer: ServerHello) -> Bool {
        !answer.sessionID.isEmpty && answer.sessionID == hello?.sessionID
    }

    /// The kind of handshake, as the summary line names it.
    var mode: String? {
        guard let answer else { return nil }
        guard version == .tls13 else { return isResumed(answer) ? "resumed12" : "full" }
        guard answer.selectedIdentity != nil else { return "full" }
        return answer.keyShare == nil ? "psk_ke" : "psk_dhe_ke"
    }
}

extension HandshakeMessage {
    /// The body; nil if it cannot be read.
    fileprivate func read<Body>(_ read: (inout ByteReader) throws -> Body) -> Body? {
        var reader = ByteReader(body, recording: false)
        return try? read(&reader)
    }
}

extension [HelloExtension] {
    /// The application protocol that the server has chosen (RFC 7301); nil for none.
    fileprivate var chosenProtocol: String? {
        for case .applicationProtocols(let names) in self {
            return names.first.map { String(decoding: $0, as: UTF8.self) }
        }
        return nil
    }
}
