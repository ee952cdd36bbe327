import Crypto
import PKI
import TCPSim
import TLSSim
import Trace

extension Visit {
    /// The choices for a visit with TLS 1.3.
    package struct TLS13Options: Hashable, Sendable {
        /// The only cipher suite that the server accepts.
        package var suite: TLS13.CipherSuite
        /// The group of the key exchange.
        package var group: NamedGroup
        /// Whether the client first sends a share of another group, so that the server answers with HelloRetryRequest.
        package var isRetried: Bool
        /// Whether the client begins with a ticket of an earlier visit, which the journal does not show.
        package var resumes: Bool

        /// Whether the client sends its request with the ticket, as early data.
        package var sendsEarlyData: Bool
        /// Whether the ticket's secret is used without an exchange: psk_ke (RFC 8446 section 4.2.9).
        package var usesSecretAlone = false
        /// Whether the client changes its keys before its request, and asks the server to do the same (RFC 8446 section 4.6.3).
        package var updatesKeys = false
        /// Both sides pad the inner plaintext of every protected record to a multiple of that many octets (RFC 8446 section 5.4); 1 for
        /// no padding.
        package var paddingMultiple = 1
        /// The level of error alerts. RFC 8446 section 6.2 requires fatal. The receiver ignores the level.
        package var alertLevel = AlertLevel.fatal

        /// The choices of the usual first visit, unless others are given. Early data needs a ticket, so a client that sends early data
        /// resumes.
        package init(
            suite: TLS13.CipherSuite = .aes128GCM, group: NamedGroup = .x25519, isRetried: Bool = false,
            resumes: Bool = false, sendsEarlyData: Bool = false
        ) {
            self.suite = suite
            self.group = group
            self.isRetried = isRetried
            self.resumes = resumes || sendsEarlyData
            self.sendsEarlyData = sendsEarlyData
        }

        /// The group of the share in the client's first hello.
        package var bet: NamedGroup {
            guard isRetried else { return group }
            return group == .x25519 ? .secp256r1 : .x25519
        }

        /// The largest number of octets of early data that the server's tickets allow.
        package static let mostEarlyData: UInt32 = 16_384

        /// Every group that can be chosen, the usual one first.
        package static let groups: [NamedGroup] = NamedGroup.all + [.secp384r1, .x25519MLKEM768]

        var settings: [(name: String, value: String)] {
            [("suite", suite.name), ("group", group.name)]
                + (isRetried ? [("first share", bet.name)] : [])
                + (resumes ? [("resumes by", usesSecretAlone ? "psk-ke" : "psk")] : [])
                + (sendsEarlyData ? [("early data", "the request")] : [])
                + (updatesKeys ? [("key update", "before the request")] : [])
                + (paddingMultiple > 1 ? [("padding to a multiple of", "\(paddingMultiple)")] : [])
                + (alertLevel == .warning ? [("level of alerts", "\(alertLevel)")] : [])
        }

        var derivations: [Derivation] {
            Knowledge.derivations(
                tls13: suite, group: group, resumes: resumes, sendsEarlyData: sendsEarlyData,
                hasExchange: !usesSecretAlone)
        }
    }

    /// What the two sides have kept of an earlier visit of TLS 1.3.
    struct TicketMemory: Sendable {
        let key: TicketKey
        var ticket: TLS13.Ticket?
        var now: Int64

        init(now: Int64, seeds: SeededRandomSource) {
            var random = seeds.fork("ticket key")
            key = TicketKey(using: &random)
            self.now = now
        }
    }

    /// The client's TLS. If `speaksBoth`, it offers TLS 1.2 as well.
    static func tls13Client(
        _ tls13: TLS13Options, identity: Identity?, offering protocols: [String], memory: TicketMemory?,
        speaksBoth: Bool = false
    ) -> TLSEndpoint {
        var groups = [tls13.bet]
        if tls13.bet != tls13.group { groups.append(tls13.group) }
        var configuration = TLS13.ClientConfiguration(
            hostName: hostName, groups: groups, shares: [tls13.bet], identity: identity,
            applicationProtocols: protocols, ticket: memory?.ticket,
            earlyData: tls13.sendsEarlyData && memory?.ticket != nil
                ? HTTPExchange.request(host: hostName) : [],
            common: tls13Common(tls13, memory))
        if tls13.usesSecretAlone { configuration.pskModes = [.pskOnly] }
        guard speaksBoth else { return TLSEndpoint(client: .tls13(configuration)) }
        return TLSEndpoint(
            client: .both(
                Client.Configuration(hostName: hostName, identity: identity, applicationProtocols: protocols),
                configuration))
    }

