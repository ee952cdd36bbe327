import PKI
import Trace

/// A remedy for a reason: its place, the action and its cost.
package enum Remedy: Hashable, Sendable, Remark {
    // MARK: At the server
    case startServer(Endpoint)
    case enableTLS(Endpoint)
    case enableVersions
    case checkKey
    /// Apply the remedy of ``ATSFinding/repair``.
    case repair(ATSFinding)
    /// Send the certificate of an intermediate; the name of its authority.
    case sendIntermediate(String)
    case publicCertificate
    case renew
    case replaceAuthority
    case certificateFor(String)
    case replaceRevoked
    case reissue
    case newKey
    case reissueWithin(days: Int64)
    case restoreOctets
    /// Send the certificate of an authority as it was issued; the authority's name.
    case sendGenuine(String)
    case keepRealAuthority(String)
    case restoreKey(CertificatePins)
    case restoreCertificate(CertificatePins)
    case keepAuthority(CertificatePins)
    case installKey
    case demandNoCertificate
    case askInHandshake
    case serveName
    case readServerLog

    // MARK: At the authority
    /// Allow more authorities below an authority; its name.
    case liftPathLength(String)
    /// Allow the name below an authority; its name.
    case liftConstraint(String)
    /// Get a new certificate for an authority; its name.
    case reissueAuthority(String)

    // MARK: In the app
    case correctPort(Endpoint)
    case correctHost(String)
    case askFor([String])
    /// Compare keys instead of certificates; the key that is shown now.
    case compareKeys(PublicKeyPin)
    case shipPin(CertificatePins)
    case movePin(String, from: PinnedKind)
    case showClientCertificate
    case askForServedName
    case exempt(ATSException, ATSHost)

    // MARK: On the device
    /// Install and trust an authority; its name.
    case installAuthority(String)
    case setClock
    case allowInSettings

    // MARK: With this program
    case nameAnchors
    /// Give the program the server's certificates; the address and port, if they are known.
    case giveChain(Endpoint?)
    case compareEarlier
    /// Ask `trust matrix --why` for every step of the policy.
    case askMatrix
    case compareClient
    case giveCertificate
    case showOtherCertificate
    case giveSameSecret
    case offerMore
    case offerProtocol
    case nameHost
    case nameAuthority
    /// Pin the key that the server shows; its digest in base 64.
    case pinShown(String)

    /// The place of a remedy. The raw values are the names in reports.
    package enum Place: String, Hashable, Sendable, CaseIterable {
        case server
        /// At the authority that has issued a certificate. The owner of the server cannot apply it.
        case issuer
        case app
        case device
        /// With this program.
        case here
    }

    /// The place of the remedy.
    package var place: Place {
        switch self {
        case .startServer, .enableTLS, .enableVersions, .checkKey, .repair, .sendIntermediate, .publicCertificate,
            .renew,
            .replaceAuthority, .certificateFor, .replaceRevoked, .reissue, .newKey, .restoreKey, .restoreCertificate,
            .keepAuthority, .reissueWithin, .restoreOctets, .sendGenuine, .keepRealAuthority, .installKey,
            .demandNoCertificate, .askInHandshake, .serveName, .readServerLog:
            .server
        case .liftPathLength, .liftConstraint, .reissueAuthority: .issuer
        case .correctPort, .correctHost, .askFor, .compareKeys, .shipPin, .movePin, .exempt, .showClientCertificate,
            .askForServedName:
            .app
        case .installAuthority, .setClock, .allowInSettings: .device
        case .nameAnchors, .giveChain, .compareEarlier, .askMatrix, .compareClient, .giveCertificate,
            .showOtherCertificate, .giveSameSecret, .offerMore, .offerProtocol, .nameHost, .nameAuthority,
            .pinShown:
            .here
        }
    }

    package var english: String {
        switch self {
        case .startServer(let place):
            "Start the server on port \(place.port), or let connections through to it (firewall, port forwarding)."
        case .enableTLS(let place):
            "Switch TLS on for port \(place.port), or give the port that has it; 443 is the usual one."
        case .enableVersions: "Enable TLS 1.2 or 1.3 with an ECDHE suite."
        case .checkKey:
            "If both are enabled, the server may have no suite or no group that the client offers, or a key with which the client knows no "
                + "signature. Most clients know the groups x25519 and secp256r1, and keys for RSA (not restricted to RSASSA-PSS) and on P-256 and P-384."
        case .repair(let finding): finding.repair?.english ?? finding.english
        case .sendIntermediate(let issuer):
            "Put the certificate of \(issuer) behind the server's own in its certificate file, and load the file again."
        case .publicCertificate: "Install a certificate of a public authority."
        case .renew: "Renew the certificate, with the same key: then pins of the key keep fitting."
        case .replaceAuthority:
            "Send the authority's newer certificate in place of the old one, or have the server's issued anew."
        case .certificateFor(let host):
            "Get a certificate with \(host) in subjectAltName"
                + (HostMistake.isAddress(host) ? ", as an iPAddress." : ".")
        case .newKey: "Make another key, RSA of at least 2048 bits or on P-256 or P-384, and get a certificate for it."
        case .replaceRevoked: "Make a new key, and get a certificate for it: the old key counts as lost."
        case .reissue: "Get a certificate that keeps this rule."
        case .reissueWithin(let days):
            "Get a certificate that is valid for at most \(days) days, and renew it more often."
        case .restoreOctets:
            "Install the certificate as the authority has issued it, or get it anew: this one was changed, or another authority made it."
        case .sendGenuine(let name):
            "Send the certificate of \(name) as the authority above it has issued it: this one was changed, or another authority made it."
        case .keepRealAuthority(let name):
            "Send a certificate from the \(name) that the devices trust. If it has a new key, the devices need its new "
                + "certificate."
        case .restoreKey(let old):
            "Get a certificate for the old key, \(old.publicKeyPin.base64), from the authority, and install it with that key."
        case .restoreCertificate(let old):
            "Install the bundled certificate again, which is valid until \(CivilTime.text(old.notAfter))."
        case .keepAuthority(let old):
            "Have the certificate issued under \(old.label) again, if the authority still does that."

        case .installKey:
            "Install the private key that belongs to the certificate. Both commands must print the same: openssl x509 -in cert.pem "
                + "-noout -pubkey; openssl pkey -in key.pem -pubout."
        case .demandNoCertificate: "Let clients without a certificate in on this host or port."
        case .askInHandshake:
            "Ask for the client's certificate in the handshake of the whole host (Apache: SSLVerifyClient in the virtual host, not in "
                + "Location or Directory): many clients answer no request for a certificate after the handshake."
        case .serveName:
            "Add the name in the URL to the server's configuration (server_name, virtual host), with a certificate for it."
        case .readServerLog: "Read the server's log of this moment: only the server knows why it ended the handshake."

        case .liftPathLength(let name):
            "\(name) needs a certificate with a larger pathLenConstraint, or without one, or must issue with fewer authorities below it. "
                + "The owner of the server can only ask for a certificate from another intermediate."
        case .liftConstraint(let name):
            "\(name) must get a certificate whose nameConstraints allow the name. The owner of the server can only ask another authority."
        case .reissueAuthority(let name):
            "\(name) needs a new certificate that keeps this rule. The owner of the server can only install a certificate of another "
                + "authority."

        case .showClientCertificate:
            "Give the app a certificate with its key (SecIdentity), and answer the challenge NSURLAuthenticationMethodClientCertificate "
                + "with it."
        case .askForServedName: "Use a name in the URL that the server serves."
        case .correctPort(let place):
            "Use the port of the https server; what answers on port \(place.port) is another service."
        case .correctHost(let host): "Correct the name \(host), or enter it in DNS."
        case .askFor(let names): "Use a name that the certificate has: \(Self.list(names))."
        case .compareKeys(let pin):
            "Compare keys instead of certificates (AFSSLPinningModePublicKey, PublicKeysTrustEvaluator, or the pin "
                + "\(pin.base64)), and ship the app."
        case .shipPin(let shown):
            "Ship the app with the pin of the key that is shown now, \(shown.publicKeyPin.base64) (\(shown.label)), beside the old "
                + "one and a spare."
        case .movePin(let name, let kind):
            "Put the pin of the key of \(name) under \(kind.other.rawValue), which is compared with \(kind.other.compared), and ship the app."
        case .exempt(let exception, _):
            "Put an exception for the host into Info.plist: "
                + exception.keys.map { "\($0.key) = \($0.value)" }.joined(separator: ", ") + "."

        case .installAuthority(let name):
            "Install \(name) on each device (a profile, then Settings, General, About, Certificate Trust Settings)."
        case .setClock: "Set the clock of the device, or of the server that made the certificate."
        case .allowInSettings: "Take the denial back in the settings of the device."

        case .nameAnchors: "If the app trusts an authority of its own, name its certificate with --anchors."
        case .giveChain(nil): "Name the certificates with --chain."
        case .giveChain(let place?):
            "Fetch the certificates, and name the file with --chain: openssl s_client -connect \(place) -showcerts </dev/null "
                + "> chain.pem"
        case .compareEarlier: "Name the earlier chain with --compare: then it is told whose key the pin was."
        case .compareClient:
            "Ask why that client gave up: its own list of authorities, its pins or its clock may differ from what is assumed here."
        case .giveCertificate: "Give the client a certificate that the server accepts, and its key (--cert, --key)."
        case .showOtherCertificate:
            "Use a certificate that one of the server's authorities has issued, that is valid now, and that is for clients (clientAuth)."
        case .giveSameSecret: "Give both sides the same secret and the same name for it (--psk, --psk-identity)."
        case .offerMore: "Offer every version, suite and group: leave --tls, --cipher and --group out."
        case .offerProtocol: "Offer an application protocol that the server speaks (--alpn), or none."
        case .nameHost: "Ask for a name that the server serves (--server-name)."
        case .pinShown(let pin): "If the server's new key is the right one, pin it: --trust pin:\(pin)."
        case .nameAuthority: "If the certificate comes from an authority of your own, name it with --ca."
        case .askMatrix: "Read every step of the policy: HandshakeSim trust matrix … --policy NAME --why."
        }
    }

    package var chinese: String {
        switch self {
        case .startServer(let place):
            "在端口 \(place.port) 上启动服务器，或者让连接能通到它（防火墙、端口转发）。"
        case .enableTLS(let place):
            "为端口 \(place.port) 打开 TLS，或者改用有 TLS 的端口；通常是 443。"
        case .enableVersions: "启用 TLS 1.2 或 1.3，并启用一个 ECDHE 密码套件。"
        case .checkKey:
            """
            如果两者都已启用，可能是客户端提供的密码套件或群服务器一个也没有，或者服务器的密钥所做的签名客户端都不认识。\
            大多数客户端认识群 x25519 和 secp256r1，以及 RSA 密钥（不限于 RSASSA-PSS）和 P-256、P-384 上的密钥。
            """
        case .repair(let finding): finding.repair?.chinese ?? finding.chinese
        case .sendIntermediate(let issuer):
            "在服务器的证书文件中，把 \(issuer) 的证书放在服务器自己的证书之后，然后重新加载这个文件。"
        case .publicCertificate: "安装一张公共 CA 签发的证书。"
        case .renew: "用同一个密钥续签证书：这样密钥的锁定值仍然相符。"
        case .replaceAuthority:
            "发送这个 CA 的新证书来代替旧的，或者重新签发服务器的证书。"
        case .certificateFor(let host):
            "申请一张 subjectAltName 中有 \(host) 的证书"
                + (HostMistake.isAddress(host) ? "，写成 iPAddress。" : "。")
        case .newKey: "另造一个密钥，至少 2048 位的 RSA 密钥，或者 P-256 或 P-384 上的密钥，并为它申请证书。"
        case .replaceRevoked: "造一个新密钥，并为它申请证书：旧密钥算作已丢失。"
        case .reissue: "申请一张遵守这条规则的证书。"
        case .reissueWithin(let days):
            "申请一张有效期最多为 \(days) 天的证书，并更频繁地续签。"
        case .restoreOctets:
            "按 CA 签发的原样安装证书，或者重新申请：这一张改动过，或者是另一个 CA 做的。"
        case .sendGenuine(let name):
            "按上一级 CA 签发的原样发送 \(name) 的证书：这一张改动过，或者是另一个 CA 做的。"
        case .keepRealAuthority(let name):
            "发送设备所信任的那个 \(name) 签发的证书。如果它有了新密钥，设备就需要它的新证书。"
        case .restoreKey(let old):
            "向 CA 为旧密钥 \(old.publicKeyPin.base64) 申请证书，并与这个密钥一起安装。"
        case .restoreCertificate(let old):
            "重新安装随应用打包的证书，它的有效期到 \(CivilTime.text(old.notAfter)) 为止。"
        case .keepAuthority(let old):
            "如果 \(old.label) 这个 CA 还签发证书，就再次由它签发证书。"

        case .installKey:
            """
            安装与证书对应的私钥。两条命令的输出必须相同：openssl x509 -in cert.pem -noout -pubkey; \
            openssl pkey -in key.pem -pubout。
            """
        case .demandNoCertificate: "让没有证书的客户端也能进入这台主机或这个端口。"
        case .askInHandshake:
            """
            在整台主机的握手中要求客户端证书（Apache：把 SSLVerifyClient 放在虚拟主机中，不要放在 Location 或 Directory 中）：\
            许多客户端不应答握手之后的证书请求。
            """
        case .serveName:
            "把 URL 中的名称加到服务器的配置中（server_name、虚拟主机），并为它准备一张证书。"
        case .readServerLog: "查看服务器在这一时刻的日志：只有服务器知道它为什么结束握手。"

        case .liftPathLength(let name):
            """
            \(name) 需要一张 pathLenConstraint 更大或者没有 pathLenConstraint 的证书，或者在它之下签发时减少 CA 的层数。\
            服务器的所有者只能请求由另一张中间证书签发。
            """
        case .liftConstraint(let name):
            "\(name) 必须得到一张 nameConstraints 允许这个名称的证书。服务器的所有者只能去找另一个 CA。"
        case .reissueAuthority(let name):
            "\(name) 需要一张遵守这条规则的新证书。服务器的所有者只能安装另一个 CA 的证书。"

        case .showClientCertificate:
            """
            给应用一张证书及其密钥（SecIdentity），并用它应答质询 NSURLAuthenticationMethodClientCertificate。
            """
        case .askForServedName: "在 URL 中使用服务器提供服务的名称。"
        case .correctPort(let place):
            "使用 https 服务器的端口；在端口 \(place.port) 上应答的是另一种服务。"
        case .correctHost(let host): "改正名称 \(host)，或者把它登记到 DNS。"
        case .askFor(let names): "使用证书中已有的名称：\(Self.chineseList(names))。"
        case .compareKeys(let pin):
            """
            比较密钥而不是证书（AFSSLPinningModePublicKey、PublicKeysTrustEvaluator，或者锁定值 \(pin.base64)），然后发布应用。
            """
        case .shipPin(let shown):
            """
            发布应用，让它除了旧的锁定值和一个备用的锁定值之外，还带有现在出示的密钥的锁定值 \(shown.publicKeyPin.base64)（\(shown.label)）。
            """
        case .movePin(let name, let kind):
            "把 \(name) 的密钥的锁定值放到 \(kind.other.rawValue) 之下，它与\(kind.other.chineseCompared)比较，然后发布应用。"
        case .exempt(let exception, _):
            "在 Info.plist 中为这台主机加一个例外："
                + exception.keys.map { "\($0.key) = \($0.value)" }.joined(separator: "、") + "。"

        case .installAuthority(let name):
            "在每台设备上安装 \(name)（先装描述文件，再依次打开“设置”、“通用”、“关于本机”、“证书信任设置”）。"
        case .setClock: "校准设备的时钟，或者制作证书的那台服务器的时钟。"
        case .allowInSettings: "在设备的设置中取消这项拒绝。"

        case .nameAnchors: "如果应用信任自己的 CA，用 --anchors 指出它的证书。"
        case .giveChain(nil): "用 --chain 指出证书。"
        case .giveChain(let place?):
            """
            获取证书，用 --chain 指出文件：openssl s_client -connect \(place) -showcerts </dev/null > chain.pem
            """
        case .compareEarlier: "用 --compare 指出以前的证书链：这样就能知道锁定值是谁的密钥的。"
        case .compareClient:
            "查一查那个客户端为什么放弃：它自己的 CA 列表、它的锁定值或它的时钟，可能与这里假设的不同。"
        case .giveCertificate: "给客户端一张服务器接受的证书，以及它的密钥（--cert、--key）。"
        case .showOtherCertificate:
            "使用一张由服务器的 CA 签发的、现在有效的、用于客户端（clientAuth）的证书。"
        case .giveSameSecret: "给双方同一个秘密，以及这个秘密的同一个名称（--psk、--psk-identity）。"
        case .offerMore: "提供所有版本、密码套件和群：不要写 --tls、--cipher 和 --group。"
        case .offerProtocol: "提供一个服务器支持的应用协议（--alpn），或者一个也不提供。"
        case .nameHost: "访问服务器提供服务的名称（--server-name）。"
        case .pinShown(let pin): "如果服务器的新密钥没有问题，就锁定它：--trust pin:\(pin)。"
        case .nameAuthority: "如果证书来自你自己的 CA，用 --ca 指出它。"
        case .askMatrix: "查看策略的每一步：HandshakeSim trust matrix … --policy NAME --why。"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.count > 4
            ? names.prefix(3).joined(separator: ", ") + " or \(names.count - 3) others" : names.joined(separator: ", ")
    }

    private static func chineseList(_ names: [String]) -> String {
        names.count > 4
            ? names.prefix(3).joined(separator: "、") + " 或另外 \(names.count - 3) 个" : names.joined(separator: "、")
    }

    /// The remedy for the client of this program, where an app has the remedy of its own; else the remedy itself.
    package var ofThisClient: Remedy {
        switch self {
        case .showClientCertificate: .giveCertificate
        case .askForServedName: .nameHost
        default: self
        }
    }

    /// The costs of the remedy.
    package var costs: [RemedyCost] {
        switch self {
        case .restoreKey: [.oldKey]
        case .restoreCertificate(let old): [.until(old.notAfter)]
        case .keepAuthority: [.authoritysChoice]
        case .compareKeys, .shipPin, .movePin, .askFor, .correctPort, .correctHost, .showClientCertificate,
            .askForServedName:
            [.installedAppsWait]
        case .exempt(let exception, _): exception.costs.map { .transport($0) } + [.installedAppsWait]
        case .installAuthority: [.everyDevice]
        case .replaceRevoked: [.pinsOfOldKey]
        case .newKey: [.pinsOfOldKey]
        case .publicCertificate, .certificateFor, .reissue, .reissueWithin, .restoreOctets, .keepRealAuthority:
            [.pinsOfOldCertificate]
        case .demandNoCertificate: [.clientsUnknown]
        case .startServer, .enableTLS, .enableVersions, .checkKey, .repair, .sendIntermediate, .renew,
            .replaceAuthority,
            .setClock, .sendGenuine, .liftPathLength, .liftConstraint, .reissueAuthority, .installKey, .askInHandshake,
            .serveName,
            .readServerLog, .compareClient,
            .allowInSettings, .nameAnchors, .giveChain, .compareEarlier, .askMatrix, .giveCertificate,
            .showOtherCertificate, .giveSameSecret, .offerMore, .offerProtocol, .nameHost, .nameAuthority,
            .pinShown:
            []
        }
    }
}

/// The cost of a remedy.
package enum RemedyCost: Hashable, Sendable, Remark {
    case installedAppsWait
    case oldKey
    case until(Int64)
    case authoritysChoice
    case everyDevice
    case pinsOfOldKey
    case pinsOfOldCertificate
    case clientsUnknown
    case transport(ATSCost)

    package var english: String {
        switch self {
        case .installedAppsWait: "Installed apps stay as they are until their users update them."
        case .oldKey:
            "The old key stays in use. If it was replaced because it had leaked, a thief who has it can pose as the server."
        case .until(let end): "It helps until \(English.day(end)) at the latest."
        case .authoritysChoice: "The authority decides which intermediate it issues from, and may change it again."
        case .everyDevice:
            "It has to be done on every device. A user who can be talked into it can be talked into trusting an attacker's "
                + "authority."
        case .pinsOfOldKey: "Apps that have pinned the old key are locked out until they are updated."
        case .pinsOfOldCertificate:
            "Apps that have pinned the old certificate are locked out; pins of the key hold if the key stays."
        case .clientsUnknown: "The handshake then no longer tells the server who the client is."
        case .transport(let cost): cost.english
        }
    }

    package var chinese: String {
        switch self {
        case .installedAppsWait: "已安装的应用保持原样，直到用户更新它。"
        case .oldKey:
            "旧密钥继续使用。如果更换它是因为它泄露了，那么拿到它的窃贼可以冒充服务器。"
        case .until(let end): "最晚到 \(English.day(end)) 为止有用。"
        case .authoritysChoice: "用哪张中间证书签发由 CA 决定，它还可以再次更换。"
        case .everyDevice:
            "每台设备上都得做一遍。用户能被说服这样做，也就能被说服信任攻击者的 CA。"
        case .pinsOfOldKey: "锁定旧密钥的应用会连不上，直到更新为止。"
        case .pinsOfOldCertificate:
            "锁定旧证书的应用会连不上；密钥不变时，锁定密钥的应用不受影响。"
        case .clientsUnknown: "这样一来，握手不再告诉服务器客户端是谁。"
        case .transport(let cost): cost.chinese
        }
    }
}

extension Remedy.Place: Wording {
    package var english: String { rawValue }

    package var chinese: String {
        switch self {
        case .server: "服务器"
        case .issuer: "颁发者"
        case .app: "应用"
        case .device: "设备"
        case .here: "本程序"
        }
    }
}
