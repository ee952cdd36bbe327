import Crypto
import PKI
import TLSSim
import Trace
import TrustLab

/// Questions about certificates, names and pins, and about the identity of client and server.
extension Template {
    static let certificates: [Template] = [
        Template(
            "x509.serial", .hex, credit: 2, run: "--dh", distinct: true, step: "tls.certificate",
            cites: [.rfc(5280, "4.1.2.2")],
            english: .init(
                goal: "You can read a certificate.",
                ask:
                    "Here are the certificates that a server sends, in PEM. What is the serial number of the server's own certificate: the contents of the INTEGER in DER, in hexadecimal?",
                hint:
                    "Decode the base 64. In the DER the serial number follows the version: tag 02, a length, the contents. openssl x509 -serial shows it too.",
                because:
                    "The server's own certificate comes first. Its serial number is the first INTEGER behind the version."
            ),
            chinese: .init(
                goal: "你能读懂证书。",
                ask: "下面是服务器发送的各张证书，用 PEM 写成。服务器自己的证书，序列号是多少？用十六进制写出 DER 里 INTEGER 的内容。",
                hint: "解开 base 64。在 DER 里，序列号在版本之后：标签 02，长度，内容。openssl x509 -serial 也会显示它。",
                because: "服务器自己的证书在最前面。它的序列号是版本之后的第一个 INTEGER。")
        ) { run, key in
            let chain = try run.chain
            key.right = [.octets(Array(chain[0].serialNumber))]
            key["issuers-number", .octets(Array(chain[1].serialNumber))] = Words(
                english: "This is the serial number of the second certificate. Look at the order: the server's own "
                    + "certificate comes first.",
                chinese: "这是第二张证书的序列号。看顺序：服务器自己的证书在最前面。")
            key.shown = [chain.text]
        },
        Template(
            "x509.issuer", .choice, run: "--dh", step: "tls.certificate", cites: [.rfc(5280, "4.1.2.4")],
            english: .init(
                goal: "You can say who has signed a certificate.",
                ask:
                    "A server sends certificates with the subjects that are shown. Each is followed by the one that signs it. Which name stands as the issuer in the first certificate?",
                hint:
                    "Subject says whose certificate it is, issuer says who has signed it. The next certificate belongs to the signer.",
                because: "The issuer of a certificate is the subject of the next one."),
            chinese: .init(
                goal: "你能说出一张证书由谁签名。",
                ask: "服务器发送的各张证书，主体如下所示。每一张后面都是给它签名的那一张。第一张证书里写的颁发者是哪个名称？",
                hint: "主体说明证书属于谁，颁发者说明由谁签名。下一张证书属于签名者。",
                because: "一张证书的颁发者，就是下一张证书的主体。")
        ) { run, key in
            let chain = try run.chain
            key.right = [.choice(chain[0].issuer.label)]
            key["the-root-signs-all", .choice(chain[1].issuer.label)] = Words(
                english: "You expect that the root signs each certificate. It signs the authority in between. Look "
                    + "at the subject of the second certificate.",
                chinese: "你以为每张证书都由根证书签名。根证书给中间的 CA 签名。看第二张证书的主体。")
            key["its-own-name", .choice(chain[0].subject.label)] = Words(
                english: "This is the subject of the certificate: its owner. Look at the field issuer.",
                chinese: "这是这张证书的主体，也就是它的持有者。看颁发者字段。")
            key[nobody, .choice(selfSigned)] = Words(
                english: "A certificate that is signed by its own key has one name in both fields. Look at whether a "
                    + "second certificate follows.",
                chinese: "由自己的密钥签名的证书，两个字段里的名称相同。看后面有没有第二张证书。")
            key.shown = [
                .text(
                    Words(
                        english: "Subjects of the certificates that the server sends, in its order",
                        chinese: "服务器发送的各张证书的主体，按发送的顺序"),
                    Words(same: chain.map(\.subject.label).joined(separator: "\n")))
            ]
            key.choices[selfSigned] = Words(english: "no other name: it is self-signed", chinese: "没有别的名称：它是自签名的")
        },
        Template(
            "x509.spki-pin", .hex, credit: 3, run: "--dh", distinct: true, step: "tls.certificate",
            cites: [.rfc(7469, "2.4")],
            english: .init(
                goal: "You can compute a pin.",
                ask:
                    "Here are the certificates that a server sends, in PEM. Compute the pin of the server's own key: SHA-256 of the SubjectPublicKeyInfo in DER, in hexadecimal.",
                hint:
                    "Take the public key out of the first certificate, in DER, and hash it. openssl x509 -pubkey, openssl pkey -outform der, openssl dgst -sha256.",
                because:
                    "The pin covers the key with its algorithm, and nothing that changes when the certificate is renewed with the same key."
            ),
            chinese: .init(
                goal: "你能计算锁定值。",
                ask: "下面是服务器发送的各张证书，用 PEM 写成。计算服务器自己的公钥的锁定值：DER 形式的 SubjectPublicKeyInfo 的 SHA-256，用十六进制写出。",
                hint: "从第一张证书取出公钥，用 DER 形式，再计算哈希。openssl x509 -pubkey、openssl pkey -outform der、openssl dgst -sha256。",
                because: "锁定值覆盖公钥和它的算法，用同一个密钥续签证书时会变的内容都不包括在内。")
        ) { run, key in
            let chain = try run.chain
            let hash = HashAlgorithm.sha256
            key.right = [.octets(hash.hash(chain[0].publicKeyInfo))]
            key["whole-certificate", .octets(hash.hash(chain[0].der))] = Words(
                english: "This is the hash of the whole certificate. Such a pin breaks with each renewal. Look at "
                    + "which part the pin covers.",
                chinese: "这是整张证书的哈希。这样的锁定值每次续签都会失效。看锁定值覆盖哪一部分。")
            key["intermediates-key", .octets(hash.hash(chain[1].publicKeyInfo))] = Words(
                english: "This is the pin of the second certificate's key. Look at the order: the server's own "
                    + "certificate comes first.",
                chinese: "这是第二张证书的公钥的锁定值。看顺序：服务器自己的证书在最前面。")
            key.shown = [chain.text]
        },
        Template(
            "x509.chain-length", .number, run: "--dh", step: "tls.certificate", cites: [.rfc(5246, "7.4.2")],
            english: .init(
                goal: "You know which certificates a server sends.",
                ask:
                    "The path from a server's certificate to the root that the client trusts has the names that are shown. How many certificates does the server send?",
                hint: "Ask which of them the client has already.",
                because: "The client has the root already. The server sends its own certificate and those between."),
            chinese: .init(
                goal: "你知道服务器发送哪些证书。",
                ask: "从服务器的证书到客户端信任的根证书，路径上的名称如下所示。服务器发送几张证书？",
                hint: "想一想其中哪些客户端已经有了。",
                because: "根证书客户端已经有了。服务器发送自己的证书和中间的证书。")
        ) { run, key in
            let chain = try run.chain
            let names = chain.map(\.subject.label) + chain.suffix(1).map(\.issuer.label)
            key.right = [.number(chain.count)]
            key["root-is-sent", .number(chain.count + 1)] = Words(
                english: "You have counted the root. The client has it, and would not trust one because it was sent. "
                    + "Look at the list in the message Certificate.",
                chinese: "你把根证书算了进去。客户端已经有它，也不会因为对方发来一张根证书就信任它。看 Certificate 消息里的列表。")
            key["only-the-leaf", .number(1)] = Words(
                english: "The client does not know the authority in between. Look at the list in the message "
                    + "Certificate.",
                chinese: "客户端不知道中间的 CA。看 Certificate 消息里的列表。")
            key.shown = [
                .text(
                    Words(
                        english: "Names on the path from the server's certificate to the root that the client trusts",
                        chinese: "从服务器的证书到客户端信任的根证书，路径上的各个名称"),
                    Words(same: names.joined(separator: "\n")))
            ]
        },
        Template(
            alert: "trust.wrong-host-alert", run: "--dh --server-chain wrong-host",
            cites: [.rfc(9525, "6.1"), .rfc(5246, "7.2.2")],
            english: .init(
                goal: "You know what a certificate for another name leads to.",
                ask:
                    "A client asks for www.example.com. The server shows a good certificate of a known authority, for another name. Which alert does the client send?",
                hint:
                    "The authority is known, the dates are right, the signature is good. Ask what is left to complain about, and look at the list of alerts in RFC 5246 section 7.2.2.",
                because: "The certificate is good for another name. TLS 1.2 has no alert of its own for names."),
            chinese: .init(
                goal: "你知道证书属于另一个名称时会怎样。",
                ask: "客户端要访问 www.example.com。服务器出示一张由已知 CA 签发的有效证书，但属于另一个名称。客户端发送什么警报？",
                hint: "CA 是已知的，日期没有问题，签名也对。想一想还有什么可以挑剔，再看 RFC 5246 7.2.2 节的警报列表。",
                because: "证书有效，但属于另一个名称。TLS 1.2 没有专门用于名称的警报。")
        ) { key in
            key["blames-the-authority", .choice("unknown_ca")] = Words(
                english: "The authority is known to the client. Look at which check of the client fails.",
                chinese: "客户端知道这个 CA。看客户端的哪项检查没有通过。")
            key["blames-the-date", .choice("certificate_expired")] = Words(
                english: "The dates are right. Look at which check of the client fails.",
                chinese: "日期没有问题。看客户端的哪项检查没有通过。")
            key["no-suite", .choice("handshake_failure")] = Words(
                english: "This alert comes when the two sides have no suite in common. Here they have agreed "
                    + "already. Look at ServerHello.",
                chinese: "双方没有共同的密码套件时，才有这个警报。这里双方已经商定。看 ServerHello。")
        },
        Template(
            alert: "trust.unknown-ca-alert", run: "--dh --server-chain unknown-ca", cites: [.rfc(5246, "7.2.2")],
            english: .init(
                goal: "You know what an unknown authority leads to.",
                ask:
                    "A server shows a certificate for the right name, in date. An authority has signed it that the client does not know. Which alert does the client send?",
                hint: "Name, dates and signatures are right. Ask what the client lacks.",
                because: "The path ends at a root that the client does not trust."),
            chinese: .init(
                goal: "你知道 CA 未知时会怎样。",
                ask: "服务器出示一张名称正确、在有效期内的证书，给它签名的 CA 客户端不知道。客户端发送什么警报？",
                hint: "名称、日期和签名都没有问题。想一想客户端缺少什么。",
                because: "路径的终点是客户端不信任的根证书。")
        ) { key in
            key["self-signed-is-bad", .choice("bad_certificate")] = Words(
                english: "The certificate is well formed and its signature is good. Look at where the path ends.",
                chinese: "证书的格式没有问题，签名也对。看路径在哪里结束。")
            key["blames-the-date", .choice("certificate_expired")] = Words(
                english: "The dates are right. Look at where the path ends.", chinese: "日期没有问题。看路径在哪里结束。")
            key["blames-the-signature", .choice("decrypt_error")] = Words(
                english: "Each signature on the path verifies. Look at where the path ends.",
                chinese: "路径上的每个签名都验证通过。看路径在哪里结束。")
        },
        Template(
            alert: "trust.copied-chain", credit: 2, run: "--dh --server-chain copied-chain",
            cites: [.rfc(5246, "7.4.3")],
            english: .init(
                goal: "You know what a copied certificate is worth.",
                ask:
                    "An attacker shows the certificates of the real server, which are public, and does not have its private key. The key exchange is ephemeral Diffie-Hellman. Which alert does the client send?",
                hint: "Go through the checks in their order: first the path, then the signature over the parameters.",
                because: "The certificates are genuine and pass. The signature in ServerKeyExchange is of another key."),
            chinese: .init(
                goal: "你知道复制来的证书有什么用。",
                ask: "攻击者出示真正的服务器的证书，这些证书是公开的，但没有它的私钥。密钥交换是临时 Diffie-Hellman。客户端发送什么警报？",
                hint: "按顺序过一遍各项检查：先是路径，再是对参数的签名。",
                because: "这些证书是真的，通过了检查。ServerKeyExchange 里的签名却是用另一个密钥做的。")
        ) { key in
            key["copy-is-noticed", .choice("bad_certificate")] = Words(
                english: "You expect that a copy looks different. It has the same octets, and passes each check of "
                    + "the path. Look at the check after it.",
                chinese: "你以为复制来的证书看起来不一样。它的字节完全相同，通过路径的每项检查。看后面的那项检查。")
            key["unknown-authority", .choice("unknown_ca")] = Words(
                english: "The copied certificates are of a known authority. Look at the check that comes after the "
                    + "path.",
                chinese: "复制来的证书由已知的 CA 签发。看路径之后的那项检查。")
            key["accepted", .choice(accepted)] = Words(
                english: "The certificate is right, and it proves nothing alone. Look at what ServerKeyExchange "
                    + "holds beside the parameters.",
                chinese: "证书没有问题，但单凭它什么也证明不了。看 ServerKeyExchange 里除了参数还有什么。")
        },
        Template(
            alert: "mutual.copied-alert", credit: 2, run: "--dh --client-cert copied", cites: [.rfc(5246, "7.4.8")],
            english: .init(
                goal: "You know what proves a client.",
                ask:
                    "A server asks for a client certificate. The client shows one that it has copied, without the private key. Which alert does the server send?",
                hint: "The certificate passes. Ask which message of the client proves that it has the key.",
                because: "The certificate is genuine. CertificateVerify is a signature, and it is of another key."),
            chinese: .init(
                goal: "你知道什么能证明客户端的身份。",
                ask: "服务器请求客户端证书。客户端出示一张复制来的证书，没有私钥。服务器发送什么警报？",
                hint: "证书通过了检查。想一想客户端的哪条消息证明它持有私钥。",
                because: "证书是真的。CertificateVerify 是一个签名，它是用另一个密钥做的。")
        ) { key in
            key["certificate-proves", .choice(accepted)] = Words(
                english: "You expect that the certificate proves the client. It is public. Look at the message that "
                    + "follows ClientKeyExchange.",
                chinese: "你以为证书能证明客户端的身份。证书是公开的。看 ClientKeyExchange 之后的那条消息。")
            key["certificate-is-refused", .choice("bad_certificate")] = Words(
                english: "The certificate is good, and the server has no reason to refuse it. Look at the message "
                    + "that follows ClientKeyExchange.",
                chinese: "证书有效，服务器没有理由拒绝它。看 ClientKeyExchange 之后的那条消息。")
            key["unknown-authority", .choice("unknown_ca")] = Words(
                english: "The certificate is of an authority that the server knows. Look at the message that follows "
                    + "ClientKeyExchange.",
                chinese: "签发证书的 CA 服务器是知道的。看 ClientKeyExchange 之后的那条消息。")
        },
        Template(
            "trust.renewal", .several, credit: 2, run: "trust matrix --clock", needsJournals: false, step: "",
            cites: [.rfc(7469, "2.6")],
            english: .init(
                goal: "You know which pins survive a renewal.",
                ask:
                    "Four apps pin public keys of the first chain: each has one of these sets of pins. Later the server renews its certificate with a spare key, which it had made before. The authority stays the same. Which apps cannot connect any more?",
                hint: "Ask of each set whether one of its keys is on the new path. One is enough.",
                because:
                    "The new path has the spare key, the same intermediate and the same root. One set names none of them."
            ),
            chinese: .init(
                goal: "你知道哪些锁定值在续签之后仍然有效。",
                ask: "四个应用锁定了第一条证书链的公钥，每个应用各有下面的一组锁定值。后来服务器用一个事先准备好的备用密钥续签证书，CA 不变。哪些应用再也连不上？",
                hint: "对每一组问一问：其中有没有一个公钥在新的路径上？有一个就够了。",
                because: "新的路径上是备用密钥、同一张中间证书和同一张根证书。有一组没有锁定其中任何一个。")
        ) { run, key in
            let story = try StoryDay("renewed with the spare key", run.seed)
            let locked = try story.bundles.filter { try !story.decision(of: "TrustKit", $0.pins).accepts }
            key.right = [.letters(Set(locked.map(\.name.english)))]
            key.offered = story.bundles.map(\.name.english)
            for bundle in story.bundles { key.choices[bundle.name.english] = bundle.name }
            key["a-key-never-changes", .letters([])] = Words(
                english: "A pin of a key survives a renewal with the same key. Here the key is another one. Look at "
                    + "what each set pins.",
                chinese: "锁定公钥，用同一个密钥续签时不受影响。这里密钥换了。看每一组锁定了什么。")
            key["each-renewal-locks-out", .letters(["the leaf", "the leaf and a spare key"])] = Words(
                english: "The spare key was made before and pinned. Look at which key the new certificate has.",
                chinese: "备用密钥是事先准备好并锁定了的。看新证书用哪个密钥。")
            key["the-chain-changes-too", .letters(Set(story.bundles.map(\.name.english)))] = Words(
                english: "The authority has issued the new certificate with the same key of its own. Look at the new "
                    + "path from end to end.",
                chinese: "CA 签发新证书时，自己的密钥没有变。从头到尾看新的路径。")
        },
        Template(
            "ats.verdict", .choice, topic: "trust", run: "", needsJournals: false, step: "", cites: [],
            english: .init(
                goal: "You know which cipher suites App Transport Security lets an app use.",
                ask:
                    "An iOS app loads https://www.example.com/ with URLSession. The server speaks TLS 1.2 and no other version, and accepts the cipher suite that is shown and no other. Its certificates are in order. The app is under App Transport Security (ATS). Does the connection come about?",
                hint:
                    "ATS goes by lists of suites. Find the key exchange in the name of this one, and ask whether the app offers it, without an exception and with one.",
                because:
                    "In TLS 1.2 the app offers suites with ECDHE alone where there is no exception. NSExceptionRequiresForwardSecrecy = NO adds suites with RSA key transport. No exception adds DHE."
            ),
            chinese: .init(
                goal: "你知道 App Transport Security 允许应用使用哪些密码套件。",
                ask: "一个 iOS 应用用 URLSession 加载 https://www.example.com/。服务器只使用 TLS 1.2，只接受所示的密码套件。它的证书没有问题。"
                    + "这个应用受 App Transport Security（ATS）约束。能建立连接吗？",
                hint: "ATS 按密码套件的列表来定。从这个密码套件的名称里找出密钥交换，再想一想应用会不会提出它：没有例外时，和有例外时。",
                because:
                    "使用 TLS 1.2 而没有例外时，应用只提出 ECDHE 的密码套件。NSExceptionRequiresForwardSecrecy = NO 会增加使用 RSA 密钥传输的密码套件。"
                    + "没有哪个例外会增加 DHE。")
        ) { run, key in
            let suites: [CipherSuite] = [
                .dheRSAAES128GCM, .dheRSAAES256GCM, .ecdheRSAAES128GCM, .ecdheRSAAES256GCM, .rsaAES128GCM,
                .rsaAES256GCM,
            ]
            var source = SeededRandomSource(seed: run.seed).fork("ats.verdict")
            let suite = suites[source.place(among: suites.count)]
            let (host, server) = (try ATSHost.ofVisit, try ATSServer.ofVisit(run.seed, suite))
            let isLoaded = ATSPolicy.ofVisit.judge(server, by: ATSDictionary().rules(forHost: host)).result == .loads
            let isHelped = ATSPolicy.ofVisit.remedy(for: server, scheme: .https, host: host) != nil
            key.right = [.choice(isLoaded ? "loads" : isHelped ? "exception" : "refused")]
            key["forward-secrecy-is-enough", .choice("loads")] = Words(
                english: "You expect that TLS 1.2 with good certificates is enough, or that any forward secrecy is. "
                    + "Look for the key exchange of this suite in the list that ATS has.",
                chinese: "你以为有 TLS 1.2 和有效的证书就够了，或者有任何一种前向保密就够了。在 ATS 的列表里找这个密码套件的密钥交换。")
            key["an-exception-lifts-all", .choice("exception")] = Words(
                english: "You expect that this suite needs an exception, and that there is one. Look at what the app "
                    + "offers without an exception, and at what an exception adds.",
                chinese: "你以为这个密码套件需要例外，而且有这样的例外。看没有例外时应用提出什么，再看例外会增加什么。")
            key["never-offered", .choice("refused")] = Words(
                english: "You expect that an app never offers this suite. Look at the list of ATS, and at what "
                    + "NSExceptionRequiresForwardSecrecy = NO adds to it.",
                chinese: "你以为应用从不提出这个密码套件。看 ATS 的列表，再看 NSExceptionRequiresForwardSecrecy = NO 给它增加了什么。")
            key.shown = [.text(Words(english: "cipher suite", chinese: "密码套件"), "\(suite.name)")]
            key.choices["loads"] = Words(
                english: "yes, without an exception in the app's Info.plist",
                chinese: "能，应用的 Info.plist 里不需要例外")
            key.choices["exception"] = Words(
                english: "only with an exception in the app's Info.plist",
                chinese: "只有应用的 Info.plist 里有例外才能")
            key.choices["refused"] = Words(english: "no, with an exception or without", chinese: "不能，有没有例外都一样")
        },
    ]