    /// The server's TLS. If `speaksBoth`, it speaks TLS 1.2 as well.
    static func tls13Server(
        _ tls13: TLS13Options, identity: Identity, clientAuthentication: ClientAuthentication,
        speaking protocols: [String], memory: TicketMemory?, speaksBoth: Bool
    ) -> TLSEndpoint {
        var configuration = TLS13.ServerConfiguration(
            identity: identity, cipherSuites: [tls13.suite], groups: [tls13.group],
            clientAuthentication: clientAuthentication, applicationProtocols: protocols, ticketKey: memory?.key,
            maxEarlyData: tls13.sendsEarlyData ? TLS13Options.mostEarlyData : 0, common: tls13Common(tls13, memory))
        configuration.takesPSKAlone = tls13.usesSecretAlone
        guard speaksBoth else { return TLSEndpoint(server: .tls13(configuration)) }
        return TLSEndpoint(
            server: .both(
                Server.Configuration(identity: identity, clientAuthentication: clientAuthentication), configuration))
    }

    private static func tls13Common(_ tls13: TLS13Options, _ memory: TicketMemory?) -> TLS13.CommonConfiguration {
        var common = TLS13.CommonConfiguration(
            paddingMultiple: tls13.paddingMultiple, now: (memory?.now ?? epoch) * 1_000)
        common.alertLevel = tls13.alertLevel
        return common
    }

    /// Records the theft of the server's keys after a visit of TLS 1.3, and a note for each theft: what it alone opens of the recording. The
    /// ledger answers that from the rules of the key schedule.
    static func tls13Thefts(
        _ tls13: TLS13Options, server: Identity, ticketKey: TicketKey?, in journal: inout Journal, at now: Instant
    ) {
        Chapter.tls13(.theft(tls13)).record(in: &journal, at: now)
        func outcome(_ rules: [Derivation], _ secret: SecretID?) -> TLS13.Theft.Reach {
            var copy = journal
            copy.add(rules)
            if let secret {
                copy.record(
                    at: now, who: .thief, step: "attack.theft",
                    .learned(secret, .stolen(how: ""), value: nil))
            }
            let ledger = Ledger(copy)
            if ledger.holds(.thief, Knowledge.applicationData) { return .everything }
            return ledger.holds(.thief, Knowledge.earlyData) ? .earlyData : .nothing
        }
        let key = Knowledge.privateKey(of: server)
        var notes: [TLS13.Theft] = [.privateKey(opens: outcome([], key))]
        if tls13.sendsEarlyData || tls13.usesSecretAlone {
            notes.append(.ticketSecret(opens: outcome([], Knowledge.offeredPSK)))
        }
        if ticketKey != nil {
            notes.append(.ticketKey(opens: outcome([], Knowledge.ticketKey)))
            if !tls13.usesSecretAlone {
                notes.append(
                    .ticketKeyAndGroup(
                        tls13.group, opens: outcome(Knowledge.quantumDerivations(tls13.group), Knowledge.ticketKey)))
            }
        }
        notes.append(
            tls13.usesSecretAlone
                ? .quantumWithoutExchange(opens: outcome(Knowledge.quantumDerivations(tls13.group), nil))
                : .quantum(tls13.group, opens: outcome(Knowledge.quantumDerivations(tls13.group), nil)))
        journal.record(.privateKey, of: key, value: server.privateKey.secret, at: now)
        if let ticketKey { journal.record(.ticketKey, of: Knowledge.ticketKey, value: ticketKey.secret, at: now) }
        for note in notes {
            journal.record(
                at: now, who: .thief, step: "attack.reach", .remarked(bookkeeping: false), remark: note,
                cite: .rfc(8446, "E.1"))
        }
    }
}

