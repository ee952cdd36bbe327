import Trace

extension Claim {
    /// Claims about the messages, the records and the keys of TLS 1.3, and about what comes after it.
    static let ofTLS13Messages: [Claim] = [
        Claim(
            127, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "D.4"), .rfc(8446, "5")],
            runs: Run(
                "--tls13 --seed 7 --only tls.change_cipher_spec", shows: "The keys do not change here",
                unlike: Counterpart(
                    "--seed 7 --only tls.change_cipher_spec",
                    shows: "From the next record on, the client protects what it sends")),
            claim: Words(
                english: "In TLS 1.3 ChangeCipherSpec switches the keys.",
                chinese: "在 TLS 1.3 中，ChangeCipherSpec 切换密钥。"),
            truth: Words(
                english: "In TLS 1.2 it does.",
                chinese: "在 TLS 1.2 中是这样。"),
            fact: Words(
                english:
                    "It is there for devices on the path. The receiver drops it, and the keys change at other messages.",
                chinese: "它是给路径上的设备看的。接收方把它丢弃，密钥在其他消息处更换。")),
        Claim(
            128, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.1.2"), .rfc(8446, "4.1.3")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "tls.handshake.session_id cd93…2af9 (32 octets)",
                unlike: Counterpart(
                    "--rsa --resume id --seed 7 --only tls.server_hello", shows: "The session of that name goes on")),
            claim: Words(
                english: "In TLS 1.3 the session id resumes a session.",
                chinese: "在 TLS 1.3 中，会话标识用来恢复会话。"),
            truth: Words(
                english: "The field is still there.",
                chinese: "这个字段仍然存在。"),
            fact: Words(
                english: "The server sends back what the client has sent. Resumption works with a PSK.",
                chinese: "服务器把客户端发来的内容原样发回。会话恢复靠的是 PSK。")),
        Claim(
            129, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.2")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only chapter.tls_handshake",
                shows: "so all keys are new and forward secrecy begins again",
                unlike: Counterpart(
                    "--tls13 --resume psk-ke --seed 7 --only chapter.tls_handshake", shows: "and no exchange is made")),
            claim: Words(
                english: "A resumption of TLS 1.3 uses the old keys again.",
                chinese: "TLS 1.3 的会话恢复再次使用旧密钥。"),
            truth: Words(
                english: "It uses a secret that follows from the old connection.",
                chinese: "它使用从旧连接得出的秘密。"),
            fact: Words(
                english: "All keys are new. With a fresh exchange, as in this run, forward secrecy begins again, too.",
                chinese: "密钥全是新的。像这次运行这样做一次新的交换，前向保密也重新开始。")),
        Claim(
            130, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.6.1")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only tls.new_session_ticket", shows: "for a later connection",
                alone: Words(
                    english: "Each ticket is for a later connection.",
                    chinese: "每张票据都是给以后的连接用的。")),
            claim: Words(
                english: "A ticket is needed before the first data.",
                chinese: "发送第一份数据之前需要票据。"),
            truth: Words(
                english: "It comes early in the connection.",
                chinese: "票据在连接的早期到来。"),
            fact: Words(
                english: "It is for a later connection.",
                chinese: "它是给以后的连接用的。")),
        Claim(
            131, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.6.1"), .rfc(8446, "4.2.11")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only tls.client_hello", shows: "only the server's ticket key opens it",
                alone: Words(
                    english: "The server of a visit seals each ticket.",
                    chinese: "访问中的服务器密封每张票据。")),
            claim: Words(
                english: "The ticket is the secret.",
                chinese: "票据就是那个秘密。"),
            truth: Words(
                english: "The server finds the secret with its help.",
                chinese: "服务器靠它找到秘密。"),
            fact: Words(
                english:
                    "The ticket goes over the wire in clear in the next hello. Only the server's ticket key opens it.",
                chinese: "票据在下一条 hello 消息中以明文经过线路。只有服务器的票据密钥能打开它。")),
        Claim(
            132, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.11.2")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only tls.calc.binder:1", shows: "It encrypts nothing",
                alone: Words(
                    english: "The binder is a MAC in each hello that has one.",
                    chinese: "在每条有 binder 的 hello 消息中，它都是一个 MAC。")),
            claim: Words(
                english: "The binder encrypts the ticket.",
                chinese: "binder 加密票据。"),
            truth: Words(
                english: "It belongs to the ticket.",
                chinese: "它属于票据。"),
            fact: Words(
                english: "It is a MAC over the hello: it proves that the client has the secret, and encrypts nothing.",
                chinese: "它是对 hello 消息的 MAC：它证明客户端持有秘密，什么也不加密。")),
        Claim(
            133, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.4")],
            runs: Run(
                "--tls13 --hrr --seed 7 --only tls.hello_retry_request", shows: "This is no error",
                alone: Words(
                    english: "The message means the same in each handshake that has it.",
                    chinese: "在每次有这条消息的握手中，它的意思都一样。")),
            claim: Words(
                english: "HelloRetryRequest is an error.",
                chinese: "HelloRetryRequest 是错误。"),
            truth: Words(
                english: "It costs a round trip.",
                chinese: "它要多用一次往返。"),
            fact: Words(
                english: "The server asks for a public value in another group. The handshake goes on.",
                chinese: "服务器请求另一个群中的公开值，握手继续。")),
        Claim(
            134, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.1.3"), .rfc(8446, "4.1.4")],
            runs: Run(
                "--tls13 --hrr --seed 7 --detail messages --only tls.hello_retry_request",
                shows: "tls.handshake.type 2",
                alone: Words(
                    english: "The message has this form in each handshake that has it.",
                    chinese: "在每次有这条消息的握手中，它都是这个形式。")
            ),
            claim: Words(
                english: "HelloRetryRequest has a message type of its own.",
                chinese: "HelloRetryRequest 有自己的消息类型。"),
            truth: Words(
                english: "It has a meaning of its own.",
                chinese: "它有自己的含义。"),
            fact: Words(
                english: "It is a ServerHello with a random that the RFC fixes.",
                chinese: "它是一条 ServerHello，其中的随机数由 RFC 规定。")),
        Claim(
            135, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "4.4.4")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.client_verify_data:1", shows: "b89b…8aae (32 octets)",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.client_verify_data:1", shows: "fa41…d494 (12 octets)")),
            claim: Words(
                english: "Finished has 12 octets.",
                chinese: "Finished 有 12 字节。"),
            truth: Words(
                english: "In TLS 1.2 it has, with all suites of this program.",
                chinese: "在 TLS 1.2 中，用这个程序的所有密码套件都是这样。"),
            fact: Words(
                english: "In TLS 1.3 it is a whole HMAC: 32 octets with SHA-256.",
                chinese: "在 TLS 1.3 中，它是一个完整的 HMAC：用 SHA-256 时有 32 字节。")),
        Claim(
            136, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "7.3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.application_keys_of_server:1",
                shows: "Each direction has one pair for the handshake and another one for data",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.key_block:1", shows: "server_write_key = 6abb…1208 (16 octets)")),
            claim: Words(
                english: "A connection has one key for each direction.",
                chinese: "一个连接在每个方向上有一个密钥。"),
            truth: Words(
                english:
                    "In TLS 1.2 with GCM it has, as long as the two make no second handshake on it. A suite with CBC has a second key in each direction, for the MAC.",
                chinese: "在用 GCM 的 TLS 1.2 中，只要双方没有在这个连接上再次握手，就是这样。用 CBC 的密码套件在每个方向上还有第二个密钥，用于 MAC。"),
            fact: Words(
                english:
                    "In TLS 1.3 there are keys for the handshake and others for the data, and KeyUpdate makes more.",
                chinese: "在 TLS 1.3 中，握手有握手的密钥，数据有数据的密钥，KeyUpdate 还会产生更多。")),
        Claim(
            137, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.2"), .rfc(8446, "4.6.3")],
            runs: Run(
                "--tls13 --key-update --seed 7 --only tls.calc.client_application_traffic_secret_next:1",
                shows: "Nothing new enters",
                unlike: Counterpart("--tls13 --seed 7 --only tls.calc.handshake_secret:1", shows: "the exchange enters")
            ),
            claim: Words(
                english: "KeyUpdate agrees on new keys, with fresh randomness.",
                chinese: "KeyUpdate 用新的随机性协商新的密钥。"),
            truth: Words(
                english: "The keys are new.",
                chinese: "密钥是新的。"),
            fact: Words(
                english: "They follow from the secret before. Nothing fresh goes in.",
                chinese: "它们从之前的秘密得出，没有加入任何新的成分。")),
        Claim(
            138, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "5.3"), .rfc(5288, "3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.record:6", shows: "nothing of it is on the wire",
                unlike: Counterpart(
                    "--rsa --seed 7 --detail messages --only tls.finished",
                    shows: "tls.record.nonce_explicit 0000000000000000")),
            claim: Words(
                english: "The number of the record is on the wire.",
                chinese: "记录的编号在线路上。"),
            truth: Words(
                english: "In TLS 1.2 with GCM many programs send it as a part of the nonce, as this one does.",
                chinese: "在用 GCM 的 TLS 1.2 中，许多程序把它作为 nonce 的一部分发送，这个程序也这样做。"),
            fact: Words(
                english: "In TLS 1.3 it is not sent. Both sides count, and the number goes into the nonce.",
                chinese: "在 TLS 1.3 中不发送它。双方各自计数，编号用于产生 nonce。")),
        Claim(
            139, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "5.2")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.certificate", shows: "tls.record.inner_type handshake",
                unlike: Counterpart("--seed 7 --detail messages --only tls.finished:1", shows: "22 handshake")),
            claim: Words(
                english: "Content type 23 means application data.",
                chinese: "内容类型 23 表示应用数据。"),
            truth: Words(
                english: "In TLS 1.2 it does.",
                chinese: "在 TLS 1.2 中是这样。"),
            fact: Words(
                english: "In TLS 1.3 every encrypted record says 23. The real type stands inside.",
                chinese: "在 TLS 1.3 中，每条加密的记录都写 23，真正的类型在里面。")),
        Claim(
            140, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "5.4"), .rfc(8446, "E.3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.application_data", shows: "TLS application data 127 B, encrypted]",
                unlike: Counterpart(
                    "--tls13 --pad 512 --seed 7 --only tls.application_data",
                    shows: "TLS application data 533 B, encrypted]")),
            claim: Words(
                english: "Encryption in TLS 1.3 hides how long the data is.",
                chinese: "TLS 1.3 的加密隐藏数据的长度。"),
            truth: Words(
                english: "It does, if the two sides pad their records.",
                chinese: "如果双方填充记录，就是这样。"),
            fact: Words(
                english: "Without padding it hides no length.",
                chinese: "没有填充，它隐藏不了任何长度。")),
        Claim(
            141, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "6")],
            runs: Run(
                "--tls13 --server-chain expired --alerts-as-warnings --seed 7 --only tls.alert",
                shows: "In TLS 1.3 the level means nothing",
                alone: Words(
                    english: "The option is for TLS 1.3: in TLS 1.2 the level counts.",
                    chinese: "这个选项用于 TLS 1.3：在 TLS 1.2 中，级别是有意义的。")),
            claim: Words(
                english: "An alert at the level of a warning can be passed over.",
                chinese: "warning 级别的警报可以不理会。"),
            truth: Words(
                english: "In TLS 1.2 some can. In TLS 1.3 close_notify and user_canceled are no errors.",
                chinese: "在 TLS 1.2 中，有些可以。在 TLS 1.3 中，close_notify 和 user_canceled 不是错误。"),
            fact: Words(
                english: "In TLS 1.3 the level means nothing: an alert of another kind ends the connection.",
                chinese: "在 TLS 1.3 中，级别没有意义：其他种类的警报都会结束连接。")),
        Claim(
            142, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.3"), .rfc(8446, "E.1")],
            runs: Run(
                "attack version-downgrade --seed 7 --exchange weak-group --client unchecked",
                shows: "Finished covers the versions, and still the downgrade has succeeded",
                unlike: Counterpart(
                    "attack version-downgrade --seed 7 --exchange weak-group --client checks",
                    shows: "STOPPED by the client at ServerHello")),
            claim: Words(
                english: "A downgrade is impossible, because Finished covers the versions.",
                chinese: "降级是不可能的，因为 Finished 覆盖了版本。"),
            truth: Words(
                english: "It does cover them.",
                chinese: "它确实覆盖了版本。"),
            fact: Words(
                english:
                    "An attacker who breaks the exchange of the older version writes Finished herself. The sign in the server's random stops her.",
                chinese: "攻击者攻破旧版本的密钥交换之后，就自己写出 Finished。能挡住她的，是服务器的随机数中的标记。")),
        Claim(
            143, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.3"), .rfc(8446, "D.2")],
            runs: Run(
                "--dh --server-speaks-both --seed 7 --only tls.downgrade_sentinel",
                shows: "the server speaks TLS 1.3 too",
                alone: Words(
                    english: "The claim speaks of servers that speak both versions, and each of them serves both.",
                    chinese: "这句话说的是支持两个版本的服务器，其中每一台都为两者服务。")),
            claim: Words(
                english: "A server that speaks TLS 1.3 cannot serve old clients.",
                chinese: "支持 TLS 1.3 的服务器不能为旧的客户端服务。"),
            truth: Words(
                english: "The two versions have other messages.",
                chinese: "两个版本的消息不同。"),
            fact: Words(
                english: "It answers an old hello with TLS 1.2, and says in its random that it can do more.",
                chinese: "它用 TLS 1.2 应答旧的 hello 消息，并在自己的随机数中说明它还支持更高的版本。")),
        Claim(
            144, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "2.2"), .rfc(8446, "4.2.9")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only chapter.tls_handshake",
                shows: "A fresh exchange is made all the same",
                unlike: Counterpart(
                    "--tls13 --resume psk-ke --seed 7 --only chapter.tls_handshake", shows: "and no exchange is made")),
            claim: Words(
                english: "With a PSK there is no key exchange.",
                chinese: "有 PSK 就没有密钥交换。"),
            truth: Words(
                english: "In the mode psk_ke it is so.",
                chinese: "在 psk_ke 模式中是这样。"),
            fact: Words(
                english: "In the usual mode a fresh exchange is made, too.",
                chinese: "在通常的模式中，还会做一次新的交换。")),
        Claim(
            145, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.7")],
            runs: Run(
                "--tls13 --group X25519MLKEM768 --seed 7 --detail messages --only tls.server_hello",
                shows: "43 supported_versions: 0x0304 (TLS 1.3)",
                alone: Words(
                    english: "The hybrid groups are groups of TLS 1.3.",
                    chinese: "混合群是 TLS 1.3 的群。")),
            claim: Words(
                english: "TLS against quantum computers is a new version.",
                chinese: "对付量子计算机的 TLS 是一个新版本。"),
            truth: Words(
                english: "It needs new methods.",
                chinese: "它需要新的方法。"),
            fact: Words(
                english: "It is a new group of TLS 1.3. The version stays.",
                chinese: "它是 TLS 1.3 的一个新的群，版本不变。")),
        Claim(
            146, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.1")],
            runs: Run(
                "--tls13 --group X25519MLKEM768 --seed 7 --only attack.reach",
                shows: "The half of ML-KEM is still missing",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only attack.reach",
                    shows: "A future quantum computer that breaks x25519 opens the recording")),
            claim: Words(
                english: "A hybrid exchange is as weak as its weaker half.",
                chinese: "混合交换的强度取决于较弱的一半。"),
            truth: Words(
                english: "It has two halves, and one may fall.",
                chinese: "它有两半，其中一半可能失守。"),
            fact: Words(
                english: "Both secrets go into the keys. An attacker has to break both.",
                chinese: "密钥由两个秘密共同产生，攻击者必须把两个都攻破。")),
        Claim(
            147, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "E.1")],
            runs: Run(
                "--tls13 --seed 7 --only attack.reach",
                shows: "The recording of today is what such a machine would read",
                unlike: Counterpart(
                    "--tls13 --group X25519MLKEM768 --seed 7 --only attack.reach",
                    shows: "The half of ML-KEM is still missing")),
            claim: Words(
                english: "Quantum computers come later, so the recordings of today are safe.",
                chinese: "量子计算机以后才有，所以今天录下的流量是安全的。"),
            truth: Words(
                english: "No such machine is known today.",
                chinese: "今天还没有已知的这种机器。"),
            fact: Words(
                english: "The recording of today is what such a machine would read.",
                chinese: "这种机器要读的，正是今天录下的流量。")),
    ]
}
