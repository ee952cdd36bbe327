import Trace

extension Claim {
    /// Claims that sound wrong to many people, and are true.
    static let ofTruths: [Claim] = [
        Claim(
            172, about: .closing, verdict: .isTrue, saidIn: [.course], rules: [.rfc(9293, "3.6")],
            runs: Run(
                "tcp why-four",
                shows: "The FIN,ACK of line 3 closes B's direction and acknowledges A's FIN: three segments",
                unlike: Counterpart("tcp figure-12", shows: "7 packets: 4 from TCP Peer A, 3 from TCP Peer B")),
            claim: Words(
                english: "A connection can be closed in good order with three segments.",
                chinese: "用三个报文段可以正常关闭连接。"),
            truth: Words(
                english: "Each direction is closed by a FIN, and each FIN is acknowledged.",
                chinese: "每个方向由一个 FIN 关闭，每个 FIN 都得到确认。"),
            fact: Words(
                english: "It is so: a side that has nothing more to send can put its FIN and its ACK into one segment.",
                chinese: "是这样：没有数据要发的一方，可以把 FIN 和 ACK 放进一个报文段。")),
        Claim(
            173, about: .opening, verdict: .isTrue, saidIn: [.course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp figure-7", shows: "· 4 packets: 2 from TCP Peer A, 2 from TCP Peer B",
                unlike: Counterpart(
                    "tcp figure-6", shows: "4. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED")),
            claim: Words(
                english: "Two hosts can both open the same connection, and neither of them listens.",
                chinese: "两台主机可以同时打开同一个连接，而哪一方都没有监听。"),
            truth: Words(
                english: "Each host sends a SYN, and each SYN is acknowledged.",
                chinese: "每台主机发送一个 SYN，每个 SYN 都得到确认。"),
            fact: Words(
                english: "It is so: the SYNs cross, and the result is one connection.",
                chinese: "是这样：两个 SYN 在途中交错，结果是一个连接。")),
        Claim(
            174, about: .certificates, verdict: .isTrue, saidIn: [.course], rules: [.rfc(7469, "2.4")],
            runs: Run(
                "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy publicKey",
                shows: "+ AFSecurityPolicy publicKey accepts",
                unlike: Counterpart(
                    "trust matrix --scenario renewed-new-key --policy", "AFSecurityPolicy publicKey",
                    shows: "x AFSecurityPolicy publicKey refuses")),
            claim: Words(
                english: "A pin on the key of the server still fits when the certificate is renewed with the same key.",
                chinese: "锁定服务器的公钥，证书用同一个密钥续签之后仍然相符。"),
            truth: Words(
                english: "The pin is over the key, and the key stays.",
                chinese: "锁定的是公钥，而公钥没有变。"),
            fact: Words(
                english: "It is so. With a new key the app is locked out.",
                chinese: "是这样。换了新的密钥，应用就会连不上。")),
        Claim(
            175, about: .randoms, verdict: .isTrue, saidIn: [.course],
            rules: [.rfc(5246, "8.1"), .rfc(5246, "F.1.1.2")],
            runs: Run(
                "--rsa --seed 7 --only attack.theft,end.reach",
                shows: "thief ✔ master secret: PRF \"master secret\" of premaster secret, client_random, server_random",
                unlike: Counterpart(
                    "--dh --seed 7 --only attack.theft,end.reach", shows: "the client DH exponent is missing")),
            claim: Words(
                english:
                    "With RSA key transport, a recording of today can be read by a thief of the private key in ten years.",
                chinese: "用 RSA 密钥传输时，今天录下的流量，十年后窃取了私钥的窃贼还能读到。"),
            truth: Words(
                english: "The premaster secret stands in the recording, encrypted to the server's key.",
                chinese: "预主密钥就在录下的流量里，用服务器的公钥加密。"),
            fact: Words(
                english: "It is so. With ephemeral Diffie–Hellman the same thief finds nothing to decrypt.",
                chinese: "是这样。用临时 Diffie–Hellman 时，同一个窃贼找不到可以解密的东西。")),
        Claim(
            176, about: .certificates, verdict: .isTrue, saidIn: [.course],
            rules: [.rfc(5280, "6.1.4"), .rfc(5280, "4.2.1.9")],
            runs: .exhibit(
                "leaf-as-ca", shows: "All signatures verify, the name fits, and the last issuer is trusted",
                defended: "that it does not belong to an authority"),
            claim: Words(
                english: "A chain in which each signature is right and the name fits can still be a forgery.",
                chinese: "证书链的每个签名都对，名称也相符，它仍然可能是伪造的。"),
            truth: Words(
                english: "A signature says which key has signed. It does not say that the key may issue certificates.",
                chinese: "签名说明是哪个密钥签的，并不说明这个密钥可以签发证书。"),
            fact: Words(
                english:
                    "It is so: an owner of a leaf can sign with its key, and a client has to see that a leaf is no authority.",
                chinese: "是这样：叶子证书的持有者可以用它的密钥签名，客户端必须看出叶子证书不是 CA。")),
        Claim(
            177, about: .tls13, verdict: .isTrue, saidIn: [.course], rules: [.rfc(8446, "8"), .rfc(8446, "2.3")],
            runs: Run(
                "attack early-data-replay --seed 7 --scene soon --anti-replay none", shows: "CARRIED OUT TWICE",
                unlike: Counterpart(
                    "attack early-data-replay --seed 7 --scene soon --anti-replay single-use", shows: "CARRIED OUT ONCE"
                )),
            claim: Words(
                english: "An attacker who can read nothing can have an order in early data carried out twice.",
                chinese: "什么都读不到的攻击者，可以使早期数据中的指令执行两次。"),
            truth: Words(
                english: "The copy has the same keys as the original: nothing of the server is in them.",
                chinese: "复制的数据与原来的数据密钥相同：其中没有服务器的成分。"),
            fact: Words(
                english: "It is so, if the server does not remember what it has seen.",
                chinese: "是这样，如果服务器不记住它见过什么。")),
    ]
}
