import Crypto
import PKI
import Trace

/// The reason why a TLS endpoint ends the connection. Each case has its alert and its sentence.
public enum TLSError: Error, Remark, Hashable {
    // MARK: Bytes
    case malformed(ParseError)
    /// The header of a handshake message announces more octets than are accepted here.
    case messageTooLong(String, length: Int, limit: Int)
    /// A record or a plaintext is longer than is allowed (RFC 5246 section 6.2). Lengths are in octets.
    case recordOverflow(length: Int, limit: Int)
    case unknownContentType(UInt8)
    case recordVersion(ProtocolVersion)
    case emptyRecord(ContentType)
    case changeCipherSpecContent([UInt8])
    case alertLevelUnknown(UInt8)
    case badRecordMAC

    // MARK: Order
    case unexpected(message: String, awaiting: String)
    case splitOverKeyChange
    case flood(Idling, limit: Int)

    // MARK: Negotiation
    case unsupportedVersion(ProtocolVersion)
    case noCommonSuite
    case noCommonGroup
    case noCommonSignatureScheme
    case noNullCompression
    case noUncompressedPoints(Role)
    case suiteNotOffered(UInt16)
    case compressionNotOffered(UInt8)
    case unsolicitedExtension(UInt16)
    case extensionOfClients(UInt16)
    case renegotiationInfoNotEmpty
    case inappropriateFallback(ProtocolVersion)
    case unrecognizedName(String)
    case noApplicationProtocol
    case applicationProtocolNotOffered
    case maximumFragmentNotOffered(UInt8)
    case resumedWithoutSuite(CipherSuite)
    case resumedWithOtherSuite(CipherSuite)
    case resumedAcrossExtendedMasterSecret

    // MARK: Authentication and key exchange
    case noCertificate
    case noClientCertificate
    case certificateTypeNotRequested(CertificateRequest.CertificateType)
    /// The chain was refused; `reason` is the sentence of the finding.
    case certificateRefused(RefusalKind, reason: String)
    case wrongKeyForSuite
    case keyUsage(lacking: KeyUse)
    case signatureSchemeNotOffered(SignatureScheme)
    case signatureKeyMismatch(SignatureScheme)
    case badSignature(String)
    case badPremasterSecret
    case publicValueOutOfRange(String)
    case publicValueOutsideGroup(String)
    case badGroup(DiffieHellmanError)
    case unsafeGroup
    case weakGroup(bits: Int, minimum: Int)
    case curveNotOffered(NamedGroup)
    case badPoint(of: Role, EllipticCurveError)
    case finishedMismatch

    case tls13(TLS13Violation)

    // MARK: Endings
    case peerAlert(AlertDescription)
    case closedDuringHandshake
    case closeNotifyDuringHandshake
    case truncated
    /// The transport ended in the middle of a record, which lacks `missing` octets.
    case truncatedRecord(missing: Int)
    case truncatedMessage
    case internalFault(String)

    /// The kinds of records and messages that have no effect, and that a peer may send only a limited number of times in a row.
    public enum Idling: Hashable, Sendable {
        case warnings
        case emptyRecords
        case renegotiations
        case changeCipherSpecs
        case keyUpdates
        case tickets
        case certificateRequests
    }

    /// The use for which a certified key is needed.
    public enum KeyUse: Hashable, Sendable {
        case keyTransport
        case signedKeyExchange
        case certificateVerify
    }
}

