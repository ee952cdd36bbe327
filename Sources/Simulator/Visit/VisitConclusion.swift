import TLSSim
import Trace

/// What the two sides of a visit have agreed on, and what its initial sequence numbers give away.
enum VisitConclusion: Remark {
    /// TLS 1.2: the cipher suite, and what each of its parts does. `group` is the finite-field group of DHE; nil without DHE.
    case agreed(CipherSuite, group: String?)
    case resumed(CipherSuite)
    case agreedTLS13(Visit.TLS13Options)
    case nextNumber(SequenceNumberGenerator)

    var english: String {
        switch self {
        case .agreed(let suite, let group):
            "\(suite.name). \(Self.exchange(suite.keyExchange, group)) \(Self.protection(suite))"
        case .resumed(let suite):
            "\(suite.name), from an earlier session: its master secret makes new keys with two new randoms. "
                + Self.protection(suite)
        case .agreedTLS13(let tls13):
            """
            \(tls13.suite.name), with \(Self.keys(tls13)). \
            \(tls13.resumes ? "The ticket's secret proves who the server is." : "The server's key signed the handshake up to its certificate.") \
            \(tls13.sendsEarlyData && !tls13.isRetried ? "The early data was under keys of that secret alone. " : "")\
            \(tls13.suite.cipher.name) protects the handshake behind the hellos and all data. HKDF with \(tls13.suite.hash.name) makes the keys.
            """
        case .nextNumber(let generator): generator.english
        }
    }

    var chinese: String {
        switch self {
        case .agreed(let suite, let group):
            "\(suite.name)。\(Self.chineseExchange(suite.keyExchange, group))\(Self.chineseProtection(suite))"
        case .resumed(let suite):
            "\(suite.name)，来自先前的会话：它的主密钥和两个新的随机数产生新的密钥。" + Self.chineseProtection(suite)
        case .agreedTLS13(let tls13):
            """
            \(tls13.suite.name)，\(Self.chineseKeys(tls13))。\
            \(tls13.resumes ? "票据的秘密证明服务器是谁。" : "服务器的密钥给握手签名，直到证书为止。")\
            \(tls13.sendsEarlyData && !tls13.isRetried ? "早期数据只用由这个秘密得到的密钥保护。" : "")\
            Hello 消息之后的握手和全部数据都由 \(tls13.suite.cipher.name) 保护。密钥由 HKDF 和 \(tls13.suite.hash.name) 产生。
            """
        case .nextNumber(let generator): generator.chinese
        }
    }

    private static func keys(_ tls13: Visit.TLS13Options) -> String {
        if tls13.usesSecretAlone { return "the secret of a ticket and no exchange, so without forward secrecy" }
        return "an exchange in \(tls13.group.name)\(tls13.resumes ? " and the secret of a ticket" : "")"
    }

    private static func chineseKeys(_ tls13: Visit.TLS13Options) -> String {
        if tls13.usesSecretAlone { return "使用票据的秘密，没有密钥交换，所以没有前向保密" }
        return "使用 \(tls13.group.name) 中的密钥交换\(tls13.resumes ? "和票据的秘密" : "")"
    }

    private static func exchange(_ kind: KeyExchangeKind, _ group: String?) -> String {
        switch kind {
        case .rsa:
            "The client draws the premaster secret and encrypts it to the server's RSA key. This key also proves the server's name."
        case .dheRSA:
            "Diffie–Hellman in \(group ?? "a finite field") makes the premaster secret. The server's RSA key signs the server's part."
        case .dhAnon: "Diffie–Hellman makes the premaster secret. The server's part bears no signature."
        case .ecdheRSA:
            "Diffie–Hellman on a curve makes the premaster secret. The server's RSA key signs the server's part."
        case .ecdheECDSA:
            "Diffie–Hellman on a curve makes the premaster secret. The server's ECDSA key signs the server's part."
        }
    }

    private static func chineseExchange(_ kind: KeyExchangeKind, _ group: String?) -> String {
        switch kind {
        case .rsa:
            "客户端抽取预主密钥，用服务器的 RSA 公钥加密。这个密钥也证明服务器的名称。"
        case .dheRSA:
            "\(group.map { "\($0) " } ?? "有限域")中的 Diffie–Hellman 产生预主密钥。服务器的 RSA 密钥给服务器的一半签名。"
        case .dhAnon: "Diffie–Hellman 产生预主密钥。服务器的一半没有签名。"
        case .ecdheRSA:
            "曲线上的 Diffie–Hellman 产生预主密钥。服务器的 RSA 密钥给服务器的一半签名。"
        case .ecdheECDSA:
            "曲线上的 Diffie–Hellman 产生预主密钥。服务器的 ECDSA 密钥给服务器的一半签名。"
        }
    }

