import TLSSim
import Trace

/// What may be wrong with TLS in a connection, and what is worth knowing about it. Times are in microseconds where nothing else is said.
enum TLSDiagnosis: Diagnosis {
    /// No TLS answered a ClientHello of `octets` octets for the time `waited`. `isAcknowledged`: the server's TCP acknowledged it.
    case noServerHello(octets: Int, waited: Int64, isAcknowledged: Bool)
    /// A reset in the server's name came the time `after` the ClientHello; nil in a capture without times.
    case resetAfterClientHello(after: Int64?)
    /// The server sent its FIN the time `after` the ClientHello; nil in a capture without times.
    case closedAfterClientHello(after: Int64?)
    case plainTextClient(String)
    case plainTextServer(String)
    /// The versions that the client offered; none if the ClientHello is not in the capture. `chosen` is the server's choice outside of them; it is nil if side `by` refused with an alert.
    case versionMismatch(offered: [ProtocolVersion], chosen: ProtocolVersion?, by: DiagnosisResult.Whose)
    case noCommonSuite(AlertDescription, suites: Int)
    /// The issuer that the last certificate of the chain names; nil if no certificate is in clear.
    case unknownCA(issuer: String?)
    case incompleteChain(issuer: String)
    case selfSigned(subject: String)
    /// The subject of the certificate and its dates, in seconds since 1970; nil if no certificate is in clear.
    case certificateExpired((subject: String, from: Int64, until: Int64)?)
    case nameMismatch(asked: String, names: [String])
    case certificateRefused(AlertDescription)
    case clientCertificateMissing(AlertDescription)
    case clientCertificateRefused(AlertDescription)
    case unrecognizedName(String?)
    case noApplicationProtocol([String])
    case fallbackRefused
    case decryptionFailed(AlertDescription, by: DiagnosisResult.Whose)
    /// The alert; nil if it is encrypted and cannot be opened.
    case fatalAlert(AlertDescription?, by: DiagnosisResult.Whose)
    case silentRefusal(isReset: Bool)
    /// What cannot be read: the first octets in hexadecimal, or a sentence about the field.
    case malformed(Words, by: DiagnosisResult.Whose)
    case slowHandshake(Int64, by: DiagnosisResult.Whose)
    case obsolete([Words], isChosen: Bool)
    case noCloseNotify(by: DiagnosisResult.Whose)
    case renegotiation
    case notResumed(session: String)
    case helloRetry(group: String?)
    case largeClientHello(octets: Int)
    case afterPlainText(Prelude)
    /// `lines` lines of key logs and `keys` keys opened no session. `why` is the reason for the first session that is not open.
    case secretsUnused(lines: Int, keys: Int, why: TLSClosed?)

