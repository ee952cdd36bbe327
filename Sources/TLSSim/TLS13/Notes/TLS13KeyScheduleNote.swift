import Trace

/// What there is to say about the key schedule of TLS 1.3.
public enum TLS13KeyScheduleNote: StepNote, Hashable {
    /// A secret is computed. `psk` is the kind of the PSK that has entered, if one has; `hasExchange` is false in the mode psk_ke.
    case secret(SecretName, psk: PSKKind?, hasExchange: Bool = true)
    case keys(Role, SecretName)
    case updated(Role)
    case verifyData(Role)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .secret(let name, _, _): ("tls.calc.\(name.rawValue)", name.cite)
        case .keys(let side, let name): ("tls.calc.\(name.use.step)_keys_of_\(side)", .rfc(8446, "7.3"))
        case .updated(let side): ("tls.calc.\(side)_application_traffic_secret_next", .rfc(8446, "7.2"))
        case .verifyData(let side): ("tls.calc.\(side)_verify_data", .rfc(8446, "4.4.4"))
        }
    }

    public var english: String {
        switch self {
        case .secret(let name, let psk, let hasExchange): Self.english(name, psk, hasExchange: hasExchange)
        case .keys(let side, let name):
            """
            A key and an IV for what the \(side) sends\(name.use.end.english). \
            Each direction has one pair for the handshake and another one for data. With each new key the record numbers begin at 0.
            """
        case .updated(let side):
            """
            The next generation of the \(side)'s traffic secret, one step of HKDF from the last one. Nothing new enters, and no step \
            leads back. The old secret is forgotten: a later thief cannot read what was sent before. A thief of the old secret can \
            compute the new one.
            """
        case .verifyData(let side):
            """
            A MAC over all handshake messages so far. Its key comes from the \(side)'s handshake traffic secret. In TLS 1.2 it came \
            from the master secret and the result had 12 octets; here it is as long as the hash.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .secret(let name, let psk, let hasExchange): Self.chinese(name, psk, hasExchange: hasExchange)
        case .keys(let side, let name):
            """
            \(side.inChinese)发送的内容所用的密钥和 IV\(name.use.end.chinese)。\
            每个方向有一对用于握手，另一对用于数据。每换一个新密钥，记录的编号都从 0 开始。
            """
        case .updated(let side):
            """
            \(side.inChinese)的流量秘密的下一代，由上一代经一步 HKDF 得到。没有新的东西进入，也没有一步能退回去。\
            旧的秘密值随即忘掉：以后的窃贼读不到以前发送的内容。偷到旧秘密值的窃贼则能算出新的。
            """
        case .verifyData(let side):
            """
            对到目前为止所有握手消息的 MAC。它的密钥来自\(side.inChinese)的握手流量秘密。在 TLS 1.2 中，它的密钥来自主密钥，\
            结果有 12 字节；这里，结果与哈希一样长。
            """
        }
    }

    private static func english(_ name: SecretName, _ psk: PSKKind?, hasExchange: Bool) -> String {
        let secret = psk?.english ?? ""
        return switch name {
        case .early:
            switch psk {
            case .resumption:
                """
                The secret of the ticket enters here. Both sides have it from their earlier connection. It never crosses a wire in clear.
                """
            case .external: "The pre-shared key enters here. Both sides have it from outside TLS. It is never sent."
            case nil:
                """
                The first of three links. A secret that both sides share already would enter here. In a first connection there is \
                none: zeros stand for it, so everyone can compute this value. It protects nothing.
                """
            }
        case .binderKey: "From this key comes the MAC that proves the possession of \(secret)."
        case .clientEarlyTraffic:
            """
            The base of the keys for early data. Only \(secret) and the ClientHello go in. There is no Diffie–Hellman in it, \
            so there is no forward secrecy: \(secret) opens the early data now and later. Nothing of the server is in it \
            either, so the same flight can be sent a second time.
            """
        case .earlyExporter:
            """
            The base of what programs may derive for their own use before the handshake is over. It is as secret as the early data, and \
            no more.
            """
        case .handshake where !hasExchange:
            """
            The second link. The result of an exchange would enter here. In the mode psk_ke there is no exchange, and zeros stand for it. \
            No secret but \(secret) is in the keys that follow. Who gets it later computes them all.
            """
        case .handshake:
            """
            The second link: the exchange enters. An attacker who only listens cannot compute the values from here on. \
            \(psk == nil ? "No identity is proved yet." : "The server has not proved yet that it has \(secret).")
            """
        case .clientHandshakeTraffic:
            """
            The base of the keys for the client's handshake messages. The hash of the hellos goes in. If an attacker changes one \
            octet of them, the two sides get different keys.
            """
        case .serverHandshakeTraffic:
            "The same for the server, with another label.\(psk == nil ? " So the server's certificate already travels encrypted." : "")"
        case .main:
            """
            The third link. Nothing new enters. It separates the keys: who has only the handshake's traffic keys cannot compute the keys for data. RFC 8446 calls it the master secret, RFC 9846 the main secret.
            """
        case .clientApplicationTraffic:
            """
            The base of the keys for the client's data. All messages up to the server's Finished go in\
            \(psk == nil ? ", the certificate too" : "").
            """
        case .serverApplicationTraffic: "The same for the server's data."
        case .exporter:
            """
            The base of what programs may derive for their own use outside TLS. It tells them nothing about the keys of the \
            connection.
            """
        case .resumption:
            """
            The base of the tickets' secrets. The client's Finished goes in, too: the secret belongs to the whole handshake, with \
            the client's certificate if there was one.
            """
        case .ticketPSK:
            """
            The secret of one ticket. The nonce of the ticket goes in, so each ticket has its own. A later connection can begin \
            with it.
            """
        }
    }

    private static func chinese(_ name: SecretName, _ psk: PSKKind?, hasExchange: Bool) -> String {
        let secret = psk?.chinese ?? ""
        return switch name {
        case .early:
            switch psk {
            case .resumption: "票据的秘密值在这里进入。双方从以前的连接得到它。它从不以明文经过线路。"
            case .external: "预共享密钥在这里进入。双方从 TLS 之外得到它。它从不发送。"
            case nil: "三环中的第一环。双方已经共享的秘密值会在这里进入。第一次连接没有这样的秘密值，用零代替，所以这个值谁都能计算。它什么也不保护。"
            }
        case .binderKey: "用这个密钥计算的 MAC，证明持有\(secret)。"
        case .clientEarlyTraffic:
            """
            早期数据的密钥由它得到。进入的只有\(secret)和 ClientHello。其中没有 Diffie–Hellman，所以没有前向保密：\
            无论现在还是以后，\(secret)都能解开早期数据。其中也没有服务器的任何东西，所以同一批消息可以再发一次。
            """
        case .earlyExporter:
            "握手结束之前，程序可以由它派生自用的值。它的保密程度与早期数据一样，不会更高。"
        case .handshake where !hasExchange:
            """
            第二环。交换的结果会在这里进入。在 psk_ke 模式中没有交换，用零代替。\
            后面的密钥中，除了\(secret)没有别的秘密值。以后谁得到它，就能算出全部密钥。
            """
        case .handshake:
            "第二环：交换进入。只窃听的攻击者，从这里起算不出这些值。\(psk == nil ? "身份还没有得到证明。" : "服务器还没有证明它持有\(secret)。")"
        case .clientHandshakeTraffic:
            "客户端握手消息的密钥由它得到。各条 hello 消息的哈希也进入。攻击者只要改动其中一个字节，双方得到的密钥就不同。"
        case .serverHandshakeTraffic:
            "服务器的也一样，只是标签不同。\(psk == nil ? "所以服务器的证书已经是加密传送的。" : "")"
        case .main:
            "第三环。没有新的东西进入。它把密钥分开：只持有握手流量密钥的人，算不出数据的密钥。RFC 8446 称它为主密钥（master secret），RFC 9846 称它为 main secret。"
        case .clientApplicationTraffic:
            "客户端数据的密钥由它得到。直到服务器的 Finished 为止，所有消息都进入\(psk == nil ? "，证书也在内" : "")。"
        case .serverApplicationTraffic: "服务器的数据也一样。"
        case .exporter: "程序可以由它派生自用的值，用在 TLS 之外。从这些值得不到关于连接密钥的任何信息。"
        case .resumption:
            "票据的秘密值由它得到。客户端的 Finished 也进入：这个秘密值属于整个握手，如果有客户端证书，也包括它。"
        case .ticketPSK:
            "一张票据的秘密值。票据的 nonce 也进入，所以每张票据都有自己的秘密值。以后的连接可以从它开始。"
        }
    }

    /// The structure of the key schedule, which is explained with its first secret only.
    public var englishBackground: String {
        switch self {
        case .secret(.early, _, _):
            """
            The key schedule is a chain; its links are secrets. HKDF-Extract mixes a new input into the secret above. Derive-Secret makes a branch: its label \
            says what the branch is for, and the hash of the messages ties it to this handshake. TLS 1.2 had one master secret for \
            everything. Here a stolen branch reveals no other branch.
            """
        case .secret, .keys, .updated, .verifyData: ""
        }
    }

    public var chineseBackground: String {
        switch self {
        case .secret(.early, _, _):
            """
            密钥编排是一条链，每一环是一个秘密值。HKDF-Extract 把新的输入混入上面的秘密值。Derive-Secret 分出一支：\
            标签说明这一支的用途，消息的哈希把它与这次握手绑在一起。TLS 1.2 的一切都出自一个主密钥。\
            这里，偷到一支，得不到其他任何一支。
            """
        case .secret, .keys, .updated, .verifyData: ""
        }
    }
}

extension SecretName {
    /// The part of the connection whose keys come from a traffic secret, in a step and in a name, and a clause that says how long the keys
    /// are used.
    var use: (step: String, name: String, end: Words) {
        switch self {
        case .clientHandshakeTraffic, .serverHandshakeTraffic:
            ("handshake", "handshake", Words(english: " until its Finished", chinese: "，用到它的 Finished 为止"))
        case .clientEarlyTraffic:
            (
                "early", "early data",
                Words(
                    english: " with its hello, until EndOfEarlyData", chinese: "，与它的 hello 消息一起开始，用到 EndOfEarlyData 为止")
            )
        default: ("application", "application", Words(english: " from now on", chinese: "，从现在起使用"))
        }
    }
}

extension PSKKind {
    var english: String {
        switch self {
        case .resumption: "the ticket's secret"
        case .external: "the pre-shared key"
        }
    }

    var chinese: String {
        switch self {
        case .resumption: "票据的秘密值"
        case .external: "预共享密钥"
        }
    }
}
