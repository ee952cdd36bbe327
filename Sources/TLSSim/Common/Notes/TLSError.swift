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
    case certificateRefused(RefusalKind, reason: Words)
    case wrongKeyForSuite
    case keyUsage(lacking: KeyUse)
    case signatureSchemeNotOffered(SignatureScheme)
    case signatureKeyMismatch(SignatureScheme)
    case badSignature(Words)
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
            "the certificate chain was refused: \(reason.english.hasSuffix(".") ? String(reason.english.dropLast()) : reason.english)"
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
        case .badSignature(let what): "a signature does not verify: \(what.english)"
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

    /// The clause in Chinese, without a full stop.
    public var chinese: String {
        switch self {
        case .malformed(let error): "一条消息无法解析：\(error.inChinese)"
        case .messageTooLong(let name, let length, let limit):
            "\(name.messageInChinese)：声明有 \(length) 字节，而本程序最多接受 \(limit) 字节"
        case .recordOverflow(let length, let limit):
            "一条记录有 \(length) 字节；最多允许 \(limit) 字节"
        case .unknownContentType(Heartbeat.contentType):
            "一条内容类型为 \(Heartbeat.contentType) 的记录，即 heartbeat（RFC 6520），并没有约定使用它"
        case .unknownContentType(let code): "一条内容类型为 \(code) 的记录，TLS 没有这种类型"
        case .recordVersion(let version): "一条版本为 \(version) 的记录"
        case .emptyRecord(let type): "一条类型为 \(type) 的空记录"
        case .changeCipherSpecContent(let content):
            "一条 ChangeCipherSpec，内容是 \(Hex.string(content.prefix(8)))，而不是 01"
        case .alertLevelUnknown(let level): "一条级别为 \(level) 的警报，既不是警告，也不是致命"
        case .badRecordMAC: "一条受保护的记录没有通过认证"
        case .unexpected(let message, let awaiting): spaced("状态 \(awaiting) 中不应出现", message.messageInChinese)
        case .splitOverKeyChange: "一条握手消息被另一种类型的记录打断"
        case .flood(let what, let limit): "连续收到超过 \(limit) \(what.chinese)"
        case .unsupportedVersion(let version): "对方使用 \(version)，这一方不支持"
        case .noCommonSuite: "没有共同的密码套件"
        case .noCommonGroup: "客户端提供了有限域的群，但没有一个是我们的"
        case .noCommonSignatureScheme: "没有共同的签名算法"
        case .noNullCompression: "客户端没有提供 null 压缩方法"
        case .noUncompressedPoints(let side):
            "\(side.inChinese)的点格式中没有 uncompressed，而这里只使用这种形式"
        case .suiteNotOffered(let suite): "服务器选择了 \(CipherSuite.describe(suite))，但客户端没有提供这个密码套件"
        case .compressionNotOffered(let method): "服务器选择了压缩方法 \(method)，但客户端没有提供它"
        case .unsolicitedExtension(let type):
            "服务器回应了扩展 \(HelloExtension.describe(type))，但客户端没有发送它"
        case .extensionOfClients(let type):
            "服务器发送了扩展 \(HelloExtension.describe(type))，只有客户端可以发送它"
        case .renegotiationInfoNotEmpty: "renegotiation_info 在第一次握手中不是空的"
        case .inappropriateFallback(let version):
            "客户端退回到 \(version)，低于服务器支持的版本"
        case .unrecognizedName(let name): "客户端要访问 \(name)，服务器没有这个名称的证书"
        case .noApplicationProtocol: "没有共同的应用层协议"
        case .applicationProtocolNotOffered: "服务器选择的应用层协议不在客户端提供的之中"
        case .maximumFragmentNotOffered(let code):
            "max_fragment_length \(code)，它不存在，或者没有请求它"
        case .resumedWithoutSuite(let suite):
            "客户端恢复一个使用 \(suite.name) 的会话，却没有提供这个密码套件"
        case .resumedWithOtherSuite(let suite): "服务器恢复会话时换了另一个密码套件 \(suite.name)"
        case .resumedAcrossExtendedMasterSecret:
            "恢复会话的两次握手中，一次有扩展主密钥，另一次没有"
        case .noCertificate: "服务器没有发送证书"
        case .noClientCertificate: "客户端没有发送证书，而服务器要求证书"
        case .certificateTypeNotRequested(let type):
            "客户端证书的类型是 \(type)，并没有请求这种类型"
        case .certificateRefused(_, let reason):
            "证书链遭到拒绝：\(reason.chinese.hasSuffix("。") ? String(reason.chinese.dropLast()) : reason.chinese)"
        case .wrongKeyForSuite: "证书中的密钥不是密码套件要求的那一种"
        case .keyUsage(let use): use.chinese
        case .signatureSchemeNotOffered(let scheme): "一个用 \(scheme) 生成的签名，并没有提供这种方案"
        case .signatureKeyMismatch(let scheme):
            "一个用 \(scheme) 生成的签名，证书中的密钥不可能生成它"
        case .curveNotOffered(let curve) where curve.isOfTLS13Alone:
            "服务器在 TLS 1.2 的消息中选择了 \(curve.name)，而这个群只用于 TLS 1.3"
        case .curveNotOffered(let group) where group.finiteField != nil:
            "服务器为曲线上的交换选择了群 \(group.name)"
        case .curveNotOffered(let curve): "服务器选择了群 \(curve.name)，但客户端没有提供它"
        case .badPoint(let side, let error): "一个不能使用的点：\(side.inChinese)的点：\(error.inChinese)"
        case .badSignature(let what): "一个签名没有通过验证：\(what.chinese)"
        case .badPremasterSecret: "包着预主密钥的块格式不对"
        case .publicValueOutOfRange(let name): "\(name) 不在 1 < y < p - 1 的范围内"
        case .publicValueOutsideGroup(let name): "\(name) 不在生成元的群中"
        case .badGroup(let error): "这个 Diffie–Hellman 群不可接受：\(error.inChinese)"
        case .unsafeGroup: "这个 Diffie–Hellman 群是服务器自己的，而且 dh_p 不是安全素数"
        case .weakGroup(let bits, let minimum):
            "这个 Diffie–Hellman 群有 \(bits) 位；至少要 \(minimum) 位"
        case .finishedMismatch: "verify_data 与算出的值不同：双方看到的不是同一次握手"
        case .tls13(let violation): violation.chinese
        case .peerAlert(let alert): "对方发送了\(spaced("致命警报", alert.inChinese))"
        case .closedDuringHandshake: "握手完成之前，连接就关闭了"
        case .closeNotifyDuringHandshake: "握手完成之前，对方就发送了 close_notify"
        case .truncated: "传输结束了，却没有 close_notify：数据可能不完整"
        case .truncatedRecord(let missing): "传输在一条记录中间结束，还缺 \(missing) 字节"
        case .truncatedMessage: "传输在一条握手消息中间结束"
        case .internalFault(let what): "本程序的故障：\(what)"
        }
    }
}

extension String {
    /// The name of a message in a Chinese sentence.
    fileprivate var messageInChinese: String {
        self == "application data" ? "应用数据" : replacing("handshake type ", with: "握手类型 ")
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

    /// What comes too often, with its measure word.
    fileprivate var chinese: String {
        switch self {
        case .warnings: "条警告"
        case .emptyRecords: "条空记录"
        case .renegotiations: "次重新协商的请求"
        case .changeCipherSpecs: "条 ChangeCipherSpec 记录"
        case .keyUpdates: "条 KeyUpdate 消息"
        case .tickets: "个票据"
        case .certificateRequests: "次证书请求"
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

    fileprivate var chinese: String {
        switch self {
        case .keyTransport: "证书的 keyUsage 缺少 keyEncipherment，而 RSA 密钥传输需要它"
        case .signedKeyExchange:
            "证书的 keyUsage 缺少 digitalSignature，而带签名的密钥交换需要它"
        case .certificateVerify:
            "客户端证书的 keyUsage 缺少 digitalSignature，而 CertificateVerify 需要它"
        }
    }
}
