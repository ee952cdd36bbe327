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

    /// Takes a message of either side.
    mutating func take(_ message: TracedMessage) {
        switch message.body {
        case let hello as ClientHello: self.hello = hello
        case let answer as ServerHello: take(answer)
        case let answers as EncryptedExtensions: chosenProtocol = answers.extensions.chosenProtocol
        case let proof as CertificateVerify where version == .tls13 && message.writer == .server: scheme = proof.scheme
        case let exchange as ServerKeyExchange:
            if case .curve(let params) = exchange.params { curve = params.curve }
        default: break
        }
    }

    private mutating func take(_ answer: ServerHello) {
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

extension [HelloExtension] {
    /// The application protocol that the server has chosen (RFC 7301); nil for none.
    fileprivate var chosenProtocol: String? {
        for case .applicationProtocols(let names) in self {
            return names.first.map { String(decoding: $0, as: UTF8.self) }
        }
        return nil
    }
}
