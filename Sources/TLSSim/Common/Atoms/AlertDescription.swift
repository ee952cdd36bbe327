import Trace

/// The level of an alert: whether the connection can go on (RFC 5246 section 7.2).
public enum AlertLevel: UInt8, Hashable, Sendable, CustomStringConvertible {
    /// The receiver may go on.
    case warning = 1
    /// The connection is over and its session must not be resumed.
    case fatal = 2

    /// The name in the RFC.
    public var description: String { self == .warning ? "warning" : "fatal" }
}

/// The description in an alert: what has happened (RFC 5246 section 7.2). The names are those of the registry "TLS Alerts".
public struct AlertDescription: CodePoint {
    /// The code on the wire.
    public let rawValue: UInt8

    /// The alert with that code.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The sender will send no more data. A connection that ends without this alert may have been truncated by an attacker.
    public static let closeNotify = AlertDescription(rawValue: 0)
    /// A message that is not allowed in the present state.
    public static let unexpectedMessage = AlertDescription(rawValue: 10)
    /// A record that does not authenticate.
    public static let badRecordMAC = AlertDescription(rawValue: 20)
    /// The padding of a record is wrong. No implementation may send it any more (RFC 5246 section 7.2.2): it makes a padding oracle.
    public static let decryptionFailed = AlertDescription(rawValue: 21)
    /// A record longer than the limits of RFC 5246 section 6.2.
    public static let recordOverflow = AlertDescription(rawValue: 22)
    /// The offer of the peer contains no acceptable set of parameters.
    public static let handshakeFailure = AlertDescription(rawValue: 40)
    /// A certificate is corrupt, has a bad signature or the wrong name.
    public static let badCertificate = AlertDescription(rawValue: 42)
    /// A certificate of a kind that cannot be used.
    public static let unsupportedCertificate = AlertDescription(rawValue: 43)
    /// A certificate that its issuer has revoked.
    public static let certificateRevoked = AlertDescription(rawValue: 44)
    /// A certificate that has expired, or that is not yet valid.
    public static let certificateExpired = AlertDescription(rawValue: 45)
    /// A problem with a certificate for which no other alert exists.
    public static let certificateUnknown = AlertDescription(rawValue: 46)
    /// A value out of range or inconsistent with others.
    public static let illegalParameter = AlertDescription(rawValue: 47)
    /// The chain does not lead to a known trust anchor.
    public static let unknownCA = AlertDescription(rawValue: 48)
    /// The certificate is valid, but access control refuses its owner.
    public static let accessDenied = AlertDescription(rawValue: 49)
    /// A message that does not parse.
    public static let decodeError = AlertDescription(rawValue: 50)
    /// A signature or a Finished that does not verify.
    public static let decryptError = AlertDescription(rawValue: 51)
    /// A version that is not supported.
    public static let protocolVersion = AlertDescription(rawValue: 70)
    /// The peer offers only parameters that are too weak.
    public static let insufficientSecurity = AlertDescription(rawValue: 71)
    /// A fault of the sender itself, not of the peer.
    public static let internalError = AlertDescription(rawValue: 80)
    /// The client has fallen back to a version below the highest one of the server (RFC 7507 section 3).
    public static let inappropriateFallback = AlertDescription(rawValue: 86)
    /// The user has ended the handshake; close_notify follows (RFC 8446 section 6.1).
    public static let userCanceled = AlertDescription(rawValue: 90)
    /// A renegotiation is refused. It is always a warning (RFC 5246 section 7.2.2).
    public static let noRenegotiation = AlertDescription(rawValue: 100)
    /// A mandatory extension is missing (RFC 8446 section 6.2).
    public static let missingExtension = AlertDescription(rawValue: 109)
    /// The server has answered an extension that the client did not send.
    public static let unsupportedExtension = AlertDescription(rawValue: 110)

    /// The server does not know the host name that the client asks for (RFC 6066 section 3).
    public static let unrecognizedName = AlertDescription(rawValue: 112)
    /// The client has sent no certificate although the server requires one (RFC 8446 section 6.2).
    public static let certificateRequired = AlertDescription(rawValue: 116)
    /// The server knows no secret by a name that the client offers.
    public static let unknownPSKIdentity = AlertDescription(rawValue: 115)
    /// Client and server have no application protocol in common (RFC 7301 section 3.2).
    public static let noApplicationProtocol = AlertDescription(rawValue: 120)

    private static let names: [UInt8: String] = [
        0: "close_notify", 10: "unexpected_message", 20: "bad_record_mac", 21: "decryption_failed_RESERVED",
        22: "record_overflow", 30: "decompression_failure", 40: "handshake_failure", 41: "no_certificate_RESERVED",
        42: "bad_certificate", 43: "unsupported_certificate", 44: "certificate_revoked", 45: "certificate_expired",
        46: "certificate_unknown", 47: "illegal_parameter", 48: "unknown_ca", 49: "access_denied", 50: "decode_error",
        51: "decrypt_error", 60: "export_restriction_RESERVED", 70: "protocol_version", 71: "insufficient_security",
        80: "internal_error", 86: "inappropriate_fallback", 90: "user_canceled", 100: "no_renegotiation",
        109: "missing_extension", 110: "unsupported_extension", 112: "unrecognized_name",
        113: "bad_certificate_status_response", 115: "unknown_psk_identity", 116: "certificate_required",
        120: "no_application_protocol",
    ]

    /// The registry's name, or "alert N".
    public var description: String { Self.names[rawValue] ?? "number \(rawValue)" }

    /// The registry's name, or its number in Chinese.
    public var inChinese: String { Self.names[rawValue] ?? "编号 \(rawValue)" }
}
