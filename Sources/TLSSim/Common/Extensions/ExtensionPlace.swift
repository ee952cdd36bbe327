import Trace

/// The message that a block of extensions stands in. It decides what form a body has (RFC 8446 section 4.2).
public enum ExtensionPlace: UInt8, Hashable, Sendable, CaseIterable {
    /// What the client offers.
    case clientHello
    /// What the server chose. In TLS 1.3 only what the keys depend on.
    case serverHello
    /// What the client is to change in its hello (RFC 8446 section 4.1.4).
    case helloRetryRequest
    /// The server's other answers, which need not stand in clear (RFC 8446 section 4.3.1).
    case encryptedExtensions
    /// An entry of a Certificate of TLS 1.3 (RFC 8446 section 4.4.2).
    case certificate
    /// What a certificate has to be like (RFC 8446 section 4.3.2).
    case certificateRequest
    /// What a ticket may be used for (RFC 8446 section 4.6.1).
    case newSessionTicket

    /// Whether the message has no block at all where there are no extensions: the hellos of TLS 1.2 do without (RFC 5246 section
    /// 7.4.1.2). The messages that came with TLS 1.3 always have one.
    var mayLackBlock: Bool { !isOfTLS13Alone || self == .helloRetryRequest }

    /// Whether the form of the message, or its extensions, came with TLS 1.3.
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

/// Messages in which an extension may stand.
struct ExtensionPlaces: ExpressibleByArrayLiteral {
    /// A bit for each message.
    private let bits: UInt8

    init(arrayLiteral places: ExtensionPlace...) { bits = places.reduce(0) { $0 | 1 << $1.rawValue } }

    var isEmpty: Bool { bits == 0 }

    func contains(_ place: ExtensionPlace) -> Bool { bits & 1 << place.rawValue != 0 }
}
