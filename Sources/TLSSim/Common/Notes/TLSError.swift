import Crypto
import PKI
import Trace

/// Why a TLS endpoint gave up: one case for each misbehaviour, with its alert and its words.
public enum TLSError: Error, Remark, Hashable {
    // MARK: Bytes
    /// A message does not parse.
    case malformed(ParseError)
    /// A record or a plaintext is longer than section 6.2 allows.
    case recordOverflow(length: Int, limit: Int)
    /// A record says it carries something RFC 5246 does not know.
    case unknownContentType(UInt8)
    /// A record of another version than the one agreed.
    case recordVersion(ProtocolVersion)
    /// An empty record of a type that may not be empty.
    case emptyRecord(ContentType)
    /// A ChangeCipherSpec with another content than the octet 1.
    case changeCipherSpecContent([UInt8])
    /// An alert whose level is neither warning nor fatal.
    case alertLevelUnknown(UInt8)
    /// A protected record does not authenticate.
    case badRecordMAC

    // MARK: Order
    /// A message arrived that has no place in this state.
    case unexpected(message: String, awaiting: String)
    /// A handshake message is spread over a change of keys.
    case splitOverKeyChange
    /// Too many records that lead nowhere.
    case flood(Idling, limit: Int)

    // MARK: Negotiation
    /// The peer's version is not spoken here.
    case unsupportedVersion(ProtocolVersion)
    /// No cipher suite in common.
    case noCommonSuite
    /// The client offers finite-field groups and none of ours.
    case noCommonGroup
    /// No signature algorithm in common.
    case noCommonSignatureScheme
    /// The null compression method is missing.
    case noNullCompression
    /// The point formats of that side lack the uncompressed one, the only one left.
    case noUncompressedPoints(Role)
    /// The server chose a suite that was not offered.
    case suiteNotOffered(UInt16)
    /// The server chose a compression that was not offered.
    case compressionNotOffered(UInt8)
    /// The server answered an extension that was not sent.
    case unsolicitedExtension(UInt16)
    /// The server sent an extension that only a client may send.
    case extensionOfClients(UInt16)
    /// renegotiation_info is not empty in an initial handshake.
    case renegotiationInfoNotEmpty
    /// The client has fallen back to a version below ours.
    case inappropriateFallback(ProtocolVersion)
    /// A strict server's certificate is not for the host that the client asks for.
    case unrecognizedName(String)
    /// No application protocol in common.
    case noApplicationProtocol
    /// The server chose no application protocol of the client's, or more than one.
    case applicationProtocolNotOffered
    /// A limit for fragments that does not exist, or an answer that is not the one asked for.
    case maximumFragmentNotOffered(UInt8)
    /// The client resumes a session and does not offer its suite.
    case resumedWithoutSuite(CipherSuite)
    /// The server resumes a session with another suite.
    case resumedWithOtherSuite(CipherSuite)
    /// A session is resumed with the extended master secret in one of its handshakes and not in the other.
    case resumedAcrossExtendedMasterSecret

    // MARK: Authentication and key exchange
    /// The server sent no certificate at all.
    case noCertificate
    /// The client sent no certificate to a server that demands one.
    case noClientCertificate
    /// The client's certificate holds a key of a kind that was not asked for.
    case certificateTypeNotRequested(CertificateRequest.CertificateType)
    /// The chain was refused; the finding says why.
    case certificateRefused(RefusalKind, reason: String)
    /// The certificate holds a key of another kind than the suite calls for.
    case wrongKeyForSuite
    /// The certificate restricts its key's usage, and what is needed is not allowed.
    case keyUsage(lacking: KeyUse)
    /// A signature with an algorithm that was not offered.
    case signatureSchemeNotOffered(SignatureScheme)
    /// A signature of another kind than the certified key can make.
    case signatureKeyMismatch(SignatureScheme)
    /// A signature that does not verify.
    case badSignature(String)
    /// The block around the premaster secret is not well formed: said only by a server that breaks RFC 5246 section 7.4.7.1.
    case badPremasterSecret
    /// A Diffie–Hellman public value outside 1 < y < p - 1.
    case publicValueOutOfRange(String)
    /// A Diffie–Hellman public value that is no power of the generator.
    case publicValueOutsideGroup(String)
    /// A Diffie–Hellman group that must not be used.
    case badGroup(DiffieHellmanError)
    /// A Diffie–Hellman group of a server's own whose modulus is not a safe prime.
    case unsafeGroup
    /// A Diffie–Hellman group too small for the client's policy.
    case weakGroup(bits: Int, minimum: Int)
    /// The server chose a curve that was not offered.
    case curveNotOffered(NamedGroup)
    /// A point that is not on its curve, of another form or length, or of small order.
    case badPoint(of: Role, EllipticCurveError)
    /// verify_data is not what was computed.
    case finishedMismatch

    /// Something that only TLS 1.3 knows.
    case tls13(TLS13Violation)

