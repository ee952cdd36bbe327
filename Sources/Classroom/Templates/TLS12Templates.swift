import Crypto
import TLSSim
import Trace

/// Questions about TLS 1.2: randoms, the PRF, and Finished.
extension Template {
    static let tls12: [Template] = [
        Template(
            "tls.randoms-known", .several, run: "--rsa", step: "tls.server_hello", cites: [.rfc(5246, "7.4.1.2")],
            english: .init(
                goal: "You know which inputs of the keys an onlooker reads.",
                ask:
                    "A client and a server speak TLS 1.2 with RSA key transport. Which of these quantities stand in clear in what they send?",
                hint: "Ask of each: in which message does it go, and is that message encrypted?",
                because:
                    "The two randoms stand in the hellos, which are in clear. The premaster secret goes encrypted, and the master secret is never sent."
            ),
            chinese: .init(
                goal: "你知道旁观者能读到密钥的哪些输入。",
                ask: "客户端和服务器使用 TLS 1.2 和 RSA 密钥传输。在双方发送的内容里，下面哪些量是明文？",
                hint: "对每个量问一问：它在哪条消息里，这条消息加密了吗？",
                because: "两个随机数在两条 Hello 消息里，是明文。预主密钥加密后发送，主密钥从不发送。")
        ) { run, key in
            let secrets = [
                Knowledge.clientRandom, Knowledge.serverRandom, Knowledge.premasterSecret, Knowledge.masterSecret,
            ]
            let clear = try Set(secrets.filter { try run.carriesInClear(run.value($0)) }.map(\.name))
            key.right = [.letters(clear)]
            try run.offer(secrets, in: &key)
            key["randoms-are-secret", .letters([])] = Words(
                english: "You expect that randoms are secret. They make each connection different, and they hide "
                    + "nothing. Look at the two hellos.",
                chinese: "你以为随机数是保密的。随机数使每个连接都不同，但不隐藏什么。看两条 Hello 消息。")
            key["only-the-clients", .letters([Knowledge.clientRandom.name])] = Words(
                english: "Both sides send their random in the same way. Look at the second message of the handshake.",
                chinese: "双方以同样的方式发送自己的随机数。看握手的第二条消息。")
            key["encrypted-is-sent", .letters(clear.union([Knowledge.premasterSecret.name]))] = Words(
                english: "The premaster secret goes over the wire encrypted to the server's key. What is sent is "
                    + "another number. Look at ClientKeyExchange.",
                chinese: "预主密钥用服务器的公钥加密后才经过线路，发送的是另一个数。看 ClientKeyExchange。")
        },
        Template(
            "tls.premaster-head", .hex, run: "--rsa", step: "tls.calc.premaster_secret", cites: [.rfc(5246, "7.4.7.1")],
            english: .init(
                goal: "You know what a premaster secret of RSA key transport is made of.",
                ask:
                    "A client makes the premaster secret for RSA key transport. It has sent the ClientHello that is shown. Which two octets does the premaster secret begin with, in hexadecimal?",
                hint: "The premaster secret has a part that is not random. Ask what it protects against.",
                because:
                    "The first two octets are the version that the client has offered. They guard against a rollback."),
            chinese: .init(
                goal: "你知道 RSA 密钥传输的预主密钥由什么组成。",
                ask: "客户端为 RSA 密钥传输产生预主密钥。它已经发送了所示的 ClientHello。预主密钥以哪两个字节开头？用十六进制写出。",
                hint: "预主密钥有一部分不是随机的。想一想它防的是什么。",
                because: "前两个字节是客户端提出的版本，用来防止版本回退。")
        ) { run, key in
            let premaster = try run.value(Knowledge.premasterSecret)
            key.right = [.octets(Array(premaster.prefix(2)))]
            key["all-random", .octets(Array(premaster.dropFirst(2).prefix(2)))] = Words(
                english: "You expect that the whole secret is random. Its beginning is a number that both sides "
                    + "know. Look at the structure of PreMasterSecret.",
                chinese: "你以为整个预主密钥都是随机的。它的开头是双方都知道的一个数。看 PreMasterSecret 的结构。")
            key["record-version", .octets([3, 1])] = Words(
                english: "Many clients write this version into the header of their first record, whatever they "
                    + "offer. Look at the version inside the message, behind the header of the message.",
                chinese: "许多客户端不管提出什么版本，都在第一条记录的首部写这个版本。看消息里面的版本，在消息首部之后。")
            try key.shown = [
                .octets(
                    Words(english: "ClientHello: the whole TLS record", chinese: "ClientHello：完整的 TLS 记录"),
                    run.journal.message("tls.client_hello", of: .client).record)
            ]
        },
        Template(
            "tls.master-head", .hex, credit: 3, run: "--rsa", distinct: true, step: "tls.calc.master_secret",
            cites: [.rfc(5246, "8.1")],
            english: .init(
                goal: "You can compute a master secret.",
                ask:
                    "Here are the premaster secret and the two randoms of a connection of TLS 1.2 whose PRF uses SHA-256. What are the first eight octets of the master secret, in hexadecimal?",
                hint:
                    "master_secret = PRF(pre_master_secret, \"master secret\", ClientHello.random + ServerHello.random). PRF is P_SHA256 over label and seed.",
                because:
                    "The master secret is the output of the PRF under the premaster secret, with the label and the client's random before the server's."
            ),
            chinese: .init(
                goal: "你能计算主密钥。",
                ask: "下面是一个 TLS 1.2 连接的预主密钥和两个随机数，它的 PRF 使用 SHA-256。主密钥的前八个字节是什么？用十六进制写出。",
                hint:
                    "master_secret = PRF(pre_master_secret, \"master secret\", ClientHello.random + ServerHello.random)。"
                    + "PRF 就是对标签和种子计算 P_SHA256。",
                because: "主密钥是 PRF 的输出：密钥是预主密钥，后面是标签，再是客户端的随机数，服务器的随机数在最后。")
        ) { run, key in
            let premaster = try run.value(Knowledge.premasterSecret)
            let (client, server) = try run.randoms
            func head(_ label: String, _ seed: [UInt8]) -> [UInt8] { prf(premaster, label, seed, count: 8) }
            key.right = [.octets(head("master secret", client + server))]
            key["servers-first", .octets(head("master secret", server + client))] = Words(
                english: "You have put the server's random first. That is the order for the key block. Look at the "
                    + "formula of the master secret.",
                chinese: "你把服务器的随机数放在了前面。那是密钥块的顺序。看主密钥的公式。")
            key["no-prf", .octets(Array(premaster.prefix(8)))] = Words(
                english: "These are octets of the premaster secret itself. The PRF mixes it with label and randoms. "
                    + "Look at the calculation of the master secret.",
                chinese: "这是预主密钥本身的字节。PRF 要把它和标签、随机数混合。看主密钥的计算。")
            key["wrong-label", .octets(head("key expansion", client + server))] = Words(
                english: "You have used the label of the key block. Look at the label in the formula of the master "
                    + "secret.",
                chinese: "你用了密钥块的标签。看主密钥公式里的标签。")
            key.shown = try run.shown(Knowledge.premasterSecret, Knowledge.clientRandom, Knowledge.serverRandom)
        },
        Template(
            "tls.key-block-length", .number, run: "--rsa --cipher TLS_RSA_WITH_AES_256_GCM_SHA384",
            step: "tls.calc.key_block", cites: [.rfc(5246, "6.3"), .rfc(5288, "3")],
            english: .init(
                goal: "You know what a key block is cut into.",
                ask: "How many octets of the key block does this cipher suite use?",
                hint:
                    "AEAD suites need no MAC keys. Count for both directions: a key and the fixed part of the nonce, which has four octets.",
                because: "Both directions need a key and the fixed part of a nonce, and no MAC key."),
            chinese: .init(
                goal: "你知道密钥块切成哪几部分。",
                ask: "这个密码套件用到密钥块的多少字节？",
                hint: "AEAD 密码套件不需要 MAC 密钥。两个方向都要算：一个密钥，加上 nonce 的固定部分，后者有四个字节。",
                because: "两个方向都需要一个密钥和 nonce 的固定部分，不需要 MAC 密钥。")
        ) { run, key in
            let count = try run.journal.keyBlockLength
            key.right = [.number(count)]
            key["smaller-cipher", .number(40)] = Words(
                english: "This is the length for a key of 128 bits. Look at the name of the suite.",
                chinese: "这是密钥为 128 位时的长度。看密码套件的名称。")
            key["everything-doubles", .number(80)] = Words(
                english: "You have doubled the lengths of the smaller suite. The key grows, and the fixed part of "
                    + "the nonce does not. Look at the four parts.",
                chinese: "你把较小密码套件的长度加倍了。密钥变长，nonce 的固定部分不变。看这四个部分。")
            key["bits", .number(8 * count)] = Words(
                english: "This is the number of bits. Look at the question: it asks for octets.",
                chinese: "这是位数。看题目：问的是字节。")
            key["one-key", .number(32)] = Words(
                english: "This is one key. The key block serves both directions and has the fixed parts of the "
                    + "nonces too. Look at the four parts.",
                chinese: "这是一个密钥。密钥块供两个方向使用，还有 nonce 的固定部分。看这四个部分。")
            key.shown = [.text(Words(english: "cipher suite", chinese: "密码套件"), "TLS_RSA_WITH_AES_256_GCM_SHA384")]
        },
        Template(
            "tls.server-iv", .hex, credit: 3, run: "--rsa", distinct: true, step: "tls.calc.key_block",
            cites: [.rfc(5246, "6.3"), .rfc(5288, "3")],
            english: .init(
                goal: "You can cut a key block.",
                ask:
                    "Here are the master secret and the two randoms of a connection with TLS_RSA_WITH_AES_128_GCM_SHA256. Which four octets are server_write_IV, in hexadecimal?",
                hint:
                    "key_block = PRF(master_secret, \"key expansion\", server_random + client_random). It is cut into two keys of 16 octets and two IVs of four, the client's first each time.",
                because:
                    "The server's IV is the last of the four parts. In the key expansion the server's random comes first."
            ),
            chinese: .init(
                goal: "你能切分密钥块。",
                ask: "下面是一个使用 TLS_RSA_WITH_AES_128_GCM_SHA256 的连接的主密钥和两个随机数。server_write_IV 是哪四个字节？用十六进制写出。",
                hint: "key_block = PRF(master_secret, \"key expansion\", server_random + client_random)。"
                    + "它切成两个 16 字节的密钥和两个四字节的 IV，每次都是客户端的在前。",
                because: "服务器的 IV 是四个部分中的最后一个。在密钥扩展里，服务器的随机数在前。")
        ) { run, key in
            let master = try run.value(Knowledge.masterSecret)
            let (client, server) = try run.randoms
            let block = prf(master, "key expansion", server + client, count: 40)
            key.right = [.octets(Array(block.dropFirst(36)))]
            key["clients-iv", .octets(Array(block.dropFirst(32).prefix(4)))] = Words(
                english: "These octets are the client's IV. Look at the order in which the key block is cut.",
                chinese: "这些字节是客户端的 IV。看密钥块切分的顺序。")
            key[
                "clients-random-first",
                .octets(Array(prf(master, "key expansion", client + server, count: 40).dropFirst(36)))] = Words(
                    english: "You have put the client's random first. That is the order for the master secret. Look at "
                        + "the formula of the key block.",
                    chinese: "你把客户端的随机数放在了前面。那是主密钥的顺序。看密钥块的公式。")
            key.shown = try run.shown(Knowledge.masterSecret, Knowledge.clientRandom, Knowledge.serverRandom)
        },
        Template(
            "tls.client-verify", .hex, credit: 3, run: "--dh", distinct: true, step: "tls.calc.client_verify_data",
            cites: [.rfc(5246, "7.4.9")],
            english: .init(
                goal: "You can compute what Finished says.",
                ask:
                    "Here are the master secret of a connection of TLS 1.2 and the hash of its handshake messages before the client's Finished. What is the client's verify_data, twelve octets in hexadecimal?",
                hint:
                    "verify_data = PRF(master_secret, finished_label, Hash(handshake_messages)). The label says whose Finished it is.",
                because:
                    "The PRF under the master secret covers the label of the client and the hash of all handshake messages so far."
            ),
            chinese: .init(
                goal: "你能计算 Finished 的内容。",
                ask: "下面是一个 TLS 1.2 连接的主密钥，以及客户端的 Finished 之前各条握手消息的哈希。客户端的 verify_data 是什么？用十六进制写出十二个字节。",
                hint: "verify_data = PRF(master_secret, finished_label, Hash(handshake_messages))。标签说明是谁的 Finished。",
                because: "以主密钥为密钥的 PRF，覆盖客户端的标签和到此为止所有握手消息的哈希。")
        ) { run, key in
            let messages = try run.messages.map(\.message).filter { !$0.encrypted && $0.record.first == 22 }
            let hash = HashAlgorithm.sha256.hash(messages.flatMap { $0.record.dropFirst(5) })
            let master = try run.value(Knowledge.masterSecret)
            key.right = [.octets(prf(master, "client finished", hash, count: 12))]
            key["servers-label", .octets(prf(master, "server finished", hash, count: 12))] = Words(
                english: "You have used the label of the other side. Each side has its own. Look at the label in the "
                    + "formula.",
                chinese: "你用了对方的标签。每一方有自己的标签。看公式里的标签。")
            key["hash-alone", .octets(Array(hash.prefix(12)))] = Words(
                english: "This is the hash itself. An attacker could compute it too: the secret is missing. Look at "
                    + "the first input of the PRF.",
                chinese: "这是哈希本身。攻击者也能算出它：里面没有秘密。看 PRF 的第一个输入。")
            try key.shown =
                run.shown(Knowledge.masterSecret) + [
                    .octets(
                        "SHA-256(handshake_messages)", hash)
                ]
        },
        Template(
            "tls.first-finished", .choice, run: "--dh --resume id", step: "tls.finished", cites: [.rfc(5246, "7.3")],
            english: .init(
                goal: "You know who finishes first when a session is resumed.",
                ask:
                    "A client offers the id of an earlier session, and the server accepts it. Which side writes its Finished first?",
                hint: "Ask which side has everything that it needs for the keys first.",
                because:
                    "The server has the old master secret and both randoms when it has read ClientHello. So it sends its Finished in its first flight."
            ),
            chinese: .init(
                goal: "你知道会话恢复时谁先完成。",
                ask: "客户端提出以前会话的 id，服务器接受。哪一方先写出自己的 Finished？",
                hint: "想一想哪一方先拥有得到密钥所需的一切。",
                because: "服务器读完 ClientHello，就有了旧的主密钥和两个随机数，所以在它的第一批消息里发送 Finished。")
        ) { run, key in
            let first = try run.messages.first { $0.message.label == "Finished" }
            key.right = [.choice(first?.who == .server ? "server" : "client")]
            key["always-the-client", .choice("client")] = Words(
                english: "This is the order of a full handshake. In the short one no ClientKeyExchange has to come "
                    + "first. Look at what follows ServerHello.",
                chinese: "这是完整握手的顺序。在简短握手里，不必先有 ClientKeyExchange。看 ServerHello 之后是什么。")
            key["both-at-once", .choice("both")] = Words(
                english: "The second Finished covers the first one. Look at which of them comes with the other "
                    + "side's first flight.",
                chinese: "第二个 Finished 覆盖第一个。看其中哪一个在对方的第一批消息里。")
            key[nobody, .choice("neither")] = Words(
                english: "A resumed session is proved with Finished too. Look at what follows ChangeCipherSpec.",
                chinese: "恢复的会话也要用 Finished 来证明。看 ChangeCipherSpec 之后是什么。")
            key.choices["client"] = Words(english: "the client", chinese: "客户端")
            key.choices["server"] = Words(english: "the server", chinese: "服务器")
            key.choices["both"] = Words(english: "both at the same time", chinese: "双方同时")
            key.choices["neither"] = Words(english: "neither: there is no Finished", chinese: "都不是：没有 Finished")
        },
        Template(
            "tls.cke-length", .number, run: "--rsa", step: "tls.client_key_exchange", cites: [.rfc(5246, "7.4.7.1")],
            english: .init(
                goal: "You know how long a number is that RSA has encrypted.",
                ask:
                    "A client encrypts the premaster secret to the public key that is shown. How many octets has the EncryptedPreMasterSecret, without its length field?",
                hint: "A result of RSA is a number modulo n, and it is written with as many octets as n.",
                because: "The result of RSA is as long as the modulus, whatever goes in."),
            chinese: .init(
                goal: "你知道 RSA 加密得到的数有多长。",
                ask: "客户端用所示的公钥加密预主密钥。不算长度字段，EncryptedPreMasterSecret 有多少字节？",
                hint: "RSA 的结果是一个模 n 的数，写出时与 n 的字节数相同。",
                because: "不管输入什么，RSA 的结果都和模数一样长。")
        ) { run, key in
            // The header of the record has 5 octets, that of the message 4, and the length of the vector 2.
            let count = try run.journal.message("tls.client_key_exchange", of: .client).record.count - 11
            key.right = [.number(count)]
            key["length-of-the-secret", .number(48)] = Words(
                english: "This is the length of the premaster secret. RSA turns it into a number modulo n. Look at "
                    + "the length of ClientKeyExchange.",
                chinese: "这是预主密钥的长度。RSA 把它变成一个模 n 的数。看 ClientKeyExchange 的长度。")
            key["without-version", .number(46)] = Words(
                english: "This counts the random octets of the premaster secret. RSA turns the whole into a number "
                    + "modulo n. Look at the length of ClientKeyExchange.",
                chinese: "这只算了预主密钥的随机字节。RSA 把它整个变成一个模 n 的数。看 ClientKeyExchange 的长度。")
            key["bits", .number(8 * count)] = Words(
                english: "This is the number of bits. Look at the question: it asks for octets.",
                chinese: "这是位数。看题目：问的是字节。")
            key.shown = [
                .text(
                    Words(
                        english: "Public key in the server's certificate",
                        chinese: "服务器证书中的公钥"), "RSA, n < 2^\(8 * count)")
            ]
        },
        Template(
            "tls.flight-order", .order, credit: 2, run: "--dh", step: "tls.client_hello", cites: [.rfc(5246, "7.3")],
            english: .init(
                goal: "You know the order of the messages in a full handshake.",
                ask:
                    "Here are the messages of a full handshake with ephemeral Diffie-Hellman in TLS 1.2, up to the first Finished, shuffled. Put them into their order.",
                hint:
                    "The server says all it has to say in one flight. The client's keys come before its ChangeCipherSpec.",
                because:
                    "The hellos agree, the server shows certificate and parameters, the client answers, and ChangeCipherSpec stands right before Finished."
            ),
            chinese: .init(
                goal: "你知道完整握手的消息顺序。",
                ask: "下面是 TLS 1.2 中使用临时 Diffie-Hellman 的完整握手的各条消息，到第一个 Finished 为止，顺序已打乱。按先后排好。",
                hint: "服务器要说的，都在一批消息里说完。客户端的密钥在它的 ChangeCipherSpec 之前。",
                because: "两条 Hello 消息达成一致，服务器出示证书和参数，客户端回应，ChangeCipherSpec 紧接在 Finished 之前。")
        ) { run, key in
            let handshake = try run.messages.map(\.message).filter { [20, 22].contains($0.record.first) }
            key.right = [.order(handshake.prefix(8).map(\.label))]
        },
    ]

    /// The first `count` octets of the output of the PRF with SHA-256 (RFC 5246 section 5).
    private static func prf(_ secret: [UInt8], _ label: String, _ seed: [UInt8], count: Int) -> [UInt8] {
        PRF.compute(hash: .sha256, secret: secret, label: label, seed: seed, count: count)
    }
}

extension QuestionRun {
    /// The two randoms, the client's first.
    fileprivate var randoms: (client: [UInt8], server: [UInt8]) {
        get throws(ExerciseError) { (try value(Knowledge.clientRandom), try value(Knowledge.serverRandom)) }
    }
}