extension TLSError {
    /// The alert that the error demands (RFC 5246 section 7.2.2); nil if the peer or the transport has ended the connection.
    ///
    /// This is the only place where alerts are chosen.
    public var alert: AlertDescription? {
        switch self {
        // RFC 5246 section 7.2.2: decode_error for a wrong length, illegal_parameter for a value out of range in a field that can be
        // read.
        case .malformed(let error): error.isAboutValue ? .illegalParameter : .decodeError
        // The limit is ours, and no RFC names an alert for it.
        case .messageTooLong: .decodeError
        case .recordOverflow: .recordOverflow
        case .unknownContentType: .unexpectedMessage
        case .recordVersion: .protocolVersion
        // RFC 5246 section 6.2.1 forbids zero-length fragments of these types without naming an alert.
        case .emptyRecord: .unexpectedMessage
        case .changeCipherSpecContent: .unexpectedMessage
        case .alertLevelUnknown: .illegalParameter
        case .badRecordMAC: .badRecordMAC
        case .unexpected: .unexpectedMessage
        case .splitOverKeyChange: .unexpectedMessage
        // No RFC sets such a limit or names an alert for it. OpenSSL sends the same alert.
        case .flood: .unexpectedMessage
        case .unsupportedVersion: .protocolVersion
        case .noCommonSuite: .handshakeFailure
        // RFC 7919 section 4.
        case .noCommonGroup: .insufficientSecurity
        case .noCommonSignatureScheme: .handshakeFailure
        case .noNullCompression: .illegalParameter
        // RFC 8422 section 5.1.2 names the alert for the client's formats. Section 5.2 has the same MUST for the server's formats, and
        // names no alert.
        case .noUncompressedPoints: .illegalParameter
        case .suiteNotOffered: .illegalParameter
        case .compressionNotOffered: .illegalParameter
        case .unsolicitedExtension: .unsupportedExtension
        case .extensionOfClients: .illegalParameter
        // RFC 5746 sections 3.4 and 3.6.
        case .renegotiationInfoNotEmpty: .handshakeFailure
        // RFC 7507 section 3. This holds even if the server does not speak the client's version.
        case .inappropriateFallback: .inappropriateFallback
        case .unrecognizedName: .unrecognizedName
        case .noApplicationProtocol: .noApplicationProtocol
        case .applicationProtocolNotOffered: .illegalParameter
        case .maximumFragmentNotOffered: .illegalParameter
        case .resumedWithoutSuite: .illegalParameter
        case .resumedWithOtherSuite: .illegalParameter
        // RFC 7627 section 5.3.
        case .resumedAcrossExtendedMasterSecret: .handshakeFailure
        case .noCertificate: .decodeError
        // RFC 5246 section 7.4.6: "a fatal handshake_failure alert".
        case .noClientCertificate: .handshakeFailure
        case .certificateTypeNotRequested: .unsupportedCertificate
        case .certificateRefused(let kind, _): kind.alert
        case .wrongKeyForSuite: .illegalParameter
        case .keyUsage: .unsupportedCertificate
        case .signatureSchemeNotOffered: .illegalParameter
        case .signatureKeyMismatch: .illegalParameter
        case .badSignature: .decryptError
        // RFC 8422 sections 5.4 and 5.11.
        case .curveNotOffered: .illegalParameter
        case .badPoint: .illegalParameter
        // RFC 7919 sections 3 and 4: "a fatal handshake_failure(40) alert". Common implementations send illegal_parameter.
        case .publicValueOutOfRange, .publicValueOutsideGroup, .badPremasterSecret: .handshakeFailure
        // These parameters are no group at all.
        case .badGroup: .illegalParameter
        // RFC 7919 section 3: a group that local policy refuses.
        case .unsafeGroup: .insufficientSecurity
        case .weakGroup: .insufficientSecurity
        case .finishedMismatch: .decryptError
        case .tls13(let violation): violation.alert
        case .peerAlert: nil
        case .closedDuringHandshake: nil
        // It was answered with close_notify.
        case .closeNotifyDuringHandshake: nil
        case .truncated: nil
        case .truncatedRecord: .decodeError
        case .truncatedMessage: .decodeError
        case .internalFault: .internalError
        }
    }
}

extension ParseError {
    /// Whether all fields could be read and one of them has a value that is not allowed.
    fileprivate var isAboutValue: Bool {
        if case .value = rule { true } else { false }
    }
}

extension TLSError {
    /// Whether the connection ended with a fatal alert, so that its session must not be resumed (RFC 5246 section 7.2.2). Since TLS 1.1
    /// a session stays resumable if only the transport ended without close_notify (section 7.2.1).
    var invalidatesSession: Bool {
        if case .peerAlert = self { return true }
        return alert != nil
    }
}