    var entry: DiagnosisEntry {
        switch self {
        case .noServerHello(let octets, let waited, let isAcknowledged):
            DiagnosisEntry(
                "tls.no_server_hello", .fault, cite: .rfc(8446, "4.1"),
                evidence: ["octets": octets, "waited_us": waited, "acknowledged": isAcknowledged ? 1 : 0],
                causes: isAcknowledged
                    ? [
                        Words(english: "the server's process hangs or is overloaded", chinese: "服务器的进程挂起或过载"),
                        Words(
                            english: "it waits for a server behind it, or for a PROXY line",
                            chinese: "它在等后面的服务器，或在等 PROXY 行"),
                        Words(
                            english: "a protocol in which the server waits for something else",
                            chinese: "在这种协议里，服务器等的是别的内容"),
                    ]
                    : [
                        Words(
                            english: "a filter swallows it, by the name in it or by its size",
                            chinese: "过滤器按其中的名称或按大小扣下了它"),
                        Words(english: "a path that drops large packets", chinese: "路径丢弃大的数据包"),
                        Words(english: "the server's host has gone", chinese: "服务器的主机已经不在"),
                    ],
                next: Words(
                    english:
                        "Run \"openssl s_client\" with another name, with \"-groups X25519\", and from another network.",
                    chinese: "运行 \"openssl s_client\"，换一个名称、加上 \"-groups X25519\"、换一个网络各试一次。"))
        case .resetAfterClientHello(let after):
            DiagnosisEntry(
                "tls.reset_after_client_hello", .fault, cite: .rfc(9293, "3.5.3"), evidence: ["after_us": after],
                causes:
                    Words(
                        english: "the server or its load balancer resets for names that it does not serve",
                        chinese: "服务器或它的负载均衡器对自己不服务的名称发送复位报文段"),
                Words(english: "a box on the path forges the reset", chinese: "路径上的设备伪造了复位报文段"),
                Words(
                    english: "a server that reads only the first segment of a large ClientHello",
                    chinese: "服务器只读取大的 ClientHello 的第一个报文段"),
                Words(english: "the server's process crashed", chinese: "服务器的进程崩溃"),
                next: Words(
                    english: "Compare the time of the reset and its time to live with those of the handshake.",
                    chinese: "把复位报文段的时间和生存时间与握手的比较。"))
        case .closedAfterClientHello(let after):
            DiagnosisEntry(
                "tls.closed_after_client_hello", .fault, cite: .rfc(8446, "6.2"), evidence: ["after_us": after],
                causes:
                    Words(english: "access is controlled by address or name", chinese: "按地址或名称控制访问"),
                Words(english: "a proxy whose server is down", chinese: "代理服务器后面的服务器没有运行"),
                Words(english: "a server for another protocol", chinese: "服务器用的是另一种协议"),
                Words(english: "a server that closes without a word by design", chinese: "服务器有意不声不响地关闭"),
                next: Words(english: "Look at the log of the server or proxy.", chinese: "查看服务器或代理服务器的日志。"))
        case .plainTextClient:
            DiagnosisEntry(
                "tls.plain_text_client", .fault, cite: .rfc(8446, "5.1"),
                causes:
                    Words(english: "http:// with the port of https", chinese: "用 https 的端口访问 http://"),
                Words(english: "a proxy that passes on what it has decrypted", chinese: "代理服务器转发了它解密后的内容"),
                Words(english: "a scanner", chinese: "扫描器"),
                next: Words(english: "Look at the URL: does it begin with https?", chinese: "查看 URL：它以 https 开头吗？"))
        case .plainTextServer:
            DiagnosisEntry(
                "tls.plain_text_server", .fault, cite: .rfc(8446, "5.1"),
                causes:
                    Words(english: "https to a port of http", chinese: "用 https 访问 http 的端口"),
                Words(english: "a protocol that needs STARTTLS first", chinese: "协议要求先有 STARTTLS"),
                Words(english: "a captive portal or proxy answers", chinese: "应答的是登录门户或代理服务器"),
                next: Words(
                    english: "Look at the port: which protocol does the server speak there?",
                    chinese: "查看端口：服务器在那里使用哪种协议？"))
        case .versionMismatch:
            DiagnosisEntry(
                "tls.version_mismatch", .fault, cite: .rfc(8446, "4.2.1"),
                causes:
                    Words(english: "an old client and a new server", chinese: "旧的客户端和新的服务器"),
                Words(english: "a server that speaks TLS 1.3 alone", chinese: "服务器只使用 TLS 1.3"),
                Words(english: "a box that inspects and speaks less", chinese: "做检查的设备支持的版本较少"),
                next: Words(
                    english:
                        "Compare the versions of both sides: those in supported_versions, and not those of records.",
                    chinese: "比较双方的版本：看 supported_versions 中的，不看记录的。"))
        case .noCommonSuite(let name, let suites):
            DiagnosisEntry(
                "tls.no_common_suite", .fault, cite: .rfc(8446, "4.1.1"),
                evidence: ["alert": name.rawValue, "suites": suites],
                causes:
                    Words(english: "no suite in common", chinese: "没有共同的密码套件"),
                Words(
                    english: "no certificate for the suites or signatures that the client takes",
                    chinese: "没有适合客户端所接受的密码套件或签名的证书"),
                Words(english: "no group in common", chinese: "没有共同的群"),
                Words(english: "a name that the server does not serve", chinese: "服务器不服务这个名称"),
                next: Words(
                    english:
                        "Run \"openssl s_client -cipher\" with one suite after the other. Look at the server's own list.",
                    chinese: "运行 \"openssl s_client -cipher\"，逐个尝试密码套件。查看服务器自己的列表。"))
        case .unknownCA:
            DiagnosisEntry(
                "tls.unknown_ca", .fault, cite: .rfc(8446, "6.2"),
                evidence: ["alert": AlertDescription.unknownCA.rawValue],
                causes:
                    Words(english: "a private authority that the client was not given", chinese: "私有 CA，没有提供给客户端"),
                Words(english: "an intermediate certificate is missing", chinese: "缺少中间证书"),
                Words(
                    english: "a proxy that intercepts, whose root is not installed",
                    chinese: "有代理服务器在拦截，而它的根证书没有安装"),
                Words(english: "a client with an old store", chinese: "客户端的证书库太旧"),
                next: Words(
                    english:
                        "Run \"openssl s_client -showcerts\": who issued the last certificate? Does --ca make the chain trusted?",
                    chinese: "运行 \"openssl s_client -showcerts\"：最后一张证书是谁签发的？加上 --ca 之后证书链可信吗？"))
        case .incompleteChain:
            DiagnosisEntry(
                "tls.incomplete_chain", .trouble, cite: .rfc(8446, "4.4.2"),
                causes: Words(english: "the certificate was installed without its chain", chinese: "安装证书时没有带证书链"),
                next: Words(
                    english: "Let the server send the leaf and its intermediates, without the root.",
                    chinese: "让服务器发送叶子证书和中间证书，不发送根证书。"))
        case .selfSigned:
            DiagnosisEntry(
                "tls.self_signed", .remark, cite: .rfc(5280, "3.2"),
                causes:
                    Words(english: "a device's factory certificate", chinese: "设备出厂时的证书"),
                Words(english: "a test", chinese: "测试"),
                next: Words(
                    english: "Pin it, or give it a certificate of an authority.", chinese: "锁定它，或者给它换一张 CA 签发的证书。"))
        case .certificateExpired(let shown):
            DiagnosisEntry(
                "tls.certificate_expired", .fault, cite: .rfc(5280, "4.1.2.5"),
                evidence: ["not_before": shown?.from, "not_after": shown?.until],
                causes:
                    Words(english: "the renewal failed, or the new file was not loaded", chinese: "续签失败，或者没有载入新的文件"),
                Words(english: "an intermediate has expired", chinese: "中间证书已过期"),
                Words(english: "the client's clock is wrong", chinese: "客户端的时钟有误"),
                next: Words(english: "Look at the dates, and at the client's clock.", chinese: "查看日期，以及客户端的时钟。"))
        case .nameMismatch:
            DiagnosisEntry(
                "tls.name_mismatch", .fault, cite: .rfc(9525, "6.3"),
                causes:
                    Words(english: "a wrong host name or a wrong entry in DNS", chinese: "主机名写错，或 DNS 的条目有误"),
                Words(
                    english: "the server's certificate for names that it does not know",
                    chinese: "这是服务器用于未知名称的证书"),
                Words(english: "a certificate without www, or for one level less", chinese: "证书不带 www，或者少一级"),
                next: Words(
                    english: "Compare the names in the certificate with the name that was asked for.",
                    chinese: "把证书中的名称与要访问的名称比较。"))
        case .certificateRefused(let name):
            DiagnosisEntry(
                "tls.certificate_refused", .fault, cite: .rfc(8446, "6.2"), evidence: ["alert": name.rawValue],
                causes:
                    Words(english: "a pin", chinese: "证书锁定"),
                Words(english: "the certificate is revoked", chinese: "证书已吊销"),
                Words(english: "its key usage", chinese: "它的密钥用法"),
                Words(english: "a signature that the client no longer takes", chinese: "客户端不再接受的签名"),
                Words(english: "an authority that is missing in the client's store", chinese: "客户端的证书库中缺少这个 CA"),
                next: Words(
                    english: "Look at the client's log, and let --ca judge the chain.",
                    chinese: "查看客户端的日志，并用 --ca 判断证书链。"))
        case .clientCertificateMissing(let name):
            DiagnosisEntry(
                "tls.client_certificate_missing", .fault, cite: .rfc(8446, "4.4.2.4"),
                evidence: ["alert": name.rawValue],
                causes:
                    Words(english: "no certificate is configured", chinese: "没有配置证书"),
                Words(english: "none is by the authorities that the server names", chinese: "没有一张出自服务器列出的 CA"),
                Words(english: "the user cancelled", chinese: "用户取消了"),
                next: Words(
                    english: "Compare the names in CertificateRequest with the issuer of the client's certificate.",
                    chinese: "把 CertificateRequest 中的名称与客户端证书的颁发者比较。"))
        case .clientCertificateRefused(let name):
            DiagnosisEntry(
                "tls.client_certificate_refused", .fault, cite: .rfc(5246, "7.2.2"), evidence: ["alert": name.rawValue],
                causes:
                    Words(english: "the server does not trust its authority", chinese: "服务器不信任签发它的 CA"),
                Words(english: "it has expired", chinese: "它已过期"),
                Words(english: "it is not for clients", chinese: "它不能用于客户端"),
                Words(english: "it is revoked", chinese: "它已吊销"),
                next: Words(
                    english: "Look at the file of authorities that the server uses.", chinese: "查看服务器使用的 CA 文件。"))
        case .unrecognizedName:
            DiagnosisEntry(
                "tls.unrecognized_name", .fault, cite: .rfc(6066, "3"),
                causes:
                    Words(english: "no such virtual host", chinese: "没有这样的虚拟主机"),
                Words(english: "an internal name or an address is asked for", chinese: "请求的是内部名称或地址"),
                next: Words(english: "Compare the name with the server's list.", chinese: "把名称与服务器的列表比较。"))
        case .noApplicationProtocol:
            DiagnosisEntry(
                "tls.no_application_protocol", .fault, cite: .rfc(7301, "3.2"),
                causes:
                    Words(english: "h2 against http/1.1", chinese: "一边是 h2，一边是 http/1.1"),
                Words(english: "a proxy without h2 before gRPC", chinese: "gRPC 前面的代理服务器不支持 h2"),
                next: Words(english: "Compare both lists of protocols.", chinese: "比较双方的协议列表。"))
        case .fallbackRefused:
            DiagnosisEntry(
                "tls.fallback_refused", .fault, cite: .rfc(7507, "3"),
                causes:
                    Words(
                        english: "a first attempt failed for another reason, and the client came again",
                        chinese: "第一次尝试因别的原因失败，客户端又来了一次"),
                next: Words(english: "Look why the first attempt failed.", chinese: "查明第一次尝试为什么失败。"))
        case .decryptionFailed(let name, _):
            DiagnosisEntry(
                "tls.decryption_failed", .fault, cite: .rfc(8446, "6.2"), evidence: ["alert": name.rawValue],
                causes:
                    Words(
                        english: "octets were changed on the path and the checksum with them",
                        chinese: "路径上改动了字节，校验和也一起改了"),
                Words(english: "the two sides have seen different hellos", chinese: "双方看到的 Hello 消息不同"),
                Words(english: "a fault in the program of one side", chinese: "一方的程序有错误"),
                Words(english: "a session was resumed with another secret", chinese: "恢复会话时用了另一个秘密"),
                next: Words(english: "Compare captures at both ends, octet by octet.", chinese: "逐字节比较两端的抓包文件。"))
        case .fatalAlert(let name, _):
            DiagnosisEntry(
                "tls.fatal_alert", .fault, cite: .rfc(8446, "6.2"), evidence: ["alert": name?.rawValue],
                causes: name == .internalError
                    ? [
                        Words(english: "the sender has no access to its key", chinese: "发送方无法使用自己的密钥"),
                        Words(english: "it has no memory left", chinese: "它的内存用完了"),
                        Words(english: "a hook of it failed", chinese: "它的回调失败"),
                    ]
                    : [
                        Words(english: "a program or a box breaks the protocol", chinese: "程序或中间设备违反了协议"),
                        Words(english: "a trouble of the sender's own", chinese: "发送方自己的问题"),
                        Words(english: "the user cancelled", chinese: "用户取消了"),
                    ],
                next: Words(english: "Look at the sender's log of that second.", chinese: "查看发送方在那一秒的日志。"))
        case .silentRefusal:
            DiagnosisEntry(
                "tls.silent_refusal", .fault, cite: .rfc(5246, "7.2.1"),
                causes:
                    Words(english: "an app that pins certificates", chinese: "应用锁定了证书"),
                Words(english: "a layer above TLS refuses the certificate", chinese: "TLS 之上的一层拒绝了证书"),
                Words(english: "the user cancelled", chinese: "用户取消了"),
                Words(english: "a health check that only wants the certificate", chinese: "健康检查只想得到证书"),
                Words(english: "the client's patience is over", chinese: "客户端不再等待"),
                next: Words(
                    english: "Look whether another client completes the handshake, and at the app's log.",
                    chinese: "查看别的客户端能否完成握手，并查看应用的日志。"))
        case .malformed:
            DiagnosisEntry(
                "tls.malformed", .fault, cite: .rfc(8446, "5.1"),
                causes:
                    Words(english: "two writers on one socket", chinese: "有两方在写同一个套接字"),
                Words(english: "a proxy that mixes plain text in", chinese: "代理服务器混入了明文"),
                Words(english: "a fuzzer", chinese: "模糊测试工具"),
                next: Words(english: "Look at the octets themselves: are they text?", chinese: "查看这些字节本身：它们是文本吗？"))
        case .slowHandshake(let length, _):
            DiagnosisEntry(
                "tls.slow_handshake", .trouble, cite: .rfc(5246, "7.3"), evidence: ["pause_us": length],
                causes:
                    Words(
                        english: "the server is overloaded, or fetches its certificate or key from elsewhere",
                        chinese: "服务器过载，或者要从别处取证书或密钥"),
                Words(
                    english: "the client asks for revocation, for a smart card or its user",
                    chinese: "客户端在查询吊销状态，或在等智能卡或用户"),
                Words(english: "a store of sessions is slow", chinese: "会话的存储很慢"),
                next: Words(english: "Look which side is silent while the other waits.", chinese: "查看对方等待时，是哪一方没有动静。"))
        case .obsolete:
            DiagnosisEntry(
                "tls.obsolete", .trouble, cite: .rfc(9325, "4"),
                causes:
                    Words(english: "an old machine", chinese: "旧的机器"),
                Words(english: "a server that was left compatible", chinese: "服务器一直保留着兼容设置"),
                next: Words(english: "Find who still needs it, and disable it.", chinese: "查明谁还需要它，然后停用它。"))
        case .noCloseNotify:
            DiagnosisEntry(
                "tls.no_close_notify", .remark, cite: .rfc(8446, "6.1"),
                causes:
                    Words(english: "most HTTP servers and many libraries do that", chinese: "大多数 HTTP 服务器和许多程序库都这样做"),
                Words(english: "a crash", chinese: "崩溃"),
                Words(english: "someone cuts the connection short", chinese: "有人截断了连接"),
                next: Words(
                    english: "Look whether the protocol above knows the length: then it does no harm.",
                    chinese: "查看上层协议是否知道长度：知道就没有妨碍。"))
        case .renegotiation:
            DiagnosisEntry(
                "tls.renegotiation", .remark, cite: .rfc(5746, "3"),
                causes:
                    Words(english: "a client's certificate is asked for late", chinese: "后来才要求客户端出示证书"),
                Words(english: "keys are renewed", chinese: "更换密钥"),
                next: Words(
                    english: "Look for renegotiation_info in both hellos.",
                    chinese: "在两条 Hello 消息中找 renegotiation_info。"))
        case .notResumed:
            DiagnosisEntry(
                "tls.not_resumed", .remark, cite: .rfc(5077, "3.4"),
                causes:
                    Words(
                        english: "another server of a pool, without the same ticket keys",
                        chinese: "同一组中的另一台服务器，票据密钥不同"),
                Words(english: "the server was restarted", chinese: "服务器重启过"),
                Words(english: "the ticket is too old", chinese: "票据太旧"),
                next: Words(
                    english: "Count how often it happens. Let the servers share their ticket keys.",
                    chinese: "数一数发生的次数。让各台服务器共用票据密钥。"))
        case .helloRetry:
            DiagnosisEntry(
                "tls.hello_retry", .remark, cite: .rfc(8446, "4.1.4"),
                causes:
                    Words(
                        english: "the client's key share is of a group that the server does not take",
                        chinese: "客户端的密钥份额所属的群，服务器不接受"),
                Words(english: "the server asks for a cookie", chinese: "服务器要求 cookie"),
                next: Words(english: "Let the client send a share of that group first.", chinese: "让客户端一开始就发送那个群的密钥份额。")
            )
        case .largeClientHello(let octets):
            DiagnosisEntry(
                "tls.large_client_hello", .remark, cite: .rfc(8446, "4.1.2"), evidence: ["octets": octets],
                causes:
                    Words(english: "a key share that resists quantum computers", chinese: "能抵御量子计算机的密钥份额"),
                Words(english: "a large ticket", chinese: "很大的票据"),
                Words(english: "many extensions", chinese: "扩展很多"),
                next: Words(
                    english: "Try \"-groups X25519\" where it goes unanswered: some boxes read only the first segment.",
                    chinese: "在没有应答的地方试试 \"-groups X25519\"：有些设备只读取第一个报文段。"))
        case .afterPlainText:
            DiagnosisEntry(
                "tls.after_plain_text", .remark, cite: .rfc(3207),
                causes:
                    Words(
                        english: "STARTTLS, a proxy or a database's request for TLS",
                        chinese: "STARTTLS、代理服务器，或数据库对 TLS 的请求"))
        case .secretsUnused(let lines, let keys, _):
            DiagnosisEntry(
                "capture.secrets_unused", .caution, cite: Citation("draft-ietf-tls-keylogfile"),
                evidence: ["lines": lines, "keys": keys],
                causes:
                    Words(english: "the log is of another run", chinese: "日志属于另一次运行"),
                Words(english: "a proxy ended TLS in between", chinese: "中间的代理服务器终结了 TLS"),
                Words(
                    english: "the RSA key is of another certificate, or keys were agreed with Diffie-Hellman",
                    chinese: "RSA 密钥属于另一张证书，或者密钥是用 Diffie-Hellman 商定的"),
                Words(english: "the ClientHello is not in the capture", chinese: "ClientHello 不在抓包文件中"),
                Words(english: "the session was resumed", chinese: "会话是恢复的"),
                next: Words(
                    english:
                        "Compare the client's random with the second column of the log, and look at the key exchange.",
                    chinese: "把客户端的随机数与日志的第二列比较，并查看密钥交换。"))
        }
    }

