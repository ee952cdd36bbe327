/// The kind of a handshake message (RFC 5246 section 7.4, RFC 8446 section 4).
public enum HandshakeType: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The server asks for a new handshake. Never part of a transcript.
    case helloRequest = 0
    /// Opens the negotiation.
    case clientHello = 1
    /// Settles it.
    case serverHello = 2
    /// Everything the server needs to resume the session, sealed for itself (RFC 5077 section 3.3).
    case newSessionTicket = 4
    /// The last message under the early keys (RFC 8446 section 4.5).
    case endOfEarlyData = 5
    /// The server's answers under handshake keys (RFC 8446 section 4.3.1).
    case encryptedExtensions = 8
    /// The certificate chain.
    case certificate = 11
    /// The server's key exchange parameters, signed.
    case serverKeyExchange = 12
    /// Asks the client to authenticate itself.
    case certificateRequest = 13
    /// The server's flight is over.
    case serverHelloDone = 14
    /// The client proves that it owns its certificate's key.
    case certificateVerify = 15
    /// The client's part of the key exchange.
    case clientKeyExchange = 16
    /// The first protected message: proves that both sides saw the same handshake and hold the same keys.
    case finished = 20
    /// An OCSP response about the server's certificate, stapled to the handshake (RFC 6066 section 8).
    case certificateStatus = 22
    /// The sender changes its keys (RFC 8446 section 4.6.3).
    case keyUpdate = 24

    /// The name readers know: "ClientHello".
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

    /// The stable step id, with the name of the type as the registry spells it: "tls.client_hello".
    public var step: String { Self.steps[self] ?? "" }

    // Each message that is read asks for its step: the names are taken apart only once.
    private static let steps = Dictionary(
        uniqueKeysWithValues: allCases.map { type in
            let words = type.description.map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined()
            return (type, "tls." + words.dropFirst())
        })
}