/// The alerts for refused certificates.
extension RefusalKind {
    /// The alert for a refused chain (RFC 5246 section 7.2.2).
    ///
    /// - bad_certificate "was corrupt, contained signatures that did not verify correctly, etc."; common endpoints also send it
    ///   for a wrong name, for which the RFC has no alert of its own.
    /// - unsupported_certificate "was of an unsupported type".
    /// - certificate_revoked "was revoked by its signer".
    /// - certificate_expired "has expired or is not currently valid": also before the validity begins.
    /// - access_denied: "a valid certificate was received, but when access control was applied, the sender decided not to proceed".
    /// - unknown_ca: "couldn't be matched with a known, trusted CA": also for an issuer that may not sign certificates.
    var alert: AlertDescription {
        switch self {
        case .badCertificate, .badSignature, .badName, .tooWeak, .beyondRepair: .badCertificate
        case .unsupportedKey, .unsupportedExtension, .wrongUsage: .unsupportedCertificate
        case .expired, .notYetValid: .certificateExpired
        case .revoked: .certificateRevoked
        case .notAdmitted: .accessDenied
        case .notAnAuthority, .unknownCA: .unknownCA
        }
    }
}

extension TLSError: CustomStringConvertible {
    /// The clause in English.
    public var description: String { sentence(in: .english) }

