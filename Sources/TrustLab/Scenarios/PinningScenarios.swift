import Crypto
import PKI
import Trace

// Rows A to K are the rows of the truth table of AFNetworking's AFSecurityPolicy. The other situations continue the table.

extension TrustScenario {
    /// Situations about pins: attacks that pins stop, and changes at the server that break them.
    static let pinning: [TrustScenario] = [
        TrustScenario(
            "genuine",
            english: "The right server. Its authority came with the system, and the app has pinned its certificate.",
            chinese: "正确的服务器。它的 CA 是系统自带的，应用锁定了它的证书。",
            from: [.securityPolicy(row: "A"), .badSSL("sha256"), .badSSL("ecc256")], .trusted()
        ) { world in
            try world.evidence([world.genuine(), world.intermediate.certificate])
        },
        TrustScenario(
            "renewed-same-key",
            english: "The server's certificate was renewed with the same key. The app has pinned the old certificate.",
            chinese: "服务器的证书用同一个密钥续签了。应用锁定的是旧证书。",
            from: [.securityPolicy(row: "B"), .alamofire("PublicKeys, leaf key")], .trusted()
        ) { world in
            try world.evidence([world.certificate("renewed"), world.intermediate.certificate])
        },
        TrustScenario(
            "renewed-new-key",
            english: "The server's certificate was renewed with a new key. The app has pinned the old certificate.",
            chinese: "服务器的证书用新密钥续签了。应用锁定的是旧证书。",
            fault: Words(english: "the pin belongs to the old key", chinese: "锁定值属于旧密钥"),
            from: [.securityPolicy(row: "C")], .trusted()
        ) { world in
            let key = SubjectKeyInfo(curve: world.key(of: "renewed server").publicKey)
            return try world.evidence([world.certificate("renewed", key: key), world.intermediate.certificate])
        },
        TrustScenario(
            "backup-pin", english: "The server has changed to its spare key. The app has pinned both keys.",
            chinese: "服务器换用了备用密钥。两个密钥应用都锁定了。",
            from: [.alamofire("PublicKeys, backup key"), .trustKit("testVerifyAgainstLeafPublicKeyAndBadPublicKey")],
            .trusted()
        ) { world in
            let key = SubjectKeyInfo(curve: world.key(of: "backup").publicKey)
            let leaf = try world.certificate("backup", key: key)
            let reserve = try world.certificate("reserve", key: key)
            return try world.evidence([leaf, world.intermediate.certificate], pins: [world.genuine(), reserve])
        },
        TrustScenario(
            "pinned-issuer", english: "The right server. The app has pinned the authorities above it.",
            chinese: "正确的服务器。应用锁定了它上面的 CA。",
            from: [.securityPolicy(row: "D"), .trustKit("testVerifyAgainstCAPublicKey")], .trusted()
        ) { world in
            try world.evidence(
                [world.genuine(), world.intermediate.certificate],
                pins: [world.intermediate.certificate, world.root.certificate])
        },
        TrustScenario(
            "other-site-same-ca",
            english:
                "Another owner's server answers. The authority that the app has pinned has certified it, for its own name.",
            chinese: "应答的是别人的服务器。它的证书由应用锁定的 CA 签发，写的是它自己的名称。",
            fault: Words(english: "another name", chinese: "另一个名称"),
            from: [.securityPolicy(row: "E")], .refused(.badName)
        ) { world in
            let leaf = try world.otherSite("other site, same authority", by: world.intermediate)
            return try world.evidence(
                [leaf, world.intermediate.certificate], pins: [world.intermediate.certificate, world.root.certificate])
        },
        TrustScenario(
            "other-site-other-ca",
            english: "Another owner's server answers. Another authority has certified it, for its own name.",
            chinese: "应答的是别人的服务器。它的证书由另一个 CA 签发，写的是它自己的名称。",
            fault: Words(english: "another name", chinese: "另一个名称"),
            from: [.securityPolicy(row: "F")], .refused(.badName)
        ) { world in
            try world.evidence([world.otherSite("other site, other authority", by: world.otherRoot)])
        },
        TrustScenario(
            "installed-root",
            english:
                "An authority was installed on the device: by a debugging proxy, an employer or an attacker. It has certified the name.",
            chinese: "设备上装了一个 CA：来自调试代理服务器、雇主或攻击者。它给这个名称签发了证书。",
            fault: Words(english: "the user trusts the interceptor", chinese: "用户信任拦截者"),
            from: [.securityPolicy(row: "G"), .badSSL("known-interception"), .badSSL("mitm-software")], .trusted(),
            isDeceit: true
        ) { world in
            let leaf = try world.intercepted("proxy", by: world.stranger)
            return try world.evidence([leaf]) { $0.userAnchors = [world.stranger.certificate] }
        },
        TrustScenario(
            "self-signed-impostor", english: "An attacker answers with a self-signed certificate for the right name.",
            chinese: "攻击者用一张写有正确名称的自签名证书应答。",
            fault: Words(english: "no authority has certified it", chinese: "没有 CA 为它签发证书"),
            from: [.securityPolicy(row: "H"), .badSSL("self-signed")],
            .refused(.unknownCA)
        ) { world in
            try world.evidence([world.selfSigned("impostor", key: world.otherKey)])
        },
        TrustScenario(
            "self-signed-pinned", english: "The server has a self-signed certificate, and the app was shipped with it.",
            chinese: "服务器有一张自签名证书，应用发布时就带有这张证书。",
            fault: Words(english: "only the app knows the certificate", chinese: "只有应用认识这张证书"),
            from: [.securityPolicy(row: "I")], .refused(.unknownCA)
        ) { world in
            let leaf = try world.selfSigned("self-signed", key: world.serverKey)
            return try world.evidence([leaf], pins: [leaf])
        },
        TrustScenario(
            "self-signed-wrong-host",
            english: "The server has a self-signed certificate for another name, and the app was shipped with it.",
            chinese: "服务器有一张写着另一个名称的自签名证书，应用发布时就带有这张证书。",
            fault: Words(
                english: "another name, and only the app knows the certificate", chinese: "另一个名称，而且只有应用认识这张证书"),
            from: [.securityPolicy(row: "J")],
            .refused(.badName)
        ) { world in
            let profile = ScenarioWorld.profile(ScenarioWorld.otherHost)
            let leaf = try world.selfSigned("self-signed, other name", key: world.serverKey, profile: profile)
            return try world.evidence([leaf], pins: [leaf])
        },
        TrustScenario(
            "expired", english: "The right server. Its certificate expired yesterday, and the app has pinned it.",
            chinese: "正确的服务器。它的证书昨天过期，应用锁定了这张证书。",
            fault: Words(english: "the leaf has expired", chinese: "叶子证书已过期"),
            from: [.securityPolicy(row: "K"), .badSSL("expired"), .alamofire("expired leaf")], .refused(.expired)
        ) { world in
            try world.server("expired") {
                $0.notBefore = ScenarioWorld.time - 91 * day
                $0.notAfter = ScenarioWorld.time - day
            }
        },
        TrustScenario(
            "new-intermediate",
            english: "The authority has changed its intermediate. The app has pinned the old intermediate.",
            chinese: "CA 换了中间证书。应用锁定的是旧的中间证书。",
            fault: Words(english: "the pin belongs to the old intermediate", chinese: "锁定值属于旧的中间证书"),
            from: [
                .incident(
                    Words(
                        english: "a change of intermediates, as in 2024 at Let's Encrypt",
                        chinese: "更换中间证书，如 2024 年的 Let's Encrypt"))
            ], .trusted()
        ) { world in
            let issuer = try world.issuer(below: world.root, "Good Issuing CA 2", key: .ecdsa(world.otherKey))
            return try world.evidence(
                [world.certificate("new intermediate", by: issuer), issuer.certificate],
                pins: [world.intermediate.certificate])
        },
        TrustScenario(
            "new-ca",
            english: "The server has changed to another authority and kept its key. The app has pinned the old root.",
            chinese: "服务器换了 CA，密钥没有换。应用锁定的是旧的根证书。",
            fault: Words(english: "the pin belongs to the old authority", chinese: "锁定值属于旧的 CA"),
            from: [
                .incident(
                    Words(
                        english: "the distrust of Symantec's authorities, 2018", chinese: "不再信任 Symantec 的 CA，2018"))
            ], .trusted()
        ) { world in
            try world.evidence(
                [world.certificate("new authority", by: world.otherRoot)], pins: [world.root.certificate])
        },
        TrustScenario(
            "injected-pinned-ca",
            english:
                "An attacker has a certificate for the name from another authority, and appends the pinned authority's certificate.",
            chinese: "攻击者从另一个 CA 得到了写有这个名称的证书，又在后面附上已锁定的 CA 的证书。",
            fault: Words(
                english: "the pinned certificate is sent, but it is not in the path", chinese: "锁定的证书发来了，但不在路径中"),
            from: [.trustKit("testVerifyAgainstInjectedCaPublicKey")], .trusted(), isDeceit: true
        ) { world in
            let leaf = try world.intercepted("misissued", by: world.otherRoot)
            return try world.evidence(
                [leaf, world.intermediate.certificate, world.root.certificate],
                pins: [world.intermediate.certificate, world.root.certificate])
        },
        TrustScenario(
            "pinning-test", english: "An authority that came with the system has certified the name for an attacker.",
            chinese: "系统自带的 CA 为攻击者签发了写有这个名称的证书。",
            fault: Words(english: "the key is not the pinned key", chinese: "密钥不是锁定的密钥"),
            from: [
                .badSSL("pinning-test"), .incident(Words(english: "DigiNotar, 2011", chinese: "DigiNotar，2011")),
                .trustKit("testVerifyAgainstBadPublicKey"),
            ],
            .trusted(), isDeceit: true
        ) { world in
            try world.evidence([world.intercepted("misissued", by: world.otherRoot)])
        },
        TrustScenario(
            "pinned-ca-bad-name",
            english: "The pinned authority is in the path, but the certificate is for another name.",
            chinese: "锁定的 CA 在路径中，但证书写的是另一个名称。",
            fault: Words(english: "another name", chinese: "另一个名称"),
            from: [.trustKit("testVerifyAgainstCaPublicKeyAndBadHostname")],
            .refused(.badName)
        ) { world in
            let leaf = try world.otherSite("other site, same authority", by: world.intermediate)
            return try world.evidence([leaf, world.intermediate.certificate], pins: [world.root.certificate])
        },
    ]

    /// The number of seconds of a day.
    static let day = CivilTime.day
}

extension ScenarioWorld {
    /// The certificate of another owner's server, for its own name.
    func otherSite(_ label: String, by issuer: CertificateAuthority) throws(TrustError) -> [UInt8] {
        try certificate(
            label, by: issuer, key: SubjectKeyInfo(curve: otherKey.publicKey),
            profile: ScenarioWorld.profile(ScenarioWorld.otherHost))
    }

    /// A certificate with the name of the app's server and the key of another owner.
    func intercepted(_ label: String, by issuer: CertificateAuthority) throws(TrustError) -> [UInt8] {
        // The authority of an interceptor does not submit its certificates to logs.
        try certificate(
            label, by: issuer, key: SubjectKeyInfo(curve: otherKey.publicKey), isLogged: issuer.name != stranger.name)
    }
}