/// The chapters of a visit that are told differently for TLS 1.3.
package enum TLS13Chapter: Hashable, Sendable {
    /// The handshake, and the client's certificate; nil if the server asks for none.
    case handshake(Visit.TLS13Options, ClientCertificate?)
    /// The rest of the conversation after an early request. `accepted`: whether the server has taken the early data.
    case answer(accepted: Bool)
    case copy
    case theft(Visit.TLS13Options)

    var englishTitle: String {
        switch self {
        case .handshake(let tls13, _) where tls13.sendsEarlyData: "TLS and the request in one flight: early data"
        case .handshake(let tls13, _) where tls13.usesSecretAlone:
            "TLS agrees on keys: a ticket's secret, and no exchange"
        case .handshake(let tls13, _) where tls13.resumes: "TLS agrees on keys: a ticket's secret and a fresh exchange"
        case .handshake(let tls13, _) where tls13.isRetried: "TLS agrees on keys: a wrong bet, then a chain of secrets"
        case .handshake: "TLS agrees on keys: one exchange and a chain of secrets"
        case .answer(accepted: true): "HTTP: the answer to the early request"
        case .answer(accepted: false): "HTTP: the request once more, because the early data was lost"
        case .copy: "TLS: the attacker sends what she has recorded"
        case .theft: "Later: what a thief opens"
        }
    }

    var chineseTitle: String {
        switch self {
        case .handshake(let tls13, _) where tls13.sendsEarlyData: "TLS 和请求在同一批消息中：早期数据"
        case .handshake(let tls13, _) where tls13.usesSecretAlone: "TLS 商定密钥：票据的秘密，没有密钥交换"
        case .handshake(let tls13, _) where tls13.resumes: "TLS 商定密钥：票据的秘密和一次新的密钥交换"
        case .handshake(let tls13, _) where tls13.isRetried: "TLS 商定密钥：先猜错一次，再是一条秘密值的链"
        case .handshake: "TLS 商定密钥：一次密钥交换和一条秘密值的链"
        case .answer(accepted: true): "HTTP：对早期请求的应答"
        case .answer(accepted: false): "HTTP：早期数据没有用上，请求再发一次"
        case .copy: "TLS：攻击者发送她录下的内容"
        case .theft: "后来：窃贼能解开什么"
        }
    }

    var english: String {
        switch self {
        case .handshake(let tls13, let client):
            Self.beginning(tls13)
                + (client.map { " " + $0.englishRule } ?? "")
        case .answer(accepted: true):
            """
            The client has sent its request already, right behind its first hello. The server does not wait for the client's Finished: \
            its answer goes right behind its own Finished. From here on all data is under keys with a fresh exchange in them.
            """
        case .answer(accepted: false):
            """
            The server has not taken the early data. TLS does not send it again. The application does, now that the handshake is complete. \
            It has gained nothing, and it has lost nothing but the octets.
            """
        case .copy:
            """
            The client of this connection is the attacker. She sends the flight that she has recorded, octet for octet. When the server \
            answers, she sends the rest of the recording. She has no key, and she cannot read what she sends. The inside of the \
            records is shown to you, not to her. TCP has new ports and new numbers here: this is another connection.
            """
        case .theft(let tls13):
            """
            An eavesdropper has recorded everything above. Then something leaks, minutes or years later, or a machine is built. \
            \(tls13.resumes ? "The ticket is in the recording, in clear. " : "")What does each thief open? The answers are computed \
            from the rules of the key schedule. The table says who can compute what.
            """
        }
    }

    var chinese: String {
        switch self {
        case .handshake(let tls13, let client): Self.chineseBeginning(tls13) + (client?.chineseRule ?? "")
        case .answer(accepted: true):
            """
            客户端早已发出请求，就在第一条 Hello 消息之后。服务器不等客户端的 Finished：它的应答紧跟在自己的 \
            Finished 之后。从这里起，全部数据所用的密钥里都有一次新的密钥交换。
            """
        case .answer(accepted: false):
            """
            服务器没有接受早期数据。TLS 不会再次发送，现在握手完成了，由应用程序再次发送。\
            它没有得到好处，失去的也只是那些字节。
            """
        case .copy:
            """
            这次连接的客户端是攻击者。她把录下的那一批消息逐字节照样发出。服务器应答之后，她发送录下的其余部分。\
            她没有密钥，读不懂自己发送的内容。记录的内容只显示给你，她看不到。TCP 在这里有新的端口和新的序号：\
            这是另一次连接。
            """
        case .theft(let tls13):
            """
            上面的一切，窃听者都已录下。几分钟或几年之后，有东西泄露，或者造出了一台机器。\
            \(tls13.resumes ? "票据就在录下的流量中，而且是明文。" : "")每个窃贼能解开什么？答案由密钥编排的规则算出。\
            下表说明谁能算出什么。
            """
        }
    }

    private static func beginning(_ tls13: Visit.TLS13Options) -> String {
        if tls13.sendsEarlyData {
            return """
                The two sides met a minute ago, and the server gave the client a ticket that is good for early data. The client sends its \
                request together with the first hello, encrypted under a key that only the ticket's secret makes. It does not wait \
                for the server. The whole handshake still takes place; only the request does not wait for it. Early data has a price: it has no forward secrecy, and an attacker can copy the flight and send it again.
                """
        }
        if tls13.usesSecretAlone {
            return """
                The two sides met a minute ago, and the server gave the client a ticket. The ticket names a secret that only the two \
                know. Here they use this secret alone: the mode psk_ke. No certificate is sent, and no exchange is made. The handshake \
                is as short as with an exchange, and both sides compute less. The price is forward secrecy: all data is as secret as \
                the ticket's secret, now and later. Small devices use this mode. Browsers do not offer it.
                """
        }
        if tls13.resumes {
            return """
                The two sides met a minute ago, and the server gave the client a ticket. The ticket names a secret that only the two \
                know. It stands for the certificate: no certificate is sent. A fresh exchange is made all the same, so all keys are \
                new and forward secrecy begins again.
                """
        }
        return """
            Over the open stream the two sides agree on keys. An eavesdropper must not be able to compute them. \
            \(tls13.isRetried
                ? "The client bets on a group that the server does not accept, so the server asks it to come again: the client waits once more."
                : "Each side sends a public value in its first message, so the client waits for one answer only; a full handshake of TLS 1.2 waits for two.") \
            A chain of secrets follows. From these branch off other secrets, each for one purpose, and keys for one direction come from them. \
            All handshake messages behind the hellos are encrypted, the certificate too.
            """
    }

    private static func chineseBeginning(_ tls13: Visit.TLS13Options) -> String {
        if tls13.sendsEarlyData {
            return """
                双方一分钟前见过面，服务器给了客户端一张可以用于早期数据的票据。客户端把请求和第一条 Hello 消息一起发出，\
                加密用的密钥只由票据的秘密得到。它不等服务器。握手仍然完整进行，只是请求不等它。\
                早期数据有代价：它没有前向保密，攻击者也可以复制这一批消息，再次发送。
                """
        }
        if tls13.usesSecretAlone {
            return """
                双方一分钟前见过面，服务器给了客户端一张票据。票据指向一个只有双方知道的秘密。这里双方只用这个秘密：\
                这就是 psk_ke 模式。不发送证书，也不进行密钥交换。握手与有密钥交换时一样短，双方的计算更少。\
                代价是前向保密：无论现在还是以后，全部数据的保密程度都只等于票据的秘密。小型设备使用这个模式，\
                浏览器不提供它。
                """
        }
        if tls13.resumes {
            return """
                双方一分钟前见过面，服务器给了客户端一张票据。票据指向一个只有双方知道的秘密。它代替证书：\
                不发送证书。新的密钥交换仍然要做，所以所有密钥都是新的，前向保密重新开始。
                """
        }
        return """
            双方在公开的字节流上商定密钥，窃听者必须算不出这些密钥。\
            \(tls13.isRetried
                ? "客户端猜了一个群，而服务器不接受，所以服务器要它重来：客户端要多等一次。"
                : "双方都在第一条消息中发送公开值，所以客户端只等一次应答；TLS 1.2 的完整握手要等两次。")\
            然后是一条秘密值的链。从链上分出其他秘密值，每个只有一个用途，再由它们得到各个方向的密钥。\
            Hello 消息之后的所有握手消息都加密，证书也不例外。
            """
    }
}