    var english: String {
        switch self {
        case .noServerHello(let octets, let waited, let isAcknowledged):
            """
            The ClientHello of \(counted(octets, "octet")) was \(isAcknowledged ? "acknowledged" : "not acknowledged"), and no octet of TLS \
            answered it in \(FigureText.span(waited)).
            """
        case .resetAfterClientHello(let after):
            """
            A reset answered the ClientHello\(after.map { " after " + FigureText.span($0) } ?? ""), before the server had said anything in TLS.
            """
        case .closedAfterClientHello(let after):
            """
            The server closed the connection \(after.map { FigureText.span($0) + " " } ?? "")after the ClientHello, without an alert.
            """
        case .plainTextClient(let words):
            "The client speaks plain text (\"\(words)\") to a server that expects TLS."
        case .plainTextServer(let words):
            "The server does not speak TLS there: it answers the ClientHello with \"\(words)\"."
        case .versionMismatch(let offered, let chosen?, _):
            """
            The server chose \(chosen.shownName), and the client had offered \(offered.map(\.shownName).joined(separator: ", ")).
            """
        case .versionMismatch(let offered, nil, let by):
            """
            \(by.subject) refused the version with the alert protocol_version.\
            \(offered.isEmpty ? "" : " The client had offered \(offered.map(\.shownName).joined(separator: ", ")).")
            """
        case .noCommonSuite(let name, let suites):
            """
            The server refused the ClientHello with the alert \(name): none of the \(counted(suites, "suite")) and other parameters on offer \
            is acceptable to it.
            """
        case .unknownCA(let issuer?):
            "The client does not know the authority that issued the server's certificate: \(issuer)."
        case .unknownCA(nil): "The client does not know the authority that issued the server's certificate."
        case .incompleteChain(let issuer):
            "The server did not send the certificate of \(issuer), which issued its own: the chain has a gap."
        case .selfSigned(let subject): "The server's certificate, \(subject), is its own issuer."
        case .certificateExpired((let subject, let from, let until)?):
            """
            The certificate of \(subject) holds from \(CivilTime.text(from)) to \(CivilTime.text(until)), and was refused.
            """
        case .certificateExpired(nil): "The client refused the server's certificate as expired."
        case .nameMismatch(let asked, let names):
            """
            The client asked for \(asked), and the certificate is for \
            \(names.isEmpty ? "no name" : names.prefix(5).joined(separator: ", ")).
            """
        case .certificateRefused(let name):
            "The client refused the server's certificate with the alert \(name): \(name.englishRule)."
        case .clientCertificateMissing(let name):
            "The server asked for a certificate, the client showed none, and the server ended it with the alert \(name)."
        case .clientCertificateRefused(let name):
            "The server refused the client's certificate with the alert \(name): \(name.englishRule)."
        case .unrecognizedName(let name?): "The server serves no host of the name \(name)."
        case .unrecognizedName(nil): "The server serves no host of the name that was asked for."
        case .noApplicationProtocol(let names):
            """
            None of the protocols that the client offered\(names.isEmpty ? "" : " (\(names.joined(separator: ", ")))") is spoken by the server.
            """
        case .fallbackRefused:
            "The client came again with a lower version and said so; the server knows a higher one and refused."
        case .decryptionFailed(let name, let by):
            "\(by.subject) ended it with the alert \(name): \(name.englishRule)."
        case .fatalAlert(let name?, let by):
            "\(by.subject) ended it with the fatal alert \(name) (\(name.rawValue)): \(name.englishRule)."
        case .fatalAlert(nil, let by):
            """
            \(by.subject) answered with an encrypted alert and nothing else: it seems to have given up, and only the secrets of the \
            session can tell why.
            """
        case .silentRefusal(let isReset):
            """
            The client \(isReset ? "reset" : "closed") the connection after the server's certificate, before its own Finished and without an \
            alert.
            """
        case .malformed(let what, let by): "\(by.subject) sent octets that are no TLS: \(what.english)."
        case .slowHandshake(let length, let by):
            "The handshake stood still for \(FigureText.span(length)) until \(by.noun) spoke again."
        case .obsolete(let items, let isChosen):
            "What was \(isChosen ? "chosen" : "offered at best") is no longer safe: \(items.map(\.english).joined(separator: ", "))."
        case .noCloseNotify(let by): "\(by.subject) ended the connection without close_notify."
        case .renegotiation: "Handshake messages came after the first handshake: it was done again, or asked for again."
        case .notResumed(let session):
            """
            The client offered a session (\(session == "id" ? "an identifier" : session == "psk" ? "a PSK" : "a ticket")), and the server \
            made a full handshake.
            """
        case .helloRetry(let group?):
            "The server asked for a second ClientHello with a key share of \(group): one round trip more."
        case .helloRetry(nil): "The server asked for a second ClientHello: one round trip more."
        case .largeClientHello(let octets): "The ClientHello has \(octets) octets and came in several segments."
        case .afterPlainText(.other): "TLS began after other octets on the same connection."
        case .afterPlainText(let prelude): "TLS began after plain text of \(prelude.rawValue) on the same connection."
        case .secretsUnused(let lines, let keys, let why):
            """
            \(counted(lines, "line")) of secrets and \(counted(keys, "key")) were there, and no session was opened.\
            \(why.map { " " + $0.english } ?? "")
            """
        }
    }

