import Crypto
import PKI
import Trace

extension TrustScenario {
    /// Situations about the path: whether a path leads from the leaf to a trusted authority, and whether it can be found.
    static let paths: [TrustScenario] = [
        TrustScenario(
            "untrusted-root", english: "The chain is complete. It ends at an authority that the device does not know.",
            chinese: "证书链完整，但它止于设备不认识的 CA。",
            fault: Words(english: "no anchor", chinese: "没有锚点"),
            from: [.badSSL("untrusted-root"), .badSSL("captive-portal"), .badSSL("blocked-interception")],
            .refused(.unknownCA)
        ) { world in
            try world.evidence([world.intercepted("stranger", by: world.stranger), world.stranger.certificate])
        },
        TrustScenario(
            "missing-intermediate",
            english:
                "The server does not send the intermediate. Browsers that have stored the intermediate hide this mistake.",
            chinese: "服务器没有发送中间证书。存有这张中间证书的浏览器会掩盖这个错误。",
            fault: Words(english: "the intermediate was not sent", chinese: "没有发送中间证书"),
            from: [.badSSL("incomplete-chain"), .alamofire("missing intermediate"), .rule(.rfc(5246, "7.4.2"))],
            .refused(.unknownCA, ats: .unspecified)
        ) { world in
            try world.evidence([world.genuine()])
        },
        TrustScenario(
            "wrong-intermediate",
            english: "The server sends the certificate of another authority instead of the intermediate.",
            chinese: "服务器没有发送中间证书，而发送了另一个 CA 的证书。",
            fault: Words(english: "the intermediate of another authority", chinese: "另一个 CA 的中间证书"),
            from: [.alamofire("incorrect intermediate")],
            .refused(.unknownCA)
        ) { world in
            let other = try world.issuer(below: world.otherRoot, "Other Issuing CA", key: .ecdsa(world.otherKey))
            return try world.evidence([world.genuine(), other.certificate])
        },
        TrustScenario(
            "namesake-intermediate", english: "The intermediate has the name of the issuer, but another key.",
            chinese: "中间证书的名称与颁发者相同，密钥却不同。",
            fault: Words(english: "the key does not verify the signature", chinese: "用这个密钥验证不了签名"),
            from: [.rule(.rfc(5280, "6.1.3"))],
            .refused(.badSignature)
        ) { world in
            try world.evidence([world.genuine(), world.namesake()])
        },
        TrustScenario(
            "namesake-and-address",
            english:
                "The intermediate has the name of the issuer, but another key. The certificate names an address of the right one.",
            chinese: "中间证书的名称与颁发者相同，密钥却不同。证书给出了正确的中间证书的地址。",
            fault: Words(
                english: "the key does not verify the signature; a device may fetch the right one",
                chinese: "用这个密钥验证不了签名；设备可以去取正确的证书"),
            from: [.rule(.rfc(5280, "4.2.2.1"))], .open(.badSignature)
        ) { world in
            let leaf = try world.certificate("beside a namesake") {
                $0.extensions.append(.issuerAddress("http://ca.example.com/issuing.cer"))
            }
            return try world.evidence([leaf, world.namesake()], pins: [leaf])
        },
        TrustScenario(
            "root-sent", english: "The server also sends the root. This is not necessary.",
            chinese: "服务器还发送了根证书。这没有必要。",
            from: [.rule(.rfc(5246, "7.4.2"))], .trusted()
        ) { world in
            try world.evidence([world.genuine(), world.intermediate.certificate, world.root.certificate])
        },
        TrustScenario(
            "reversed-chain", english: "Two intermediates are sent in the wrong order.",
            chinese: "两张中间证书的发送顺序不对。",
            fault: Words(english: "the order, which TLS 1.2 prescribes", chinese: "顺序，TLS 1.2 对此有规定"),
            from: [.badSSL("reversed-chain"), .rule(.rfc(5246, "7.4.2"))], .trusted(ats: .unspecified)
        ) { world in
            let policy = try world.policyAuthority()
            let issuer = try world.issuer(below: policy, "Good Issuing CA 3")
            let leaf = try world.certificate("reversed", by: issuer)
            return try world.evidence([leaf, policy.certificate, issuer.certificate], pins: [leaf])
        },
        TrustScenario(
            "four-certificates", english: "Two intermediates are sent in the right order.",
            chinese: "两张中间证书按正确的顺序发送。",
            from: [.rule(.rfc(5280, "6.1"))], .trusted()
        ) { world in
            let policy = try world.policyAuthority()
            let issuer = try world.issuer(below: policy, "Good Issuing CA 3")
            let leaf = try world.certificate("reversed", by: issuer)
            return try world.evidence([leaf, issuer.certificate, policy.certificate], pins: [leaf])
        },
        TrustScenario(
            "unrelated-certificate",
            english: "A certificate of another site is sent between the leaf and the intermediate.",
            chinese: "在叶子证书和中间证书之间，发送了另一个网站的证书。",
            fault: Words(english: "a certificate that belongs to no path", chinese: "一张不属于任何路径的证书"),
            from: [.rule(.rfc(8446, "4.4.2"))],
            .trusted(ats: .unspecified)
        ) { world in
            let extra = try world.otherSite("extra", by: world.otherRoot)
            return try world.evidence([world.genuine(), extra, world.intermediate.certificate])
        },
        TrustScenario(
            "repeated-certificates", english: "Leaf and intermediate are each sent three times.",
            chinese: "叶子证书和中间证书各发送了三次。",
            fault: Words(english: "repetitions", chinese: "重复发送"),
            from: [.rule(.rfc(8446, "4.4.2"))], .trusted(ats: .unspecified)
        ) { world in
            let leaf = try world.genuine()
            let issuer = world.intermediate.certificate
            return try world.evidence([leaf, leaf, issuer, leaf, issuer, issuer])
        },
        TrustScenario(
            "cross-signed-expired-root",
            english:
                "The chain leads to a root that has expired. Another root, which is trusted, has certified the same key.",
            chinese: "证书链通向一张已过期的根证书。另一个受信任的根给同一个密钥签发了证书。",
            fault: Words(english: "one of two paths has expired", chinese: "两条路径中有一条已过期"),
            from: [
                .incident(
                    Words(
                        english: "AddTrust, 2020, and DST Root CA X3, 2021",
                        chinese: "AddTrust，2020，以及 DST Root CA X3，2021"))
            ],
            .trusted()
        ) { world in
            let old = try world.expiredRoot()
            // The root's key, certified by the old root. Servers send it for devices that know only the old root.
            let cross = try old.certify(
                .intermediate(named: "Good Root CA", pathLength: nil, at: ScenarioWorld.time),
                key: SubjectKeyInfo(world.root.key.publicKey), serialNumber: world.serial("cross"))
            let leaf = try world.genuine()
            return try world.evidence([leaf, world.intermediate.certificate, cross], pins: [leaf]) {
                $0.systemAnchors = [old.certificate, world.root.certificate]
            }
        },
        TrustScenario(
            "authorities-in-a-circle", english: "Two authorities certify each other. No path leads to a trusted root.",
            chinese: "两个 CA 互相签发证书。没有路径通向受信任的根证书。",
            fault: Words(english: "a circle instead of a path", chinese: "一个环，而不是路径"),
            from: [.rule(.rfc(4158, "2.4.2"))], .refused(.unknownCA)
        ) { world in
            let first = world.stranger
            let secondKey = world.key(of: "circle")
            let second = try first.authority(
                .intermediate(named: "Circle CA", pathLength: nil, at: ScenarioWorld.time), key: .ecdsa(secondKey),
                serialNumber: world.serial("circle"))
            let back = try second.certify(
                .intermediate(named: "Stranger's CA", pathLength: nil, at: ScenarioWorld.time),
                key: SubjectKeyInfo(first.key.publicKey), serialNumber: world.serial("back"))
            let leaf = try world.intercepted("circle", by: second)
            return try world.evidence([leaf, second.certificate, back])
        },
        TrustScenario(
            "leaf-is-anchor", english: "The user has installed the self-signed certificate of a server.",
            chinese: "用户安装了一台服务器的自签名证书。",
            from: [
                .incident(Words(english: "a device in the house, set up by hand", chinese: "家里的一台设备，手工设置"))
            ], .trusted()
        ) { world in
            let leaf = try world.selfSigned("device", key: world.serverKey)
            return try world.evidence([leaf], pins: [leaf]) { $0.userAnchors = [leaf] }
        },
    ]
}