    /// A clause that names the misbehaviour, fit to stand after "because" or to end in a full stop.
    public var english: String {
        switch self {
        case .malformed(let error): "a message does not parse: \(error)"
        case .messageTooLong(let name, let length, let limit):
            "\(name) announces \(counted(length, "octet")), and this program accepts at most \(limit)"
        case .recordOverflow(let length, let limit):
            "a record of \(counted(length, "octet")); at most \(limit) are allowed"
        case .unknownContentType(Heartbeat.contentType):
            "a record of content type \(Heartbeat.contentType), heartbeat (RFC 6520), which was not agreed"
        case .unknownContentType(let code): "a record of content type \(code), which TLS does not have"
        case .recordVersion(let version): "a record of version \(version)"
        case .emptyRecord(let type): "an empty record of type \(type)"
        case .changeCipherSpecContent(let content):
            "a ChangeCipherSpec with the content \(Hex.string(content.prefix(8))) instead of 01"
        case .alertLevelUnknown(let level): "an alert of level \(level), which is neither warning nor fatal"
        case .badRecordMAC: "a protected record does not authenticate"
        case .unexpected(let message, let awaiting): "\(message) has no place in state \(awaiting)"
        case .splitOverKeyChange: "a handshake message is interrupted by a record of another type"
        case .flood(let what, let limit): "more than \(limit) \(what.english) in a row"
        case .unsupportedVersion(let version): "the peer speaks \(version), which this side does not speak"
        case .noCommonSuite: "no cipher suite in common"
        case .noCommonGroup: "the client offers finite-field groups, and none of them is ours"
        case .noCommonSignatureScheme: "no signature algorithm in common"
        case .noNullCompression: "the client does not offer the null compression method"
        case .noUncompressedPoints(let side):
            "the \(side)'s point formats lack uncompressed, the only form that is used here"
        case .suiteNotOffered(let suite): "the server chose \(CipherSuite.describe(suite)), which was not offered"
        case .compressionNotOffered(let method): "the server chose compression \(method), which was not offered"
        case .unsolicitedExtension(let type):
            "the server answered extension \(HelloExtension.describe(type)), which was not sent"
        case .extensionOfClients(let type):
            "the server sent extension \(HelloExtension.describe(type)), which only a client may send"
        case .renegotiationInfoNotEmpty: "renegotiation_info is not empty in a first handshake"
        case .inappropriateFallback(let version):
            "the client has fallen back to \(version), below what the server speaks"
        case .unrecognizedName(let name): "the client asks for \(name), for which the server has no certificate"
        case .noApplicationProtocol: "no application protocol in common"
        case .applicationProtocolNotOffered: "the server's application protocol is not one of those offered"
        case .maximumFragmentNotOffered(let code):
            "max_fragment_length \(code), which does not exist or was not asked for"
        case .resumedWithoutSuite(let suite):
            "the client resumes a session of \(suite.name) and does not offer that suite"
        case .resumedWithOtherSuite(let suite): "the server resumes the session with another suite, \(suite.name)"
        case .resumedAcrossExtendedMasterSecret:
            "a session is resumed with the extended master secret in one handshake and without it in the other"
        case .noCertificate: "the server sent no certificate"
        case .noClientCertificate: "the client sent no certificate, and the server demands one"
        case .certificateTypeNotRequested(let type):
            "the client's certificate is of the type \(type), which was not asked for"
        case .certificateRefused(_, let reason):
            "the certificate chain was refused: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)"
        case .wrongKeyForSuite: "the certificate holds a key of another kind than the cipher suite calls for"
        case .keyUsage(let use): use.english
        case .signatureSchemeNotOffered(let scheme): "a signature with \(scheme), which was not offered"
        case .signatureKeyMismatch(let scheme):
            "a signature with \(scheme), which the key in the certificate cannot have made"
        case .curveNotOffered(let curve) where curve.isOfTLS13Alone:
            "the server chose \(curve.name) in a message of TLS 1.2, and this group is for TLS 1.3 alone"
        case .curveNotOffered(let group) where group.finiteField != nil:
            "the server chose the group \(group.name) for an exchange on a curve"
        case .curveNotOffered(let curve): "the server chose the group \(curve.name), which was not offered"
        case .badPoint(let side, let error): "a point that cannot be used: the \(side)'s point: \(error)"
        case .badSignature(let what): "a signature does not verify: \(what)"
        case .badPremasterSecret: "the block around the premaster secret is not well formed"
        case .publicValueOutOfRange(let name): "\(name) is not in the range 1 < y < p - 1"
        case .publicValueOutsideGroup(let name): "\(name) is not in the group of the generator"
        case .badGroup(let error): "the Diffie–Hellman group is not acceptable: \(error)"
        case .unsafeGroup: "the Diffie–Hellman group is the server's own, and dh_p is not a safe prime"
        case .weakGroup(let bits, let minimum):
            "the Diffie–Hellman group has \(bits) bits; at least \(minimum) are wanted"
        case .finishedMismatch: "verify_data is not what was computed: the two sides did not see the same handshake"
        case .tls13(let violation): violation.english
        case .peerAlert(let alert): "the peer sent a fatal alert, \(alert)"
        case .closedDuringHandshake: "the connection was closed before the handshake was complete"
        case .closeNotifyDuringHandshake: "the peer sent close_notify before the handshake was complete"
        case .truncated: "the transport ended without close_notify: data may be missing"
        case .truncatedRecord(let missing): "the transport ended inside a record, \(counted(missing, "octet")) short"
        case .truncatedMessage: "the transport ended inside a handshake message"
        case .internalFault(let what): "a fault of this program: \(what)"
        }
    }
}

extension TLSError.Idling {
    fileprivate var english: String {
        switch self {
        case .warnings: "warnings"
        case .emptyRecords: "empty records"
        case .renegotiations: "requests to renegotiate"
        case .changeCipherSpecs: "ChangeCipherSpec records"
        case .keyUpdates: "KeyUpdate messages"
        case .tickets: "tickets"
        case .certificateRequests: "requests for a certificate"
        }
    }
}

extension TLSError.KeyUse {
    fileprivate var english: String {
        switch self {
        case .keyTransport: "the certificate's keyUsage lacks keyEncipherment, which RSA key transport needs"
        case .signedKeyExchange:
            "the certificate's keyUsage lacks digitalSignature, which a signed key exchange needs"
        case .certificateVerify:
            "the client certificate's keyUsage lacks digitalSignature, which CertificateVerify needs"
        }
    }
}