    private static func protection(_ suite: CipherSuite) -> String {
        "\(suite.cipher.name) protects every record behind a ChangeCipherSpec. The PRF that makes the keys uses \(suite.hash.name)."
    }

    private static func chineseProtection(_ suite: CipherSuite) -> String {
        "ChangeCipherSpec 之后的每条记录都由 \(suite.cipher.name) 保护。产生密钥的 PRF 使用 \(suite.hash.name)。"
    }
}

/// What a command shows that the program suggests after a visit.
enum VisitPurpose: Remark {
    case otherExchange(KeyExchangeKind)
    case stolenKey
    case everyOctet
    case capture
    case page
    case loss
    case olderVersion
    case hybrid
    case retry
    case ticket
    case earlyData
    case earlyDataReplay
    case lesson(Int)

    var english: String {
        switch self {
        case .otherExchange(.rsa): "the same visit with RSA key transport"
        case .otherExchange: "the same visit with ephemeral Diffie–Hellman"
        case .stolenKey: "what a stolen server key opens, and what it does not"
        case .everyOctet: "this visit with every octet, each field named"
        case .capture: "this visit for Wireshark, which decrypts it by itself"
        case .page: "this visit as a page to look at in a browser"
        case .olderVersion: "the same visit with TLS 1.2"
        case .hybrid: "an exchange that a quantum computer does not open"
        case .retry: "the same visit with a wrong bet on the group"
        case .ticket: "a second visit, which begins with a ticket"
        case .earlyData: "the same visit, and the request does not wait for the handshake"
        case .earlyDataReplay: "what a copy of the first flight does"
        case .loss: "the same visit on a wire that loses about one packet in ten"
        case .lesson(let number): "the lesson about this visit (lesson \(number) of the course)"
        }
    }

    var chinese: String {
        switch self {
        case .otherExchange(.rsa): "同样的访问，使用 RSA 密钥传输"
        case .otherExchange: "同样的访问，使用临时 Diffie–Hellman"
        case .stolenKey: "服务器的密钥被窃取后，什么解得开，什么解不开"
        case .everyOctet: "这次访问的每个字节，每个字段都写出名称"
        case .capture: "这次访问的抓包文件，供 Wireshark 使用，它自己就能解密"
        case .page: "这次访问的网页，用浏览器看"
        case .olderVersion: "同样的访问，使用 TLS 1.2"
        case .hybrid: "量子计算机解不开的密钥交换"
        case .retry: "同样的访问，客户端猜错了群"
        case .ticket: "第二次访问，以票据开始"
        case .earlyData: "同样的访问，请求不等握手完成"
        case .earlyDataReplay: "复制第一批消息会有什么结果"
        case .loss: "同样的访问，线路大约每十个数据包丢一个"
        case .lesson(let number): "讲这次访问的课（第 \(number) 课）"
        }
    }
}

extension Visit.Options {
    /// The commands that the program suggests after this visit.
    var suggestions: [Suggestion] {
        if tls13 != nil {
            let same = "HandshakeSim --tls13\(seed == 1 ? "" : " --seed \(seed)")"
            let early = tls13?.sendsEarlyData == true
            return [
                early
                    ? Suggestion("HandshakeSim attack early-data-replay", VisitPurpose.earlyDataReplay)
                    : Suggestion("HandshakeSim --dh", VisitPurpose.olderVersion),
                Suggestion("\(same) --hrr", VisitPurpose.retry),
                tls13?.resumes == true && !early
                    ? Suggestion("\(same) --resume early", VisitPurpose.earlyData)
                    : Suggestion("\(same) --resume psk", VisitPurpose.ticket),
                Suggestion("\(same) --group X25519MLKEM768", VisitPurpose.hybrid),
                Suggestion("\(same) --detail bytes", VisitPurpose.everyOctet),
                Suggestion("\(same) --pcap run.pcapng", VisitPurpose.capture),
            ]
        }
        let isRSA = suite.keyExchange == .rsa
        let same = "HandshakeSim \(isRSA ? "--rsa" : "--dh")\(seed == 1 ? "" : " --seed \(seed)")"
        let other = isRSA ? "--dh" : "--rsa"
        return [
            Suggestion("HandshakeSim \(other)", VisitPurpose.otherExchange(isRSA ? .dheRSA : .rsa)),
            Suggestion("HandshakeSim attack forward-secrecy", VisitPurpose.stolenKey),
            Suggestion("\(same) --detail bytes", VisitPurpose.everyOctet),
            Suggestion("\(same) --pcap run.pcapng", VisitPurpose.capture),
            Suggestion("\(same) --html run.html", VisitPurpose.page),
            Suggestion("\(same) --loss 0.1", VisitPurpose.loss),
            Suggestion("HandshakeSim lesson \(isRSA ? 3 : 4)", VisitPurpose.lesson(isRSA ? 3 : 4)),
        ]
    }
}