extension ScenarioWorld {
    /// An authority below the root that may have one authority below it.
    func policyAuthority() throws(TrustError) -> CertificateAuthority {
        try issuer(below: root, "Good Policy CA", pathLength: 1, key: .ecdsa(key(of: "policy")))
    }

    /// An authority below `issuer`.
    ///
    /// - Parameters:
    ///   - pathLength: the number of authorities that may follow below it.
    ///   - key: the key of the new authority; if nil, a key on P-256 that is drawn from `name`.
    ///   - change: changes the new authority's certificate before it is signed.
    func issuer(
        below issuer: CertificateAuthority, _ name: String, pathLength: Int? = 0, key: PrivateKey? = nil,
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws(TrustError) -> CertificateAuthority {
        try issuer.authority(
            .intermediate(named: name, pathLength: pathLength, at: ScenarioWorld.time),
            key: key ?? .ecdsa(self.key(of: name)), serialNumber: serial(name), change)
    }

    /// The certificate of an intermediate that has the name of ``intermediate`` and another key.
    func namesake() throws(TrustError) -> [UInt8] {
        try root.authority(
            .intermediate(named: "Good Issuing CA", at: ScenarioWorld.time), key: .ecdsa(otherKey),
            serialNumber: serial("namesake")
        ).certificate
    }

    /// A root whose certificate expired thirty days ago.
    func expiredRoot() throws(TrustError) -> CertificateAuthority {
        try .root(
            .root(named: "Old Root CA", at: ScenarioWorld.time), key: .ecdsa(key(of: "old root")),
            serialNumber: serial("Old Root CA")
        ) {
            $0.notBefore = ScenarioWorld.time - 7300 * TrustScenario.day
            $0.notAfter = ScenarioWorld.time - 30 * TrustScenario.day
        }
    }
}
