import Trace

/// An extension of a hello message (RFC 5246 section 7.4.1.4): a type, a length, and a body the type gives meaning to.
///
/// Each has a file of its own with its number, its name and the form of its body. A new one is such a file and a case here,
/// which the compiler asks for in what follows; how its body begins when it is read stands in `blank`.
public enum HelloExtension: Hashable, Sendable {
    /// The host name the client wants (RFC 6066 section 3); nil in the server's acknowledgment, which is empty.
    case serverName(String?)
    /// The longest plaintext of a record, as a code: 1 to 4 for 2^9 to 2^12 octets (RFC 6066 section 4).
    case maxFragmentLength(UInt8)
    /// The client would like to see an OCSP response about the certificate (RFC 6066 section 8); nil in the server's answer,
    /// which is empty.
    case statusRequest(StatusRequest?)
    /// The groups the client can do, preferred first (RFC 8422 section 5.1.1, RFC 7919 section 2).
    case supportedGroups([NamedGroup])
    /// The forms of a point that can be read; 0, uncompressed, is the only one left (RFC 8422 section 5.1.2).
    case ecPointFormats([UInt8])
    /// The signatures the client can verify, preferred first (RFC 5246 section 7.4.1.4.1).
    case signatureAlgorithms([SignatureScheme])
    /// What shall be spoken inside: the client's list, the server's choice of one (RFC 7301 section 3.1).
    case applicationProtocols([[UInt8]])
    /// The MAC of CBC suites shall cover the ciphertext (RFC 7366); always empty.
    case encryptThenMAC
    /// The master secret shall be bound to the whole handshake (RFC 7627); always empty.
    case extendedMasterSecret
    /// A ticket from an earlier session; empty where there is none but one would be welcome (RFC 5077 section 3.2).
    case sessionTicket([UInt8])
    /// Verify data of the handshake being renegotiated, empty in an initial one (RFC 5746 section 3.2).
    case renegotiationInfo([UInt8])
    /// Anything else: carried, shown, not acted upon.
    case other(type: UInt16, body: [UInt8])

    /// The extension's code point.
    public var type: UInt16 { registered.number }

    /// Number and name.
    private var registered: ExtensionType {
        switch self {
        case .serverName: ServerNameExtension.type
        case .maxFragmentLength: MaxFragmentLengthExtension.type
        case .statusRequest: StatusRequest.type
        case .supportedGroups: SupportedGroupsExtension.type
        case .ecPointFormats: PointFormatsExtension.type
        case .signatureAlgorithms: SignatureAlgorithmsExtension.type
        case .applicationProtocols: ApplicationProtocolsExtension.type
        case .encryptThenMAC: EncryptThenMACExtension.type
        case .extendedMasterSecret: ExtendedMasterSecretExtension.type
        case .sessionTicket: SessionTicketExtension.type
        case .renegotiationInfo: RenegotiationInfoExtension.type
        case .other(let number, _): ExtensionType(notUnderstood: number)
        }
    }

    /// The extension of that number in the hello of `sender`, before its body is read.
    private static func blank(_ number: UInt16, in sender: Role) -> HelloExtension {
        switch number {
        case ServerNameExtension.type.number: .serverName(sender == .client ? "" : nil)
        case MaxFragmentLengthExtension.type.number: .maxFragmentLength(0)
        case StatusRequest.type.number: .statusRequest(sender == .client ? StatusRequest() : nil)
        case SupportedGroupsExtension.type.number: .supportedGroups([])
        case PointFormatsExtension.type.number: .ecPointFormats([])
        case SignatureAlgorithmsExtension.type.number: .signatureAlgorithms([])
        case ApplicationProtocolsExtension.type.number: .applicationProtocols([])
        case EncryptThenMACExtension.type.number: .encryptThenMAC
        case ExtendedMasterSecretExtension.type.number: .extendedMasterSecret
        case SessionTicketExtension.type.number: .sessionTicket([])
        case RenegotiationInfoExtension.type.number: .renegotiationInfo([])
        default: .other(type: number, body: [])
        }
    }

    /// Goes through the body, whose form the type decides.
    private mutating func codeBody<C: Coder>(with coder: inout C) throws(C.Failure) {
        switch self {
        case .serverName(var host):
            try ServerNameExtension.code(&host, with: &coder)
            self = .serverName(host)
        case .maxFragmentLength(var code):
            try MaxFragmentLengthExtension.code(&code, with: &coder)
            self = .maxFragmentLength(code)
        case .statusRequest(nil): break
        case .statusRequest(.some(var request)):
            var status = CertificateStatus.ocsp
            try coder.peek(Self.data, &status)
            guard status == CertificateStatus.ocsp else {
                // A request of another kind is none of ours to read, and no error.
                self = .other(type: type, body: [])
                return try codeBody(with: &coder)
            }
            try request.code(with: &coder)
            self = .statusRequest(request)
        case .supportedGroups(var groups):
            try SupportedGroupsExtension.code(&groups, with: &coder)
            self = .supportedGroups(groups)
        case .ecPointFormats(var formats):
            try PointFormatsExtension.code(&formats, with: &coder)
            self = .ecPointFormats(formats)
        case .signatureAlgorithms(var schemes):
            try SignatureAlgorithmsExtension.code(&schemes, with: &coder)
            self = .signatureAlgorithms(schemes)
        case .applicationProtocols(var names):
            try ApplicationProtocolsExtension.code(&names, with: &coder)
            self = .applicationProtocols(names)
        case .encryptThenMAC: try EncryptThenMACExtension.code(with: &coder)
        case .extendedMasterSecret: try ExtendedMasterSecretExtension.code(with: &coder)
        case .sessionTicket(var ticket):
            try SessionTicketExtension.code(&ticket, with: &coder)
            self = .sessionTicket(ticket)
        case .renegotiationInfo(var verifyData):
            try RenegotiationInfoExtension.code(&verifyData, with: &coder)
            self = .renegotiationInfo(verifyData)
        case .other(let number, var body):
            try coder.rest(Self.data, &body, cite: ExtensionBlock.rule)
            self = .other(type: number, body: body)
        }
    }

    private static let data = "tls.handshake.extension.data"

    /// Goes through type, length and body of an extension in the hello of `sender`.
    mutating func code<C: Coder>(in sender: Role, with coder: inout C) throws(C.Failure) {
        let rule = ExtensionBlock.rule
        var number = type
        try coder.structure(
            "tls.handshake.extension_entry", cite: rule, value: Self.describe(number)
        ) { entry throws(C.Failure) in
            try entry.integer(ExtensionBlock.typeName, &number, cite: rule, describe: Self.describe)
            if C.reads { self = Self.blank(number, in: sender) }
            try entry.vector(
                "tls.handshake.extension", .octets(2, name: "tls.handshake.extension.len"), cite: rule
            ) { body throws(C.Failure) in
                try codeBody(with: &body)
            }
        }
    }

    /// A code point in words: "0 server_name".
    static func describe(_ number: UInt16) -> String {
        "\(number) \(blank(number, in: .client).registered.name)"
    }
}
