import Crypto
import TLSSim
import Trace

/// How a visit of TLS 1.2 resumes the session of an earlier visit.
package enum Resumption: String, Hashable, Sendable, CaseIterable {
    case id
    case ticket
}

/// What the two sides of an earlier visit of TLS 1.2 have kept.
package struct SessionMemory: Sendable {
    let resumption: Resumption
    /// The time of the next visit, in seconds since 1970.
    var now: Int64
    private let ticketKey: TicketKey
    /// The client's session; nil before the first visit.
    private var client: ResumableSession?
    /// The server's sessions.
    private var server = SessionCache()

    /// How long the earlier visit is before the visit that is told, in seconds.
    static let age: Int64 = 60

    /// The memory before the first visit.
    init(_ resumption: Resumption, now: Int64, seeds: SeededRandomSource) {
        self.resumption = resumption
        self.now = now
        var random = seeds.fork("ticket key")
        ticketKey = TicketKey(using: &random)
    }

    /// The memory after a visit that has left these sessions.
    func after(_ visit: (client: ResumableSession?, server: ResumableSession?), now: Int64) -> SessionMemory {
        var memory = self
        memory.client = visit.client
        if let session = visit.server { memory.server.insert(session) }
        memory.now = now
        return memory
    }

    /// Gives a client its session.
    func prepare(_ configuration: inout Client.Configuration) {
        configuration.session = client
        configuration.offersTickets = resumption == .ticket
        configuration.now = now
    }

    /// Gives a server its sessions, or its ticket key.
    func prepare(_ configuration: inout Server.Configuration) {
        configuration.sessions = resumption == .id ? server : nil
        configuration.ticketKey = resumption == .ticket ? ticketKey : nil
        configuration.now = now
    }

    /// The ticket key, which a thief finds in the server's memory.
    var loot: [UInt8] { ticketKey.secret }
}

extension Resumption {
    /// The heading of the handshake.
    var englishTitle: String {
        switch self {
        case .id: "TLS goes on with an old session that both sides remember"
        case .ticket: "TLS goes on with an old session that the client carries"
        }
    }

    var chineseTitle: String {
        switch self {
        case .id: "TLS 继续使用双方都记得的旧会话"
        case .ticket: "TLS 继续使用由客户端携带的旧会话"
        }
    }

    var english: String {
        let promise =
            "No certificate is sent and no keys are exchanged. The client waits for one answer in place of two. Two new randoms and the old "
            + "secret make new keys. Finished proves that both sides have the old secret."
        return switch self {
        case .id:
            "The two sides met a minute ago. Both have kept the master secret of that connection under a name that the server "
                + "chose. The client asks for the session by this name. " + promise
        case .ticket:
            "The two sides met a minute ago. The server has kept nothing of the session. It sealed what it knew under a key of its "
                + "own and gave the result, the ticket, to the client. Now the client sends the ticket back. " + promise
        }
    }

    var chinese: String {
        let promise =
            "不发送证书，也不交换密钥。客户端只等一次应答，不用等两次。两个新的随机数和旧的秘密产生新的密钥。"
            + "Finished 证明双方都有旧的秘密。"
        return switch self {
        case .id:
            "双方一分钟前见过面。两边都保存着那次连接的主密钥，名称由服务器选定。客户端按这个名称请求会话。" + promise
        case .ticket:
            "双方一分钟前见过面。服务器没有保存会话的任何内容：它用自己的密钥把所知道的封存起来，"
                + "结果就是票据，交给了客户端。现在客户端把票据发回。" + promise
        }
    }

    /// The heading of the theft.
    var englishTheftTitle: String {
        switch self {
        case .id: "Later: a thief takes the server's private key"
        case .ticket: "Later: a thief takes the server's ticket key"
        }
    }

    var chineseTheftTitle: String {
        switch self {
        case .id: "后来：窃贼拿走服务器的私钥"
        case .ticket: "后来：窃贼拿走服务器的票据密钥"
        }
    }

    /// The introduction to the theft, after a session that was made with that key exchange.
    func englishTheft(_ kind: KeyExchangeKind) -> String {
        switch self {
        case .id:
            "An eavesdropper has recorded everything above. Then the private key leaks, minutes or years later. This connection did not use it. "
                + "The master secret comes from the earlier connection, so it is as safe as the key exchange there. "
                + (kind == .rsa
                    ? "That was RSA key transport: anyone with a recording of that connection can decrypt both."
                    : "The exponents of that connection are deleted. But the memory in which the two sides have kept the session "
                        + "would decrypt both.")
        case .ticket:
            "An eavesdropper has recorded everything above. Later the key leaks with which the server seals its tickets. The "
                + "ticket is in the recording, and the master secret is in the ticket. "
                + (kind.isForwardSecret
                    ? "The first key exchange had forward secrecy, but that no longer helps. The protection ends when the ticket key "
                        + "leaks. So servers change their ticket keys often and delete the old ones."
                    : "The ticket key decrypts this connection, and every other connection whose ticket it sealed.")
        }
    }

    /// The same introduction in Chinese.
    func chineseTheft(_ kind: KeyExchangeKind) -> String {
        switch self {
        case .id:
            "上面的一切，窃听者都已录下。几分钟或几年之后，私钥泄露了。这次连接没有用到它。"
                + "主密钥来自先前的连接，所以它的安全取决于那里的密钥交换。"
                + (kind == .rsa
                    ? "那是 RSA 密钥传输：谁录下了那次连接，谁就能解密这两次连接。"
                    : "那次连接的指数已经删除。但双方存放会话的内存，能解密这两次连接。")
        case .ticket:
            "上面的一切，窃听者都已录下。后来，服务器用来封存票据的密钥泄露了。"
                + "票据在录下的流量中，主密钥在票据中。"
                + (kind.isForwardSecret
                    ? "第一次密钥交换具有前向保密，但这已经没有用。票据密钥一泄露，保护就结束。"
                        + "所以服务器经常更换票据密钥，并删除旧的。"
                    : "票据密钥能解密这次连接，也能解密票据由它封存的其他每一次连接。")
        }
    }
}
