import Trace

/// A violation of a rule that only TLS 1.3 has, with its alert and its words.
///
/// ``TLSError`` has the errors of both versions, and a case for these.
public enum TLS13Violation: Hashable, Sendable {
    // MARK: Records
    case noContentType
    case innerContentType(UInt8)
    case recordInClear(ContentType)
    case recordBeforeKeys
    case changeCipherSpecOutOfPlace
    case octetsBehind(String)

    // MARK: Hellos
    case missingExtension(UInt16, in: ExtensionPlace)
    case misplacedExtension(UInt16, in: ExtensionPlace)
    case legacyVersion(ProtocolVersion)
    case compressionOffered
    case versionNotOffered(ProtocolVersion)
    case downgrade
    case sessionIDNotEchoed
    case pskNotLast
    case binderCount
    case sharesUnlikeGroups(NamedGroup)
    case groupNotOffered(NamedGroup)
    case badShare(NamedGroup, of: Role)
    case noKeyExchange
    case recordSizeLimitTooSmall(UInt16)
    case noCommonGroup

    // MARK: HelloRetryRequest
    case secondRetry
    case retryWithoutChange
    case retryForGroup(NamedGroup)
    case changedAfterRetry(RetryPart)

    // MARK: Shared secrets and early data
    case binderMismatch
    case identityOutOfRange(Int)
    case suiteUnlikePSK(UInt16)
    case pskWithoutShare
    case shareBesidePSK
    case earlyDataWithoutFirstPSK
    case earlyDataUnlikePSK
    case tooMuchEarlyData(limit: Int)

    // MARK: Authentication
    case certificateContext
    case schemeGone(SignatureScheme)
    case finishedLength(Int)
    case certificateRequired

    /// A part that must stay the same over a HelloRetryRequest.
    public enum RetryPart: Hashable, Sendable {
        case hello
        case shares
        case cookie
        case earlyData
        case suite
        case group
    }

    /// The alert for the violation (RFC 8446 section 6.2).
    public var alert: AlertDescription {
        switch self {
        case .noContentType, .innerContentType, .recordInClear, .recordBeforeKeys, .changeCipherSpecOutOfPlace,
            .octetsBehind, .secondRetry, .tooMuchEarlyData:
            .unexpectedMessage
        case .missingExtension, .noKeyExchange: .missingExtension
        case .binderMismatch: .decryptError
        case .noCommonGroup: .handshakeFailure
        case .finishedLength: .decodeError
        case .certificateRequired: .certificateRequired
        // Section D.5.
        case .legacyVersion: .protocolVersion
        case .recordSizeLimitTooSmall, .misplacedExtension, .compressionOffered, .versionNotOffered, .downgrade,
            .sessionIDNotEchoed, .pskNotLast,
            .binderCount, .sharesUnlikeGroups, .groupNotOffered, .badShare, .retryWithoutChange, .retryForGroup,
            .changedAfterRetry, .identityOutOfRange, .suiteUnlikePSK, .pskWithoutShare, .shareBesidePSK,
            .earlyDataWithoutFirstPSK,
            .earlyDataUnlikePSK, .certificateContext, .schemeGone:
            .illegalParameter
        }
    }
}

extension TLS13Violation: Remark {
    public var english: String {
        switch self {
        case .noContentType: "a protected record with nothing inside but zeros"
        case .innerContentType(let code):
            "a protected record with content of the type \(code), which may not stand there"
        case .recordInClear(let type): "a record of type \(type) in clear, where protected records are due"
        case .recordBeforeKeys: "a protected record before there are keys"
        case .changeCipherSpecOutOfPlace: "a ChangeCipherSpec before the first hello or after the handshake"
        case .octetsBehind(let message):
            "octets behind \(message) in its record, and the keys change behind that message"
        case .missingExtension(let type, let place):
            "the \(place.name) lacks extension \(HelloExtension.describe(type))"
        case .misplacedExtension(let type, let place):
            "extension \(HelloExtension.describe(type)), which has no place in a \(place.name)"
        case .legacyVersion(let version): "the version field says \(version)"
        case .compressionOffered: "compression methods other than null alone"
        case .versionNotOffered(let version):
            "the server chose \(version), which it may not choose in supported_versions"
        case .downgrade:
            """
            the server's random says that it can speak a newer version than it answers with: the hello was changed on its \
            way
            """
        case .sessionIDNotEchoed: "the server does not send the client's session id back"
        case .pskNotLast: "pre_shared_key is not the last extension"
        case .binderCount: "the numbers of identities and binders differ"
        case .sharesUnlikeGroups(let group):
            "a second share of \(group.name), or one that supported_groups does not name"
        case .groupNotOffered(let group): "a share of \(group.name), which was not asked for"
        case .badShare(let group, let side): "a share of \(group.name) that cannot be used: the \(side)'s"
        case .noKeyExchange: "neither a share nor a shared secret is chosen"
        case .recordSizeLimitTooSmall(let limit): "a record_size_limit of \(limit); the least is 64"
        case .noCommonGroup: "no group in common"
        case .secondRetry: "a second HelloRetryRequest"
        case .retryWithoutChange: "a HelloRetryRequest that asks for nothing new"
        case .retryForGroup(let group):
            "a HelloRetryRequest for \(group.name), which was not offered or of which there was a share"
        case .changedAfterRetry(let part): part.english
        case .binderMismatch: "the binder of the shared secret is wrong"
        case .identityOutOfRange(let index): "the server chose identity \(index), and there are not so many"
        case .suiteUnlikePSK(let suite):
            "\(CipherSuite.describe(suite)) with a shared secret that belongs to another hash"
        case .pskWithoutShare: "the shared secret alone, and only a shared secret with an exchange was offered"
        case .shareBesidePSK: "a share beside the shared secret, and only the shared secret alone was offered"
        case .earlyDataWithoutFirstPSK: "early data is accepted with another secret than the first one"
        case .earlyDataUnlikePSK:
            "early data is accepted under another suite or for another protocol than its secret has"
        case .tooMuchEarlyData(let limit): "more than \(limit) octets of early data"
        case .certificateContext: "a certificate_request_context that does not fit the request"
        case .schemeGone(let scheme): "a signature with \(scheme), which TLS 1.3 does not have"
        case .finishedLength(let count): "verify_data of \(counted(count, "octet"))"
        case .certificateRequired: "the client sent no certificate, and the server demands one"
        }
    }
}

extension TLS13Violation.RetryPart {
    fileprivate var english: String {
        switch self {
        case .hello: "the second ClientHello differs in a part that must stay the same"
        case .shares: "the second ClientHello does not have the one share that was asked for"
        case .cookie: "the second ClientHello does not have the cookie that was sent"
        case .earlyData: "the second ClientHello still offers early data"
        case .suite: "the suite of the ServerHello is not that of the HelloRetryRequest"
        case .group: "the group of the ServerHello is not that of the HelloRetryRequest"
        }
    }
}
