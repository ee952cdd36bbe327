import Trace

extension Claim {
    /// Claims about forward secrecy, RSA and Diffie–Hellman.
    static let ofExchanges: [Claim] = [
        Claim(
            23, about: .exchanges, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(5246, "F.1.1.2"), .rfc(5246, "F.1.1.3")],
            runs: Run(
                "--rsa --seed 7 --only attack.theft,end.reach",
                shows: "thief ✔ premaster secret: RSA decryption of EncryptedPreMasterSecret",
                unlike: Counterpart(
                    "--dh --seed 7 --only attack.theft,end.reach", shows: "the client DH exponent is missing")),
            .exhibit(
                "shared-primes --variant short", shows: "It is a prime of both moduli",
                defended: "The moduli of 6 certificates have no common factor"),
            claim: Words(
                english: "An RSA key of 2048 bits keeps the premaster secret safe.",
                chinese: "2048 位的 RSA 密钥能保护预主密钥。"),
            truth: Words(
                english: "It is safe from an attacker who has to compute the private key.",
                chinese: "对于只能去计算私钥的攻击者，它是安全的。"),
            fact: Words(
                english:
                    "It is not safe from theft, from a server that answers too much, or from keys that were made badly. Length gives no forward secrecy.",
                chinese: "如果密钥被窃取，服务器透露得太多，或者密钥产生得不好，它就不安全。长度不带来前向保密。")),
        Claim(
            24, about: .exchanges, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(5246, "F.1.1.3")],
            runs: Run(
                "--dh --seed 7 --only attack.theft,end.reach",
                shows: "both – cannot compute it (AES-GCM decryption): the key block is missing",
                unlike: Counterpart(
                    "--rsa --seed 7 --only attack.theft,end.reach",
                    shows: "thief ✔ application data: AES-GCM decryption of key block")),
            claim: Words(
                english: "A stolen key of the server opens everything, with Diffie–Hellman or without.",
                chinese: "窃取了服务器的密钥，什么都能解开，用不用 Diffie–Hellman 都一样。"),
            truth: Words(
                english: "With the key the thief can act as the server from now on.",
                chinese: "有了密钥，窃贼从现在起可以冒充服务器。"),
            fact: Words(
                english: "Recordings of ephemeral Diffie–Hellman stay closed: the exponents are gone.",
                chinese: "用临时 Diffie–Hellman 时，录下的流量解不开：指数已经不在了。")),
        Claim(
            25, about: .exchanges, verdict: .onlyIf, saidIn: [.blog], rules: [.rfc(7919, "8.8"), .rfc(5077, "5.5")],
            runs: .exhibit(
                "ticket-key", shows: "The key's name is the one in the ticket, and the ticket opens",
                defended: "The recording stays closed"),
            .exhibit(
                "small-subgroup --variant short", shows: "and so the remainders fix x",
                defended: "It never computes h^x"),
            claim: Words(
                english: "DHE is forward secret by itself.",
                chinese: "DHE 本身就具有前向保密。"),
            truth: Words(
                english: "It is, if both sides forget the exponents and the secrets made from them.",
                chinese: "如果双方都忘掉指数和由它们产生的秘密，就是这样。"),
            fact: Words(
                english: "A server that uses an exponent again, or that keeps a ticket key for long, undoes it.",
                chinese: "服务器如果重复使用指数，或者长期保留票据密钥，前向保密就没有了。")),
        Claim(
            26, about: .exchanges, verdict: .isFalse, saidIn: [.blog], rules: [.rfc(7919, "8.5"), .rfc(7919, "1")],
            runs: .exhibit(
                "logjam --variant 40-bits", shows: "The logarithms of the factors give x",
                defended: "The logarithms are of no use here"),
            claim: Words(
                english: "Diffie–Hellman has to be broken anew for every connection.",
                chinese: "每个连接的 Diffie–Hellman 都要重新破解。"),
            truth: Words(
                english: "Each connection has exponents of its own.",
                chinese: "每个连接都有自己的指数。"),
            fact: Words(
                english:
                    "Most of the work depends only on the prime. It is done once for all connections in that group.",
                chinese: "大部分工作只取决于素数，做一次就适用于这个群的所有连接。")),
        Claim(
            27, about: .exchanges, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(7919, "5.1"), .rfc(5246, "F.1.1.3")],
            runs: .exhibit(
                "small-subgroup --variant short", shows: "and so the remainders fix x",
                defended: "It never computes h^x"),
            claim: Words(
                english: "The server can take any dh_Yc, as it only computes with it.",
                chinese: "服务器可以接受任何 dh_Yc，因为它只是用来计算。"),
            truth: Words(
                english: "In a good group with a fresh exponent little is learned from it.",
                chinese: "在好的群中用新的指数，从它几乎得不到什么。"),
            fact: Words(
                english:
                    "A value of small order gives away the server's exponent modulo that order. Many such values give all of it, if the exponent is used again.",
                chinese: "阶小的值会泄露服务器的指数对这个阶的余数。如果指数重复使用，许多这样的值就能得出整个指数。")),
        Claim(
            28, about: .exchanges, verdict: .isFalse, saidIn: [.work], rules: [.rfc(8422, "5.11")],
            runs: .exhibit(
                "invalid-curve --variant short", shows: "d · G is the server's point",
                defended: "the coordinates do not satisfy the equation of P-256"),
            claim: Words(
                english: "A point is a point: the server can compute with what the client sends.",
                chinese: "点就是点：客户端发来什么，服务器都可以用来计算。"),
            truth: Words(
                english:
                    "The formulas give a result for every pair of numbers, and X25519 takes every string of 32 octets.",
                chinese: "公式对任何一对数都给出结果，X25519 接受任何 32 字节。"),
            fact: Words(
                english:
                    "The pair has to satisfy the equation of the curve. Points of other curves give the private key away, part by part.",
                chinese: "这一对数必须满足曲线的方程。其他曲线上的点会把私钥一部分一部分地泄露出去。")),
        Claim(
            29, about: .exchanges, verdict: .isFalse, saidIn: [.textbook], rules: [.rfc(5246, "7.4.3")],
            runs: Run(
                "--seed 7 --only tls.check.params_signature",
                shows: "over client_random + server_random + parameters verifies",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only tls.check.transcript_signature", shows: "over the transcript verifies")),
            .exhibit(
                "logjam --variant 40-bits", shows: "The signature is right: it covers both randoms and the parameters",
                defended: "The client refuses the group"),
            claim: Words(
                english: "The signature in ServerKeyExchange covers the handshake.",
                chinese: "ServerKeyExchange 中的签名覆盖整个握手。"),
            truth: Words(
                english: "In TLS 1.3 the server signs the whole handshake so far.",
                chinese: "在 TLS 1.3 中，服务器对到此为止的整个握手签名。"),
            fact: Words(
                english:
                    "In TLS 1.2 it covers the two randoms and the parameters. It does not cover the suite, so it is right in another suite, too.",
                chinese: "在 TLS 1.2 中它覆盖两个随机数和参数，不覆盖密码套件，所以换一个密码套件，签名仍然是对的。")),
        Claim(
            30, about: .exchanges, verdict: .isFalse, saidIn: [.work, .course], rules: [.rfc(5246, "7.4.7.1")],
            runs: .exhibit("bleichenbacher", shows: "It took 1344 connections", defended: "All answers are alike"),
            claim: Words(
                english: "When the premaster secret cannot be decrypted, the server should tell the client why.",
                chinese: "预主密钥解密失败时，服务器应当告诉客户端原因。"),
            truth: Words(
                english: "It helps to find errors in programs.",
                chinese: "这有助于查找程序中的错误。"),
            fact: Words(
                english:
                    "The answer helps an attacker: 1,344 of them give the premaster secret in this run. The server goes on with a random secret, and the handshake fails at Finished.",
                chinese: "这样的应答帮了攻击者：在这次运行中，1,344 次应答就得出预主密钥。服务器用随机的秘密继续下去，握手到 Finished 才失败。")),
        Claim(
            31, about: .exchanges, verdict: .onlyIf, saidIn: [.textbook], rules: [.rfc(6979, "1"), .rfc(6979, "3")],
            runs: Run(
                "attack ecdsa-nonce --variant short --seed 7 --defence off", shows: "Two signatures have one nonce k",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check.params_signature", shows: "The signature (0x0401 rsa_pkcs1_sha256)")
            ),
            claim: Words(
                english: "To sign, one needs the private key and nothing else.",
                chinese: "签名只需要私钥，别的都不需要。"),
            truth: Words(
                english: "It is so with RSA in the form of PKCS #1 version 1.5, and with ECDSA as RFC 6979 has it.",
                chinese: "用 PKCS #1 1.5 版形式的 RSA，以及按照 RFC 6979 的 ECDSA，是这样。"),
            fact: Words(
                english: "ECDSA needs a nonce as well. If it is used twice, two signatures give the private key.",
                chinese: "ECDSA 还需要一个 nonce。如果它用了两次，两个签名就能得出私钥。")),
        Claim(
            32, about: .exchanges, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(8017, "8.2.2"), .rfc(5246, "4.7")],
            runs: Run(
                "--cipher TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 --seed 7 --only tls.calc.params_verification",
                shows: "x-coordinate of (digest / s) * G + (r / s) * Q, mod n = r",
                unlike: Counterpart(
                    "--seed 7 --only tls.calc.params_verification",
                    shows: "signature^e mod n = 00 01 ff ... ff 00 + DigestInfo")),
            .exhibit(
                "e3-forgery", shows: "The client finds the digest where it looks for it",
                defended: "The client compares the whole block, and finds rubbish"),
            claim: Words(
                english: "To sign is to encrypt with the private key, and to verify is to decrypt.",
                chinese: "签名就是用私钥加密，验证就是解密。"),
            truth: Words(
                english: "With RSA the two computations are of the same kind.",
                chinese: "对于 RSA，两种计算是同一类。"),
            fact: Words(
                english:
                    "With ECDSA nothing is decrypted. With RSA the verifier builds the whole padded block and compares. A verifier that only looks for the digest accepts a forgery.",
                chinese: "用 ECDSA 时什么也不解密。用 RSA 时，验证方构造出整个填充好的块再比较。只去找摘要的验证方会接受伪造的签名。")),
        Claim(
            33, about: .exchanges, verdict: .isFalse, saidIn: [.work], rules: [.rfc(7525, "4.1"), .rfc(9325, "4.1")],
            runs: .exhibit(
                "logjam --variant 40-bits", shows: "The client takes the group",
                defended: "The client refuses the group"),
            claim: Words(
                english: "The export ciphers of the nineties are history.",
                chinese: "九十年代的出口级加密算法已经成为历史。"),
            truth: Words(
                english: "Current rules forbid them.",
                chinese: "现在的规则禁止使用它们。"),
            fact: Words(
                english:
                    "In 2015 many servers still had them, and FREAK and Logjam used them. A program that still has them can be attacked in the same way.",
                chinese: "2015 年许多服务器还支持它们，FREAK 和 Logjam 利用了这一点。今天仍然支持它们的程序，同样可以受到攻击。")),
        Claim(
            93, about: .exchanges, verdict: .isFalse, saidIn: [.article, .work],
            rules: [.rfc(5246, "6.2.3"), .rfc(5246, "F.2")],
            runs: Run(
                "--rsa --seed 7 --only end.holdings", shows: "key block ✔ 96 ✔ 122 –",
                alone: Words(
                    english: "With each suite both sides have the keys of the records.",
                    chinese: "用每个密码套件，双方都有记录的密钥。")),
            claim: Words(
                english: "HTTPS gives non-repudiation: neither side can later deny what it has sent.",
                chinese: "HTTPS 提供抗抵赖性：任何一方以后都不能否认自己发过的内容。"),
            truth: Words(
                english: "The server signs in the handshake, and no third party can change a record.",
                chinese: "服务器在握手中签名，第三方不能改动记录。"),
            fact: Words(
                english:
                    "Records are protected by keys that both sides have. So each side could have made the records of the other one, and a recording proves nothing to a judge.",
                chinese: "保护记录的密钥双方都有，所以每一方都可以造出对方的记录，录下的流量向法官证明不了什么。")),
        Claim(
            101, about: .exchanges, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "7.4.3")],
            runs: Run(
                "--seed 7 --only tls.check",
                shows: "The certificate lets its key sign (digitalSignature), as a signed key exchange needs",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.check",
                    shows: "The certificate lets its key encipher keys (keyEncipherment), as RSA key transport needs")),
            claim: Words(
                english: "The key in the certificate decides between RSA key transport and Diffie–Hellman.",
                chinese: "证书中的密钥决定用 RSA 密钥传输还是 Diffie–Hellman。"),
            truth: Words(
                english: "It limits the suites: a key that may not sign is of no use for DHE.",
                chinese: "它限制可用的密码套件：不能签名的密钥不能用于 DHE。"),
            fact: Words(
                english: "The suite decides. With an RSA key both are possible, and in DHE_RSA the key only signs.",
                chinese: "由密码套件决定。有 RSA 密钥时两者都可以，在 DHE_RSA 中这个密钥只用来签名。")),
    ]
}
