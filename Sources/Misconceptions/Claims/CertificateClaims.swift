import Trace

extension Claim {
    /// Claims about certificates and the man in the middle.
    static let ofCertificates: [Claim] = [
        Claim(
            34, about: .certificates, verdict: .onlyIf, saidIn: [.article, .course],
            rules: [.rfc(5246, "F.1.1"), .rfc(5246, "F.1.1.1")],
            runs: Run(
                "attack mitm --seed 7 --policy none --attacker self-signed",
                shows: "the three randoms and Finished alone do not stop an interceptor",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker self-signed", shows: "✘ NOTHING LEARNED")),
            Run("attack mitm --table", shows: "self-signed unknown_ca unknown_ca unknown_ca unknown_ca EVERYTHING"),
            claim: Words(
                english: "With Diffie–Hellman, three randoms and Finished a man in the middle has hardly a chance.",
                chinese: "有了 Diffie–Hellman、三个随机数和 Finished，中间人几乎没有机会。"),
            truth: Words(
                english:
                    "She has none, if the client also checks the certificate and its name, and trusts no authority that certifies her.",
                chinese: "如果客户端还检查证书和其中的名称，并且不信任给她签发证书的 CA，她就没有机会。"),
            fact: Words(
                english:
                    "All of it rests on that check. The client without checks loses everything, with Diffie–Hellman, three randoms and Finished.",
                chinese: "一切都取决于这项检查。不做检查的客户端，有了 Diffie–Hellman、三个随机数和 Finished，还是失去一切。")),
        Claim(
            35, about: .certificates, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(5246, "F.1.1.1"), .rfc(5280, "6.1.1")],
            runs: Run(
                "attack mitm --seed 7 --policy full --attacker installed-ca", shows: "✔ INTERCEPTED",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker self-signed", shows: "✘ NOTHING LEARNED")),
            claim: Words(
                english: "HTTPS traffic can be captured, but never read.",
                chinese: "HTTPS 的流量可以抓到，但永远读不懂。"),
            truth: Words(
                english: "A capture alone gives no content.",
                chinese: "只有抓包文件，得不到内容。"),
            fact: Words(
                english:
                    "An authority that was installed on the device reads it all, and the client finds every record intact.",
                chinese: "安装在设备上的 CA 全都能读，而客户端看到每条记录都完好。")),
        Claim(
            36, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [.rfc(5246, "7.4.3"), .rfc(5246, "7.4.7.1")],
            runs: Run(
                "--seed 7 --server-chain copied-chain --only tls.failed", shows: "ServerKeyExchange: invalid signature",
                unlike: Counterpart(
                    "attack unsigned-dh --seed 7 --defence off", shows: "They have two master secrets, and she has both"
                )),
            claim: Words(
                english: "A phishing site can send the real certificate, and it gets nowhere.",
                chinese: "钓鱼网站可以发送真的证书，但没有用。"),
            truth: Words(
                english:
                    "A certificate is public. Without its private key the phishing site gets nowhere with a client that verifies the signature.",
                chinese: "证书是公开的。没有对应的私钥，面对验证签名的客户端，钓鱼网站什么也做不成。"),
            fact: Words(
                english:
                    "It cannot sign ServerKeyExchange, and with RSA key transport it cannot decrypt the premaster secret. A client that does not verify the signature goes on all the same.",
                chinese: "它不能给 ServerKeyExchange 签名；用 RSA 密钥传输时，它不能解密预主密钥。不验证签名的客户端则照样继续。")),
        Claim(
            37, about: .certificates, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(9525, "6")],
            runs: Run(
                "--dh --seed 7 --server-chain wrong-host --only tls.alert",
                shows: "The certificate is for another host",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check.verdict", shows: "The key in the leaf belongs to www.example.com")),
            .exhibit(
                "dns-hijack", shows: "The chain is good, and the client asks no more",
                defended: "The client compares the names"),
            claim: Words(
                english: "If the certificate is valid, it is the right server.",
                chinese: "证书有效，就是对的服务器。"),
            truth: Words(
                english: "It is the server of a name that stands in the certificate.",
                chinese: "它是证书中某个名称的服务器。"),
            fact: Words(
                english: "The name is a check of its own. This chain is valid, and it belongs to another host.",
                chinese: "名称是另一项检查。这条证书链有效，但属于另一台主机。")),
        Claim(
            38, about: .certificates, verdict: .isTrue, saidIn: [.article],
            rules: [.rfc(9525, "6"), .rfc(5280, "6.1")],
            runs: Run(
                "attack mitm --seed 7 --policy no-hostname --attacker same-public-ca", shows: "✔ INTERCEPTED",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker same-public-ca", shows: "✘ NOTHING LEARNED")),
            claim: Words(
                english: "Without the check of the name, the client trusts other certificates of the same authority.",
                chinese: "如果不检查域名，客户端会信任同一个 CA 签发的其他证书。"),
            truth: Words(
                english: "Such a certificate is not forged: it is genuine, and for another name.",
                chinese: "这样的证书不是伪造的：它是真的，只是属于另一个名称。"),
            fact: Words(
                english:
                    "The attacker gets a certificate for a name of her own, and the client takes it for the server's.",
                chinese: "攻击者为自己的名称取得一张证书，客户端却把它当作服务器的。")),
        Claim(
            39, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(9525, "6")],
            runs: Run(
                "attack mitm --seed 7 --policy no-hostname --attacker same-public-ca", shows: "✔ INTERCEPTED",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker same-public-ca", shows: "✘ NOTHING LEARNED")),
            claim: Words(
                english: "A policy without the name validates everything that counts; only the name is left out.",
                chinese: "不检查名称的策略，重要的都验证了，只是少了名称。"),
            truth: Words(
                english: "It checks the signatures, the dates and the authority.",
                chinese: "它检查签名、日期和 CA。"),
            fact: Words(
                english:
                    "The name is what keeps every other customer of every authority out. Without it they all pass.",
                chinese: "有了名称检查，每个 CA 的其他客户都进不来。没有它，他们全都通过。")),
        Claim(
            40, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "F.1.1.1")],
            runs: Run(
                "attack mitm --seed 7 --policy none --attacker self-signed", shows: "✔ INTERCEPTED",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker self-signed", shows: "✘ NOTHING LEARNED")),
            claim: Words(
                english:
                    "A client that trusts anything verifies the server with the server's own certificate, so it always passes.",
                chinese: "什么都信任的客户端，用服务器自己的证书验证服务器，所以总能通过。"),
            truth: Words(
                english: "Each certificate passes.",
                chinese: "每张证书都能通过。"),
            fact: Words(
                english:
                    "Nothing is verified. So the attacker's own certificate passes as well, and she reads everything.",
                chinese: "它什么也没有验证。所以攻击者自己的证书也能通过，她全都能读。")),
        Claim(
            41, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "F.1.1.1")],
            runs: Run(
                "attack mitm --seed 7 --policy none --attacker own-ca", shows: "✔ INTERCEPTED",
                unlike: Counterpart("attack mitm --seed 7 --policy full --attacker own-ca", shows: "✘ NOTHING LEARNED")),
            claim: Words(
                english: "A container for browsing may trust everything, as it shows pages of others.",
                chinese: "浏览网页的容器可以什么都信任，因为它显示的是别人的页面。"),
            truth: Words(
                english: "It cannot have pins for pages that it does not know.",
                chinese: "对于它不知道的页面，它不能有锁定值。"),
            fact: Words(
                english:
                    "Then no page in it has the authentication of TLS. Checks with the system's authorities need no pins.",
                chinese: "那样的话，其中的页面都没有 TLS 的认证。用系统的 CA 来检查，不需要锁定值。")),
        Claim(
            42, about: .certificates, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(5280, "6.1.4"), .rfc(5280, "4.2.1.9")],
            runs: Run(
                "--dh --seed 7 --server-chain not-a-ca --only tls.alert", shows: "it does not belong to an authority",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check", shows: "belongs to an authority, which may issue certificates")),
            .exhibit(
                "leaf-as-ca", shows: "All signatures verify, the name fits, and the last issuer is trusted",
                defended: "that it does not belong to an authority"),
            claim: Words(
                english: "If all signatures of a chain are right, the chain is good.",
                chinese: "证书链的签名都对，这条证书链就是好的。"),
            truth: Words(
                english: "A chain with a wrong signature is bad.",
                chinese: "有错误签名的证书链是坏的。"),
            fact: Words(
                english: "Each issuer has to be allowed to issue. A leaf can sign, too, and must not.",
                chinese: "每个颁发者都必须有权签发。叶子证书的密钥也能签名，却不许签发。")),
        Claim(
            43, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5280, "6.1.1")],
            runs: Run(
                "--dh --seed 7 --server-chain unknown-ca --only tls.alert", shows: "the client does not trust it",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check",
                    shows: "The path ends at HandshakeSim Root CA, which the client trusts")),
            claim: Words(
                english: "A chain fails because its root is self-signed.",
                chinese: "证书链失败，是因为根证书是自签名的。"),
            truth: Words(
                english: "The root is self-signed.",
                chinese: "根证书是自签名的。"),
            fact: Words(
                english: "So are all roots. This one is not among the authorities that the client trusts.",
                chinese: "所有根证书都是这样。这一张不在客户端信任的 CA 之列。")),
        Claim(
            44, about: .certificates, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(7469, "2.4"), .rfc(9525, "6")],
            runs: Run(
                "trust matrix --scenario other-site-same-ca --policy",
                "AFSecurityPolicy certificate, no validatesDomainName",
                shows: "! AFSecurityPolicy certificate, no validatesDomainName accepts",
                unlike: Counterpart(
                    "trust matrix --scenario genuine --policy", "AFSecurityPolicy certificate, no validatesDomainName",
                    shows: "+ AFSecurityPolicy certificate, no validatesDomainName accepts")),
            claim: Words(
                english: "To pin the root is to pin one's server.",
                chinese: "锁定根证书，就是锁定自己的服务器。"),
            truth: Words(
                english: "It keeps other authorities out.",
                chinese: "它把其他 CA 挡在外面。"),
            fact: Words(
                english:
                    "Every certificate under that root is inside the pin. Only the check of the name keeps those of other sites out.",
                chinese: "这张根证书之下的每张证书都符合锁定值。只有检查名称，才能把其他网站的证书挡在外面。")),
        Claim(
            45, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(7469, "2.4"), .rfc(7469, "4.1")],
            runs: Run(
                "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy certificate",
                shows: "x AFSecurityPolicy certificate refuses",
                unlike: Counterpart(
                    "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy publicKey",
                    shows: "+ AFSecurityPolicy publicKey accepts")),
            Run("trust matrix --clock", shows: "2026-12-26 renewed, same key + + x x + +"),
            claim: Words(
                english: "A pin on the server's certificate survives its renewal.",
                chinese: "锁定服务器的证书，续签之后仍然有效。"),
            truth: Words(
                english: "A pin on the key survives it, if the new certificate has the same key.",
                chinese: "锁定公钥时，如果新证书用同一个密钥，就仍然有效。"),
            fact: Words(
                english: "A renewed certificate is another certificate: the pin on the old one locks the app out.",
                chinese: "续签的证书是另一张证书：锁定了旧证书的应用会连不上。")),
        Claim(
            46, about: .certificates, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(5246, "7.4.8"), .rfc(5246, "7.4.6")],
            runs: Run(
                "--dh --seed 7 --client-cert copied --only tls.failed", shows: "CertificateVerify: invalid signature",
                unlike: Counterpart(
                    "--dh --seed 7 --client-cert good --only tls.certificate_verify",
                    shows: "Only the certified key can make it")),
            claim: Words(
                english: "The client's certificate proves who the client is.",
                chinese: "客户端的证书证明客户端是谁。"),
            truth: Words(
                english: "It says whose key it is.",
                chinese: "它说明密钥是谁的。"),
            fact: Words(
                english:
                    "Anyone can copy a certificate. CertificateVerify, a signature over the handshake, proves that the client has the key.",
                chinese: "证书谁都能复制。CertificateVerify 是对握手的签名，它证明客户端持有密钥。")),
        Claim(
            47, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(5280, "4.2.1.6"), .rfc(5890, "2.3.1")],
            runs: .exhibit(
                "null-prefix", shows: "The client's comparison ends at the zero",
                defended: "The client compares the whole name, and it differs"),
            claim: Words(
                english: "Host names are strings, as programs have them.",
                chinese: "主机名就是程序中的字符串。"),
            truth: Words(
                english: "They are shown as strings.",
                chinese: "它们显示为字符串。"),
            fact: Words(
                english:
                    "In a certificate they are octets with a length, and one of the octets may be 0. A program whose strings end at 0 reads another name.",
                chinese: "在证书中，它们是带长度的一串字节，其中可以有值为 0 的字节。如果程序的字符串到 0 结束，它读到的就是另一个名称。")),
        Claim(
            48, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(6797, "14.6"), .rfc(6797, "7.2")],
            runs: .exhibit(
                "ssl-strip", shows: "In the page she replaces https:// by http://",
                defended: "The browser knows that this host wants TLS"),
            claim: Words(
                english: "The server redirects from http to https, so we are safe.",
                chinese: "服务器会从 http 重定向到 https，所以我们是安全的。"),
            truth: Words(
                english: "After the redirection the connection is protected.",
                chinese: "重定向之后，连接受到保护。"),
            fact: Words(
                english:
                    "The first request and the redirection are in clear. An attacker on the path answers them herself.",
                chinese: "第一个请求和重定向都是明文。路径上的攻击者自己来应答它们。")),
        Claim(
            49, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(5246, "7.3"), .rfc(5246, "7.4")],
            runs: .exhibit(
                "skip-messages", shows: "as application data in clear", defended: "The client awaits ServerKeyExchange"),
            claim: Words(
                english: "The lock in the browser means that something was encrypted.",
                chinese: "浏览器的锁形图标表示内容加密了。"),
            truth: Words(
                english: "It should mean that.",
                chinese: "它应当是这个意思。"),
            fact: Words(
                english:
                    "It means that the client's program has reached the end of its handshake. A program that lets messages be left out reaches it without any key.",
                chinese: "它表示客户端的程序走到了握手的结尾。如果程序允许省略消息，没有任何密钥也能走到。")),
        Claim(
            50, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(5246, "7.4.2"), .rfc(8446, "4.4.2")],
            runs: Run(
                "--seed 7 --only tls.certificate", shows: "TLS Certificate 1802 B]",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only tls.certificate", shows: "TLS Certificate 1824 B, encrypted]")),
            claim: Words(
                english: "TLS 1.2 hides the certificates.",
                chinese: "TLS 1.2 隐藏证书。"),
            truth: Words(
                english: "TLS 1.3 hides them from an onlooker.",
                chinese: "TLS 1.3 使旁观者看不到证书。"),
            fact: Words(
                english:
                    "In TLS 1.2 certificates are sent in clear, in a handshake that has no keys yet. In TLS 1.3 encryption begins before them.",
                chinese: "在 TLS 1.2 中，证书是明文发送的，那时握手还没有密钥。在 TLS 1.3 中，加密在证书之前就开始。")),
        Claim(
            88, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [.rfc(5280, "6.1"), .rfc(5280, "4.2.1.9")],
            runs: Run(
                "--seed 7 --only tls.check", shows: "The key of HandshakeSim Intermediate CA verifies the",
                alone: Words(
                    english: "Each genuine chain of a visit has an authority in between.",
                    chinese: "访问中每条真正的证书链都有一个中间的 CA。")),
            claim: Words(
                english: "The server's certificate is signed directly by the top authority.",
                chinese: "服务器的证书由最顶层的 CA 直接签名。"),
            truth: Words(
                english: "The rules allow it, and a small authority of a company may do so.",
                chinese: "规则允许这样，公司的小 CA 可能这样做。"),
            fact: Words(
                english:
                    "Usually an authority in between signs it, and the key of the root stays offline. Then the server has to send the certificate in between, too.",
                chinese: "通常由中间的一个 CA 签名，根证书的密钥一直离线保存。所以服务器还必须发送中间的那张证书。")),
        Claim(
            89, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5280, "4.1.1.3"), .rfc(5280, "4.1.1.1")],
            runs: Run(
                "trust matrix --why --scenario tampered-name --policy", "default handling",
                shows: "does not verify the signature on the leaf",
                unlike: Counterpart(
                    "trust matrix --scenario genuine --policy", "default handling", shows: "+ default handling accepts")
            ),
            claim: Words(
                english: "The signature of a certificate is made over a digest of the public key.",
                chinese: "证书的签名是对公钥的摘要做的。"),
            truth: Words(
                english: "The public key is a part of what is signed.",
                chinese: "公钥是签名内容的一部分。"),
            fact: Words(
                english:
                    "The digest is over the whole inner part: names, dates, key and extensions. In this run the key is the same and the name was changed: the signature does not fit.",
                chinese: "摘要对整个内层计算：名称、日期、公钥和扩展。在这次运行中，公钥没有变，名称改了，签名就不符。")),
        Claim(
            102, about: .certificates, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "7.4.3")],
            runs: Run(
                "--seed 7 --server-chain copied-chain --only tls.failed", shows: "decrypt_error",
                unlike: Counterpart(
                    "--seed 7 --only tls.check.params_signature",
                    shows: "So the parameters come from the owner of the certificate")),
            claim: Words(
                english: "An attacker who copies the server's certificate is the server.",
                chinese: "攻击者复制了服务器的证书，就是服务器。"),
            truth: Words(
                english: "Copying it is easy: it is sent in clear.",
                chinese: "复制很容易：它是明文发送的。"),
            fact: Words(
                english: "The handshake goes on only with the private key, which is not in the certificate.",
                chinese: "只有持有私钥，握手才能继续，而私钥不在证书中。")),
        Claim(
            103, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(5246, "7.4.2"), .rfc(5280, "6.1")],
            runs: Run(
                "--seed 7 --only tls.certificate,tls.check",
                shows: "The path ends at HandshakeSim Root CA, which the client trusts",
                unlike: Counterpart(
                    "--seed 7 --server-chain unknown-ca --only tls.alert", shows: "the client does not trust it")),
            claim: Words(
                english: "The server has to send the root.",
                chinese: "服务器必须发送根证书。"),
            truth: Words(
                english: "It may send it.",
                chinese: "它可以发送。"),
            fact: Words(
                english:
                    "A client that trusts the root has it already: here the server has sent two certificates, without the root. A client that does not trust the root does not begin to because the server sends it.",
                chinese: "信任这张根证书的客户端早已有它：这里服务器发送了两张证书，没有根证书。不信任它的客户端，也不会因为服务器发来了就开始信任。")),
        Claim(
            104, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(9525, "2"), .rfc(5280, "4.2.1.6")],
            runs: Run(
                "trust matrix --why --scenario common-name-only --policy", "default handling",
                shows: "only subjectAltName counts",
                unlike: Counterpart(
                    "trust matrix --why --scenario genuine --policy", "default handling", shows: "it accepts the chain")
            ),
            claim: Words(
                english: "The common name is the name of the host.",
                chinese: "通用名称就是主机名。"),
            truth: Words(
                english: "It was so for many years, and many certificates still repeat the name there.",
                chinese: "过去许多年是这样，许多证书仍然在那里重复主机名。"),
            fact: Words(
                english: "Only the extension subjectAltName counts.",
                chinese: "只有扩展 subjectAltName 才算数。")),
        Claim(
            105, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(5280, "4.2.1.9"), .rfc(5280, "6.1.4")],
            runs: Run(
                "--seed 7 --only tls.check", shows: "allows at most 0 further authorities below it; there are none",
                unlike: Counterpart(
                    "trust matrix --why --scenario path-length-exceeded --policy", "default handling",
                    shows: "allows at most 0 further authorities below it, but there is 1")),
            claim: Words(
                english: "pathLenConstraint counts all certificates below.",
                chinese: "pathLenConstraint 计算下面的所有证书。"),
            truth: Words(
                english: "It limits how long a path may be.",
                chinese: "它限制路径的长度。"),
            fact: Words(
                english: "It counts authorities. The leaf does not count, so an authority with 0 still issues leaves.",
                chinese: "它计算的是 CA，叶子证书不算，所以值为 0 的 CA 仍然可以签发叶子证书。")),
        Claim(
            106, about: .certificates, verdict: .onlyIf, saidIn: [.course],
            rules: [.rfc(5246, "7.4.2"), .rfc(8446, "4.4.2")],
            runs: Run(
                "trust matrix --scenario reversed-chain --policy", "default handling",
                shows: "wrong the order, which TLS 1.2 prescribes",
                unlike: Counterpart(
                    "trust matrix --scenario four-certificates --policy", "default handling",
                    shows: "Two intermediates are sent in the right order")),
            claim: Words(
                english: "The order of the certificates in the message does not matter.",
                chinese: "消息中证书的顺序无关紧要。"),
            truth: Words(
                english:
                    "A client that sorts the certificates behind the leaf accepts them in another order, as SecTrust of iOS does in this run.",
                chinese: "如果客户端会给叶子证书之后的证书排序，别的顺序它也接受，例如这次运行中 iOS 的 SecTrust。"),
            fact: Words(
                english:
                    "By the rule of TLS 1.2 the leaf comes first, and each certificate has to certify the one before it. A client that does not sort them may refuse another order. In TLS 1.3 the leaf has to be the first, and the others should be in this order.",
                chinese: "按照 TLS 1.2 的规则，叶子证书在最前面，后一张证书必须给前一张签名。不排序的客户端可能拒绝别的顺序。在 TLS 1.3 中，叶子证书必须是第一张，其他证书应当按这个顺序。")),
        Claim(
            107, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [Citation("Apple", "NSAppTransportSecurity")],
            runs: Run(
                "trust ats --host www.example.com --tls 1.2 --suite TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
                shows: "is on no list of ATS",
                unlike: Counterpart(
                    "trust ats --host www.example.com --tls 1.2 --suite TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                    shows: "One of the ECDHE suites that ATS offers. It has forward secrecy")),
            claim: Words(
                english: "DHE is forward secret, so App Transport Security takes it.",
                chinese: "DHE 具有前向保密，所以 App Transport Security 接受它。"),
            truth: Words(
                english: "DHE is forward secret, and ATS asks for forward secrecy.",
                chinese: "DHE 具有前向保密，而 ATS 要求前向保密。"),
            fact: Words(
                english: "ATS has a list of suites. In TLS 1.2 those with forward secrecy on it are ECDHE suites.",
                chinese: "ATS 有一份密码套件的清单。在 TLS 1.2 中，清单上具有前向保密的都是 ECDHE 密码套件。")),
    ]
}