    // MARK: Endings
    /// The peer sent a fatal alert.
    case peerAlert(AlertDescription)
    /// The peer closed before the handshake was complete.
    case closedDuringHandshake
    /// The transport ended without a close_notify: what was read may be incomplete.
    case truncated
    /// The transport ended in the middle of a record.
    case truncatedRecord(missing: Int)
    /// The transport ended in the middle of a handshake message.
    case truncatedMessage
    /// A fault on our own side.
    case internalFault(String)

    /// What a record can be that leads nowhere.
    public enum Idling: Hashable, Sendable {
        /// A warning alert.
        case warnings
        /// A record of application data without data.
        case emptyRecords
        /// A HelloRequest, or a ClientHello where there is traffic already.
        case renegotiations
        /// A ChangeCipherSpec of TLS 1.3, which is dropped.
        case changeCipherSpecs
        /// A KeyUpdate.
        case keyUpdates
        /// A ticket of TLS 1.3.
        case tickets
        /// A request for a certificate.
        case certificateRequests
    }

    /// What a certified key is needed for.
    public enum KeyUse: Hashable, Sendable {
        /// The server's key is to be encrypted to: keyEncipherment.
        case keyTransport
        /// The server's key is to sign its parameters: digitalSignature.
        case signedKeyExchange
        /// The client's key is to sign the handshake: digitalSignature.
        case certificateVerify
    }
}

extension TLSError {
    /// The alert that goes with the error (RFC 5246 section 7.2.2); nil where the peer is gone or has ended the connection.
    ///
    /// This is the only place where alerts are chosen.
    public var alert: AlertDescription? {
        switch self {
        // Section 7.2.2: decode_error for lengths that cannot be right, illegal_parameter for a value that has its place and
        // is out of range there.
        case .malformed(let error): error.isAboutValue ? .illegalParameter : .decodeError
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
        // No RFC sets such a limit or names an alert for it; OpenSSL sends this one, too.
        case .flood: .unexpectedMessage
        case .unsupportedVersion: .protocolVersion
        case .noCommonSuite: .handshakeFailure
        // RFC 7919 section 4.
        case .noCommonGroup: .insufficientSecurity
        case .noCommonSignatureScheme: .handshakeFailure
        case .noNullCompression: .illegalParameter
        // RFC 8422 section 5.1.2 for the client's. Section 5.2 says MUST for the server's too, and names no alert.
        case .noUncompressedPoints: .illegalParameter
        case .suiteNotOffered: .illegalParameter
        case .compressionNotOffered: .illegalParameter
        case .unsolicitedExtension: .unsupportedExtension
        case .extensionOfClients: .illegalParameter
        // RFC 5746 sections 3.4 and 3.6.
        case .renegotiationInfoNotEmpty: .handshakeFailure
        // RFC 7507 section 3, also where the fallen version would not be spoken anyway.
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
        // Section 7.4.6: "a fatal handshake_failure alert".
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
        // Parameters that make no group at all.
        case .badGroup: .illegalParameter
        // RFC 7919 section 3: a group that local policy refuses.
        case .unsafeGroup: .insufficientSecurity
        case .weakGroup: .insufficientSecurity
        case .finishedMismatch: .decryptError
        case .tls13(let violation): violation.alert
        case .peerAlert: nil
        case .closedDuringHandshake: nil
        case .truncated: nil
        case .truncatedRecord: .decodeError
        case .truncatedMessage: .decodeError
        case .internalFault: .internalError
        }
    }
}

extension ParseError {
    /// Whether everything could be read, and what was read is not allowed.
    fileprivate var isAboutValue: Bool {
        if case .value = rule { true } else { false }
    }
}

extension TLSError {
    /// Whether the connection ended by a fatal alert, so that its session must not be resumed (RFC 5246 section 7.2.2). That
    /// the transport was cut off is no such end since TLS 1.1 (section 7.2.1).
    var spoilsSession: Bool {
        if case .peerAlert = self { return true }
        return alert != nil
    }
}

/// The part of the table that is about certificates.
extension RefusalKind {
    /// The alert for a refused chain (RFC 5246 section 7.2.2).
    ///
    /// - bad_certificate "was corrupt, contained signatures that did not verify correctly, etc."; common endpoints also send it
    ///   for a wrong name, for which the RFC has no alert of its own.
    /// - unsupported_certificate "was of an unsupported type".
    /// - certificate_revoked "was revoked by its signer".
    /// - certificate_expired "has expired or is not currently valid": for too early as well.
    /// - access_denied: "a valid certificate was received, but when access control was applied, the sender decided not to proceed".
    /// - unknown_ca: "couldn't be matched with a known, trusted CA". An issuer that may not sign certificates is no such authority.
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
        case .recordOverflow(let length, let limit):
            "a record of \(counted(length, "octet")); at most \(limit) are allowed"
        case .unknownContentType(let code): "a record of content type \(code), which TLS 1.2 does not have"
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
        case .curveNotOffered(let curve): "the server chose the curve \(curve.name), which was not offered"
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
