import PKI
import TLSSim
import Trace

/// The facts about one requirement, with their numbers.
package indirect enum ATSNote: Hashable, Sendable, Remark {
    // MARK: Scheme and host
    case encrypted
    /// The URL begins with http. `allowed` tells whether an entry of NSExceptionDomains allows it; `entry` is the name of the host's entry.
    case plain(allowed: Bool, entry: String?)
    case plainExempt(by: ATSExemption)
    /// ATS applies to the host; the entry that counts, if there is one, and whether it is one of the system's own.
    case protected(ATSHost, entry: String?, isBuiltIn: Bool)
    case exempt(ATSHost, by: ATSExemption)

    case hostOpen(ATSHost)

    // MARK: The negotiation
    case version(ProtocolVersion, minimum: ProtocolVersion)
    case versionOfSystem(ProtocolVersion)
    case versionTooOld(ProtocolVersion, minimum: ProtocolVersion)
    case versionNotYet(ProtocolVersion, ATSPeriod)
    case versionOpen(ProtocolVersion)
    case notSeen
    case suiteListed(RegisteredSuite)
    case suiteOfTLS13(RegisteredSuite)
    /// The suite uses RSA key transport; whether the entry allows it.
    case suiteWithoutForwardSecrecy(RegisteredSuite, allowed: Bool)
    case suiteOfSystem(RegisteredSuite)
    case suiteOpen(RegisteredSuite, ATSPeriod)
    case suiteDropped(RegisteredSuite, after: ATSPeriod)
    case suiteFiniteField(RegisteredSuite)
    case suiteUnlisted(RegisteredSuite)
    /// The server refused the offer that the rules make; its alert, if it sent one. `otherwise` is the fault of the server's choice when
    /// everything is offered; nil if that choice has no fault.
    case offerRefused(ATSOffer, alert: String?, otherwise: ATSNote?)
    case notAsked(ATSNote)

    case group(NamedGroup, isOffered: Bool)
    case groupOpen(NamedGroup, ATSPeriod)
    /// Apple's systems offer no signature scheme of TLS 1.3 that the key can make; whether the version leaves no other.
    case schemeNotOffered(ATSLeaf.Key, isCertain: Bool)
    /// keyUsage does not list digitalSignature; its purposes. SecTrust does not look at it, and the library of TLS may.
    case signatureNotAllowed([String])
    case handshake(HandshakeTrial)

    // MARK: The certificate
    case noCertificate
    case unreadable(String)
    case keyLongEnough(ATSLeaf.Key)
    case keyTooShort(ATSLeaf.Key)
    /// The key is of a kind that Apple's systems do not use; its name.
    case keyOfOtherKind(String)
    case hashStrong(algorithm: String)
    case hashWeak(algorithm: String)
    case trusted
    case systemPinsDemanded
    /// SecTrust does not trust the chain; its reasons.
    case distrusted([Words])
    /// The certificate of an issuer is missing, and a device may fetch it; the issuer's name, and the address.
    case issuerToFetch(String, at: String)
    case hasNames
    /// subjectAltName has no name of a host; the common name, which does not count.
    case hasNoNames(commonName: String?)
    case allowsServers
    /// extKeyUsage does not list serverAuth; whether the certificate has the extension.
    case allowsNoServers(hasExtension: Bool)
    /// The certificate was issued before the rule came into force; both times in seconds since 1970.
    case olderThanRule(issued: Int64, rule: Int64)
    case lifetime(days: Int64, limit: Int64)
    case usageNotDemanded(under: AnchorKind)
    /// The lifetime is beyond the limit; the second since 1970 from which the limit holds, and the kind of the anchors to which it applies.
    case lifetimeTooLong(days: Int64, limit: Int64, since: Int64, under: AnchorKind)
    case lifetimeUnlimited(days: Int64, under: AnchorKind)
    case timestamps(CheckResult, least: Int)
    case trustedButForTimestamps
    /// The authority is private, so the certificate need not be published; the number of logs.
    case privateAuthority(logs: Int)

    // MARK: Not demanded
    case waived(ATSNote, by: ATSExemption)

    // MARK: Not decided
    case open(ATSNote, ATSQuestion)

    /// Whether the note says that it is open what the client offers.
    var isAboutTheOffer: Bool {
        switch self {
        case .suiteOpen, .versionOpen, .groupOpen: true
        default: false
        }
    }

    /// Whether SecTrust's findings tell what is not known.
    package var isToldBySecTrust: Bool {
        switch self {
        case .issuerToFetch, .trustedButForTimestamps, .timestamps: true
        default: false
        }
    }

    /// Whether a question decides that neither documents nor published source answer.
    var isUnsettled: Bool {
        switch self {
        case .open, .hostOpen, .versionNotYet, .schemeNotOffered(_, false), .signatureNotAllowed,
            .systemPinsDemanded:
            true
        default: isAboutTheOffer
        }
    }

    var englishSeen: String {
        switch self {
        case .encrypted: "https"
        case .plain, .plainExempt: "http"
        case .protected(let host, _, _), .exempt(let host, _), .hostOpen(let host): host.key
        case .version(let version, _), .versionTooOld(let version, _), .versionNotYet(let version, _),
            .versionOpen(let version), .versionOfSystem(let version):
            Self.name(version)
        case .notSeen, .noCertificate: "not seen"
        case .suiteListed(let suite), .suiteOfTLS13(let suite), .suiteWithoutForwardSecrecy(let suite, _),
            .suiteFiniteField(let suite), .suiteUnlisted(let suite), .suiteOfSystem(let suite),
            .suiteOpen(let suite, _), .suiteDropped(let suite, _):
            suite.description
        case .offerRefused(_, _, let otherwise): otherwise?.englishSeen ?? "none"
        case .notAsked(let note), .waived(let note, _), .open(let note, _): note.englishSeen
        case .group(let group, _), .groupOpen(let group, _): group.name
        case .schemeNotOffered(let key, _): key.name
        case .signatureNotAllowed(let usages):
            "keyUsage: \(usages.isEmpty ? "nothing" : usages.joined(separator: ", "))"
        case .handshake(let trial):
            switch trial {
            case .completed(_, let request) where request.isDoubtful: "asks for a certificate of the client"
            case .completed, .recorded: "complete"
            case .proved: "key proved"
            case .failed(let failure): failure.name
            case .untried, .unseen: "not examined"
            }
        case .keyOfOtherKind(let name): name
        case .unreadable: "a certificate that cannot be read"
        case .keyLongEnough(let key), .keyTooShort(let key): key.name
        case .hashStrong(let algorithm), .hashWeak(let algorithm): algorithm
        case .trusted: "trusted"
        case .systemPinsDemanded: "trusted but for pins"
        case .distrusted: "not trusted"
        case .issuerToFetch(let issuer, _): "without the certificate of \(issuer)"
        case .hasNames: "has host names"
        case .hasNoNames: "has no host name"
        case .allowsServers: "lists serverAuth"
        case .allowsNoServers(let hasExtension): hasExtension ? "does not list serverAuth" : "not there"
        case .olderThanRule(let issued, _): "issued \(CivilTime.text(issued))"
        case .usageNotDemanded: "does not exclude servers"
        case .lifetime(let days, _), .lifetimeTooLong(let days, _, _, _), .lifetimeUnlimited(let days, _):
            counted(days, "day")
        case .timestamps(let finding, _):
            if case .transparency(let statement) = finding.statement, let logs = statement.logs {
                counted(logs, "log")
            } else {
                "no current log"
            }
        case .trustedButForTimestamps: "trusted but for its timestamps"
        case .privateAuthority(let logs): counted(logs, "log")
        }
    }

    var chineseSeen: String {
        switch self {
        case .encrypted: "https"
        case .plain, .plainExempt: "http"
        case .protected(let host, _, _), .exempt(let host, _), .hostOpen(let host): host.key
        case .version(let version, _), .versionTooOld(let version, _), .versionNotYet(let version, _),
            .versionOpen(let version), .versionOfSystem(let version):
            Self.name(version)
        case .notSeen, .noCertificate: "没有看到"
        case .suiteListed(let suite), .suiteOfTLS13(let suite), .suiteWithoutForwardSecrecy(let suite, _),
            .suiteFiniteField(let suite), .suiteUnlisted(let suite), .suiteOfSystem(let suite),
            .suiteOpen(let suite, _), .suiteDropped(let suite, _):
            suite.description
        case .offerRefused(_, _, let otherwise): otherwise?.chineseSeen ?? "无"
        case .notAsked(let note), .waived(let note, _), .open(let note, _): note.chineseSeen
        case .group(let group, _), .groupOpen(let group, _): group.name
        case .schemeNotOffered(let key, _): key.chineseName
        case .signatureNotAllowed(let usages):
            "keyUsage：\(usages.isEmpty ? "无" : usages.joined(separator: "、"))"
        case .handshake(let trial):
            switch trial {
            case .completed(_, let request) where request.isDoubtful: "要求客户端证书"
            case .completed, .recorded: "完整"
            case .proved: "密钥已证明"
            case .failed(let failure): failure.chineseName
            case .untried, .unseen: "没有检查"
            }
        case .keyOfOtherKind(let name): name
        case .unreadable: "一张无法读取的证书"
        case .keyLongEnough(let key), .keyTooShort(let key): key.chineseName
        case .hashStrong(let algorithm), .hashWeak(let algorithm): algorithm
        case .trusted: "受信任"
        case .systemPinsDemanded: "受信任，但锁定值除外"
        case .distrusted: "不受信任"
        case .issuerToFetch(let issuer, _): "没有 \(issuer) 的证书"
        case .hasNames: "有主机名"
        case .hasNoNames: "没有主机名"
        case .allowsServers: "列有 serverAuth"
        case .allowsNoServers(let hasExtension): hasExtension ? "没有列出 serverAuth" : "不存在"
        case .olderThanRule(let issued, _): "签发于 \(CivilTime.text(issued))"
        case .usageNotDemanded: "不排除服务器"
        case .lifetime(let days, _), .lifetimeTooLong(let days, _, _, _), .lifetimeUnlimited(let days, _):
            "\(days) 天"
        case .timestamps(let finding, _):
            if case .transparency(let statement) = finding.statement, let logs = statement.logs {
                "\(logs) 个日志"
            } else {
                "没有现行日志"
            }
        case .trustedButForTimestamps: "受信任，但时间戳除外"
        case .privateAuthority(let logs): "\(logs) 个日志"
        }
    }

    /// One or two sentences: the facts, and why they meet the requirement or not.
    package var english: String {
        switch self {
        case .encrypted: "The URL asks for TLS."
        case .plain(false, _): "The URL asks for no encryption. ATS blocks such a request."
        case .plain(true, let entry):
            "NSExceptionAllowsInsecureHTTPLoads in the entry for \(entry ?? "the host") allows the request without encryption."
        case .plainExempt(let exemption):
            "The URL asks for no encryption. \(Self.lifted(by: exemption)) So the request goes out."
        case .protected(let host, let entry, let isBuiltIn): Self.protected(host, entry, isBuiltIn)
        case .hostOpen(let host): "\(Self.kind(of: host)): it is open which rules hold for it."
        case .exempt(let host, let exemption): "\(Self.kind(of: host)). \(Self.lifted(by: exemption))"
        case .version(let version, let minimum):
            version == minimum
                ? "\(Self.name(version)) is the oldest version that is accepted here."
                : "\(Self.name(version)) is newer than \(Self.name(minimum)), the oldest version that is accepted here."
        case .versionTooOld(let version, let minimum):
            "The server agrees on \(Self.name(version)). At least \(Self.name(minimum)) is required here."
        case .versionOfSystem(let version):
            "ATS does not apply, and recorded ClientHellos of Apple's systems offer \(Self.name(version))."
        case .versionNotYet(let version, let period):
            "Apps on \(period.name) do not offer \(Self.name(version)). It is not known what the server agrees on without it."
        case .versionOpen(let version):
            "ATS does not apply, so the system's own minimum counts. Apple does not publish it. Recorded ClientHellos of Safari 16 offer "
                + "\(Self.name(version)), those of Safari 26 do not. A request from a device would settle it."
        case .notSeen: "It is not known what the server agrees on."
        case .suiteListed: "One of the ECDHE suites that ATS offers. It has forward secrecy."
        case .suiteOfTLS13: "A suite of TLS 1.3. There every key exchange with a certificate has forward secrecy."
        case .suiteWithoutForwardSecrecy(_, false):
            "RSA key transport has no forward secrecy: a later thief of the server's key can decrypt what was recorded "
                + "today. ATS asks for ECDHE."
        case .suiteWithoutForwardSecrecy(_, true):
            "RSA key transport has no forward secrecy. The exception for the host accepts that."
        case .suiteOfSystem:
            "Here ATS leaves the suites to the system. Apple does not publish what the system then offers. ClientHellos of iOS 14 and "
                + "Safari 16 that others recorded offer this suite."
        case .suiteOpen(_, let period):
            "Apple's documents of \(period.name) do not list the suite, and no source of that time is published. The source of iOS 13 has it. "
                + "A request from a device would settle it."
        case .suiteDropped(_, let last):
            "ATS offered the suite until \(last.name). It does so no longer, and no key of Info.plist adds it."
        case .suiteFiniteField:
            "Finite-field Diffie–Hellman has forward secrecy, but it is on no list of ATS, and no key of Info.plist adds it. No "
                + "ClientHello of Apple's systems that others recorded offers it."
        case .suiteUnlisted: "The suite is on no list of ATS, and no key of Info.plist adds it."
        case .offerRefused(let offer, let alert, let otherwise):
            (otherwise.map { $0.english + " " } ?? "")
                + "Under these rules the client offers \(Self.describe(offer)). The server refuses this offer"
                + (alert.map { " with the alert \($0)." } ?? ".")
                + (otherwise == nil
                    ? ""
                    : " The value shown here is the server's choice when the client offers everything.")
        case .notAsked(let note):
            "\(note.english) The server might agree to another one if only that were offered. This is not known from here."
        case .group(.x25519MLKEM768, true): "A group that iOS 26 and later offer (Apple, 122756)."
        case .group(_, true): "A group that Apple's systems offer, as others have recorded."
        case .group(_, false):
            "Recorded ClientHellos of Apple's systems offer x25519, secp256r1, secp384r1 and secp521r1, newer ones X25519MLKEM768 too. This "
                + "group is not among them, and no key of Info.plist adds it."
        case .groupOpen(_, let period):
            "It is not known whether \(period.name) offers this group. A server that knows others too may choose another one then. A recorded "
                + "ClientHello of a device would settle it."
        case .schemeNotOffered(_, true):
            "ClientHellos of iOS 14, Safari 16 and Safari 26 that others recorded offer no signature scheme that this key can make. So the "
                + "server cannot prove that the key is its own. No key of Info.plist adds a scheme."
        case .schemeNotOffered(_, false):
            "ClientHellos of iOS 14, Safari 16 and Safari 26 that others recorded do not offer the scheme that this key has in TLS 1.3. In TLS 1.2 "
                + "it may sign with SHA-256 or SHA-384. It is not known whether the server does, and whether the app accepts it."
        case .signatureNotAllowed:
            "The certificate's keyUsage does not allow the key to sign a handshake (RFC 5280 section 4.2.1.3). SecTrust's policy for servers does not "
                + "look at it. Whether the TLS library of Apple's systems does is not published. A request from a device would settle it."
        case .handshake(let trial): trial.english
        case .noCertificate: "The server's certificate is not known."
        case .unreadable(let why): "The server's certificate cannot be read: \(why)."
        case .keyLongEnough: "An RSA key needs at least 2048 bits, a key on a curve at least 256."
        case .keyOfOtherKind:
            "App Transport Security accepts RSA keys and keys for ECDSA. Apple's systems offer no signature of another kind, so no key "
                + "of Info.plist helps."
        case .keyTooShort: "An RSA key needs at least 2048 bits, a key on a curve at least 256. This key is shorter."
        case .hashStrong: "It is signed with SHA-256 or a longer hash."
        case .hashWeak:
            "It is not signed with SHA-256 or a longer hash. ATS accepts no other."
        case .trusted: "The chain leads to a trusted authority, and the certificate is for this host and this time."
        case .systemPinsDemanded:
            "The chain leads to a trusted authority. But SecTrustPinningRequired in Info.plist makes the system demand pins. Whether this chain has "
                + "them is not modelled here."
        case .distrusted(let reasons): reasons.map(\.english).joined(separator: " ")
        case .issuerToFetch(let issuer, let address):
            "The certificate of \(issuer) that the chain needs is not sent. A device may fetch it at \(address). Without it the chain is not trusted."
        case .hasNames: "The server's names are in subjectAltName."
        case .hasNoNames(nil): "It contains no host name (iOS 13)."
        case .hasNoNames(let name?): "The common name \(name) no longer counts (iOS 13)."
        case .allowsServers: "The certificate is for TLS servers."
        case .allowsNoServers:
            "A certificate issued since July 2019 must say that it is for TLS servers (iOS 13)."
        case .olderThanRule(_, let rule): "The rule holds for certificates issued since \(English.day(rule))."
        case .usageNotDemanded(let kind): "Under an anchor that \(English.origin(kind)) serverAuth need not be listed."
        case .lifetime(_, let limit): "At most \(limit) days are allowed."
        case .lifetimeTooLong(_, let limit, let since, let kind):
            "A certificate issued since \(English.day(since)) may be valid for at most \(limit) days under an anchor that "
                + "\(English.origin(kind))."
        case .lifetimeUnlimited(_, let kind): "Under an anchor that \(English.origin(kind)) there is no limit."
        case .timestamps(let finding, _): finding.english
        case .trustedButForTimestamps:
            "The chain leads to a trusted authority. Whether the certificate has enough timestamps of logs is not known."
        case .privateAuthority: "Only a certificate of a public authority must be published (--public-ca)."
        case .waived(let note, let exemption): "\(note.english) \(Self.lifted(by: exemption)) So this is not checked."
        case .open(let note, let question): "\(note.english) It is open whether this holds here. \(question.english)"
        }
    }

    package var chinese: String {
        switch self {
        case .encrypted: "URL 要求 TLS。"
        case .plain(false, _): "URL 不要求加密。ATS 阻止这样的请求。"
        case .plain(true, let entry):
            spaced(spaced("条目", entry ?? "这台主机"), "中的 NSExceptionAllowsInsecureHTTPLoads 允许不加密的请求。")
        case .plainExempt(let exemption):
            "URL 不要求加密。\(Self.chineseLifted(by: exemption))所以请求会发出去。"
        case .protected(let host, let entry, let isBuiltIn): Self.chineseProtected(host, entry, isBuiltIn)
        case .hostOpen(let host): "\(Self.chineseKind(of: host))：对它适用哪些规则，还不能确定。"
        case .exempt(let host, let exemption): "\(Self.chineseKind(of: host))。\(Self.chineseLifted(by: exemption))"
        case .version(let version, let minimum):
            version == minimum
                ? "\(Self.name(version)) 是这里接受的最旧的版本。"
                : "\(Self.name(version)) 比 \(Self.name(minimum)) 新，后者是这里接受的最旧的版本。"
        case .versionTooOld(let version, let minimum):
            "服务器同意的是 \(Self.name(version))。这里至少要求 \(Self.name(minimum))。"
        case .versionOfSystem(let version):
            "ATS 不适用，而录下的 Apple 系统的 ClientHello 提供 \(Self.name(version))。"
        case .versionNotYet(let version, let period):
            "\(period.chineseName) 上的应用不提供 \(Self.name(version))。没有它，服务器会同意什么，不知道。"
        case .versionOpen(let version):
            """
            ATS 不适用，所以由系统自己的最低版本决定。Apple 没有公布它。录下的 Safari 16 的 ClientHello 提供 \(Self.name(version))，\
            Safari 26 的不提供。从设备上发一个请求就能确定。
            """
        case .notSeen: "不知道服务器会同意什么。"
        case .suiteListed: "这是 ATS 提供的一个 ECDHE 密码套件。它具有前向保密。"
        case .suiteOfTLS13: "这是 TLS 1.3 的一个密码套件。在这个版本中，凡是带证书的密钥交换都具有前向保密。"
        case .suiteWithoutForwardSecrecy(_, false):
            "RSA 密钥传输没有前向保密：以后偷到服务器密钥的窃贼，能够解密今天录下的流量。ATS 要求 ECDHE。"
        case .suiteWithoutForwardSecrecy(_, true):
            "RSA 密钥传输没有前向保密。这台主机的例外接受这一点。"
        case .suiteOfSystem:
            """
            在这里，ATS 把密码套件交给系统决定。Apple 没有公布系统这时提供什么。别人录下的 iOS 14 和 Safari 16 的 ClientHello \
            提供这个密码套件。
            """
        case .suiteOpen(_, let period):
            """
            Apple 关于 \(period.chineseName) 的文档没有列出这个密码套件，那个时期的源代码也没有公布。iOS 13 的源代码中有它。\
            从设备上发一个请求就能确定。
            """
        case .suiteDropped(_, let last):
            "ATS 到 \(last.chineseName) 为止提供这个密码套件。现在不再提供，Info.plist 中也没有哪个键能把它加回来。"
        case .suiteFiniteField:
            """
            有限域上的 Diffie–Hellman 具有前向保密，但它不在 ATS 的任何列表中，Info.plist 中也没有哪个键能加上它。\
            别人录下的 Apple 系统的 ClientHello 都不提供它。
            """
        case .suiteUnlisted: "这个密码套件不在 ATS 的任何列表中，Info.plist 中也没有哪个键能加上它。"
        case .offerRefused(let offer, let alert, let otherwise):
            (otherwise?.chinese ?? "")
                + "按照这些规则，客户端提供 \(Self.chinese(offer))。"
                + (alert.map { "服务器用警报 \($0) 拒绝这个提议。" } ?? "服务器拒绝这个提议。")
                + (otherwise == nil
                    ? ""
                    : "这里显示的值，是客户端提供全部选项时服务器的选择。")
        case .notAsked(let note):
            "\(note.chinese)如果只提供另一个，服务器也许会同意。从这里无法知道。"
        case .group(.x25519MLKEM768, true): "iOS 26 及以后提供的群（Apple，122756）。"
        case .group(_, true): "Apple 的系统提供的群，别人录下的流量表明了这一点。"
        case .group(_, false):
            """
            录下的 Apple 系统的 ClientHello 提供 x25519、secp256r1、secp384r1 和 secp521r1，较新的还提供 X25519MLKEM768。\
            这个群不在其中，Info.plist 中也没有哪个键能加上它。
            """
        case .groupOpen(_, let period):
            """
            不知道 \(period.chineseName) 是否提供这个群。如果服务器还支持别的群，那时它可以选另一个。录下设备的一个 ClientHello 就能确定。
            """
        case .schemeNotOffered(_, true):
            """
            别人录下的 iOS 14、Safari 16 和 Safari 26 的 ClientHello 都不提供这个密钥所能做的签名方案。所以服务器无法证明这个密钥是它自己的。\
            Info.plist 中没有哪个键能加上签名方案。
            """
        case .schemeNotOffered(_, false):
            """
            别人录下的 iOS 14、Safari 16 和 Safari 26 的 ClientHello 都不提供这个密钥在 TLS 1.3 中的签名方案。在 TLS 1.2 中，\
            它可以用 SHA-256 或 SHA-384 签名。服务器是否这样做，应用是否接受，都不知道。
            """
        case .signatureNotAllowed:
            """
            证书的 keyUsage 不允许用这个密钥给握手签名（RFC 5280 4.2.1.3 节）。SecTrust 用于服务器的策略不看这一项。\
            Apple 系统的 TLS 库看不看，没有公布。从设备上发一个请求就能确定。
            """
        case .handshake(let trial): trial.chinese
        case .noCertificate: "不知道服务器的证书。"
        case .unreadable(let why): "服务器的证书无法读取：\(why)。"
        case .keyLongEnough: "RSA 密钥至少要 2048 位，曲线上的密钥至少要 256 位。"
        case .keyOfOtherKind:
            """
            App Transport Security 接受 RSA 密钥和 ECDSA 密钥。Apple 的系统不提供其他种类的签名，所以 Info.plist 中没有哪个键能帮上忙。
            """
        case .keyTooShort: "RSA 密钥至少要 2048 位，曲线上的密钥至少要 256 位。这个密钥更短。"
        case .hashStrong: "它用 SHA-256 或更长的哈希签名。"
        case .hashWeak:
            "它没有用 SHA-256 或更长的哈希签名。ATS 不接受其他的。"
        case .trusted: "证书链通向受信任的 CA，证书也符合这台主机和这个时间。"
        case .systemPinsDemanded:
            """
            证书链通向受信任的 CA。但 Info.plist 中的 SecTrustPinningRequired 使系统要求锁定值。这条证书链是否有锁定值，这里没有模拟。
            """
        case .distrusted(let reasons): reasons.map(\.chinese).joined()
        case .issuerToFetch(let issuer, let address):
            "没有发送证书链所需的 \(issuer) 的证书。设备可以从 \(address) 获取它。没有它，证书链不受信任。"
        case .hasNames: "服务器的名称在 subjectAltName 中。"
        case .hasNoNames(nil): "其中没有主机名（iOS 13）。"
        case .hasNoNames(let name?): "通用名称 \(name) 不再算数（iOS 13）。"
        case .allowsServers: "证书用于 TLS 服务器。"
        case .allowsNoServers:
            "2019 年七月以来签发的证书必须说明它用于 TLS 服务器（iOS 13）。"
        case .olderThanRule(_, let rule): "这条规则适用于 \(English.day(rule)) 以来签发的证书。"
        case .usageNotDemanded(let kind): "在\(Chinese.origin(kind))锚点之下，不必列出 serverAuth。"
        case .lifetime(_, let limit): "最多允许 \(limit) 天。"
        case .lifetimeTooLong(_, let limit, let since, let kind):
            "\(English.day(since)) 以来签发的证书，在\(Chinese.origin(kind))锚点之下，有效期最多为 \(limit) 天。"
        case .lifetimeUnlimited(_, let kind): "在\(Chinese.origin(kind))锚点之下没有上限。"
        case .timestamps(let finding, _): finding.chinese
        case .trustedButForTimestamps:
            "证书链通向受信任的 CA。证书的日志时间戳够不够，不知道。"
        case .privateAuthority: "只有公共 CA 的证书才必须公布（--public-ca）。"
        case .waived(let note, let exemption): "\(note.chinese)\(Self.chineseLifted(by: exemption))所以不检查这一项。"
        case .open(let note, let question): "\(note.chinese)这在这里是否成立，还不能确定。\(question.chinese)"
        }
    }

    var englishRepair: String? {
        switch self {
        case .plain: "Serve the resource over https, and change the URL."
        case .versionTooOld(_, let minimum): "Enable \(minimum == .tls13 ? "TLS 1.3" : "TLS 1.2 or 1.3")."
        case .suiteWithoutForwardSecrecy, .suiteFiniteField, .suiteUnlisted, .suiteDropped:
            "Enable an ECDHE suite with AES, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, or TLS 1.3."
        case .offerRefused(_, _, let otherwise):
            otherwise?.englishRepair
                ?? "Enable an ECDHE suite with AES, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, or TLS 1.3."
        case .unreadable: "Install a certificate that can be read."
        case .keyTooShort, .keyOfOtherKind, .schemeNotOffered:
            "Get a certificate for an RSA key of 2048 bits, or for a key on P-256."
        case .group(_, false): "Enable the groups x25519 and secp256r1."
        case .hashWeak: "Get a certificate that is signed with SHA-256."
        case .distrusted:
            "Send a chain that leads to an authority that the devices trust, with a certificate that is valid for this name and time. "
                + "An authority of your own must be installed and trusted on the devices."
        case .issuerToFetch(let issuer, _):
            "Send the certificate of \(issuer) behind the server's own: not every device fetches it."
        case .hasNoNames: "Get a certificate with the host's name in subjectAltName."
        case .allowsNoServers: "Get a certificate with serverAuth in its extended key usage."
        case .lifetimeTooLong(_, let limit, _, _): "Get a certificate that is valid for at most \(limit) days."
        case .timestamps(_, let least):
            "Get a certificate with timestamps of at least \(Self.number(least)) logs."
        case .handshake(let trial): trial.failure?.englishRepair
        case .encrypted, .plainExempt, .protected, .exempt, .hostOpen, .version, .versionOfSystem, .versionNotYet,
            .versionOpen, .notSeen,
            .suiteListed, .suiteOfTLS13, .suiteOfSystem, .suiteOpen, .notAsked, .group(_, true), .groupOpen,
            .noCertificate, .keyLongEnough, .hashStrong, .trusted, .hasNames, .allowsServers, .olderThanRule,
            .usageNotDemanded, .signatureNotAllowed, .systemPinsDemanded,
            .lifetime, .lifetimeUnlimited, .trustedButForTimestamps, .privateAuthority, .waived, .open:
            nil
        }
    }

    var chineseRepair: String? {
        switch self {
        case .plain: "用 https 提供这个资源，并修改 URL。"
        case .versionTooOld(_, let minimum): "启用 \(minimum == .tls13 ? "TLS 1.3" : "TLS 1.2 或 1.3")。"
        case .suiteWithoutForwardSecrecy, .suiteFiniteField, .suiteUnlisted, .suiteDropped:
            "启用一个使用 AES 的 ECDHE 密码套件，例如 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256，或者启用 TLS 1.3。"
        case .offerRefused(_, _, let otherwise):
            otherwise?.chineseRepair
                ?? "启用一个使用 AES 的 ECDHE 密码套件，例如 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256，或者启用 TLS 1.3。"
        case .unreadable: "安装一张可以读取的证书。"
        case .keyTooShort, .keyOfOtherKind, .schemeNotOffered:
            "为一个 2048 位的 RSA 密钥，或者一个 P-256 上的密钥申请证书。"
        case .group(_, false): "启用群 x25519 和 secp256r1。"
        case .hashWeak: "申请一张用 SHA-256 签名的证书。"
        case .distrusted:
            """
            发送一条通向设备信任的 CA 的证书链，其中的证书要对这个名称和这个时间有效。你自己的 CA 必须在设备上安装并设为信任。
            """
        case .issuerToFetch(let issuer, _):
            "把 \(issuer) 的证书排在服务器自己的证书之后发送：不是每台设备都会去获取它。"
        case .hasNoNames: "申请一张 subjectAltName 中有主机名的证书。"
        case .allowsNoServers: "申请一张扩展密钥用法中有 serverAuth 的证书。"
        case .lifetimeTooLong(_, let limit, _, _): "申请一张有效期最多为 \(limit) 天的证书。"
        case .timestamps(_, let least):
            spaced("申请一张证书，其中至少有", Self.chineseNumber(least)) + "个日志的时间戳。"
        case .handshake(let trial): trial.failure?.chineseRepair
        case .encrypted, .plainExempt, .protected, .exempt, .hostOpen, .version, .versionOfSystem, .versionNotYet,
            .versionOpen, .notSeen,
            .suiteListed, .suiteOfTLS13, .suiteOfSystem, .suiteOpen, .notAsked, .group(_, true), .groupOpen,
            .noCertificate, .keyLongEnough, .hashStrong, .trusted, .hasNames, .allowsServers, .olderThanRule,
            .usageNotDemanded, .signatureNotAllowed, .systemPinsDemanded,
            .lifetime, .lifetimeUnlimited, .trustedButForTimestamps, .privateAuthority, .waived, .open:
            nil
        }
    }

    /// The remedy at the server in each language. Nil if there is nothing to do.
    var repair: Words? {
        guard let english = englishRepair, let chinese = chineseRepair else { return nil }
        return Words(english: english, chinese: chinese)
    }

    /// "two", "three".
    private static func number(_ count: Int) -> String { [2: "two", 3: "three"][count] ?? "\(count)" }

    /// "两", "三", "5 ".
    private static func chineseNumber(_ count: Int) -> String { [2: "两", 3: "三"][count] ?? "\(count) " }

    /// "TLS 1.2".
    private static func name(_ version: ProtocolVersion) -> String { version.name ?? version.description }

    private static func kind(of host: ATSHost) -> String {
        switch host {
        case .name: "A public host name"
        case .address: "An IP address"
        case .unqualified: "A name of one label"
        case .dotLocal: "A name under .local"
        }
    }

    private static func chineseKind(of host: ATSHost) -> String {
        switch host {
        case .name: "公共主机名"
        case .address: "IP 地址"
        case .unqualified: "只有一个标签的名称"
        case .dotLocal: ".local 之下的名称"
        }
    }

    private static func protected(_ host: ATSHost, _ entry: String?, _ isBuiltIn: Bool) -> String {
        let what = kind(of: host) + ": ATS applies, "
        guard let entry else { return what + "with its defaults." }
        if isBuiltIn { return what + "as an entry for \(entry) says that the system itself has." }
        if entry.lowercased() == host.key { return what + "as the entry for it in NSExceptionDomains says." }
        let reach = ATSAddressRange(entry) == nil ? "which includes its subdomains" : "the longest range around it"
        return what + "as the entry for \(entry.quotable) says, \(reach)."
    }

    private static func chineseProtected(_ host: ATSHost, _ entry: String?, _ isBuiltIn: Bool) -> String {
        let what = chineseKind(of: host) + "：ATS 适用，"
        guard let entry else { return what + "按默认设置。" }
        if isBuiltIn { return what + "按系统自带的 \(entry) 条目的规定。" }
        if entry.lowercased() == host.key { return what + "按 NSExceptionDomains 中它自己的条目的规定。" }
        let reach = ATSAddressRange(entry) == nil ? "这个条目也包括其子域名" : "这是包含它的最长的地址范围"
        return what + "按 \(entry.quotable) 条目的规定，\(reach)。"
    }

    private static func lifted(by exemption: ATSExemption) -> String {
        switch exemption {
        case .arbitraryLoads: "NSAllowsArbitraryLoads switches ATS off."
        case .arbitraryLoadsForMedia: "NSAllowsArbitraryLoadsForMedia switches ATS off for AVFoundation."
        case .arbitraryLoadsInWebContent: "NSAllowsArbitraryLoadsInWebContent switches ATS off for web views."
        case .local: "ATS does not apply to the host, because it is local."
        case .anyAddress: "iOS 10 to 16 do not apply ATS to addresses."
        }
    }

    private static func chineseLifted(by exemption: ATSExemption) -> String {
        switch exemption {
        case .arbitraryLoads: "NSAllowsArbitraryLoads 关闭 ATS。"
        case .arbitraryLoadsForMedia: "NSAllowsArbitraryLoadsForMedia 对 AVFoundation 关闭 ATS。"
        case .arbitraryLoadsInWebContent: "NSAllowsArbitraryLoadsInWebContent 对网页视图关闭 ATS。"
        case .local: "ATS 不适用于这台主机，因为它是本地的。"
        case .anyAddress: "iOS 10 到 16 不对地址应用 ATS。"
        }
    }

    private static func describe(_ offer: ATSOffer) -> String {
        let newest = name(offer.period.newestVersion)
        let oldest = name(offer.minimumVersion)
        let suites =
            switch offer.list {
            case .ats: "ECDHE suites only"
            case .compatible: "ECDHE and RSA suites"
            case .system: "the suites of the system"
            }
        guard offer.minimumVersion < .tls13 else { return "TLS 1.3, its own suites" }
        return (newest == oldest ? newest : "\(newest) to \(oldest)") + ", \(suites)"
    }

    private static func chinese(_ offer: ATSOffer) -> String {
        let newest = name(offer.period.newestVersion)
        let oldest = name(offer.minimumVersion)
        let suites =
            switch offer.list {
            case .ats: "只有 ECDHE 密码套件"
            case .compatible: "ECDHE 和 RSA 密码套件"
            case .system: "系统的密码套件"
            }
        guard offer.minimumVersion < .tls13 else { return "TLS 1.3，以及它自己的密码套件" }
        return (newest == oldest ? newest : "\(newest) 到 \(oldest)") + "，\(suites)"
    }
}