    /// The name of the wrong answer "none of them": no side finishes first, or no other key signed the certificate.
    static let nobody = "nobody"
    /// The program's word for the choice that the certificate is signed by its own key.
    static let selfSigned = nobody + ": it is self-signed"
    /// The choice that no alert is sent.
    static let accepted = "no alert: it is accepted"

    /// A question about the alert that ends a handshake.
    ///
    /// - Parameters:
    ///   - name: the name of the run, if the command makes several.
    ///   - slips: says what leads to each wrong choice.
    init(
        alert id: String, credit: Int = 1, run: String, named name: String? = nil, cites: [Citation],
        english: QuestionWords.Sentences, chinese: QuestionWords.Sentences,
        slips: @escaping @Sendable (inout Solution) -> Void
    ) {
        self.init(
            id, .choice, credit: credit, run: run, step: "tls.alert", cites: cites,
            english: english, chinese: chinese
        ) { run, key in
            key.right = [.choice(try run.only(name).alert ?? Template.accepted)]
            key.choices[Template.accepted] = Words(english: Template.accepted, chinese: "没有警报：证书被接受")
            slips(&key)
        }
    }
}

extension QuestionRun {
    /// The certificates that the server sends, its own first; at least two.
    fileprivate var chain: [CertificateStructure] {
        get throws { try certificates.map { try CertificateStructure($0) } }
    }
}

extension [CertificateStructure] {
    /// The certificates in PEM, to be shown with a question.
    fileprivate var text: Solution.Shown {
        .text(
            Words(
                english: "Certificates that the server sends, in its order",
                chinese: "服务器发送的各张证书，按发送的顺序"), Words(same: CertificatePEM.encode(map(\.der))))
    }
}
