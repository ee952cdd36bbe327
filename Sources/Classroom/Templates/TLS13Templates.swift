import Crypto
import Simulator
import TLSSim
import Trace

/// Questions about TLS 1.3.
extension Template {
    static let tls13: [Template] = [
        Template(
            "tls13.encrypted", .several, credit: 2, run: "--tls13", step: "tls.encrypted_extensions",
            cites: [.rfc(8446, "2")],
            english: .init(
                goal: "You know where encryption begins in TLS 1.3.",
                ask: "Which of these messages of a server does TLS 1.3 send encrypted?",
                hint: "Ask from which message on both sides have a shared secret.",
                because: "Both sides can compute keys when the hellos are there. All that follows is encrypted."),
            chinese: .init(
                goal: "你知道 TLS 1.3 从哪里开始加密。",
                ask: "在 TLS 1.3 中，服务器的这些消息里，哪些加密后发送？",
                hint: "想一想从哪条消息起双方有了共享秘密。",
                because: "有了两条 Hello 消息，双方就能计算密钥。此后的一切都加密。")
        ) { run, key in
            let names = ["ServerHello", "EncryptedExtensions", "Certificate", "CertificateVerify", "Finished"]
            let hidden = try run.messages.filter { $0.who == .server && $0.message.record.first == 23 }
            key.right = [.letters(Set(hidden.map(\.message.label)).intersection(names))]
            key.offered = names
            key["nothing-before-finished", .letters([])] = Words(
                english: "This is so in TLS 1.2. Here the shares stand in the hellos, so there are keys earlier. "
                    + "Look at the types of the records.",
                chinese: "在 TLS 1.2 中是这样。这里密钥份额在两条 Hello 消息里，所以更早就有密钥。看各条记录的类型。")
            key["certificate-in-clear", .letters(["EncryptedExtensions", "CertificateVerify", "Finished"])] = Words(
                english: "You expect that a certificate has to be readable before there is a key. It is not needed "
                    + "for the keys. Look at the type of its record.",
                chinese: "你以为在有密钥之前证书必须可读。得到密钥并不需要证书。看它的记录的类型。")
            key["hello-too", .letters(Set(names))] = Words(
                english: "The client needs the share in ServerHello before it has a key. Look at the type of its "
                    + "record.",
                chinese: "客户端需要 ServerHello 里的密钥份额，才能得到密钥。看它的记录的类型。")
        },
        Template(
            "tls13.order", .order, credit: 2, run: "--tls13", step: "tls.client_hello", cites: [.rfc(8446, "2")],
            english: .init(
                goal: "You know the order of the messages in TLS 1.3.",
                ask:
                    "Here are the messages of a handshake of TLS 1.3 up to the server's Finished, shuffled. Put them into their order.",
                hint: "The signature covers the certificate, and Finished covers all before it.",
                because:
                    "After the hellos come the extensions, the certificate, the proof that its key is there, and Finished over all."
            ),
            chinese: .init(
                goal: "你知道 TLS 1.3 的消息顺序。",
                ask: "下面是 TLS 1.3 握手的各条消息，到服务器的 Finished 为止，顺序已打乱。按先后排好。",
                hint: "签名覆盖证书，Finished 覆盖它之前的一切。",
                because: "两条 Hello 消息之后是扩展、证书、持有其密钥的证明，最后是覆盖一切的 Finished。")
        ) { run, key in
            let labels = try run.messages.map(\.message.label)
            let handshake = labels.filter {
                $0 != "ChangeCipherSpec" && $0 != "application data" && !$0.hasPrefix("Alert")
            }
            key.right = [.order(Array(handshake.prefix(6)))]
        },
        Template(
            "tls13.round-trips", .number, run: "--tls13", step: "chapter.application_data", cites: [.rfc(8446, "2")],
            english: .init(
                goal: "You know how long a handshake of TLS 1.3 takes.",
                ask:
                    "A connection of TCP is open. How many round trips pass from there until the client sends its request, with TLS 1.3?",
                hint: "Count what the client has to wait for before it has keys and has checked the server.",
                because:
                    "The server's whole flight answers the ClientHello. Then the client can send Finished and its request together."
            ),
            chinese: .init(
                goal: "你知道 TLS 1.3 的握手需要多久。",
                ask: "TCP 连接已经打开。使用 TLS 1.3 时，从这时起到客户端发送请求，要经过几次往返？",
                hint: "数一数客户端要等什么，才有密钥，才验证过服务器。",
                because: "服务器的整批消息回应 ClientHello。然后客户端可以把 Finished 和请求一起发送。")
        ) { run, key in
            let request = try run.journal.event("chapter.application_data", of: .client).at
            let start = try run.entry(of: .client, into: "ESTABLISHED")
            let roundTrip = Wire().latency * 2
            func trips(_ span: TimeSpan) -> Int { Int(span.microseconds / roundTrip.microseconds) }
            key.right = [.number(trips(request - start))]
            key["with-tcp", .number(trips(request - .zero))] = Words(
                english: "You have counted the opening of TCP as well. Look at where the question begins.",
                chinese: "你把打开 TCP 也算了进去。看题目从哪里开始。")
            key["as-in-1.2", .number(2)] = Words(
                english: "This is so in TLS 1.2, where the client's key comes with its second flight. Look at where "
                    + "the shares stand.",
                chinese: "在 TLS 1.2 中是这样，那里客户端的密钥在它的第二批消息里。看密钥份额在哪里。")
            key.shown = [.text("TLS", "1.3")]
        },
        Template(
            "tls13.handshake-secret", .hex, credit: 3, run: "--tls13", distinct: true,
            step: "tls.calc.handshake_secret", cites: [.rfc(8446, "7.1")],
            english: .init(
                goal: "You can compute the handshake secret.",
                ask:
                    "Here is the shared secret of a handshake of TLS 1.3 without PSK, whose hash is SHA-256. What are the first eight octets of the handshake secret, in hexadecimal?",
                hint:
                    "Early Secret = HKDF-Extract(0, 0). Handshake Secret = HKDF-Extract(Derive-Secret(Early Secret, \"derived\", \"\"), shared secret).",
                because: "Each step extracts with a secret derived from the one before as the salt."),
            chinese: .init(
                goal: "你能计算握手秘密。",
                ask: "下面是一次没有 PSK 的 TLS 1.3 握手的共享秘密，使用的哈希是 SHA-256。握手秘密的前八个字节是什么？用十六进制写出。",
                hint: "Early Secret = HKDF-Extract(0, 0)。"
                    + "Handshake Secret = HKDF-Extract(Derive-Secret(Early Secret, \"derived\", \"\"), shared secret)。",
                because: "每一步都以前一个秘密值导出的秘密值为盐，再做提取。")
        ) { run, key in
            let shared = try run.value(Knowledge.sharedSecret)
            let hash = HashAlgorithm.sha256
            let zeros = [UInt8](repeating: 0, count: hash.outputLength)
            let early = HKDF.extract(hash: hash, salt: zeros, inputKeyingMaterial: zeros)
            let salt = try HKDF.deriveSecret(
                HMAC(key: early, hash: hash), label: "derived", transcriptHash: hash.hash([]))
            func head(_ salt: [UInt8]) -> [UInt8] {
                Array(HKDF.extract(hash: hash, salt: salt, inputKeyingMaterial: shared).prefix(8))
            }
            key.right = [.octets(head(salt))]
            key["shared-is-the-key", .octets(Array(shared.prefix(8)))] = Words(
                english: "These are octets of the shared secret itself. It is input to HKDF-Extract. Look at the key "
                    + "schedule.",
                chinese: "这是共享秘密本身的字节。它是 HKDF-Extract 的输入。看密钥编排。")
            key["no-derived-step", .octets(head(early))] = Words(
                english: "You have used the early secret itself as the salt. There is a step between. Look at what "
                    + "stands between two extractions in the key schedule.",
                chinese: "你直接用早期秘密作盐。中间还有一步。看密钥编排里两次提取之间是什么。")
            key["early-secret", .octets(Array(early.prefix(8)))] = Words(
                english: "This is the early secret, which is the same in each handshake without PSK. Look at the "
                    + "second extraction.",
                chinese: "这是早期秘密，在没有 PSK 的每次握手中都相同。看第二次提取。")
            key.shown = try run.shown(Knowledge.sharedSecret)
        },
        Template(
            "tls13.server-key", .hex, credit: 3, run: "--tls13", distinct: true,
            step: "tls.calc.handshake_keys_of_server", cites: [.rfc(8446, "7.3")],
            english: .init(
                goal: "You can compute a traffic key.",
                ask:
                    "Here are two secrets of a handshake with TLS_AES_128_GCM_SHA256. What is the key with which the server protects its handshake messages: 16 octets in hexadecimal?",
                hint: "key = HKDF-Expand-Label(Secret, \"key\", \"\", 16). Each side writes with its own secret.",
                because: "The server writes with a key that is expanded from its own traffic secret."),
            chinese: .init(
                goal: "你能计算流量密钥。",
                ask: "下面是一次使用 TLS_AES_128_GCM_SHA256 的握手的两个秘密值。服务器用哪个密钥保护它的握手消息？用十六进制写出 16 字节。",
                hint: "key = HKDF-Expand-Label(Secret, \"key\", \"\", 16)。每一方用自己的秘密值来写。",
                because: "服务器写的时候用的密钥，由它自己的流量秘密展开得到。")
        ) { run, key in
            let secrets = ["server", "client"].map { SecretID("\($0)_handshake_traffic_secret") }
            let keys = try secrets.map {
                try HKDF.expandLabel(hash: .sha256, secret: run.value($0), label: "key", count: 16)
            }
            key.right = [.octets(keys[0])]
            key["clients-key", .octets(keys[1])] = Words(
                english: "This is the key of the client. Look at which secret belongs to the side that writes.",
                chinese: "这是客户端的密钥。看哪个秘密值属于写的一方。")
            try key["secret-is-the-key", .octets(Array(run.value(secrets[0]).prefix(16)))] = Words(
                english: "These are octets of the secret itself. Key and IV are expanded from it. Look at the labels.",
                chinese: "这是秘密值本身的字节。密钥和 IV 由它展开得到。看标签。")
            try key.shown = run.shown(secrets[0], secrets[1])
        },
        Template(
            "tls13.retry-random", .hex, run: "--tls13 --hrr", step: "tls.hello_retry_request",
            cites: [.rfc(8446, "4.1.3")],
            english: .init(
                goal: "You know how a client recognizes a HelloRetryRequest.",
                ask:
                    "A server asks for another share with a HelloRetryRequest, which has the form of a ServerHello. Which eight octets does its random begin with, in hexadecimal? The randoms of the two hellos are shown; RFC 8446 section 4.1.3 and a hash function help.",
                hint: "The random of this message is not drawn. It is the SHA-256 of a name.",
                because: "The random is SHA-256 of \"HelloRetryRequest\", the same in each connection."),
            chinese: .init(
                goal: "你知道客户端怎样认出 HelloRetryRequest。",
                ask: "服务器用 HelloRetryRequest 要求另一个密钥份额，这条消息的形式和 ServerHello 一样。它的随机数以哪八个字节开头？用十六进制写出。"
                    + "两条 Hello 消息的随机数已给出；可以用 RFC 8446 4.1.3 节和一个哈希函数。",
                hint: "这条消息的随机数不是随机抽取的，它是一个名称的 SHA-256。",
                because: "这个随机数是 \"HelloRetryRequest\" 的 SHA-256，在每个连接里都相同。")
        ) { run, key in
            let retry = try run.journal.message("tls.hello_retry_request", of: .server).random
            let server = try run.journal.message("tls.server_hello", of: .server).random
            let client = try run.journal.message("tls.client_hello", of: .client).random
            key.right = [.octets(Array(retry.prefix(8)))]
            key["servers-own", .octets(Array(server.prefix(8)))] = Words(
                english: "This is the random of the real ServerHello, which comes later. The client has to tell the "
                    + "two apart. Look at RFC 8446 section 4.1.3.",
                chinese: "这是真正的 ServerHello 的随机数，它后来才发送。客户端必须能区分两者。看 RFC 8446 4.1.3 节。")
            key["clients", .octets(Array(client.prefix(8)))] = Words(
                english: "This is the client's random. Look at RFC 8446 section 4.1.3.",
                chinese: "这是客户端的随机数。看 RFC 8446 4.1.3 节。")
            key.shown = [
                .octets("ClientHello.random", client),
                .octets("ServerHello.random", server),
            ]
        },
        Template(
            "tls13.share-octets", .number, run: "--tls13 --group X25519MLKEM768", step: "tls.server_hello",
            cites: [.rfc(8446, "4.2.8")],
            english: .init(
                goal: "You know what a hybrid share is made of.",
                ask:
                    "Client and server agree on the group X25519MLKEM768. How many octets has the share of the server?",
                hint: "The server answers with a ciphertext of ML-KEM and with a public value of X25519.",
                because: "The server's share is the ciphertext of ML-KEM-768 followed by the public value of X25519."),
            chinese: .init(
                goal: "你知道混合密钥份额由什么组成。",
                ask: "客户端和服务器商定使用 X25519MLKEM768 群。服务器的密钥份额有多少字节？",
                hint: "服务器用 ML-KEM 的密文和 X25519 的公开值来回应。",
                because: "服务器的密钥份额是 ML-KEM-768 的密文，后面接着 X25519 的公开值。")
        ) { run, key in
            let hello = try run.journal.message("tls.server_hello", of: .server)
            let name = "tls.handshake.extensions_key_share_key_exchange_length"
            let length = try (hello.panes.first?.fields.first(named: name)?.number).orThrow(.noStep(name))
            let sizes: [Words] = [
                "X25519 32",
                Words(english: "ML-KEM-768 encapsulation key 1184", chinese: "ML-KEM-768 封装密钥 1184"),
                Words(english: "ML-KEM-768 ciphertext 1088", chinese: "ML-KEM-768 密文 1088"),
            ]
            key.right = [.number(length)]
            key["clients-share", .number(1216)] = Words(
                english: "This is the length of the client's share, with the encapsulation key. Look at which side "
                    + "sends the ciphertext.",
                chinese: "这是客户端的密钥份额的长度，里面是封装密钥。看哪一方发送密文。")
            key["x25519-alone", .number(32)] = Words(
                english: "This is the part of X25519. The group is a hybrid. Look at the other part.",
                chinese: "这是 X25519 的部分。这个群是混合的。看另一部分。")
            key["lattice-alone", .number(1088)] = Words(
                english: "This is the part of ML-KEM. The group is a hybrid. Look at the other part.",
                chinese: "这是 ML-KEM 的部分。这个群是混合的。看另一部分。")
            key.shown = [
                .text(Words(english: "Lengths in octets", chinese: "长度，以字节计"), sizes.joined(separator: "\n"))
            ]
        },
        Template(
            "tls13.early-thief", .several, credit: 2, run: "--tls13 --resume early", step: "end.reach",
            cites: [.rfc(8446, "2.3")],
            english: .init(
                goal: "You know what protects early data.",
                ask:
                    "A client resumes with a ticket and sends early data. A thief has recorded this, and later steals the server's private key and the key of its tickets. Which of these can the thief find?",
                hint: "Ask from which secrets each key is made, and whether a share of this connection enters it.",
                because:
                    "Early data are protected with a key from the ticket's secret alone. All later keys need the exchange of this connection too."
            ),
            chinese: .init(
                goal: "你知道早期数据由什么保护。",
                ask: "客户端用票据恢复会话，并发送早期数据。窃贼录下了这些流量，后来窃取服务器的私钥和它的票据密钥。窃贼能得到下面哪些？",
                hint: "想一想每个密钥由哪些秘密值得到，这个连接的密钥份额有没有进入其中。",
                because: "早期数据的密钥只由票据的秘密值得到。后面的密钥都还需要这个连接的密钥交换。")
        ) { run, key in
            let sought = [Knowledge.earlyData, Knowledge.applicationData, SecretID("handshake_secret")]
            key.right = [.letters(try run.loot(of: sought))]
            try run.offer(sought, in: &key)
            key["forward-secret-too", .letters([])] = Words(
                english: "You expect forward secrecy for all data. The client sends early data before the server has "
                    + "said anything. Look at what enters their key.",
                chinese: "你以为所有数据都有前向保密。客户端在服务器说任何话之前就发送早期数据。看什么进入了它的密钥。")
            key["opens-all", .letters(Set(sought.map(\.name)))] = Words(
                english: "The exchange of this connection enters all later keys, and the thief lacks it. Look at the "
                    + "second extraction of the key schedule.",
                chinese: "后面的密钥都有这个连接的密钥交换进入其中，而窃贼没有它。看密钥编排里的第二次提取。")
        },
        Template(
            "compare.round-trips", .number, topic: "tls13", run: "compare dhe tls13", step: "",
            cites: [.rfc(8446, "2")],
            english: .init(
                goal: "You can say what TLS 1.3 saves.",
                ask:
                    "A client opens a connection and sends a request, once with TLS 1.2 and once with TLS 1.3, in full handshakes. How many round trips earlier does the request leave with TLS 1.3?",
                hint: "Count the round trips before the request in both versions, and subtract.",
                because: "In TLS 1.3 the shares stand in the hellos, so that the client has keys one flight earlier."),
            chinese: .init(
                goal: "你能说出 TLS 1.3 节省了什么。",
                ask: "客户端打开连接并发送请求，一次用 TLS 1.2，一次用 TLS 1.3，都是完整握手。使用 TLS 1.3 时，请求早几次往返发出？",
                hint: "数出两个版本在请求之前的往返次数，再相减。",
                because: "在 TLS 1.3 中，密钥份额在两条 Hello 消息里，所以客户端早一批消息就有了密钥。")
        ) { run, key in
            let trips = run.runs.compactMap { VisitFigures($0.journal, breaking: []).trips?.withTCP }
            guard trips.count == 2 else { throw ExerciseError.noStep("two runs") }
            key.right = [.number(trips[0] - trips[1])]
            key["whole-way", .number(trips[1])] = Words(
                english: "This is the count of all round trips before the request. Look at the difference between "
                    + "the two.",
                chinese: "这是请求之前全部往返的次数。看两者之差。")
            key["both-alike", .number(0)] = Words(
                english: "The two differ in where the client's public value stands. Look at the flights before the "
                    + "request.",
                chinese: "两者的区别在于客户端的公开值在哪里。看请求之前的各批消息。")
            key.shown = [
                .text(
                    "TLS", "1.2, TLS_DHE_RSA_WITH_AES_128_GCM_SHA256\n1.3, TLS_AES_128_GCM_SHA256")
            ]
        },
    ]
}
