import Trace

extension Claim {
    /// Claims about TLS 1.3.
    static let ofTLS13: [Claim] = [
        Claim(
            108, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.1.3"), .rfc(8446, "4.2.1")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "tls.handshake.version 0x0303 (TLS 1.2)"),
            Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "43 supported_versions: 0x0304 (TLS 1.3)",
                unlike: Counterpart(
                    "--seed 7 --detail messages --only tls.server_hello",
                    shows: "0x009e TLS_DHE_RSA_WITH_AES_128_GCM_SHA256")),
            claim: Words(
                english: "ServerHello of TLS 1.3 says 1.3 in its version field.",
                chinese: "TLS 1.3 的 ServerHello 在版本字段里写的是 1.3。"),
            truth: Words(
                english: "It says which version is chosen.",
                chinese: "它说明选择了哪个版本。"),
            fact: Words(
                english: "The field says 1.2 for ever. The extension supported_versions says 1.3.",
                chinese: "这个字段永远写 1.2，写 1.3 的是扩展 supported_versions。")),
        Claim(
            109, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "5.1")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "43 supported_versions: 0x0304 (TLS 1.3)",
                unlike: Counterpart(
                    "--seed 7 --detail messages --only tls.server_hello",
                    shows: "tls.record.version 0x0303 (TLS 1.2) tls.record.length 53")),
            claim: Words(
                english: "The version of the record tells the version of TLS.",
                chinese: "记录的版本就是 TLS 的版本。"),
            truth: Words(
                english: "In TLS 1.2 it does, after the hellos.",
                chinese: "在 TLS 1.2 中，hello 消息之后是这样。"),
            fact: Words(
                english: "In TLS 1.3 every record says 1.2, but for that of a first hello, which may say 1.0.",
                chinese: "在 TLS 1.3 中，每条记录都写 1.2，只有第一条 hello 消息的记录可以写 1.0。")),
        Claim(
            110, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.1")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.client_handshake_traffic_secret:1",
                shows: "Derive-Secret(handshake_secret, \"c hs traffic\", ClientHello...ServerHello)",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.master_secret:1", shows: "ClientHello.random + ServerHello.random")),
            claim: Words(
                english: "In TLS 1.3 the two randoms are only for show.",
                chinese: "在 TLS 1.3 中，两个随机数只是摆设。"),
            truth: Words(
                english: "They stand in no formula of their own.",
                chinese: "它们没有单独出现在任何公式中。"),
            fact: Words(
                english: "They stand in the hellos, and every traffic secret depends on each octet of the hellos.",
                chinese: "它们在 hello 消息中，而每个流量秘密都取决于 hello 消息的每个字节。")),
        Claim(
            111, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.1")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.client_handshake_traffic_secret:1",
                shows: "Derive-Secret(handshake_secret, \"c hs traffic\", ClientHello...ServerHello)",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.master_secret:1", shows: "ClientHello.random + ServerHello.random")),
            claim: Words(
                english: "In TLS 1.3 the randoms go into the formula of the keys, as in TLS 1.2.",
                chinese: "在 TLS 1.3 中，随机数写在密钥的公式里，与 TLS 1.2 一样。"),
            truth: Words(
                english: "The keys depend on them.",
                chinese: "密钥取决于它们。"),
            fact: Words(
                english: "They are part of the hellos, and the hash of the messages is the input.",
                chinese: "它们是 hello 消息的一部分，输入是这些消息的哈希。")),
        Claim(
            112, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.4.2"), .rfc(8446, "1.2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.certificate", shows: "TLS Certificate 1824 B, encrypted]",
                unlike: Counterpart("--seed 7 --only tls.certificate", shows: "TLS Certificate 1802 B]")),
            claim: Words(
                english: "TLS 1.3 sends the certificate in clear, as TLS 1.2 does.",
                chinese: "TLS 1.3 明文发送证书，与 TLS 1.2 一样。"),
            truth: Words(
                english: "TLS 1.2 sends it in clear.",
                chinese: "TLS 1.2 是明文发送的。"),
            fact: Words(
                english: "In TLS 1.3 it is encrypted: both sides have keys after the two hellos.",
                chinese: "在 TLS 1.3 中证书经过加密：两条 hello 消息之后，双方就有密钥了。")),
        Claim(
            113, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.2")],
            runs: Run(
                "compare dhe tls13 --seed 7 --only changes",
                shows: "The name of the host (www.example.com) is still in clear",
                alone: Words(
                    english: "The client of a visit has no Encrypted ClientHello.",
                    chinese: "访问中的客户端没有 Encrypted ClientHello。")),
            claim: Words(
                english: "With TLS 1.3 an onlooker does not know where I go.",
                chinese: "有了 TLS 1.3，旁观者不知道我去哪里。"),
            truth: Words(
                english: "He reads no certificate.",
                chinese: "他读不到证书。"),
            fact: Words(
                english:
                    "In this run the name of the host stands in ClientHello, in clear. With Encrypted ClientHello, an extension, the address of the server is still in each packet.",
                chinese: "在这次运行中，主机名在 ClientHello 中，是明文。即使用 Encrypted ClientHello 这个扩展，每个数据包中也仍有服务器的地址。")),
        Claim(
            114, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "E.1.2"), .rfc(8446, "4.4.2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.certificate", shows: "An attacker who acts as the client can read it",
                unlike: Counterpart(
                    "--tls13 --client-cert good --seed 7 --only tls.certificate:2",
                    shows: "an attacker who acts as the server, without a key that the client trusts, never gets it")),
            claim: Words(
                english: "What comes after ServerHello is encrypted to the genuine server, so only it can read it.",
                chinese: "ServerHello 之后的内容是加密给真正的服务器的，只有它能读。"),
            truth: Words(
                english: "It is encrypted.",
                chinese: "内容是加密的。"),
            fact: Words(
                english:
                    "The keys are agreed before the server has proved its name. An attacker who acts as the client reads the server's certificate.",
                chinese: "密钥商定时，服务器还没有证明自己的名称。攻击者作为客户端，就能读到服务器的证书。")),
        Claim(
            115, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.3"), .rfc(8446, "E.1.3")],
            runs: Run(
                "attack forward-secrecy --tls13 --resume early --steal ticket-key --seed 7",
                shows: "OPENED: the early data",
                unlike: Counterpart(
                    "attack forward-secrecy --tls13 --resume psk --steal ticket-key --seed 7",
                    shows: "CLOSED: forward secrecy")),
            claim: Words(
                english: "TLS 1.3 always has forward secrecy.",
                chinese: "TLS 1.3 总是具有前向保密。"),
            truth: Words(
                english: "A full handshake and its data have it.",
                chinese: "完整握手和它的数据具有前向保密。"),
            fact: Words(
                english: "Early data has none: a thief of the ticket key reads it.",
                chinese: "早期数据没有：窃取了票据密钥的窃贼能读到它。")),
        Claim(
            116, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.certificate", shows: "in frames 6–7",
                unlike: Counterpart("--tls13 --resume psk --seed 7 --only tls.server_hello", shows: "in frame 6")),
            claim: Words(
                english: "One round trip means one packet each way.",
                chinese: "一次往返就是每个方向一个数据包。"),
            truth: Words(
                english: "The messages go out in one flight each way.",
                chinese: "每个方向的消息是一批发出的。"),
            fact: Words(
                english: "A flight can have several packets: the certificate alone fills more than one.",
                chinese: "一批可以有几个数据包：单是证书就装不进一个。")),
        Claim(
            117, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2")],
            runs: Run(
                "compare dhe tls13 --seed 7 --only changes",
                shows: "With TCP's own round trip that makes 2 in place of 3",
                unlike: Counterpart(
                    "compare tls13-psk tls13-0rtt --seed 7 --only changes",
                    shows: "With TCP's own round trip that makes 1 in place of 2")),
            claim: Words(
                english: "TLS 1.3 is twice as fast.",
                chinese: "TLS 1.3 快一倍。"),
            truth: Words(
                english: "The handshake of TLS needs one round trip in place of two.",
                chinese: "TLS 的握手只需要一次往返，以前是两次。"),
            fact: Words(
                english: "TCP's own round trip stays: two in place of three. What follows takes as long as before.",
                chinese: "TCP 自己的往返仍然在：一共两次，以前是三次。之后所用的时间与以前一样。")),
        Claim(
            118, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.3")],
            runs: Run(
                "compare tls13-psk tls13-0rtt --seed 7 --only changes", shows: "The whole handshake still takes place",
                alone: Words(
                    english: "With each early data there is a handshake.",
                    chinese: "每次有早期数据，都有一次握手。")),
            claim: Words(
                english: "0-RTT means that there is no handshake.",
                chinese: "0-RTT 表示没有握手。"),
            truth: Words(
                english: "The first data does not wait for it.",
                chinese: "第一份数据不等待握手。"),
            fact: Words(
                english: "The whole handshake still takes place, beside the early data and after it.",
                chinese: "整个握手仍然进行，与早期数据同时，也在它之后。")),
        Claim(
            119, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "8"), .rfc(8446, "2.3")],
            runs: Run(
                "attack early-data-replay --seed 7 --scene soon --anti-replay none", shows: "CARRIED OUT TWICE",
                unlike: Counterpart(
                    "attack early-data-replay --seed 7 --scene soon --anti-replay single-use", shows: "CARRIED OUT ONCE"
                )),
            claim: Words(
                english: "TLS itself protects early data against replay.",
                chinese: "TLS 自己会防止早期数据重放。"),
            truth: Words(
                english: "It protects all other data.",
                chinese: "其他数据它都保护。"),
            fact: Words(
                english: "A server that keeps no list of what it has seen carries the order out twice.",
                chinese: "如果服务器没有清单记下见过什么，指令就会执行两次。")),
        Claim(
            120, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "8")],
            runs: Run(
                "attack early-data-replay --seed 7 --scene soon --anti-replay none",
                shows: "sequence numbers do not help: they belong to one connection, and the copy comes in another",
                unlike: Counterpart(
                    "attack early-data-replay --seed 7 --scene soon --anti-replay single-use",
                    shows: "A ticket buys early data once")),
            claim: Words(
                english: "TCP protects early data against replay, as it sorts out what comes twice.",
                chinese: "TCP 会防止早期数据重放，因为它去掉重复的内容。"),
            truth: Words(
                english: "It sorts out copies within one connection.",
                chinese: "它去掉同一个连接中重复的内容。"),
            fact: Words(
                english: "The copy comes in a connection of its own.",
                chinese: "这些重复的内容来自另一个连接。")),
        Claim(
            121, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.3"), .rfc(8446, "7.1")],
            runs: Run(
                "attack forward-secrecy --tls13 --resume early --steal ticket-key --seed 7",
                shows: "OPENED: the early data",
                unlike: Counterpart(
                    "attack forward-secrecy --tls13 --resume psk --steal ticket-key --seed 7",
                    shows: "CLOSED: forward secrecy")),
            Run(
                "--tls13 --resume early --seed 7 --only tls.calc.client_early_traffic_secret:1",
                shows: "There is no Diffie–Hellman in it, so there is no forward secrecy"),
            claim: Words(
                english: "Early data is encrypted like all other data.",
                chinese: "早期数据的加密与其他数据一样。"),
            truth: Words(
                english: "It has the same cipher.",
                chinese: "它用同样的加密算法。"),
            fact: Words(
                english: "Its key comes from the ticket's secret alone, so it has no forward secrecy.",
                chinese: "它的密钥只来自票据的秘密，所以没有前向保密。")),
        Claim(
            122, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "B.4"), .rfc(8446, "1.2")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello", shows: "0x1301 TLS_AES_128_GCM_SHA256",
                unlike: Counterpart(
                    "--seed 7 --detail messages --only tls.server_hello",
                    shows: "0x009e TLS_DHE_RSA_WITH_AES_128_GCM_SHA256")),
            claim: Words(
                english: "The name of the suite tells key exchange and signature.",
                chinese: "密码套件的名称说明密钥交换和签名。"),
            truth: Words(
                english: "In TLS 1.2 it does.",
                chinese: "在 TLS 1.2 中是这样。"),
            fact: Words(
                english: "In TLS 1.3 it names a cipher and a hash. The rest is chosen by extensions.",
                chinese: "在 TLS 1.3 中，它只写明加密算法和哈希，其余由扩展选择。")),
        Claim(
            123, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.8")],
            runs: Run(
                "--tls13 --seed 7 --only tls.server_hello", shows: "answers with its own share of x25519",
                unlike: Counterpart("--tls13 --resume psk-ke --seed 7 --only tls.server_hello", shows: "sends no share")
            ),
            claim: Words(
                english: "TLS 1.3 has no Diffie–Hellman any more.",
                chinese: "TLS 1.3 不再有 Diffie–Hellman。"),
            truth: Words(
                english: "No suite has it in its name.",
                chinese: "没有一个密码套件的名称中有它。"),
            fact: Words(
                english: "Both hellos carry a public value of it. Without a PSK there is no other way.",
                chinese: "两条 hello 消息都携带它的公开值。没有 PSK 时，没有别的办法。")),
        Claim(
            124, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.3"), .rfc(8446, "1.2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.transcript_signature", shows: "rsa_pss_rsae_sha256",
                unlike: Counterpart("--seed 7 --only tls.calc.params_signature", shows: "rsa_pkcs1_sha256")),
            claim: Words(
                english: "TLS 1.3 has no RSA any more.",
                chinese: "TLS 1.3 不再有 RSA。"),
            truth: Words(
                english: "RSA key transport is gone.",
                chinese: "RSA 密钥传输没有了。"),
            fact: Words(
                english: "A server with an RSA key still signs with it, in the form of PSS.",
                chinese: "有 RSA 密钥的服务器仍然用它签名，形式是 PSS。")),
        Claim(
            125, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.4.3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.check.transcript_signature", shows: "over the transcript verifies",
                unlike: Counterpart(
                    "--seed 7 --only tls.check.params_signature",
                    shows: "over client_random + server_random + parameters verifies")),
            claim: Words(
                english: "TLS 1.3 signs the parameters of Diffie–Hellman, as TLS 1.2 does.",
                chinese: "TLS 1.3 给 Diffie–Hellman 的参数签名，与 TLS 1.2 一样。"),
            truth: Words(
                english: "They are part of what is signed.",
                chinese: "它们是签名内容的一部分。"),
            fact: Words(
                english: "The whole handshake so far is signed.",
                chinese: "签名的内容是到此为止的整个握手。")),
        Claim(
            126, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "4.4.3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.certificate_verify", shows: "◀═[TLS CertificateVerify 286 B, encrypted]",
                unlike: Counterpart(
                    "--client-cert good --seed 7 --only tls.certificate_verify", shows: "[TLS CertificateVerify 269 B]")
            ),
            claim: Words(
                english: "Only a client sends CertificateVerify.",
                chinese: "只有客户端发送 CertificateVerify。"),
            truth: Words(
                english: "In TLS 1.2 it is so.",
                chinese: "在 TLS 1.2 中是这样。"),
            fact: Words(
                english: "In TLS 1.3 the server sends one as well.",
                chinese: "在 TLS 1.3 中，服务器也发送一条。")),
    ]
}
