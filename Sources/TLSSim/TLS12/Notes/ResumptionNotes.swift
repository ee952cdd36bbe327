import Trace

/// The notes on the resumption of a session.
public enum ResumptionNote: StepNote, Hashable {
    case offered(byTicket: Bool)
    case accepted(byTicket: Bool)
    case declined(Obstacle)
    case unknownSessionID(offersTLS13: Bool)
    case serverHello(suite: CipherSuite, byTicket: Bool)
    /// The server sends a ticket of so many octets; 0 if it gives none. The lifetime is in seconds.
    case newTicket(octets: Int, lifetime: UInt32)
    case ticketSealed
    case ticketOpened
    case finished(Role)
    case established(byTicket: Bool)

    /// The reason why a server makes a full handshake although a session was offered.
    public enum Obstacle: Hashable, Sendable {
        case unreadable
        case suite
        case extendedMasterSecret
        case anonymous
        case serverName
        case maximumFragment
        case clientCertificate
    }

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .offered(let byTicket), .accepted(let byTicket):
            ("tls.resumption", byTicket ? .rfc(5077, "3.4") : .rfc(5246, "7.3"))
        case .declined(.extendedMasterSecret): ("tls.resumption", .rfc(7627, "5.3"))
        case .declined(.serverName): ("tls.resumption", .rfc(6066, "3"))
        case .declined(.maximumFragment): ("tls.resumption", .rfc(6066, "4"))
        case .declined(.clientCertificate), .declined(.anonymous): ("tls.resumption", .rfc(5246, "7.4.4"))
        case .declined(.suite): ("tls.resumption", .rfc(5246, "F.1.4"))
        case .declined(.unreadable): ("tls.resumption", .rfc(5077, "3.4"))
        case .unknownSessionID(let offersTLS13): ("tls.resumption", offersTLS13 ? .rfc(8446, "D.4") : .rfc(5246, "7.3"))
        case .serverHello: ("tls.server_hello", .rfc(5246, "7.4.1.3"))
        case .newTicket: ("tls.new_session_ticket", .rfc(5077, "3.3"))
        case .ticketSealed, .ticketOpened: ("tls.calc.session_ticket", .rfc(5077, "4"))
        case .finished: ("tls.finished", .rfc(5246, "7.3"))
        case .established(let byTicket): ("tls.established", byTicket ? .rfc(8446, "E.1") : .rfc(5246, "F.1.4"))
        }
    }

    /// The sentence: whether the session is resumed and what that proves, or why it is not resumed.
    public var english: String {
        switch self {
        case .offered(let byTicket):
            byTicket
                ? """
                The hello carries a ticket from an earlier connection. The ticket is the server's own memory of the session; only \
                the server can read it. The client has just drawn the session ID. If the server repeats this ID, the ticket was \
                good.
                """
                : """
                The hello names a session of an earlier connection. The name is in clear; it is no secret. Without the master secret \
                of that session, Finished cannot be computed.
                """
        case .accepted(let byTicket):
            """
            The server repeats the session ID: it \(byTicket ? "could open the ticket" : "still remembers the session"). Both sides \
            go on with the old master secret. No certificate comes and no keys are exchanged. The server's Finished will prove \
            that it is the same server as before.
            """
        case .unknownSessionID(let offersTLS13):
            """
            The hello has a session ID, and the server remembers no session of this name. \
            \(offersTLS13 ? "The client also offers TLS 1.3. Such a client fills this field with random octets, so that old "
                + "middleboxes let the hello pass; it need not offer a session."
                : "The session is too old, or another server made it.") A full handshake follows.
            """
        case .declined(let obstacle):
            "The server does not resume the session: \(obstacle.english). A full handshake follows."
        case .serverHello(let suite, let byTicket):
            """
            The server repeats the client's session ID. The session \(byTicket ? "in the ticket" : "of that name") goes on with its \
            suite, \(suite.name), and with its master secret. Only the two randoms are new. They are enough to make every key new.
            """
        case .newTicket(let octets, let lifetime):
            octets == 0
                ? "The server promised a ticket and cannot make it. An empty ticket says that there is none."
                : """
                A ticket of \(counted(octets, "octet")), valid for up to \(counted(lifetime, "second")). The server seals what it knows of the session, and \
                the client keeps the ticket. The ticket crosses the wire in clear, before the keys change. Finished covers it all \
                the same.
                """
        case .ticketSealed:
            """
            Suite, master secret and times, encrypted and authenticated. Only the server has the key, and it is the same key for \
            all clients. A thief of that key opens this ticket. So the thief also reads this connection and all that resume it, \
            with forward secrecy or without.
            """
        case .ticketOpened:
            """
            The tag is right: the server sealed this ticket itself, and no octet has changed since. The master secret is back. The \
            server had to keep only one key.
            """
        case .finished(let side):
            side == .server
                ? """
                The server's Finished comes first this time, in the server's first flight: twelve octets from the old master \
                secret over the new hellos. The client can send data right after its own Finished. In a full handshake it waits once more.
                """
                : """
                The client's Finished covers the two hellos and the server's Finished. It shows that the client has the old master \
                secret. It is no replayed recording, because the server's random is new.
                """
        case .established(let byTicket):
            """
            Secured, with new keys from an old master secret. Forward secrecy does not begin again: a thief of \
            the master secret reads this connection too\
            \(byTicket ? ". The ticket in the recording yields the master secret to anyone with the server's ticket key"
                : ", for as long as either side keeps it").
            """
        }
    }

    public var chinese: String {
        switch self {
        case .offered(let byTicket):
            byTicket
                ? """
                hello 消息带着以前某次连接的票据。票据是服务器自己对会话的记忆，只有服务器能读它。\
                会话 ID 是客户端刚刚随机产生的。如果服务器重复这个 ID，就说明票据有效。
                """
                : """
                hello 消息写明了以前某次连接的会话。这个名称是明文，不是秘密。\
                没有那个会话的主密钥，就算不出 Finished。
                """
        case .accepted(let byTicket):
            """
            服务器重复会话 ID：它\(byTicket ? "打开了票据" : "还记得这个会话")。双方继续使用旧的主密钥。\
            不发送证书，也不交换密钥。服务器的 Finished 将证明它就是以前的那个服务器。
            """
        case .unknownSessionID(let offersTLS13):
            """
            hello 消息带有会话 ID，但服务器不记得有这个名称的会话。\
            \(offersTLS13
                ? "客户端还提供 TLS 1.3。这样的客户端用随机字节填满这个字段，使旧的中间设备放行 hello 消息；它不一定提供会话。"
                : "会话太旧，或者是由另一台服务器建立的。")\
            接下来是完整握手。
            """
        case .declined(let obstacle):
            "服务器不恢复会话：\(obstacle.chinese)。接下来是完整握手。"
        case .serverHello(let suite, let byTicket):
            """
            服务器重复客户端的会话 ID。\(byTicket ? "票据中的" : "这个名称的")会话继续使用它的密码套件 \(suite.name) \
            和它的主密钥。只有两个随机数是新的，这就足以使每个密钥都是新的。
            """
        case .newTicket(let octets, let lifetime):
            octets == 0
                ? "服务器答应过给票据，却无法制作。空的票据表示没有票据。"
                : """
                一个 \(octets) 字节的票据，最长有效期为 \(lifetime) 秒。服务器把它所知道的会话内容密封起来，由客户端保存票据。\
                票据以明文经过线路，在更换密钥之前。尽管如此，Finished 仍然覆盖它。
                """
        case .ticketSealed:
            """
            密码套件、主密钥和时间，经过加密和认证。只有服务器有这个密钥，而且对所有客户端都是同一个。\
            偷走那个密钥的窃贼可以打开这个票据，于是也能读到这次连接和所有恢复它的连接，不管有没有前向保密。
            """
        case .ticketOpened:
            """
            认证标签正确：票据是服务器自己密封的，此后没有一个字节改变。主密钥又回来了。\
            服务器只需要保存一个密钥。
            """
        case .finished(let side):
            side == .server
                ? """
                这次服务器的 Finished 在先，在服务器的第一批消息里：十二个字节，由旧的主密钥对新的 hello 消息算出。\
                客户端发出自己的 Finished 之后就可以马上发送数据。在完整握手中，它还要再等一次。
                """
                : """
                客户端的 Finished 覆盖两条 hello 消息和服务器的 Finished。它说明客户端持有旧的主密钥。\
                它不是录下后重放的，因为服务器的随机数是新的。
                """
        case .established(let byTicket):
            """
            连接已受保护，使用旧的主密钥产生的新密钥。前向保密不会重新开始：偷走主密钥的窃贼也能读到这次连接\
            \(byTicket ? "。录下的流量中有票据，持有服务器票据密钥的人可以从中得到主密钥" : "，只要任何一方还保存着它")。
            """
        }
    }
}

extension ResumptionNote.Obstacle {
    fileprivate var english: String {
        switch self {
        case .unreadable: "its ticket does not open here, or is too old"
        case .suite: "its cipher suite is no longer accepted"
        case .extendedMasterSecret: "one of the two handshakes has the extended master secret and the other has not"
        case .anonymous: "its client did not say who it is, and now clients have to"
        case .serverName: "it was made for another host name"
        case .maximumFragment: "it was made with another limit for fragments"
        case .clientCertificate: "its client showed no certificate, and now has to"
        }
    }

    fileprivate var chinese: String {
        switch self {
        case .unreadable: "它的票据在这里打不开，或者太旧"
        case .suite: "它的密码套件这里不再接受"
        case .extendedMasterSecret: "两次握手中，一次有扩展主密钥，另一次没有"
        case .anonymous: "它的客户端没有说明自己是谁，而现在客户端必须说明"
        case .serverName: "它是为另一个主机名建立的"
        case .maximumFragment: "它建立时对片段长度的限制不同"
        case .clientCertificate: "它的客户端没有出示证书，而现在必须出示"
        }
    }
}
