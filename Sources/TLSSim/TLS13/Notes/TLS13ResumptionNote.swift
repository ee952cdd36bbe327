import Trace

/// What there is to say about tickets and the connections that begin with one.
public enum TLS13ResumptionNote: StepNote, Hashable {
    case binder(PSKKind)
    /// The hello offers a secret, by a name of `octets` octets. `psk` is the kind of the secret; nil if this side does not know it.
    case clientHello(hostName: String?, shares: [String], octets: Int, psk: PSKKind?, early: Bool)
    case clientHelloForSecretAlone(hostName: String?, shares: [String], octets: Int, psk: PSKKind?)
    case ticketOpened
    case binderVerified
    /// The server does not recognize the early data as a copy. `byTicket` if the offered secret is that of a ticket.
    case earlyDataIsNew(TLS13.ReplayRegister.Method, byTicket: Bool)
    case earlyData(Role, accepted: Bool)
    /// The server sends a ticket of `octets` octets, which is valid for `lifetime` seconds.
    case newTicket(octets: Int, lifetime: UInt32)
    case ticketSealed

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .binder: ("tls.calc.binder", .rfc(8446, "4.2.11.2"))
        case .clientHello: ("tls.client_hello", .rfc(8446, "4.2.11"))
        case .clientHelloForSecretAlone: ("tls.client_hello", .rfc(8446, "4.2.9"))
        case .ticketOpened, .ticketSealed: ("tls.calc.session_ticket", .rfc(8446, "4.6.1"))
        case .binderVerified: ("tls.check.binder", .rfc(8446, "4.2.11.2"))
        case .earlyDataIsNew: ("tls.check.early_data", .rfc(8446, "8"))
        case .earlyData: ("tls.early_data", .rfc(8446, "4.2.10"))
        case .newTicket: ("tls.new_session_ticket", .rfc(8446, "4.6.1"))
        }
    }

    public var english: String {
        switch self {
        case .binder(let psk):
            """
            A MAC over the hello up to this place. Its key comes from \(psk.english). It proves that the client has the secret, \
            and it ties the secret to this hello. It encrypts nothing.
            """
        case .clientHello(let hostName, let shares, let octets, let psk, let early):
            """
            \(Self.offer(octets, psk))\(psk == .resumption ? Self.seal : "") The client \(Self.host(hostName, psk)) and sends \
            \(shares.isEmpty ? "no share." : "a share of \(shares.joined(separator: " and ")) all the same: \(Self.gain(psk)).")\
            \(psk == .resumption ? " A ticket that is used twice links two visits, so clients use each once." : "")\(
                early
                    ? " The extension early_data says that data follows at once, before the server has answered."
                    : "")
            """
        case .clientHelloForSecretAlone(let hostName, let shares, let octets, let psk):
            """
            \(Self.offer(octets, psk)) The client \(Self.host(hostName, psk)). psk_key_exchange_modes names psk_ke alone: \
            \(psk?.english ?? "the pre-shared key") is to make the keys without an exchange. \(Self.spare(shares))
            """
        case .ticketOpened:
            """
            The server opens the ticket with its own key and has the secret back. It had to remember nothing but that key.
            """
        case .binderVerified:
            """
            The binder is right: the client has the ticket's secret. So the server needs no certificate of its own, and the client's \
            identity is that of the first connection.
            """
        case .earlyDataIsNew(let method, let byTicket):
            """
            Nothing of the server is in the keys of early data, so a copy of this flight would open just as well. TLS alone does not \
            tell a copy from the original. \(method.english(byTicket))
            """
        case .earlyData(.server, accepted: true):
            """
            The server takes the early data. It says so in EncryptedExtensions. It takes all of it or nothing: the secret has to be the \
            first one offered, and suite and protocol have to be those that belong to it.
            """
        case .earlyData(.server, accepted: false):
            """
            The server does not take the early data. It skips the records that it cannot open. The handshake goes on, and no alert is \
            sent: early data that is rejected costs only time.
            """
        case .earlyData(.client, accepted: true):
            "EncryptedExtensions has early_data: the server has taken the early data. The client does not have to send it again."
        case .earlyData(.client, accepted: false):
            """
            The server has not taken the early data: it is lost. TLS does not send it again by itself. The application decides whether \
            to send it again after the handshake.
            """
        case .newTicket(let octets, let lifetime):
            """
            A ticket of \(counted(octets, "octet")) for a later connection, good for \(counted(lifetime, "second")). It comes under the keys of the data, \
            after the handshake. In TLS 1.2 a ticket crossed the wire in clear, and the session's own master secret was sealed in it.
            """
        case .ticketSealed:
            """
            The server seals a secret that is derived for this ticket alone. A thief of the ticket key gets this secret. It does \
            not open this connection. Of a later one it opens the early data, and everything where both sides make no fresh exchange \
            (psk_ke). A fresh exchange protects the rest.
            """
        }
    }

    public var chinese: String {
        switch self {
        case .binder(let psk):
            "对到此处为止的 hello 消息的 MAC。它的密钥来自\(psk.chinese)。它证明客户端持有这个秘密值，并把秘密值与这条 hello 消息绑在一起。它不加密任何东西。"
        case .clientHello(let hostName, let shares, let octets, let psk, let early):
            """
            \(Self.chineseOffer(octets, psk))\(psk == .resumption ? Self.chineseSeal : "")客户端\(Self.chineseHost(hostName, psk))，\
            \(shares.isEmpty ? "不发送密钥份额。" : "但仍然发送 \(listedInChinese(shares)) 的密钥份额：\(Self.chineseGain(psk))。")\
            \(psk == .resumption ? "一张票据用两次，旁观者就能看出两次访问有关联，所以客户端每张只用一次。" : "")\
            \(early ? "扩展 early_data 说明数据马上跟着来，不等服务器应答。" : "")
            """
        case .clientHelloForSecretAlone(let hostName, let shares, let octets, let psk):
            """
            \(Self.chineseOffer(octets, psk))客户端\(Self.chineseHost(hostName, psk))。psk_key_exchange_modes 只写 psk_ke：\
            要由\(psk?.chinese ?? "预共享密钥")产生密钥，不做交换。\(Self.chineseSpare(shares))
            """
        case .ticketOpened: "服务器用自己的密钥打开票据，取回秘密值。除了这个密钥，它什么都不用记住。"
        case .binderVerified:
            "binder 正确：客户端持有票据的秘密值。所以服务器不需要自己的证书，客户端的身份就是第一次连接时的身份。"
        case .earlyDataIsNew(let method, let byTicket):
            """
            早期数据的密钥中没有服务器的任何东西，所以把这批消息复制一份，同样能打开。只靠 TLS，分不出复制的和原来的。\
            \(method.chinese(byTicket))
            """
        case .earlyData(.server, accepted: true):
            """
            服务器接受早期数据，并在 EncryptedExtensions 中说明。它要么全部接受，要么一点也不接受：\
            秘密值必须是所提供的第一个，密码套件和协议也必须与它相符。
            """
        case .earlyData(.server, accepted: false):
            "服务器不接受早期数据，跳过打不开的记录。握手继续，不发送警报：早期数据遭到拒绝，损失的只是时间。"
        case .earlyData(.client, accepted: true):
            "EncryptedExtensions 中有 early_data：服务器接受了早期数据。客户端不必再次发送。"
        case .earlyData(.client, accepted: false):
            "服务器没有接受早期数据，数据丢失了。TLS 不会自己再次发送。握手之后是否再次发送，由应用程序决定。"
        case .newTicket(let octets, let lifetime):
            """
            一张 \(octets) 字节的票据，供以后的连接使用，有效 \(lifetime) 秒。它在握手之后发送，由数据的密钥保护。\
            在 TLS 1.2 中，票据以明文经过线路，里面封着会话自己的主密钥。
            """
        case .ticketSealed:
            """
            服务器把只为这张票据派生的秘密值封进去。偷到票据密钥的窃贼会得到这个秘密值。它打不开这次连接。\
            在以后的连接中，它能打开早期数据；双方不做新的交换（psk_ke）时，它能打开全部内容。新的交换保护其余的内容。
            """
        }
    }

    /// The content of pre_shared_key. A server cannot tell a ticket of another server from a name that was agreed outside TLS.
    private static func offer(_ octets: Int, _ psk: PSKKind?) -> String {
        let count = counted(octets, "octet")
        return switch psk {
        case .resumption:
            "The hello offers a ticket of \(count), in clear. For the client the ticket is only the name of a secret."
        case .external:
            "The hello offers a pre-shared key, which was agreed on outside TLS. Its name goes in clear, \(count)."
        case nil:
            """
            The hello offers a pre-shared key. Its name goes in clear, \(count). Such a name is a ticket of an earlier connection, or \
            it was agreed on outside TLS.
            """
        }
    }

    private static func chineseOffer(_ octets: Int, _ psk: PSKKind?) -> String {
        switch psk {
        case .resumption: "hello 消息以明文提供一张 \(octets) 字节的票据。对客户端来说，票据只是一个秘密值的名称。"
        case .external: "hello 消息提供一个预共享密钥，它是在 TLS 之外约定的。它的名称以明文发送，\(octets) 字节。"
        case nil:
            "hello 消息提供一个预共享密钥。它的名称以明文发送，\(octets) 字节。这样的名称可能是以前连接的票据，也可能是在 TLS 之外约定的。"
        }
    }

    private static let seal =
        " A server can seal the secret itself in the ticket, as this program's server does: only the server's ticket key opens it."

    private static let chineseSeal = "服务器可以把秘密值本身封在票据中，这个程序的服务器就是这样：只有服务器的票据密钥能打开它。"

    private static func host(_ name: String?, _ psk: PSKKind?) -> String {
        guard let name else { return "names no host" }
        return psk == .resumption ? "asks for the same host again (\(name))" : "asks for the host \(name)"
    }

    private static func chineseHost(_ name: String?, _ psk: PSKKind?) -> String {
        guard let name else { return "没有写明主机" }
        return psk == .resumption ? "要再次访问同一台主机（\(name)）" : "要访问主机 \(name)"
    }

    private static func gain(_ psk: PSKKind?) -> String {
        psk == .resumption ? "a fresh exchange gives forward secrecy again" : "an exchange gives forward secrecy"
    }

    private static func chineseGain(_ psk: PSKKind?) -> String {
        psk == .resumption ? "新的交换重新带来前向保密" : "交换带来前向保密"
    }

    /// The purpose of shares in a hello that offers only psk_ke, and the cost that psk_ke saves.
    private static func spare(_ shares: [String]) -> String {
        guard !shares.isEmpty else {
            return
                "The client sends no share. psk_ke saves each side two calculations, and it gives up forward secrecy."
        }
        return """
            The share of \(shares.joined(separator: " and ")) is for a server that does not take the secret. psk_ke saves the server two \
            calculations and the client one, and it gives up forward secrecy.
            """
    }

    private static func chineseSpare(_ shares: [String]) -> String {
        guard !shares.isEmpty else {
            return "客户端不发送密钥份额。psk_ke 让双方各省两次计算，代价是放弃前向保密。"
        }
        return """
            \(listedInChinese(shares)) 的密钥份额是为不接受这个秘密值的服务器准备的。\
            psk_ke 让服务器省两次计算，客户端省一次，代价是放弃前向保密。
            """
    }
}

extension TLS13.ReplayRegister.Method {
    fileprivate func english(_ byTicket: Bool) -> String {
        switch self {
        case .none: "This server does not look for copies: it would take each one."
        case .singleUse where byTicket, .window where byTicket:
            """
            This server remembers \(self == .singleUse ? "which tickets have brought early data" : "the binders of the last ten seconds"), \
            and this one is not among them. The age that the client claims for its ticket also fits.
            """
        case .singleUse, .window:
            "This server remembers the binders that have brought early data, and this one is not among them."
        }
    }

    fileprivate func chinese(_ byTicket: Bool) -> String {
        switch self {
        case .none: "这个服务器不查找复制的数据：每一份它都会接受。"
        case .singleUse where byTicket, .window where byTicket:
            """
            这个服务器记住了\(self == .singleUse ? "哪些票据带来过早期数据" : "最近十秒的 binder")，\
            这次的不在其中。客户端声称的票据年龄也相符。
            """
        case .singleUse, .window: "这个服务器记住了带来过早期数据的 binder，这一个不在其中。"
        }
    }
}
