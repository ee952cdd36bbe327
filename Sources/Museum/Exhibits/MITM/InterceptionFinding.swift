import PKI
import Simulator
import TLSSim
import Trace

/// The steps of an attack by a machine in the middle.
package enum InterceptionFinding: Remark, Hashable, Sendable {
    case place
    case shows(Interception.Attacker)
    case refused(policy: String, CheckResult?, alert: AlertDescription?)
    case passed(policy: String, checks: Int)
    case unchecked(policy: String)
    /// Mallory has no secret; the inputs of the premaster secret that she lacks.
    case holdsNothing(lacking: [SecretID])
    case defence(Interception.Attacker, policy: String)
    case agreedWithVictim(KeyExchangeKind)
    case agreedWithServer
    /// She reads the victim's request; its octets.
    case reads(octets: Int)
    /// The victim reads the answer that she has changed; its octets.
    case alters(octets: Int)
    case finishedIsRight
    /// Why forward secrecy does not help; whether the suite has it.
    case forwardSecrecy(Bool)
    case remedy(Interception.Attacker)

    package var english: String {
        switch self {
        case .place:
            """
            Mallory is on the path: she owns the wireless network, or she has forged ARP or DNS answers. The victim's SYN for \
            \(Visit.hostName) reaches her, and she answers it. TCP does not prove who answers. ClientHello is in clear: Mallory reads \
            there for which name she has to show a certificate.
            """
        case .shows(let attacker): shows(attacker)
        case .refused(let policy, let finding, let alert):
            """
            The victim's policy is \(policy). The check "\(finding?.policy ?? "chain")" fails: \
            \(finding?.english ?? "No reason was given.") So the handshake ends at the Certificate \
            message\(alert.map { ", with the alert \($0)" } ?? ""). The victim has sent only its hello.
            """
        case .passed(let policy, let checks):
            "The victim's policy is \(policy). The chain passes all \(counted(checks, "check")). The victim goes on."
        case .unchecked(let policy):
            "The victim's policy is \(policy): it does not check the chain. The victim goes on with the key in it."
        case .holdsNothing(let lacking):
            """
            Mallory holds only her own key and two public randoms. For the premaster secret she lacks \
            \(lacking.map(\.name).joined(separator: " and ")), which the victim sends only after it has accepted the Certificate. The two \
            have agreed on no secret, and the victim has written no request. So there is nothing to decrypt, now or later.
            """
        case .defence(let attacker, let policy): defence(attacker, policy)
        case .agreedWithVictim(let kind):
            """
            The handshake goes on, with Mallory. \(agreement(kind)) She breaks no cipher for this: she is one of the two ends.
            """
        case .agreedWithServer:
            """
            Mallory has the request. Now she connects to the genuine server like any client, and checks its chain with care: she does \
            not want to be intercepted. The keys of this second connection are different, and she has them too.
            """
        case .reads(let octets):
            "Between the two connections she has \(counted(octets, "octet")) of plaintext: the victim's request with its cookie and password."
        case .alters(let octets):
            """
            She forwards the request unchanged. In the answer she replaces the right account with her own. The victim's TLS finds \
            every record of these \(counted(octets, "octet")) intact. They are intact, but only since Mallory sent them.
            """
        case .finishedIsRight:
            """
            Both Finished messages of both connections verify. There are two handshakes. A Finished covers the messages of its own \
            handshake, and the two ends of each handshake have seen the same messages. So the three randoms and Finished alone do not \
            stop an interceptor (RFC 5246 appendix F.1.1.1).
            """
        case .forwardSecrecy(true):
            """
            Diffie–Hellman alone does not stop her either. Forward secrecy does not help: it protects recordings against a key that is \
            stolen later, but Mallory attacks now. An exponent agrees with any sender of the other value. The signature of \
            ServerKeyExchange helps only if the certificate proves the owner of the key (RFC 5246 appendix F.1.1.3).
            """
        case .forwardSecrecy(false):
            """
            Diffie–Hellman would not change this. Forward secrecy protects recordings against a key that is stolen later, but Mallory \
            attacks now.
            """
        case .remedy(let attacker): remedy(attacker)
        }
    }

    package var chinese: String {
        switch self {
        case .place:
            """
            Mallory 在路径上：无线网络是她的，或者她伪造了 ARP 或 DNS 应答。受害者发往 \(Visit.hostName) 的 SYN 到了她那里，\
            由她应答。TCP 不能证明应答的是谁。ClientHello 是明文：Mallory 从中读到她要出示哪个名称的证书。
            """
        case .shows(let attacker): chineseShows(attacker)
        case .refused(let policy, let finding, let alert):
            """
            受害者的策略是 \(policy)。检查“\(finding?.check.name.chinese ?? "证书链")”失败：\
            \(finding?.chinese ?? "没有给出原因。")因此握手在 Certificate 消息处结束\
            \(alert.map { "，警报是 \($0)" } ?? "")。受害者只发送了自己的 hello 消息。
            """
        case .passed(let policy, let checks):
            "受害者的策略是 \(policy)。证书链通过了全部 \(checks) 项检查。受害者继续。"
        case .unchecked(let policy): "受害者的策略是 \(policy)：它不检查证书链。受害者用其中的密钥继续。"
        case .holdsNothing(let lacking):
            """
            Mallory 手里只有自己的密钥和两个公开的随机数。要得到预主密钥，她还缺：\
            \(listedInChinese(lacking.map { Glossary.tls.name($0.name).chinese }))。受害者接受 Certificate 之后才发送它。\
            双方没有商定任何秘密，受害者也没有写出请求。所以没有什么可以解密，现在没有，以后也没有。
            """
        case .defence(let attacker, let policy): chineseDefence(attacker, policy)
        case .agreedWithVictim(let kind):
            """
            握手继续，对方是 Mallory。\(chineseAgreement(kind))为此她不必攻破任何密码：她就是两端之一。
            """
        case .agreedWithServer:
            """
            Mallory 有了请求。现在她像任何客户端一样连接真正的服务器，并仔细检查它的证书链：她可不想自己也被拦截。\
            第二个连接的密钥不同，她也都有。
            """
        case .reads(let octets):
            "在两个连接之间，她有 \(octets) 字节的明文：受害者的请求，带着 cookie 和密码。"
        case .alters(let octets):
            """
            她原样转发请求。在应答中，她把正确的账户换成自己的。受害者的 TLS 认为这 \(octets) 字节的每条记录都完好。\
            它们确实完好，但只是从 Mallory 发送它们时算起。
            """
        case .finishedIsRight:
            """
            两个连接的两条 Finished 消息都验证通过。这里有两次握手。Finished 包含的是自己那次握手的消息，\
            而每次握手的两端看到的消息相同。所以只靠三个随机数和 Finished，挡不住拦截者（RFC 5246 附录 F.1.1.1）。
            """
        case .forwardSecrecy(true):
            """
            单靠 Diffie–Hellman 也挡不住她。前向保密没有用：它保护录下的流量，防的是密钥以后被窃取，而 Mallory 现在就在攻击。\
            谁发来另一个公开值，指数就与谁商定。只有证书证明了谁拥有密钥，ServerKeyExchange 的签名才有用\
            （RFC 5246 附录 F.1.1.3）。
            """
        case .forwardSecrecy(false):
            """
            换成 Diffie–Hellman 也不会改变这一点。前向保密保护录下的流量，防的是密钥以后被窃取，而 Mallory 现在就在攻击。
            """
        case .remedy(let attacker): chineseRemedy(attacker)
        }
    }

    private func shows(_ attacker: Interception.Attacker) -> String {
        switch attacker {
        case .ownAuthority:
            "She has made an authority of her own, which issued a certificate for \(Visit.hostName). The victim does not know this authority."
        case .installedAuthority:
            """
            She has a certificate for \(Visit.hostName), from an authority that was installed on the victim's device. Debugging proxies \
            such as Charles work in this way, and companies on the devices that they own.
            """
        case .samePublicAuthority:
            """
            She has a valid certificate for \(InterceptionStage.ownHost), from the same authority as the server. The authority has \
            checked that this name is hers. It is not the name that the victim asks for.
            """
        case .selfSigned: "She has a self-signed certificate for \(Visit.hostName)."
        }
    }

    private func chineseShows(_ attacker: Interception.Attacker) -> String {
        switch attacker {
        case .ownAuthority: "她自建了一个 CA，由它签发了 \(Visit.hostName) 的证书。受害者不认识这个 CA。"
        case .installedAuthority:
            """
            她有一张 \(Visit.hostName) 的证书，由安装在受害者设备上的 CA 签发。Charles 之类的调试代理服务器就是这样工作的，\
            公司在自己的设备上也这样做。
            """
        case .samePublicAuthority:
            """
            她有一张 \(InterceptionStage.ownHost) 的有效证书，与服务器的证书出自同一个 CA。CA 检查过这个名称属于她。\
            但受害者要访问的不是这个名称。
            """
        case .selfSigned: "她有一张 \(Visit.hostName) 的自签名证书。"
        }
    }

    private func agreement(_ kind: KeyExchangeKind) -> String {
        kind == .rsa
            ? "The victim encrypts its premaster secret to the key in her certificate, and she decrypts it."
            : "She signs her Diffie–Hellman value with the key in her certificate, the signature verifies, and the two agree."
    }

    private func chineseAgreement(_ kind: KeyExchangeKind) -> String {
        kind == .rsa
            ? "受害者用她证书中的密钥加密预主密钥，由她解密。"
            : "她用证书中的密钥给自己的 Diffie–Hellman 公开值签名，签名验证通过，双方达成一致。"
    }

    private func defence(_ attacker: Interception.Attacker, _ policy: String) -> String {
        switch attacker {
        case .ownAuthority, .selfSigned:
            "Anyone can write a certificate. It proves nothing unless an authority that the victim trusts has signed it."
        case .samePublicAuthority:
            "A certificate is for a name. The authority's signature is valid, and the certificate says that this key belongs to another host."
        case .installedAuthority:
            """
            The authorities of the chain are trusted. But the victim also knows beforehand which key to expect, and no authority can \
            change that. The price: when the pinned key is replaced, an app without a backup pin locks itself out (RFC 7469 section \
            4.3).
            """
        }
    }

    private func chineseDefence(_ attacker: Interception.Attacker, _ policy: String) -> String {
        switch attacker {
        case .ownAuthority, .selfSigned: "证书谁都能写。没有受害者信任的 CA 给它签名，它就证明不了什么。"
        case .samePublicAuthority: "证书是针对名称的。CA 的签名有效，而证书写明这个密钥属于另一台主机。"
        case .installedAuthority:
            """
            证书链上的 CA 都受信任。但受害者事先还知道应当是哪个密钥，任何 CA 都改变不了这一点。\
            代价：锁定的密钥更换时，没有备用锁定值的应用会把自己锁在外面（RFC 7469 4.3 节）。
            """
        }
    }

    private func remedy(_ attacker: Interception.Attacker) -> String {
        switch attacker {
        case .ownAuthority, .selfSigned:
            """
            Any check would have helped. Do not switch checks off for a test server. Instead, trust the test server's authority in the \
            test, and only there.
            """
        case .samePublicAuthority:
            """
            A comparison of the name would have helped (RFC 9525 section 6). An app that checks the chain but not the name accepts any \
            certificate of any public authority, and everyone can get one for a name of his own.
            """
        case .installedAuthority:
            """
            No check of the chain finds this: the owner of the device has decided that this authority may certify every name. A pin on \
            the key of the leaf, or of the authority that issues it, does find it. First decide whom the app must keep out. If the \
            owner of the device may read the traffic, nothing is wrong. If even the owner must not, use pins, with a backup key. But \
            the owner can still change the app.
            """
        }
    }

    private func chineseRemedy(_ attacker: Interception.Attacker) -> String {
        switch attacker {
        case .ownAuthority, .selfSigned:
            """
            任何一项检查都能防住。不要为了测试服务器关掉检查，而要在测试中信任测试服务器的 CA，并且只在测试中信任。
            """
        case .samePublicAuthority:
            """
            比较名称就能防住（RFC 9525 6 节）。只检查证书链而不检查名称的应用，会接受任何公共 CA 的任何证书，\
            而谁都能为自己的名称得到这样一张证书。
            """
        case .installedAuthority:
            """
            检查证书链发现不了这一点：设备的主人已经决定，这个 CA 可以为任何名称签发证书。锁定叶子证书的密钥，\
            或锁定签发它的 CA 的密钥，就能发现。首先要确定应用必须防范谁。如果设备的主人可以读取流量，那就没有问题。\
            如果连主人也不可以，就使用锁定值，并配一个备用密钥。但主人仍然可以修改应用。
            """
        }
    }
}

