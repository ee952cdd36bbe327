import Trace

extension Claim {
    /// Claims of articles about TLS, certificates and iOS.
    static let ofArticles: [Claim] = [
        Claim(
            148, about: .certificates, verdict: .onlyIf, saidIn: [.article], rules: [.rfc(5280, "4.1.1.3")],
            runs: Run(
                "--seed 7 --only tls.check",
                shows: "The key of HandshakeSim Intermediate CA verifies the signature on the leaf",
                unlike: Counterpart(
                    "--seed 7 --server-chain self-signed --only tls.alert", shows: "The leaf is signed with its own key"
                )),
            claim: Words(
                english: "A server's certificate is made with the server's own private key.",
                chinese: "服务器的证书是用服务器自己的私钥做成的。"),
            truth: Words(
                english: "A self-signed certificate is, and a client that checks does not trust it.",
                chinese: "自签名的证书是这样，而做检查的客户端不信任它。"),
            fact: Words(
                english:
                    "The authority signs the certificate with the authority's key. The server's public key stands in it.",
                chinese: "CA 用自己的密钥给证书签名，服务器的公钥写在证书中。")),
        Claim(
            149, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5280, "4.1"), .rfc(5246, "7.4.2")],
            runs: Run(
                "--seed 7 --server-chain copied-chain --only tls.failed", shows: "ServerKeyExchange: invalid signature",
                unlike: Counterpart(
                    "--seed 7 --only tls.check.params_signature",
                    shows: "So the parameters come from the owner of the certificate")),
            claim: Words(
                english:
                    "A server has two certificates, one with each of its keys, and the authority gets the private key.",
                chinese: "服务器有两张证书，两个密钥各一张，CA 得到私钥。"),
            truth: Words(
                english: "There are two keys, and the authority gets one of them.",
                chinese: "密钥有两个，CA 得到其中一个。"),
            fact: Words(
                english:
                    "There is one certificate, with the public key. Who has all that the server sends still lacks the private key, and the signature is wrong. The authority never needs it.",
                chinese: "证书只有一张，其中有公钥。即使有了服务器发送的一切，也没有私钥，签名还是错的。CA 从来不需要私钥。")),
        Claim(
            150, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "7.4.7.1")],
            runs: Run(
                "--rsa --seed 7 --only end.reach",
                shows: "RSA decryption of EncryptedPreMasterSecret, server RSA private key",
                unlike: Counterpart("--dh --seed 7 --only end.reach", shows: "the client DH exponent is missing")),
            claim: Words(
                english: "The server decrypts the premaster secret with a symmetric cipher.",
                chinese: "服务器用对称加密算法解密预主密钥。"),
            truth: Words(
                english: "The data that follows is encrypted with a symmetric cipher.",
                chinese: "后面的数据是用对称加密算法加密的。"),
            fact: Words(
                english:
                    "The premaster secret is encrypted to the public RSA key, and the private RSA key decrypts it. The keys of the symmetric cipher are made from it.",
                chinese: "预主密钥用 RSA 公钥加密，用 RSA 私钥解密。对称加密算法的密钥由它产生。")),
        Claim(
            151, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5246, "7.4.2"), .rfc(7469, "2.4")],
            runs: Run(
                "--seed 7 --only tls.certificate", shows: "2 certificates, the server's own (the leaf) first",
                unlike: Counterpart(
                    "--seed 7 --resume id --only chapter.tls_handshake",
                    shows: "No certificate is sent and no keys are exchanged")),
            claim: Words(
                english: "An app that has the server's certificate in its bundle need not fetch it.",
                chinese: "应用里打包了服务器的证书，就不需要再取证书。"),
            truth: Words(
                english: "A resumed session sends no certificate, with a bundle and without one.",
                chinese: "恢复的会话不发送证书，应用里有没有打包都一样。"),
            fact: Words(
                english:
                    "The server sends its certificate in each full handshake. The copy in the bundle is a pin: the app compares with it.",
                chinese: "在每次完整握手中，服务器都发送证书。打包的那一份是锁定值，应用用它来比较。")),
        Claim(
            152, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [Citation("Apple", "NSURLAuthenticationChallenge")],
            runs: Run(
                "trust challenges --challenge genuine-server --seed 7",
                shows: "genuine-server: NSURLAuthenticationMethodServerTrust",
                unlike: Counterpart(
                    "trust challenges --challenge client-certificate --seed 7",
                    shows: "client-certificate: NSURLAuthenticationMethodClientCertificate")),
            claim: Words(
                english: "An NSURLAuthenticationChallenge means that the server checks the client.",
                chinese: "NSURLAuthenticationChallenge 表示服务器检查客户端。"),
            truth: Words(
                english: "It does with the method ClientCertificate, and where a password is asked for.",
                chinese: "方法是 ClientCertificate 时，以及要求输入密码时，是这样。"),
            fact: Words(
                english: "With the method ServerTrust it is the other way round: the app judges the server.",
                chinese: "方法是 ServerTrust 时正好相反：由应用判断服务器。")),
        Claim(
            153, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(7469, "2.4"), .rfc(9525, "6")],
            runs: Run(
                "trust matrix --scenario other-site-same-ca --policy",
                "AFSecurityPolicy certificate, no validatesDomainName",
                shows: "! AFSecurityPolicy certificate, no validatesDomainName accepts",
                unlike: Counterpart(
                    "trust matrix --scenario other-site-same-ca --policy", "AFSecurityPolicy certificate",
                    shows: ". AFSecurityPolicy certificate refuses")),
            claim: Words(
                english: "Pinning makes a connection absolutely safe.",
                chinese: "有了证书锁定，连接就绝对安全。"),
            truth: Words(
                english: "It keeps out those whom another authority has certified.",
                chinese: "它把由其他 CA 签发证书的人挡在外面。"),
            fact: Words(
                english:
                    "It changes whom the app trusts, and nothing else. In this run the app has pinned an authority and does not check the name: another site passes.",
                chinese: "它只改变应用信任谁，别的都不变。在这次运行中，应用锁定了一个 CA，而且不检查名称，另一个网站就通过了。")),
        Claim(
            154, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(7469, "2.4")],
            runs: Run(
                "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy publicKey",
                shows: "+ AFSecurityPolicy publicKey accepts",
                unlike: Counterpart(
                    "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy certificate",
                    shows: "x AFSecurityPolicy certificate refuses")),
            claim: Words(
                english: "Pinning compares the signature of the certificate.",
                chinese: "证书锁定比较的是证书的签名。"),
            truth: Words(
                english: "A pin of the whole certificate covers the signature as well.",
                chinese: "锁定整张证书时，签名也包含在内。"),
            fact: Words(
                english:
                    "It compares the whole certificate, or only the key in it. In this run the certificate is renewed and has a new signature: the pin of the key still fits.",
                chinese: "它比较整张证书，或者只比较其中的公钥。在这次运行中，证书续签之后有了新的签名，锁定的公钥仍然相符。")),
        Claim(
            155, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5280, "6.1.1")],
            runs: Run(
                "trust matrix --scenario pinning-test --policy", "default handling",
                shows: "! default handling accepts",
                unlike: Counterpart(
                    "trust matrix --scenario pinning-test --policy", "TrustKit", shows: ". TrustKit refuses")),
            claim: Words(
                english: "An authority's key is absolutely safe, and there are only a few roots.",
                chinese: "CA 的密钥绝对安全，而且根证书只有几张。"),
            truth: Words(
                english: "Authorities take great care of their keys.",
                chinese: "CA 非常小心地保管密钥。"),
            fact: Words(
                english:
                    "In 2011 attackers got certificates from authorities that systems trusted. A system trusts some 150 roots, and each of them can certify each name, as in this run.",
                chinese: "2011 年，攻击者从系统信任的 CA 那里得到了证书。一个系统信任大约 150 张根证书，其中每一张的 CA 都能为任何名称签发证书，这次运行就是这样。")),
        Claim(
            156, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5280, "4.1")],
            runs: Run(
                "--dh --seed 7 --server-chain wrong-host --only tls.alert",
                shows: "The certificate is for another host",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check.verdict", shows: "The key in the leaf belongs to www.example.com")),
            claim: Words(
                english: "A certificate protects the digest of a message from being cracked.",
                chinese: "证书保护消息的摘要，使它不被破解。"),
            truth: Words(
                english: "A certificate is signed, and a signature is made over a digest.",
                chinese: "证书有签名，签名是对摘要做的。"),
            fact: Words(
                english: "It binds a name to a key. The same good signature is of no use for another name.",
                chinese: "证书把名称与密钥绑定在一起。同一个好的签名，换一个名称就没有用。")),
        Claim(
            157, about: .exchanges, verdict: .isFalse, saidIn: [.article], rules: [.rfc(8017, "8.2.2")],
            runs: .exhibit(
                "e3-forgery", shows: "The client finds the digest where it looks for it",
                defended: "The client compares the whole block, and finds rubbish"),
            claim: Words(
                english: "The first digital signatures were digests.",
                chinese: "最初的数字签名就是摘要。"),
            truth: Words(
                english: "A signature is made over a digest.",
                chinese: "签名是对摘要做的。"),
            fact: Words(
                english:
                    "All can compute a digest, so a digest without a key signs nothing. In this run a client looks for the right digest alone, and takes a forgery.",
                chinese: "摘要谁都能计算，所以没有密钥的摘要不是签名。在这次运行中，客户端只找对的摘要，结果接受了伪造的签名。")),
        Claim(
            158, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "7.4.5"), .rfc(8446, "2")],
            runs: Run(
                "--seed 7 --only tls.server_hello_done", shows: "TLS ServerHelloDone 9 B",
                unlike: Counterpart("compare dhe tls13 --seed 7 --only changes", shows: "ServerHelloDone is gone")),
            claim: Words(
                english: "The hellos end with a message ClientHelloDone.",
                chinese: "hello 消息以一条 ClientHelloDone 消息结束。"),
            truth: Words(
                english: "In TLS 1.2 a message ends the first flight of the server.",
                chinese: "在 TLS 1.2 中，服务器的第一批消息以一条消息结束。"),
            fact: Words(
                english: "That message is ServerHelloDone. There is no ClientHelloDone, and TLS 1.3 has neither.",
                chinese: "那条消息是 ServerHelloDone。没有 ClientHelloDone，TLS 1.3 中两者都没有。")),
        Claim(
            159, about: .exchanges, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(9325, "4.1"), .rfc(8446, "1.2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.server_hello", shows: "answers with its own share of x25519",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.client_key_exchange",
                    shows: "The premaster secret, encrypted to the key in the certificate")),
            claim: Words(
                english: "RSA key exchange is the default of TLS.",
                chinese: "RSA 密钥交换是 TLS 的默认方式。"),
            truth: Words(
                english: "It was usual for many years, and TLS 1.2 still has it.",
                chinese: "过去许多年它很常见，TLS 1.2 中仍然有它。"),
            fact: Words(
                english: "Endpoints of today agree on keys by ECDHE. In TLS 1.3 there is no RSA key transport.",
                chinese: "今天的程序用 ECDHE 协商密钥。TLS 1.3 中没有 RSA 密钥传输。")),
        Claim(
            160, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [Citation("Apple", "NSURLAuthenticationChallenge"), .rfc(4559, "4")],
            runs: Run(
                "trust challenges --challenge password --seed 7",
                shows: "A password is asked for in HTTP, behind the handshake",
                unlike: Counterpart(
                    "trust challenges --challenge client-certificate --seed 7",
                    shows: "client-certificate: NSURLAuthenticationMethodClientCertificate")),
            claim: Words(
                english: "NTLM and Kerberos are old, and TLS has replaced them.",
                chinese: "NTLM 和 Kerberos 过时了，TLS 已经取代了它们。"),
            truth: Words(
                english: "NTLM is old.",
                chinese: "NTLM 过时了。"),
            fact: Words(
                english:
                    "Kerberos is what Active Directory uses by default. With both, as with a password, the client is asked in HTTP, above TLS.",
                chinese: "Active Directory 默认使用 Kerberos。两者都和密码一样，是在 HTTP 中向客户端提出的，在 TLS 之上。")),
        Claim(
            161, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "7.4.8")],
            runs: Run(
                "--dh --seed 7 --client-cert not-listed --only tls.alert",
                shows: "who is not on the list of those who may come in",
                unlike: Counterpart(
                    "--dh --seed 7 --client-cert good --only tls.certificate_verify",
                    shows: "Only the certified key can make it")),
            claim: Words(
                english: "Mutual authentication and a list of allowed clients are the same.",
                chinese: "双向认证和允许的客户端名单是一回事。"),
            truth: Words(
                english: "Both can keep a client out.",
                chinese: "两者都能把客户端挡在外面。"),
            fact: Words(
                english:
                    "CertificateVerify proves a key. Whether its owner may come in is decided afterwards: here the certificate is valid, and its owner is not on the list.",
                chinese: "CertificateVerify 证明持有密钥。持有者能不能进来，是之后才决定的：这里证书有效，而持有者不在名单上。")),
        Claim(
            162, about: .records, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5246, "6.2.3.2"), .rfc(7568, "3")],
            runs: .exhibit(
                "poodle --variant short", shows: "is answered, and not with an alert",
                defended: "The server has refused all 3072 records"),
            claim: Words(
                english: "TLS is SSL with another number.",
                chinese: "TLS 就是换了编号的 SSL。"),
            truth: Words(
                english: "TLS 1.0 was made from SSL 3.0.",
                chinese: "TLS 1.0 来自 SSL 3.0。"),
            fact: Words(
                english:
                    "The PRF, the MAC and the padding are others. SSL 3.0 leaves the content of the padding open. TLS fixes it, and a server that checks it stops this attack.",
                chinese: "PRF、MAC 和填充都不同。SSL 3.0 没有规定填充的内容，TLS 规定了，检查填充的服务器能挡住这种攻击。")),
        Claim(
            163, about: .records, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "1")],
            runs: Run(
                "attack tcp-hijack --seed 7 --defence on", shows: "TCP has taken her octets, and TLS has not",
                unlike: Counterpart(
                    "attack tcp-hijack --seed 7 --defence off",
                    shows: "The client and the server cannot understand each other any more")),
            claim: Words(
                english: "TLS encrypts in the transport layer.",
                chinese: "TLS 在传输层加密。"),
            truth: Words(
                english: "Transport Layer Security is its name.",
                chinese: "它的名称是 Transport Layer Security。"),
            fact: Words(
                english:
                    "It lies above TCP. The numbers, flags and ports of TCP stay in clear, and TCP takes octets that TLS then refuses.",
                chinese: "它在 TCP 之上。TCP 的序号、标志和端口仍是明文；有些字节 TCP 接受了，随后 TLS 拒绝。")),
        Claim(
            164, about: .opening, verdict: .isFalse, saidIn: [.article], rules: [.rfc(9110, "4.2.2")],
            runs: Run(
                "--seed 7 --only tls.application_data", shows: "has application data to send: \"GET / HTTP/1.1",
                unlike: Counterpart(
                    "attack ssl-strip --seed 7 --defence off",
                    shows: "The browser knows nothing of the host and calls port 80")),
            claim: Words(
                english: "HTTP and HTTPS connect in wholly different ways.",
                chinese: "HTTP 和 HTTPS 建立连接的方式完全不同。"),
            truth: Words(
                english: "HTTPS uses another port, and has one handshake more.",
                chinese: "HTTPS 使用另一个端口，并且多一次握手。"),
            fact: Words(
                english:
                    "It is the same HTTP. It runs over TLS, and TLS runs over the same TCP. Without TLS an attacker on the path reads and changes it.",
                chinese: "HTTP 是同一个。它在 TLS 之上运行，TLS 又在同样的 TCP 之上运行。没有 TLS，路径上的攻击者就能读取和改动它。")),
        Claim(
            165, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5280, "6.1")],
            runs: Run(
                "--seed 7 --server-chain self-signed --trust none --only tls.finished",
                shows: "The first encrypted record of the client",
                unlike: Counterpart(
                    "--seed 7 --server-chain self-signed --only tls.alert", shows: "The leaf is signed with its own key"
                )),
            claim: Words(
                english: "A certificate for TLS is never self-signed.",
                chinese: "TLS 的证书从来不是自签名的。"),
            truth: Words(
                english: "A client that checks the chain refuses a self-signed one, unless it is an anchor.",
                chinese: "检查证书链的客户端拒绝自签名的证书，除非它是锚点。"),
            fact: Words(
                english:
                    "TLS works with a self-signed certificate as well. Whether it is trusted is a matter of the client.",
                chinese: "自签名的证书也能用于 TLS。信不信任它，由客户端决定。")),
        Claim(
            166, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(6962, "1")],
            runs: Run(
                "trust matrix --why --scenario installed-root --policy", "default handling",
                shows: "! default handling accepts",
                unlike: Counterpart(
                    "trust matrix --why --scenario no-sct --policy", "default handling",
                    shows: "The leaf has valid timestamps of 0 logs")),
            claim: Words(
                english: "Certificate Transparency prevents a man in the middle.",
                chinese: "证书透明度能防止中间人。"),
            truth: Words(
                english: "A wrong certificate of a public authority becomes visible.",
                chinese: "公开的 CA 签发了错误的证书，会让人看到。"),
            fact: Words(
                english:
                    "It becomes visible later, to those who watch the logs. And an authority that was installed on the device need not log anything.",
                chinese: "要到以后才会看到，而且只有监视日志的人看到。安装在设备上的 CA 则什么也不必写入日志。")),
        Claim(
            167, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5280, "6.1.1"), .rfc(9525, "6")],
            runs: Run(
                "--seed 7 --only tls.check.chain",
                shows: "The path ends at HandshakeSim Root CA, which the client trusts",
                unlike: Counterpart(
                    "--seed 7 --server-chain self-signed --only tls.alert", shows: "The leaf is signed with its own key"
                )),
            Run(
                "trust matrix --scenario expired --policy", "AFSecurityPolicy publicKey, allowInvalidCertificates",
                shows: "! AFSecurityPolicy publicKey, allowInvalidCertificates accepts",
                unlike: Counterpart(
                    "trust matrix --scenario expired --policy", "AFSecurityPolicy publicKey",
                    shows: ". AFSecurityPolicy publicKey refuses")),
            claim: Words(
                english: "An app with an authority of its own needs allowInvalidCertificates.",
                chinese: "应用用自己的 CA，就需要 allowInvalidCertificates。"),
            truth: Words(
                english: "The chain of such an authority does not end at an authority of the system.",
                chinese: "这样的 CA 的证书链，不会以系统信任的 CA 结束。"),
            fact: Words(
                english:
                    "The app needs its authority as an anchor, and the check of the name. allowInvalidCertificates lets other errors pass as well, such as an expired certificate.",
                chinese: "应用需要把自己的 CA 作为锚点，并且检查名称。allowInvalidCertificates 会放过其他错误，例如过期的证书。")),
        Claim(
            168, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(7469, "2.4")],
            runs: Run(
                "trust matrix --scenario superfish --why --policy", "TrustKit, not enforced",
                shows: "May the connection go on without a matching pin? yes",
                unlike: Counterpart(
                    "trust matrix --scenario superfish --why --policy", "TrustKit",
                    shows: "May the connection go on without a matching pin? no")),
            claim: Words(
                english:
                    "A salted digest over the bundled roots keeps them from being exchanged on a jailbroken phone.",
                chinese: "对打包的根证书计算加盐的摘要，能防止越狱手机上的根证书被替换。"),
            truth: Words(
                english: "It finds an exchange by someone who can write files and cannot change the program.",
                chinese: "如果对方能写文件，但不能改动程序，替换就能发现。"),
            fact: Words(
                english:
                    "The salt and the comparison are in the app too, and can be patched. A comparison protects only where its answer is obeyed: in this run it finds that no key is the app's, and the connection goes on.",
                chinese: "盐和比较也在应用里，也能改动。只有服从比较的结果，比较才有保护作用：这次运行发现没有一个密钥是应用锁定的，连接却照样继续。")),
        Claim(
            169, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [Citation("Apple", "SecTrustResultType"), .rfc(9525, "6")],
            runs: Run(
                "trust matrix --scenario other-site-same-ca --policy", "default handling",
                shows: "SecTrust: recoverableTrustFailure",
                unlike: Counterpart(
                    "trust matrix --scenario genuine --policy", "default handling", shows: "SecTrust: unspecified")),
            claim: Words(
                english: "recoverableTrustFailure may be taken as: the certificate has expired, go on.",
                chinese: "recoverableTrustFailure 可以理解为：证书过期了，继续吧。"),
            truth: Words(
                english: "An expired certificate gives this result, too.",
                chinese: "证书过期也会得到这个结果。"),
            fact: Words(
                english: "It stands for other failures as well. In this run it is the certificate of another host.",
                chinese: "它也表示其他失败。在这次运行中，它表示证书属于另一台主机。")),
        Claim(
            170, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [Citation("Apple", "NSAppTransportSecurity"), .rfc(9525, "6")],
            runs: Run(
                "trust matrix --scenario other-site-same-ca --policy", "App Transport Security",
                shows: ". App Transport Security refuses",
                unlike: Counterpart(
                    "trust matrix --scenario other-site-same-ca --policy", "no host name",
                    shows: "! no host name accepts")),
            claim: Words(
                english: "App Transport Security is the check of the chain without the name.",
                chinese: "App Transport Security 就是检查证书链，不检查名称。"),
            truth: Words(
                english: "It does judge the chain.",
                chinese: "它确实判断证书链。"),
            fact: Words(
                english:
                    "It adds rules to a judgement in which the name is checked. The check without the name takes the other site in this run.",
                chinese: "它在判断之上再加规则，而这个判断检查名称。在这次运行中，不检查名称的做法接受了另一个网站。")),
        Claim(
            171, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [.rfc(5280, "4.1.2.7"), .rfc(8422, "5.3")],
            runs: Run(
                "--cipher TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 --seed 7 --only tls.check",
                shows: "The leaf holds an ECDSA key on secp256r1",
                unlike: Counterpart("--seed 7 --only tls.check", shows: "The leaf holds an RSA key of 2048 bits")),
            claim: Words(
                english: "`openssl rsa -pubin` reads the public key of a certificate.",
                chinese: "`openssl rsa -pubin` 读取证书的公钥。"),
            truth: Words(
                english: "It does, if the key is an RSA key.",
                chinese: "如果这是 RSA 密钥，就是这样。"),
            fact: Words(
                english: "A certificate can hold a key of another kind. `openssl pkey -pubin` reads each.",
                chinese: "证书中可以是另一种密钥。`openssl pkey -pubin` 能读取每一种。")),
    ]
}
