import Trace

extension TLSError: CustomStringConvertible {
    /// A clause that names the misbehaviour, fit to stand after "because" or to end in a full stop.
    public var description: String {
        switch self {
        case .malformed(let error): "a message does not parse: \(error)"
        case .recordOverflow(let length, let limit): "a record of \(length) octets; at most \(limit) are allowed"
        case .unknownContentType(let code): "a record of content type \(code), which TLS 1.2 does not have"
        case .recordVersion(let version): "a record of version \(version)"
        case .emptyRecord(let type): "an empty record of type \(type)"
        case .changeCipherSpecContent(let content):
            "a ChangeCipherSpec with the content \(Hex.string(content.prefix(8))) instead of 01"
        case .alertLevelUnknown(let level): "an alert of level \(level), which is neither warning nor fatal"
        case .badRecordMAC: "a protected record does not authenticate"
        case .unexpected(let message, let awaiting): "\(message) has no place in state \(awaiting)"
        case .splitOverKeyChange: "a handshake message is interrupted by a record of another type"
        case .flood(let what): what
        case .unsupportedVersion(let version): "the peer speaks \(version), which is not spoken here"
        case .noCommonSuite: "no cipher suite in common"
        case .noCommonGroup: "the client offers finite-field groups, and none of them is ours"
        case .noCommonSignatureScheme: "no signature algorithm in common"
        case .noNullCompression: "the client does not offer the null compression method"
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
        case .noClientCertificate: "the client sent no certificate, and is not served without one"
        case .certificateTypeNotRequested(let type):
            "the client's certificate is of the type \(type), which was not asked for"
        case .certificateRefused(_, let reason):
            "the certificate chain was refused: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)"
        case .wrongKeyForSuite: "the certificate holds a key of another kind than the cipher suite calls for"
        case .keyUsage(let why): why
        case .signatureSchemeNotOffered(let scheme): "a signature with \(scheme), which was not offered"
        case .signatureKeyMismatch(let scheme):
            "a signature with \(scheme), which the key in the certificate cannot have made"
        case .curveNotOffered(let curve): "the server chose the curve \(curve.name), which was not offered"
        case .badPoint(let why): "a point that cannot be used: \(why)"
        case .badSignature(let what): "a signature does not verify: \(what)"
        case .publicValueOutOfRange(let name): "\(name) is not in the range 1 < y < p - 1"
        case .badGroup(let why): "the Diffie–Hellman group is not acceptable: \(why)"
        case .unsafeGroup: "the Diffie–Hellman group is the server's own, and dh_p is not a safe prime"
        case .weakGroup(let bits, let minimum):
            "the Diffie–Hellman group has \(bits) bits; at least \(minimum) are wanted"
        case .finishedMismatch: "verify_data is not what was computed: the two sides did not see the same handshake"
        case .peerAlert(let alert): "the peer sent a fatal alert, \(alert)"
        case .closedDuringHandshake: "the connection was closed before the handshake was complete"
        case .truncated: "the transport ended without close_notify: what was read may not be all"
        case .truncatedRecord(let missing): "the transport ended inside a record, \(missing) octets short"
        case .truncatedMessage: "the transport ended inside a handshake message"
        case .internalFault(let what): "a fault of this side: \(what)"
        }
    }
}