    var chinese: String {
        switch self {
        case .noServerHello(let octets, let waited, let isAcknowledged):
            """
            \(octets) 字节的 ClientHello \(isAcknowledged ? "得到了确认" : "没有得到确认")，\
            而在 \(FigureText.span(waited)) 内没有一个字节的 TLS 回应它。
            """
        case .resetAfterClientHello(let after):
            """
            服务器在 TLS 中还什么都没有说，ClientHello 得到的回应就是复位报文段\(after.map { "，在 " + FigureText.span($0) + " 之后" } ?? "")。
            """
        case .closedAfterClientHello(let after):
            """
            在 ClientHello 之后\(after.map { " " + FigureText.span($0) } ?? "")，服务器关闭了连接，没有发送警报。
            """
        case .plainTextClient(let words):
            "客户端对等待 TLS 的服务器说的是明文（\"\(words)\"）。"
        case .plainTextServer(let words):
            "服务器在那里不使用 TLS：它对 ClientHello 的回应是 \"\(words)\"。"
        case .versionMismatch(let offered, let chosen?, _):
            """
            服务器选了 \(chosen.chineseShownName)，而客户端提出的是 \(offered.map(\.chineseShownName).joined(separator: "、"))。
            """
        case .versionMismatch(let offered, nil, let by):
            """
            \(by.chineseName)用警报 protocol_version 拒绝了版本。\
            \(offered.isEmpty ? "" : "客户端提出的是 \(offered.map(\.chineseShownName).joined(separator: "、"))。")
            """
        case .noCommonSuite(let name, let suites):
            """
            服务器用警报 \(name) 拒绝了 ClientHello：提出的 \(suites) 个密码套件和其他参数，它都不能接受。
            """
        case .unknownCA(let issuer?):
            "客户端不认识签发服务器证书的 CA：\(issuer)。"
        case .unknownCA(nil): "客户端不认识签发服务器证书的 CA。"
        case .incompleteChain(let issuer):
            "服务器没有发送 \(issuer) 的证书，而它自己的证书由 \(issuer) 签发：证书链有空缺。"
        case .selfSigned(let subject): "服务器的证书 \(subject) 的颁发者就是它自己。"
        case .certificateExpired((let subject, let from, let until)?):
            """
            \(subject) 的证书从 \(CivilTime.text(from)) 到 \(CivilTime.text(until)) 有效，遭到了拒绝。
            """
        case .certificateExpired(nil): "客户端以过期为由拒绝了服务器的证书。"
        case .nameMismatch(let asked, let names):
            """
            客户端要访问 \(asked)，而证书\(names.isEmpty ? "不含任何名称" : "属于 " + names.prefix(5).joined(separator: "、"))。
            """
        case .certificateRefused(let name):
            "客户端用警报 \(name) 拒绝了服务器的证书：\(name.chineseRule)。"
        case .clientCertificateMissing(let name):
            "服务器要求出示证书，客户端没有出示，服务器用警报 \(name) 结束了连接。"
        case .clientCertificateRefused(let name):
            "服务器用警报 \(name) 拒绝了客户端的证书：\(name.chineseRule)。"
        case .unrecognizedName(let name?): "服务器不服务名称为 \(name) 的主机。"
        case .unrecognizedName(nil): "服务器不服务客户端所要访问的名称。"
        case .noApplicationProtocol(let names):
            """
            客户端提出的协议\(names.isEmpty ? "" : "（\(names.joined(separator: "、"))）")，服务器一种也不使用。
            """
        case .fallbackRefused:
            "客户端又用较低的版本来了，并说明了这一点；服务器支持更高的版本，于是拒绝。"
        case .decryptionFailed(let name, let by):
            "\(by.chineseName)用警报 \(name) 结束了连接：\(name.chineseRule)。"
        case .fatalAlert(let name?, let by):
            "\(by.chineseName)用致命警报 \(name)（\(name.rawValue)）结束了连接：\(name.chineseRule)。"
        case .fatalAlert(nil, let by):
            """
            \(by.chineseName)只用一个加密的警报回应：它看来放弃了，只有会话的秘密才能说明原因。
            """
        case .silentRefusal(let isReset):
            """
            客户端在服务器的证书之后、自己的 Finished 之前\(isReset ? "复位" : "关闭")了连接，没有发送警报。
            """
        case .malformed(let what, let by): "\(by.chineseName)发送的字节不是 TLS：\(what.chinese)。"
        case .slowHandshake(let length, let by):
            "握手停顿了 \(FigureText.span(length))，直到\(by.chineseName)再次说话。"
        case .obsolete(let items, let isChosen):
            "\(isChosen ? "选定的参数" : "提出的最好参数")已不再安全：\(items.map(\.chinese).joined(separator: "、"))。"
        case .noCloseNotify(let by): "\(by.chineseName)没有发送 close_notify 就结束了连接。"
        case .renegotiation: "第一次握手之后又来了握手消息：重做了握手，或者请求重做。"
        case .notResumed(let session):
            """
            客户端提出恢复会话（用\(session == "id" ? "标识符" : session == "psk" ? " PSK" : "票据")），而服务器做了完整的握手。
            """
        case .helloRetry(let group?):
            "服务器要求第二个 ClientHello，带有 \(group) 的密钥份额：多用一次往返。"
        case .helloRetry(nil): "服务器要求第二个 ClientHello：多用一次往返。"
        case .largeClientHello(let octets): "ClientHello 有 \(octets) 字节，分成几个报文段到来。"
        case .afterPlainText(.other): "TLS 在同一连接的其他字节之后才开始。"
        case .afterPlainText(let prelude): "TLS 在同一连接的 \(prelude.rawValue) 明文之后才开始。"
        case .secretsUnused(let lines, let keys, let why):
            """
            有 \(lines) 行秘密和 \(keys) 个密钥，却没有打开一个会话。\(why?.chinese ?? "")
            """
        }
    }
}
