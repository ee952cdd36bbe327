/// The kind of a handshake message (RFC 5246 section 7.4, RFC 8446 section 4).
public enum HandshakeType: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The server asks for a new handshake. No transcript contains it (RFC 5246 section 7.4.1.1).
    case helloRequest = 0
    /// The client's offer, which opens the negotiation.
    case clientHello = 1
    /// The server's choice, which ends the negotiation.
    case serverHello = 2
    /// The state that the server needs to resume the session, sealed so that only the server can read it (RFC 5077 section 3.3).
    case newSessionTicket = 4
    /// The last message under the early keys (RFC 8446 section 4.5).
    case endOfEarlyData = 5
    /// Those answers of the server that are protected with the handshake keys (RFC 8446 section 4.3.1).
    case encryptedExtensions = 8
    /// The certificate chain.
    case certificate = 11
    /// The server's key exchange parameters, signed.
    case serverKeyExchange = 12
    /// The server asks the client to authenticate itself.
    case certificateRequest = 13
    /// The end of the server's flight.
    case serverHelloDone = 14
    /// The client proves that it owns its certificate's key.
    case certificateVerify = 15
    /// The client's part of the key exchange.
    case clientKeyExchange = 16
    /// The proof that both sides saw the same handshake and have the same keys. In TLS 1.2 it is the first protected message.
    case finished = 20
    /// An OCSP response about the server's certificate, stapled to the handshake (RFC 6066 section 8).
    case certificateStatus = 22
    /// The sender changes its keys (RFC 8446 section 4.6.3).
    case keyUpdate = 24

    /// The name of the message: "ClientHello".
    public var description: String {
        switch self {
        case .helloRequest: "HelloRequest"
        case .clientHello: "ClientHello"
        case .serverHello: "ServerHello"
        case .certificate: "Certificate"
        case .serverKeyExchange: "ServerKeyExchange"
        case .certificateRequest: "CertificateRequest"
        case .serverHelloDone: "ServerHelloDone"
        case .certificateVerify: "CertificateVerify"
        case .clientKeyExchange: "ClientKeyExchange"
        case .finished: "Finished"
        case .newSessionTicket: "NewSessionTicket"
        case .certificateStatus: "CertificateStatus"
        case .endOfEarlyData: "EndOfEarlyData"
        case .encryptedExtensions: "EncryptedExtensions"
        case .keyUpdate: "KeyUpdate"
        }
    }

    /// The stable id of the step. It contains the type as the registry spells it: "tls.client_hello".
    public var step: String { Self.steps[self] ?? "" }

    // Every message that is read asks for its step. A table saves the work of taking the name apart each time.
    private static let steps = Dictionary(
        uniqueKeysWithValues: allCases.map { type in
            let words = type.description.map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined()
            return (type, "tls." + words.dropFirst())
        })
}
