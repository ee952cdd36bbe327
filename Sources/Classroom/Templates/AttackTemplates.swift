import Museum
import Trace

/// Questions about attacks.
extension Template {
    static let attacks: [Template] = [
        Template(
            "attack.mitm-no-hostname", .choice, run: "attack mitm --policy no-hostname --attacker same-public-ca",
            step: "tls.application_data", cites: [.rfc(9525, "6.1")],
            english: .init(
                goal: "You know what the check of the name is for.",
                ask:
                    "An attacker stands between a client and a server, with a certificate of a known authority for the attacker's own name. The client checks the chain and not the name. How does it end?",
                hint: "Ask which check of the client could tell the attacker from the server.",
                because:
                    "The chain is good, because the attacker owns the name in it. Only the name tells the two apart."),
            chinese: .init(
                goal: "你知道检查名称是为了什么。",
                ask: "攻击者站在客户端和服务器之间，它的证书由已知的 CA 签发，写的是攻击者自己的名称。客户端检查证书链，不检查名称。结果会怎样？",
                hint: "想一想客户端的哪项检查能把攻击者和服务器区分开。",
                because: "证书链有效，因为里面的名称属于攻击者。只有名称能把两者区分开。")
        ) { run, key in
            try key.right = [.choice(run.fateOfVictim)]
            key["chain-is-enough", .choice("refused")] = Words(
                english: "You expect that a valid chain means the right server. It means that an authority knows "
                    + "some owner of some name. Look at the name in the certificate.",
                chinese: "你以为证书链有效就说明服务器是对的。它只说明 CA 知道某个名称属于某个人。看证书里的名称。")
            key["noticed-at-finished", .choice("finished")] = Words(
                english: "The client shakes hands with the attacker, and both have the same keys and messages. Look "
                    + "at the two connections side by side.",
                chinese: "客户端和攻击者握手，双方的密钥和消息都相同。把两个连接放在一起看。")
            key["noticed-by-the-server", .choice("server")] = Words(
                english: "To the server the attacker is a client like any other. Look at the second connection.",
                chinese: "对服务器来说，攻击者和别的客户端一样。看第二个连接。")
            key.choices = endsOfAnInterception
        },
        Template(
            "attack.mitm-full", .choice, run: "attack mitm --policy full --attacker same-public-ca", step: "tls.alert",
            cites: [.rfc(9525, "6.1")],
            english: .init(
                goal: "You know what a full check of a certificate achieves.",
                ask:
                    "An attacker stands between a client and a server, with a certificate of a known authority for the attacker's own name. The client checks chain and name. How does it end?",
                hint:
                    "Go through what the client checks, and compare the name in the certificate with the name that was asked for.",
                because: "The name in the certificate is not the one that was asked for."),
            chinese: .init(
                goal: "你知道完整检查证书能做到什么。",
                ask: "攻击者站在客户端和服务器之间，它的证书由已知的 CA 签发，写的是攻击者自己的名称。客户端检查证书链和名称。结果会怎样？",
                hint: "过一遍客户端检查的内容，把证书里的名称和要访问的名称作比较。",
                because: "证书里的名称不是要访问的那个。")
        ) { run, key in
            try key.right = [.choice(run.fateOfVictim)]
            key["all-is-lost", .choice("intercepted")] = Words(
                english: "You expect that any certificate of a known authority will do. Look at the name in it, and "
                    + "at what this client checks.",
                chinese: "你以为由已知的 CA 签发的任何证书都行。看它里面的名称，再看这个客户端检查什么。")
            key["noticed-at-finished", .choice("finished")] = Words(
                english: "The handshake does not get so far. Look at what the client does with the certificate.",
                chinese: "握手到不了这一步。看客户端怎样处理证书。")
            key["noticed-by-the-server", .choice("server")] = Words(
                english: "To the server the attacker is a client like any other. Look at what the client does with "
                    + "the certificate.",
                chinese: "对服务器来说，攻击者和别的客户端一样。看客户端怎样处理证书。")
            key.choices = endsOfAnInterception
        },
        Template(
            "attack.downgrade-mark", .hex, run: "attack version-downgrade --exchange ecdhe --client checks",
            step: "tls.server_hello", cites: [.rfc(8446, "4.1.3")],
            english: .init(
                goal: "You know the sign against a downgrade.",
                ask:
                    "An attacker takes TLS 1.3 out of a ClientHello. The server speaks TLS 1.3 too, and answers with TLS 1.2. The first 24 octets of its random are shown. Which eight octets follow, in hexadecimal?",
                hint:
                    "The end of this random is not drawn. It is a word in ASCII and a number. RFC 8446 section 4.1.3 has it.",
                because: "A server that could speak TLS 1.3 and answers with TLS 1.2 says so with \"DOWNGRD\" and 01."),
            chinese: .init(
                goal: "你知道防止降级的标记。",
                ask: "攻击者从 ClientHello 中去掉 TLS 1.3。服务器也支持 TLS 1.3，但用 TLS 1.2 回应。它的随机数的前 24 字节如下所示。后面是哪八个字节？用十六进制写出。",
                hint: "这个随机数的末尾不是随机抽取的，是一个 ASCII 单词和一个数。RFC 8446 4.1.3 节里有。",
                because: "支持 TLS 1.3 却用 TLS 1.2 回应的服务器，用 \"DOWNGRD\" 和 01 说明这一点。")
        ) { run, key in
            let server = try run.journal("ecdhe-hello-checks-server").message("tls.server_hello", of: .server).random
            key.right = [.octets(Array(server.suffix(8)))]
            key["random-as-ever", .octets(Array(server.prefix(8)))] = Words(
                english: "You expect that the whole random is drawn. Its end is a sign for the client here. Look at "
                    + "RFC 8446 section 4.1.3.",
                chinese: "你以为整个随机数都是随机抽取的。这里它的末尾是给客户端的标记。看 RFC 8446 4.1.3 节。")
            key["older-version", .octets(Array(server.suffix(8).dropLast() + [0]))] = Words(
                english: "This is the sign of a server that answers with TLS 1.1 or older. Look at the last octet.",
                chinese: "这是用 TLS 1.1 或更旧的版本回应的服务器的标记。看最后一个字节。")
            key.shown = [
                .octets(
                    "ServerHello.random[0..23]", server.dropLast(8))
            ]
        },
        Template(
            alert: "attack.replay", run: "attack replay", named: "on", cites: [.rfc(5246, "7.4.1.3")],
            english: .init(
                goal: "You know what the server's random is for.",
                ask:
                    "An attacker has recorded what a client sent, in TLS 1.2 with RSA key transport, and sends the same octets to the server once more. The server draws its random anew, as it should. Which alert does the server send?",
                hint:
                    "The premaster secret is the same as before. Ask what else enters the keys, and what the server tries to do with the first encrypted record.",
                because:
                    "The server's random is new, so the keys are. The first record under the old keys does not open."),
            chinese: .init(
                goal: "你知道服务器的随机数是为了什么。",
                ask: "攻击者录下了客户端在 TLS 1.2 中使用 RSA 密钥传输时发送的内容，再把同样的字节发给服务器一次。服务器照规矩重新抽取随机数。服务器发送什么警报？",
                hint: "预主密钥和以前一样。想一想还有什么进入密钥，服务器又会怎样处理第一条加密的记录。",
                because: "服务器的随机数是新的，所以密钥也是新的。用旧密钥加密的第一条记录解不开。")
        ) { key in
            key["same-secret-same-keys", .choice(accepted)] = Words(
                english: "You expect that the same premaster secret gives the same keys. Look at the other inputs of "
                    + "the master secret.",
                chinese: "你以为预主密钥相同，密钥就相同。看主密钥的其他输入。")
            key["noticed-at-the-hello", .choice("handshake_failure")] = Words(
                english: "A server does not remember the hellos that it has seen. Look at how far the handshake goes.",
                chinese: "服务器不记得它见过的 Hello 消息。看握手进行到哪里。")
            key["noticed-by-the-hash", .choice("decrypt_error")] = Words(
                english: "The hash in Finished would differ. But Finished is encrypted, and its record has to open "
                    + "first. Look at the record that carries it.",
                chinese: "Finished 里的哈希会不同，但 Finished 是加密的，先要解开它的记录。看装着它的那条记录。")
        },
        Template(
            "attack.isn-next", .number, credit: 2, run: "--dh --isn plus64000", distinct: true, step: "tcp.syn",
            cites: [.rfc(6528, "3")],
            english: .init(
                goal: "You can predict the numbers of a generator that counts.",
                ask:
                    "A host counts its first sequence numbers up by 64,000 with each connection that it opens. It opens one with the SYN that is shown. Nothing else adds to the counter. What is the sequence number of the SYN of its next connection?",
                hint:
                    "Sequence numbers have 32 bits. Ask what the generator adds, and whether the data of the first connection enter it.",
                because: "The next connection begins 64,000 further on, modulo 2^32. So a stranger can predict it."),
            chinese: .init(
                goal: "你能预测计数式生成器的序号。",
                ask: "一台主机每打开一个连接，就把初始序号加 64,000。它用所示的 SYN 打开一个连接。没有别的东西再使计数器增加。它的下一个连接的 SYN，序号是多少？",
                hint: "序号有 32 位。想一想生成器加多少，第一个连接的数据会不会进入其中。",
                because: "下一个连接从多 64,000 的地方开始，模 2^32。所以陌生人也能预测。")
        ) { run, key in
            let (syn, fin) = try (run.syn, run.fin)
            try key.right = [.number(syn.sequence.advanced(inSequenceSpaceBy: 64_000))]
            try key["same-again", .number(syn.sequence)] = Words(
                english: "You expect that each connection begins with the same number. Look at what the generator "
                    + "adds.",
                chinese: "你以为每个连接都从同一个序号开始。看生成器加了多少。")
            try key["goes-on", .number(fin.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "You have continued the numbers of the old connection. Each connection begins with a number "
                    + "of the generator. Look at the SYN.",
                chinese: "你接着旧连接的序号往下数。每个连接从生成器给出的序号开始。看 SYN。")
            try key.shown = [
                run.shown("SYN", syn),
                .text(Words(english: "Sequence number of the FIN", chinese: "FIN 的序号"), "\(fin.sequence)"),
            ]
        },
        Template(
            "attack.oracle-tries", .number, run: "attack bleichenbacher --defence off", needsJournals: false, step: "",
            cites: [.rfc(5246, "7.4.7.1")],
            english: .init(
                goal: "You know what it costs to read a secret from a server that says why a decryption failed.",
                ask:
                    "A server has an alert of its own for a premaster secret whose decrypted block is not well formed. An attacker has recorded a connection with RSA key transport. In each new connection the attacker sends a changed copy of the encrypted premaster secret, and gets an alert. How often each alert came is shown. With the last answer the attacker knows the premaster secret. How many connections did that take?",
                hint:
                    "Ask how many copies a connection can try, and whether an answer that says no costs a connection.",
                because:
                    "Each copy takes a connection, whatever the server answers. The private key is as unknown as before."
            ),
            chinese: .init(
                goal: "你知道，如果服务器说出解密失败的原因，读出秘密要付多大代价。",
                ask: "一台服务器对解密后格式不对的预主密钥发送专门的警报。攻击者录下了一个使用 RSA 密钥传输的连接。在每个新连接里，攻击者发送一份改动过的加密预主密钥，得到一个警报。"
                    + "每种警报出现的次数如下所示。得到最后一个回答时，攻击者就知道了预主密钥。一共用了几个连接？",
                hint: "想一想一个连接能试几份，回答为“不”的那次是否也要用掉一个连接。",
                because: "每一份都要用一个连接，不管服务器怎样回答。私钥仍然和以前一样不为人知。")
        ) { run, key in
            let outcome = try MuseumQuestion("bleichenbacher").performed(run.seed).outcome
            let premaster = try outcome.loot.first.orThrow(.noStep("premaster"))
            let first = try outcome.figures.first { $0.name == "first" }.orThrow(.noStep("first"))
            let yes = outcome.answers.map(\.count).min() ?? 0
            let counts = outcome.answers.map { "\($0.name) \($0.count)" }
            key.right = [.number(outcome.tries)]
            key["yes-alone", .number(yes)] = Words(
                english: "You have counted the answers of one kind. Those of the other kind took a connection each "
                    + "as well. Look at both alerts.",
                chinese: "你只数了一种回答。另一种回答也各用了一个连接。两种警报都要看。")
            key["first-is-enough", .number(Int(first.measured))] = Words(
                english: "This is the number of the first connection that was answered otherwise. From there the "
                    + "search goes on. Look at how much is open after it.",
                chinese: "这是第一个得到不同回答的连接的编号。搜索从那里继续。看在它之后还有多少不知道。")
            key["a-bit-each", .number(8 * premaster.value.count)] = Words(
                english: "You expect that each connection gives away one bit of the premaster secret. Most answers "
                    + "give away far less. Look at how often each alert came.",
                chinese: "你以为每个连接泄露预主密钥的一位。大多数回答泄露的要少得多。看每种警报出现的次数。")
            key.shown = [
                .text(
                    Words(
                        english: "Alerts that the server sent, and how often",
                        chinese: "服务器发送的警报和次数"), Words(same: counts.joined(separator: "\n")))
            ]
        },
        Template(
            "tcp.ghost", .choice, run: "tcp ghost-syn", step: "tcp.state", cites: [.rfc(9293, "3.5")],
            english: .init(
                goal: "You know what three messages are for.",
                ask:
                    "An old SYN arrives at a server, late, of a connection that no longer exists. The server answers with a SYN,ACK. The host that gets it has no such connection. Which state does the server's TCP enter after SYN-RECEIVED?",
                hint: "Ask what the other host answers to a segment of a connection that it does not have.",
                because:
                    "The other host answers with a reset. The server's connection has not been open, so it goes back to where it was."
            ),
            chinese: .init(
                goal: "你知道三条消息是为了什么。",
                ask: "一个旧的 SYN 迟迟才到达服务器，它属于一个已经不存在的连接。服务器用 SYN,ACK 回应。收到它的主机没有这个连接。服务器的 TCP 在 SYN-RECEIVED 之后进入什么状态？",
                hint: "想一想，对于自己没有的连接，另一台主机收到它的报文段时怎样回应。",
                because: "另一台主机用复位回应。服务器的连接还没有打开，所以回到原来的状态。")
        ) { run, key in
            try key.right = [.choice(run.state(of: .server, after: "SYN-RECEIVED"))]
            key["two-messages-open", .choice("ESTABLISHED")] = Words(
                english: "With two messages the server would be open now, for a ghost. Look at what the third "
                    + "message has to confirm.",
                chinese: "如果只有两条消息，服务器的连接现在就会为一个幽灵打开。看第三条消息要确认什么。")
            key["waits-for-ever", .choice("SYN-RECEIVED")] = Words(
                english: "The server does get an answer. Look at what a host sends for a segment of no connection.",
                chinese: "服务器会得到回应。看主机收到不属于任何连接的报文段时发送什么。")
            key["gives-up", .choice("CLOSED")] = Words(
                english: "The server's program still waits for clients. Look at the state that the connection came "
                    + "from.",
                chinese: "服务器的程序仍在等待客户端。看这个连接从哪个状态来。")
        },
    ]

    /// The choices of the two questions about an attacker between client and server.
    private static let endsOfAnInterception = [
        "intercepted": Words(english: "the attacker reads the data", chinese: "攻击者读到数据"),
        "refused": Words(english: "the client refuses the certificate", chinese: "客户端拒绝证书"),
        "finished": Words(english: "Finished does not verify", chinese: "Finished 验证不通过"),
        "server": Words(english: "the server notices it", chinese: "服务器发现了"),
    ]
}

extension QuestionRun {
    /// "intercepted" if application data goes over the victim's connection, else "refused".
    fileprivate var fateOfVictim: String {
        get throws(ExerciseError) {
            let isHeard = try only("victim").messages.contains { $0.message.label == "application data" }
            return isHeard ? "intercepted" : "refused"
        }
    }
}