/// The table of all attackers and policies, and the words around the steps of one.
enum InterceptionWords: Wording {
    /// The meaning of the cells; whether the cells show the victim's alerts.
    case legend(showsAlerts: Bool)
    case whatMalloryGets
    /// The heads of the table.
    case sheShows, victimChecks, sheGets
    /// A cell: whether she gets everything, and the victim's alert, nil if there is none or if it is not shown.
    case gain(hasLoot: Bool, AlertDescription?)
    /// The heading of a story.
    case story(Interception.Attacker, String, CipherSuite)
    case outcome(hasLoot: Bool)
    /// The titles of data.
    case malloryReads, serverAnswered, victimReads

    var words: Words { Words(self) }

    var english: String {
        switch self {
        case .legend(let showsAlerts):
            "EVERYTHING: both master secrets and the request with cookie and password; and the victim reads an answer that she has "
                + "changed. In the other cells she gets nothing"
                + (showsAlerts ? ": they show the alert with which the victim refused her certificate." : ".")
        case .whatMalloryGets: "What Mallory gets"
        case .sheShows: "she shows"
        case .victimChecks: "victim checks"
        case .sheGets: "she gets"
        case .gain(hasLoot: true, _): "EVERYTHING"
        case .gain(hasLoot: false, let alert): alert?.description ?? "nothing"
        case .story(let attacker, let policy, let suite):
            "Mallory with \(attacker.rawValue) against \(policy), \(suite.name)"
        case .outcome(hasLoot: true): "✔ INTERCEPTED: both secrets, the request, and a changed answer"
        case .outcome(hasLoot: false): "✘ NOTHING LEARNED"
        case .malloryReads: "Mallory reads"
        case .serverAnswered: "The server answered"
        case .victimReads: "The victim reads"
        }
    }

    var chinese: String {
        switch self {
        case .legend(let showsAlerts):
            "全部 EVERYTHING：两个主密钥，以及带着 cookie 和密码的请求；受害者读到的还是她改动过的应答。在其他格子里她什么也得不到"
                + (showsAlerts ? "：格子里是受害者拒绝她的证书时所用的警报。" : "。")
        case .whatMalloryGets: "Mallory 得到什么"
        case .sheShows: "她出示"
        case .victimChecks: "受害者检查"
        case .sheGets: "她得到"
        case .gain(hasLoot: true, _): "全部 EVERYTHING"
        case .gain(hasLoot: false, let alert): alert?.description ?? "无"
        case .story(let attacker, let policy, let suite):
            "Mallory 出示 \(attacker.rawValue)，受害者检查 \(policy)，\(suite.name)"
        case .outcome(hasLoot: true): "✔ 已拦截：两个秘密、请求，以及改动过的应答"
        case .outcome(hasLoot: false): "✘ 什么也没有得知"
        case .malloryReads: "Mallory 读到的数据"
        case .serverAnswered: "服务器的应答"
        case .victimReads: "受害者读到的数据"
        }
    }
}
