import Trace

/// The message that contains a block of extensions. The form of an extension's body depends on it (RFC 8446 section 4.2).
public enum ExtensionPlace: UInt8, Hashable, Sendable, CaseIterable {
    /// ClientHello: the offers of the client.
    case clientHello
    /// ServerHello: the choices of the server; in TLS 1.3 only those that the keys depend on.
    case serverHello
    /// HelloRetryRequest: the changes that the server wants in a second ClientHello (RFC 8446 section 4.1.4).
    case helloRetryRequest
    /// EncryptedExtensions: the other answers of the server, which can be encrypted (RFC 8446 section 4.3.1).
    case encryptedExtensions
    /// An entry of a Certificate of TLS 1.3 (RFC 8446 section 4.4.2).
    case certificate
    /// CertificateRequest of TLS 1.3: what the certificate has to fulfil (RFC 8446 section 4.3.2).
    case certificateRequest
    /// NewSessionTicket of TLS 1.3: what the ticket may be used for (RFC 8446 section 4.6.1).
    case newSessionTicket

    /// Whether the message has no block if there are no extensions. That is so in the hellos of TLS 1.2 (RFC 5246 section 7.4.1.2), and
    /// so also in HelloRetryRequest, which has the form of a ServerHello. Other messages of TLS 1.3 always have a block.
    var mayLackBlock: Bool { !isOfTLS13Alone || self == .helloRetryRequest }

    /// Whether only TLS 1.3 has this message, or extensions in this message.
    var isOfTLS13Alone: Bool {
        switch self {
        case .clientHello, .serverHello: false
        case .helloRetryRequest, .encryptedExtensions, .certificate, .certificateRequest, .newSessionTicket: true
        }
    }

    /// The name of the message: "EncryptedExtensions".
    public var name: String {
        switch self {
        case .clientHello: "ClientHello"
        case .serverHello: "ServerHello"
        case .helloRetryRequest: "HelloRetryRequest"
        case .encryptedExtensions: "EncryptedExtensions"
        case .certificate: "Certificate"
        case .certificateRequest: "CertificateRequest"
        case .newSessionTicket: "NewSessionTicket"
        }
    }
}

/// A set of messages: those that may contain an extension.
struct ExtensionPlaces: ExpressibleByArrayLiteral {
    /// One bit for each message, at the position of its raw value.
    private let bits: UInt8

    init(arrayLiteral places: ExtensionPlace...) { bits = places.reduce(0) { $0 | 1 << $1.rawValue } }

    var isEmpty: Bool { bits == 0 }

    func contains(_ place: ExtensionPlace) -> Bool { bits & 1 << place.rawValue != 0 }
}
