import Trace

extension Claim {
    /// Claims about randoms and keys.
    static let ofRandoms: [Claim] = [
        Claim(
            1, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "8.1"), .rfc(5246, "D.1")],
            runs: .exhibit(
                "weak-prng", shows: "The process number 7414 gives what was recorded",
                defended: "None of the 32768 process numbers gives what the client has sent"),
            claim: Words(
                english: "Three randoms are needed, because one pseudo-random number can be guessed.",
                chinese: "伪随机数可以被猜到，所以一个随机数不够，需要三个。"),
            truth: Words(
                english: "A bad generator breaks everything.",
                chinese: "生成器不好，一切都会失守。"),
            fact: Words(
                english:
                    "Two of the three randoms are public. If the premaster secret can be guessed, all keys are known, with one random or with three.",
                chinese: "三个随机数中有两个是公开的。如果能猜出预主密钥，所有密钥就都知道了，有一个随机数还是三个都一样。")),
        Claim(
            2, about: .randoms, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(5246, "F.1.4"), .rfc(5246, "8.1")],
            runs: Run("--rsa --seed 7 --only end.holdings", shows: "server_random ✔ 51 ✔ 39 ✔ 44 ✔ 44"),
            .exhibit(
                "replay", shows: "In connection 1 the server's random is the one of the recording",
                defended: "From another random follow other keys"),
            claim: Words(
                english: "The hello randoms are secret, and they make the session key harder to break.",
                chinese: "hello 随机数是保密的，它们让会话密钥更难破解。"),
            truth: Words(
                english: "They are new in each connection, and they make its keys different.",
                chinese: "它们在每个连接中都是新的，使各个连接的密钥不同。"),
            fact: Words(
                english:
                    "Both hello randoms are sent in clear. The eavesdropper has both, and still has no key. They stop a recording from being sent again.",
                chinese: "两个 hello 随机数都是明文发送的。窃听者两个都有，仍然没有任何密钥。它们的作用是：录下的流量不能再次发送。")),
        Claim(
            3, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "F.1.4")],
            runs: Run(
                "attack replay --seed 7 --defence on", shows: "From another random follow other keys",
                unlike: Counterpart("attack replay --seed 7 --defence off", shows: "order 2: 100 paid to bob")),
            claim: Words(
                english: "The hello randoms are useless, as they are sent in clear.",
                chinese: "hello 随机数是明文传输的，所以没有用。"),
            truth: Words(
                english: "They are sent in clear, and an attacker can read them.",
                chinese: "它们是明文发送的，攻击者能读到。"),
            fact: Words(
                english:
                    "They need to be new, not secret. If the server repeats its random, an old order is carried out a second time.",
                chinese: "它们要新，不必保密。如果服务器的随机数重复，旧的指令就会再次执行。")),
        Claim(
            4, about: .randoms, verdict: .onlyIf, saidIn: [.article], rules: [.rfc(5246, "7.4.7.1")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.premaster_secret:1",
                shows: "The client alone makes the premaster secret",
                unlike: Counterpart("--dh --seed 7 --only tls.calc.premaster_secret:1", shows: "dh_Ys^x mod p")),
            Run("attack replay --seed 7 --defence off", shows: "The server has no part in it"),
            claim: Words(
                english: "With three randoms the key depends on neither side alone.",
                chinese: "有了三个随机数，密钥就不由任何一方单独决定。"),
            truth: Words(
                english: "With Diffie–Hellman it is so: each side has an exponent, and the secret is made from both.",
                chinese: "用 Diffie–Hellman 时是这样：双方各有一个指数，秘密由两个指数产生。"),
            fact: Words(
                english:
                    "In RSA key transport the client alone makes the secret part. The server adds only a public number.",
                chinese: "用 RSA 密钥传输时，保密的部分由客户端独自产生，服务器只加上一个公开的数。")),
        Claim(
            5, about: .randoms, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(5246, "8.1"), .rfc(5246, "6.3")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.key_block:1", shows: "client_write_key = ",
                alone: Words(
                    english: "In each TLS connection a PRF or HKDF stands between the randoms and the keys.",
                    chinese: "在每个 TLS 连接中，随机数与密钥之间都有 PRF 或 HKDF。")),
            claim: Words(
                english: "The three randoms are the session key.",
                chinese: "三个随机数合起来就是会话密钥。"),
            truth: Words(
                english: "They go into the keys. Without the extended master secret nothing else does.",
                chinese: "密钥由它们产生。如果没有扩展主密钥，就没有别的成分。"),
            fact: Words(
                english:
                    "The PRF makes 48 octets of them, the master secret. The PRF again makes the key block, which is cut into the keys of both directions.",
                chinese: "PRF 先用它们产生 48 字节，即主密钥，再用主密钥产生密钥块，最后把密钥块切分成两个方向的密钥。")),
        Claim(
            6, about: .randoms, verdict: .isFalse, saidIn: [.textbook, .course], rules: [.rfc(5246, "7.4.7.1")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.premaster_secret:1",
                shows: "two octets of version, then 46 random octets",
                unlike: Counterpart("--dh --seed 7 --only tls.calc.premaster_secret:1", shows: "28b9…384e (256 octets)")
            ),
            claim: Words(
                english: "The premaster secret is 48 random octets.",
                chinese: "预主密钥是 48 个随机字节。"),
            truth: Words(
                english: "With RSA key transport it has 48 octets, and 46 of them are random.",
                chinese: "用 RSA 密钥传输时它有 48 字节，其中 46 字节是随机的。"),
            fact: Words(
                english:
                    "The first two are the version that the client has offered. So the server can notice a rollback.",
                chinese: "前两个字节是客户端提供的版本，所以服务器能发现版本回退。")),
        Claim(
            7, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "D.1")],
            runs: Run(
                "attack weak-prng --seed 7 --defence on",
                shows: "None of the 32768 process numbers gives what the client has sent",
                unlike: Counterpart(
                    "attack weak-prng --seed 7 --defence off", shows: "The process number 7414 gives what was recorded")
            ),
            claim: Words(
                english: "An algorithm gives numbers that can be predicted, so \"pseudo-random\" cannot be safe.",
                chinese: "算法产生的数都能预测，所以“伪随机”不可能安全。"),
            truth: Words(
                english: "A party that knows the seed can predict all numbers.",
                chinese: "知道种子的一方能预测所有的数。"),
            fact: Words(
                english:
                    "The seed has to be unknown and large. A seed of 15 bits is found by trying. A seed of 256 bits is not.",
                chinese: "种子必须不为人知，而且足够大。15 位的种子试一遍就能找到，256 位的不能。")),
        Claim(
            8, about: .randoms, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(5246, "F.1.1.2"), .rfc(5246, "D.1")],
            runs: Run(
                "--rsa --seed 7 --only attack.theft,end.reach",
                shows: "thief ✔ premaster secret: RSA decryption of EncryptedPreMasterSecret",
                unlike: Counterpart(
                    "--dh --seed 7 --only attack.theft,end.reach",
                    shows: "cannot compute it (dh_Ys^x mod p): the client DH exponent is missing")),
            Run("attack stolen-state --seed 7", shows: "This is another property"),
            claim: Words(
                english: "Forward secrecy means that from one random number the earlier ones cannot be computed.",
                chinese: "前向保密是指：从一个随机数算不出以前的随机数。"),
            truth: Words(
                english: "Such a property exists: it is one of random number generators.",
                chinese: "这样的性质是有的，它是随机数生成器的性质。"),
            fact: Words(
                english:
                    "Forward secrecy is about a stolen key of the server, and about connections that were recorded before.",
                chinese: "前向保密说的是服务器的密钥被窃取之后，以前录下的连接会怎样。")),
        Claim(
            9, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(8017, "3.1"), .rfc(3766, "2.2")],
            runs: .exhibit(
                "shared-primes --variant short", shows: "It is a prime of both moduli",
                defended: "The moduli of 6 certificates have no common factor"),
            claim: Words(
                english: "RSA can only be broken by trying all keys, and a strong computer needs 70 years.",
                chinese: "RSA 只能穷举，强大的计算机也要 70 年。"),
            truth: Words(
                english: "To factor a good modulus of 2048 bits is out of reach today.",
                chinese: "今天还没有办法分解一个好的 2048 位模数。"),
            fact: Words(
                english:
                    "Factoring is faster than trying. Two keys that share a prime fall to one greatest common divisor, and a short key falls in hours.",
                chinese: "分解比穷举快。两个密钥如果有共同的素数，求一次最大公约数就都破了；短的密钥几小时就破。")),
        Claim(
            10, about: .randoms, verdict: .onlyIf, saidIn: [.article, .interview],
            rules: [.rfc(5246, "F.1.1.1"), .rfc(5246, "F.1.1.3")],
            runs: .exhibit(
                "unsigned-dh", shows: "They have two master secrets, and she has both",
                defended: "The client verifies the signature with the key of the certificate"),
            claim: Words(
                english: "Diffie–Hellman sends no secret, so it is safer than RSA.",
                chinese: "Diffie–Hellman 不传输秘密，所以比 RSA 更安全。"),
            truth: Words(
                english:
                    "It is so where the server signs its value and the client verifies the signature: and both sides forget their exponents: then a key that is stolen later opens no recording.",
                chinese: "如果服务器给公开值签名，客户端验证签名，而且双方都忘掉指数，就是这样：以后窃取的密钥解不开录下的流量。"),
            fact: Words(
                english:
                    "Without a verified signature an attacker in the middle puts in a value of her own. She needs one try.",
                chinese: "没有经过验证的签名，中间的攻击者就能换上自己的公开值，试一次就成功。")),
        Claim(
            11, about: .randoms, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(7919, "A"), .rfc(5246, "F.1.1.3")],
            runs: Run(
                "--dh --group toy-5 --seed 7 --only tls.calc.dh_Yc", shows: "an exponent of 2 bits",
                unlike: Counterpart("--dh --seed 7 --only tls.calc.dh_Yc", shows: "an exponent of 225 bits")),
            claim: Words(
                english: "Diffie–Hellman works with numbers such as g = 7 and p = 5; g has to be prime.",
                chinese: "Diffie–Hellman 可以取 g = 7、p = 5 这样的数；g 必须是素数。"),
            truth: Words(
                english: "The arithmetic is right, and small numbers are good for a lesson.",
                chinese: "算法是对的，小的数适合讲课。"),
            fact: Words(
                english:
                    "Modulo 5 the number 7 is the number 2, and there are four values: an attacker tries them all. p has to be large. g need not be prime.",
                chinese: "模 5 时，7 就是 2，只有四个值，攻击者可以全试一遍。p 必须很大，g 不必是素数。")),
        Claim(
            12, about: .randoms, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5246, "F.1.1.3"), .rfc(7919, "A.1")],
            runs: Run("attack forward-secrecy --no-measure", shows: "Eight bits more take sixteen times as many steps"),
            .exhibit(
                "logjam --variant 40-bits", shows: "The logarithms of the factors give x",
                defended: "The logarithms are of no use here"),
            claim: Words(
                english: "Diffie–Hellman rests on the difficulty of factoring.",
                chinese: "Diffie–Hellman 利用了大数分解的困难。"),
            truth: Words(
                english: "Both problems are hard for large numbers, and similar methods attack both.",
                chinese: "对大的数来说，两个问题都难，攻击两者的方法也相似。"),
            fact: Words(
                english: "It rests on discrete logarithms. In this run logarithms are found, and nothing is factored.",
                chinese: "它依靠的是离散对数。这次运行求出了对数，没有分解任何数。")),
        Claim(
            13, about: .randoms, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5246, "7.4.3"), .rfc(5246, "7.4.7")],
            runs: Run(
                "--dh --seed 7 --only tls.server_key_exchange,tls.client_key_exchange", shows: "The RSA key only signs",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.client_key_exchange",
                    shows: "The premaster secret, encrypted to the key in the certificate")),
            claim: Words(
                english:
                    "In HTTPS the client encrypts the premaster secret with RSA, and Diffie–Hellman is used as well.",
                chinese: "HTTPS 中，客户端用 RSA 加密预主密钥，同时使用 Diffie–Hellman 算法。"),
            truth: Words(
                english: "The name of a suite can have both, as DHE_RSA.",
                chinese: "密码套件的名称中可以有两者，例如 DHE_RSA。"),
            fact: Words(
                english:
                    "They are alternatives. In DHE_RSA the RSA key signs the server's parameters and encrypts nothing.",
                chinese: "两者只用其一。在 DHE_RSA 中，RSA 密钥给服务器的参数签名，什么也不加密。")),
        Claim(
            14, about: .randoms, verdict: .isTrue, saidIn: [.article], rules: [.rfc(5246, "7.4.1.2")],
            runs: Run(
                "--dh --seed 7 --only tls.client_hello,tls.server_hello", shows: "The whole message is in clear",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.finished", shows: "The first encrypted record of the client")),
            claim: Words(
                english: "The hello randoms are sent in clear, because there are no keys yet.",
                chinese: "hello 随机数是明文发送的，因为那时还没有密钥。"),
            truth: Words(
                english:
                    "There are no keys before the hellos. Encryption begins behind ChangeCipherSpec in TLS 1.2, and behind ServerHello in TLS 1.3.",
                chinese: "在 hello 消息之前没有密钥。加密在 TLS 1.2 中从 ChangeCipherSpec 之后开始，在 TLS 1.3 中从 ServerHello 之后开始。"),
            fact: Words(
                english: "It is so, and no harm: the randoms have to be new, and they need not be secret.",
                chinese: "是这样，也没有害处：随机数要新，不必保密。")),
        Claim(
            15, about: .randoms, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(5246, "7.4.9")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.client_verify_data:1",
                shows: "PRF(master_secret, \"client finished\", Hash(handshake_messages))",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only tls.calc.client_verify_data:1",
                    shows: "HMAC(finished_key, Hash(handshake_messages))")),
            claim: Words(
                english: "Finished is the hash of the handshake, encrypted with the session key.",
                chinese: "Finished 是用会话密钥加密的握手消息哈希。"),
            truth: Words(
                english: "The hash of the handshake goes into it, and its record is encrypted.",
                chinese: "握手的哈希是它的一个输入，它的记录经过加密。"),
            fact: Words(
                english:
                    "Its content is an output of the PRF: of the master secret, a label and the hash. In TLS 1.2 it has twelve octets.",
                chinese: "它的内容是 PRF 的输出，输入是主密钥、一个标签和哈希。在 TLS 1.2 中它有十二字节。")),
        Claim(
            16, about: .randoms, verdict: .onlyIf, saidIn: [.article, .course], rules: [.rfc(5246, "7.3")],
            runs: Run(
                "--rsa --seed 7 --only tls.finished", shows: "In a full handshake the client's Finished comes first",
                unlike: Counterpart(
                    "--dh --resume id --seed 7 --only tls.finished",
                    shows: "The server's Finished comes first this time")),
            claim: Words(
                english: "The server's Finished comes first.",
                chinese: "服务器的 Finished 先发。"),
            truth: Words(
                english: "When a session of TLS 1.2 is resumed it does, and in TLS 1.3.",
                chinese: "TLS 1.2 恢复会话时是这样，TLS 1.3 也是这样。"),
            fact: Words(
                english: "In a full handshake of TLS 1.2 the client's comes first. Both sides send one.",
                chinese: "在 TLS 1.2 的完整握手中，客户端的先发。双方各发一条。")),
        Claim(
            17, about: .randoms, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(5246, "F.1.3"), .rfc(5246, "7.4.9")],
            runs: Run(
                "attack downgrade --seed 7 --defence on",
                shows: "The server compares its verify_data, which is not what the server has computed",
                unlike: Counterpart(
                    "attack downgrade --seed 7 --defence off", shows: "Neither end compares verify_data")),
            claim: Words(
                english: "Finished only tests that both sides can decrypt.",
                chinese: "Finished 只是测试双方能不能解密。"),
            truth: Words(
                english: "It is the first message under the new keys, so it tests that, too.",
                chinese: "它是用新密钥发送的第一条消息，所以也测试了这一点。"),
            fact: Words(
                english:
                    "It protects all that was negotiated: each side compares its own transcript with the one of the other side.",
                chinese: "它保护协商的全部内容：每一方都把自己的握手全文与对方的比较。")),
        Claim(
            18, about: .randoms, verdict: .onlyIf, saidIn: [.blog], rules: [.rfc(5246, "7.1"), .rfc(8446, "5")],
            runs: Run(
                "--seed 7 --only tls.change_cipher_spec",
                shows: "From the next record on, the client protects what it sends",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only tls.change_cipher_spec", shows: "The keys do not change here")),
            .exhibit(
                "ccs-injection", shows: "The keys of the records stay those of the empty master secret",
                defended: "is refused with the alert unexpected_message"),
            claim: Words(
                english: "ChangeCipherSpec is a formality.",
                chinese: "ChangeCipherSpec 只是走个形式。"),
            truth: Words(
                english: "In TLS 1.3 it is one: the receiver drops it.",
                chinese: "在 TLS 1.3 中是这样：接收方把它丢弃。"),
            fact: Words(
                english:
                    "In TLS 1.2 it may come at one moment only, and the keys change there. A program that takes it earlier computes keys from an empty secret.",
                chinese: "在 TLS 1.2 中它只能在一个时刻到来，密钥就在那里更换。如果程序提前接受它，就会用空的秘密计算密钥。")),
        Claim(
            19, about: .randoms, verdict: .isFalse, saidIn: [.work], rules: [.rfc(7919, "8.8"), .rfc(5246, "F.1.1.3")],
            runs: Run(
                "--dh --group toy-23 --cipher TLS_DHE_RSA_WITH_AES_256_GCM_SHA384 --seed 7 --only end.reach",
                shows: "client DH exponent: search in the toy group",
                unlike: Counterpart(
                    "--dh --cipher TLS_DHE_RSA_WITH_AES_128_GCM_SHA256 --seed 7 --only end.reach",
                    shows: "the client DH exponent is missing")),
            claim: Words(
                english: "AES-256 in place of AES-128 makes the connection twice as safe.",
                chinese: "把 AES-128 换成 AES-256，连接的安全性就加倍。"),
            truth: Words(
                english: "The key of the cipher is harder to guess.",
                chinese: "加密算法的密钥更难猜。"),
            fact: Words(
                english:
                    "The weakest part decides. In this run the cipher has a key of 256 bits, and the small group gives the key away.",
                chinese: "最弱的部分决定安全性。在这次运行中，加密算法的密钥有 256 位，而小的群泄露了密钥。")),
        Claim(
            20, about: .randoms, verdict: .isFalse, saidIn: [.blog], rules: [.rfc(5288, "3"), .rfc(5288, "6.1")],
            runs: Run(
                "attack gcm-nonce --seed 7 --defence on",
                shows: "no nonce came twice: each is the number of its record",
                unlike: Counterpart("attack gcm-nonce --seed 7 --defence off", shows: "has the nonce of an earlier one")
            ),
            claim: Words(
                english: "A nonce has to be random.",
                chinese: "nonce 必须是随机的。"),
            truth: Words(
                english: "A random nonce is often new.",
                chinese: "随机的 nonce 往往是新的。"),
            fact: Words(
                english:
                    "A nonce must not come twice under one key. A counter is best. Random nonces that are short repeat soon.",
                chinese: "同一个密钥下，nonce 不能出现两次。最好用计数器。短的随机 nonce 很快就会重复。")),
        Claim(
            21, about: .randoms, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(5077, "5.5")],
            runs: Run(
                "--dh --resume ticket --seed 7 --only end.reach",
                shows: "session ticket key: stolen, from the server's memory",
                unlike: Counterpart("--dh --seed 7 --only end.reach", shows: "the client DH exponent is missing")),
            .exhibit(
                "ticket-key", shows: "The key's name is the one in the ticket, and the ticket opens",
                defended: "The recording stays closed"),
            claim: Words(
                english: "A resumed session is only faster, and as safe as the first one.",
                chinese: "恢复的会话只是更快，与第一次一样安全。"),
            truth: Words(
                english: "It has the same cipher and new keys.",
                chinese: "它用同样的加密算法和新的密钥。"),
            fact: Words(
                english:
                    "With a ticket of TLS 1.2 it is as safe as the key of the tickets. A thief of that key reads it.",
                chinese: "用 TLS 1.2 的票据时，它的安全取决于票据密钥。窃取这个密钥的窃贼能读到它。")),
        Claim(
            22, about: .randoms, verdict: .onlyIf, saidIn: [.work], rules: [.rfc(7627, "1"), .rfc(7627, "4")],
            runs: .exhibit(
                "triple-handshake", shows: "Both master secrets are equal", defended: "and so do the two master secrets"
            ),
            claim: Words(
                english: "Two connections with different certificates cannot have the same keys.",
                chinese: "证书不同的两个连接，密钥不可能相同。"),
            truth: Words(
                english: "With the extended master secret it is so: the certificates go into the keys.",
                chinese: "有扩展主密钥时是这样：证书参与产生密钥。"),
            fact: Words(
                english: "Without it an attacker between the two can make both master secrets the same.",
                chinese: "没有扩展主密钥时，两者之间的攻击者能使两个主密钥相同。")),
        Claim(
            90, about: .randoms, verdict: .onlyIf, saidIn: [.article, .textbook], rules: [.rfc(5246, "7.4.1.2")],
            runs: Run(
                "--seed 7 --detail bytes --only tls.client_hello",
                shows: "32 random octets. They shall be new in each handshake",
                alone: Words(
                    english: "The client and the server of a visit draw all 32 octets at random.",
                    chinese: "访问中的客户端和服务器把 32 字节全部随机抽取。")),
            claim: Words(
                english: "A hello random has 28 random octets.",
                chinese: "hello 随机数有 28 个随机字节。"),
            truth: Words(
                english:
                    "Where an endpoint puts the time into the first four octets, as RFC 5246 has it, 28 random octets follow.",
                chinese: "如果一方按照 RFC 5246 把时间放进前四个字节，后面就是 28 个随机字节。"),
            fact: Words(
                english:
                    "The field has 32 octets, and all of them go into the keys. Most endpoints today draw all 32 at random.",
                chinese: "这个字段有 32 字节，全部参与产生密钥。今天大多数程序把 32 字节全部随机抽取。")),
        Claim(
            98, about: .randoms, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "6.3"), .rfc(5246, "8.1")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.key_block:1", shows: "ServerHello.random + ClientHello.random",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.master_secret:1", shows: "ClientHello.random + ServerHello.random")),
            claim: Words(
                english: "Both derivations take the two randoms in the same order.",
                chinese: "两次推导中，两个随机数的顺序相同。"),
            truth: Words(
                english: "Both take both randoms.",
                chinese: "两次都用到两个随机数。"),
            fact: Words(
                english:
                    "The master secret has the client's random first. The key block has the server's random first.",
                chinese: "主密钥把客户端的随机数放在前面，密钥块把服务器的随机数放在前面。")),
        Claim(
            99, about: .randoms, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(5246, "8.1"), .rfc(7627, "4")],
            runs: Run(
                "--ems --seed 7 --only tls.calc.master_secret:1", shows: "\"extended master secret\", session_hash",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.master_secret:1", shows: "ClientHello.random + ServerHello.random")),
            claim: Words(
                english: "The master secret is made from the premaster secret and the two randoms.",
                chinese: "主密钥由预主密钥和两个随机数产生。"),
            truth: Words(
                english: "Where the extended master secret is not agreed it is, as RFC 5246 has it.",
                chinese: "如果没有协商扩展主密钥，就是这样，RFC 5246 这样规定。"),
            fact: Words(
                english:
                    "With the extended master secret a hash of the whole handshake so far takes the place of the randoms.",
                chinese: "有扩展主密钥时，到此为止整个握手的哈希代替了两个随机数。")),
        Claim(
            100, about: .randoms, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "7.1")],
            runs: Run(
                "--seed 7 --detail messages --only tls.change_cipher_spec:1", shows: "20 change_cipher_spec",
                unlike: Counterpart("--seed 7 --detail messages --only tls.server_hello_done", shows: "22 handshake")),
            claim: Words(
                english: "ChangeCipherSpec is a handshake message.",
                chinese: "ChangeCipherSpec 是握手消息。"),
            truth: Words(
                english: "It is sent during the handshake.",
                chinese: "它在握手期间发送。"),
            fact: Words(
                english: "It has a content type of its own, and no transcript contains it.",
                chinese: "它有自己的内容类型，握手全文不包含它。")),
    ]
}
