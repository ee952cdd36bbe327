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

    public var chinese: String {
        switch self {
        case .noContentType: "受保护的记录里除了零什么都没有"
        case .innerContentType(let code): "受保护的记录里有类型为 \(code) 的内容，而它不能出现在那里"
        case .recordInClear(let type): "一条类型为 \(type) 的明文记录，而这里应当是受保护的记录"
        case .recordBeforeKeys: "还没有密钥，就出现了受保护的记录"
        case .changeCipherSpecOutOfPlace: "ChangeCipherSpec 出现在第一条 hello 消息之前或握手之后"
        case .octetsBehind(let message): "\(message) 所在的记录里，它后面还有字节，而密钥就在这条消息之后更换"
        case .missingExtension(let type, let place): "\(place.name) 缺少扩展 \(HelloExtension.describe(type))"
        case .misplacedExtension(let type, let place): "扩展 \(HelloExtension.describe(type)) 不能出现在 \(place.name) 中"
        case .legacyVersion(let version): "版本字段写的是 \(version)"
        case .compressionOffered: "压缩方法不只有 null"
        case .versionNotOffered(let version): "服务器选择了 \(version)，而它在 supported_versions 中不能选这个版本"
        case .downgrade: "服务器的随机数说明，它能使用比应答中更新的版本：hello 消息在途中改动过"
        case .sessionIDNotEchoed: "服务器没有送回客户端的会话标识"
        case .pskNotLast: "pre_shared_key 不是最后一个扩展"
        case .binderCount: "标识和 binder 的数目不同"
        case .sharesUnlikeGroups(let group): "\(group.name) 的第二个密钥份额，或者 supported_groups 没有列出的密钥份额"
        case .groupNotOffered(let group): "\(group.name) 的密钥份额，而没有请求过它"
        case .badShare(let group, let side): "\(side.inChinese)的 \(group.name) 密钥份额不能使用"
        case .noKeyExchange: "既没有选择密钥份额，也没有选择共享秘密"
        case .recordSizeLimitTooSmall(let limit): "record_size_limit 为 \(limit)；最小是 64"
        case .noCommonGroup: "没有共同的群"
        case .secondRetry: "第二个 HelloRetryRequest"
        case .retryWithoutChange: "HelloRetryRequest 没有要求任何新的东西"
        case .retryForGroup(let group): "HelloRetryRequest 要求 \(group.name)，而客户端没有提供它，或者已经给出了它的密钥份额"
        case .changedAfterRetry(let part): part.chinese
        case .binderMismatch: "共享秘密的 binder 不对"
        case .identityOutOfRange(let index): "服务器选择了标识 \(index)，而没有那么多标识"
        case .suiteUnlikePSK(let suite): "选择了 \(CipherSuite.describe(suite))，而共享秘密属于另一种哈希"
        case .pskWithoutShare: "只用共享秘密，而客户端提供的只是带有交换的共享秘密"
        case .shareBesidePSK: "共享秘密之外还有密钥份额，而客户端提供的只是单独的共享秘密"
        case .earlyDataWithoutFirstPSK: "接受了早期数据，而所用的秘密值不是第一个"
        case .earlyDataUnlikePSK: "接受了早期数据，而密码套件或协议与它的秘密值不符"
        case .tooMuchEarlyData(let limit): "早期数据超过 \(limit) 字节"
        case .certificateContext: "certificate_request_context 与请求不符"
        case .schemeGone(let scheme): "用 \(scheme) 签名，而 TLS 1.3 没有这种签名"
        case .finishedLength(let count): "verify_data 为 \(count) 字节"
        case .certificateRequired: "客户端没有发送证书，而服务器要求有证书"
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

    fileprivate var chinese: String {
        switch self {
        case .hello: "第二个 ClientHello 改动了必须保持不变的部分"
        case .shares: "第二个 ClientHello 没有所要求的那一个密钥份额"
        case .cookie: "第二个 ClientHello 没有发给它的 cookie"
        case .earlyData: "第二个 ClientHello 仍然提供早期数据"
        case .suite: "ServerHello 的密码套件不是 HelloRetryRequest 的密码套件"
        case .group: "ServerHello 的群不是 HelloRetryRequest 的群"
        }
    }
}
