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
            from: [.securityPolicy(row: "A"), .badSSL("sha256"), .badSSL("ecc256")], .trusted()
        ) { world in
            try world.evidence([world.genuine(), world.intermediate.certificate])
        },
        TrustScenario(
            "renewed-same-key",
            english: "The server's certificate was renewed with the same key. The app has pinned the old certificate.",
            from: [.securityPolicy(row: "B"), .alamofire("PublicKeys, leaf key")], .trusted()
        ) { world in
            try world.evidence([world.certificate("renewed"), world.intermediate.certificate])
        },
        TrustScenario(
            "renewed-new-key",
            english: "The server's certificate was renewed with a new key. The app has pinned the old certificate.",
            englishFault: "the pin belongs to the old key", from: [.securityPolicy(row: "C")], .trusted()
        ) { world in
            let key = SubjectKeyInfo(curve: world.key(of: "renewed server").publicKey)
            return try world.evidence([world.certificate("renewed", key: key), world.intermediate.certificate])
        },
        TrustScenario(
            "backup-pin", english: "The server has changed to its spare key. The app has pinned both keys.",
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
            englishFault: "another name", from: [.securityPolicy(row: "E")], .refused(.badName)
        ) { world in
            let leaf = try world.otherSite("other site, same authority", by: world.intermediate)
            return try world.evidence(
                [leaf, world.intermediate.certificate], pins: [world.intermediate.certificate, world.root.certificate])
        },
        TrustScenario(
            "other-site-other-ca",
            english: "Another owner's server answers. Another authority has certified it, for its own name.",
            englishFault: "another name", from: [.securityPolicy(row: "F")], .refused(.badName)
        ) { world in
            try world.evidence([world.otherSite("other site, other authority", by: world.otherRoot)])
        },
        TrustScenario(
            "installed-root",
            english:
                "An authority was installed on the device: by a debugging proxy, an employer or an attacker. It has certified the name.",
            englishFault: "the user trusts the interceptor",
            from: [.securityPolicy(row: "G"), .badSSL("known-interception"), .badSSL("mitm-software")], .trusted(),
            isDeceit: true
        ) { world in
            let leaf = try world.intercepted("proxy", by: world.stranger)
            return try world.evidence([leaf]) { $0.userAnchors = [world.stranger.certificate] }
        },
        TrustScenario(
            "self-signed-impostor", english: "An attacker answers with a self-signed certificate for the right name.",
            englishFault: "no authority has certified it", from: [.securityPolicy(row: "H"), .badSSL("self-signed")],
            .refused(.unknownCA)
        ) { world in
            try world.evidence([world.selfSigned("impostor", key: world.otherKey)])
        },
        TrustScenario(
            "self-signed-pinned", english: "The server has a self-signed certificate, and the app was shipped with it.",
            englishFault: "only the app knows the certificate", from: [.securityPolicy(row: "I")], .refused(.unknownCA)
        ) { world in
            let leaf = try world.selfSigned("self-signed", key: world.serverKey)
            return try world.evidence([leaf], pins: [leaf])
        },
        TrustScenario(
            "self-signed-wrong-host",
            english: "The server has a self-signed certificate for another name, and the app was shipped with it.",
            englishFault: "another name, and only the app knows the certificate", from: [.securityPolicy(row: "J")],
            .refused(.badName)
        ) { world in
            let profile = ScenarioWorld.profile(ScenarioWorld.otherHost)
            let leaf = try world.selfSigned("self-signed, other name", key: world.serverKey, profile: profile)
            return try world.evidence([leaf], pins: [leaf])
        },
        TrustScenario(
            "expired", english: "The right server. Its certificate expired yesterday, and the app has pinned it.",
            englishFault: "the leaf has expired",
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
            englishFault: "the pin belongs to the old intermediate",
            from: [.incident("a change of intermediates, as in 2024 at Let's Encrypt")], .trusted()
        ) { world in
            let issuer = try world.issuer(below: world.root, "Good Issuing CA 2", key: .ecdsa(world.otherKey))
            return try world.evidence(
                [world.certificate("new intermediate", by: issuer), issuer.certificate],
                pins: [world.intermediate.certificate])
        },
        TrustScenario(
            "new-ca",
            english: "The server has changed to another authority and kept its key. The app has pinned the old root.",
            englishFault: "the pin belongs to the old authority",
            from: [.incident("the distrust of Symantec's authorities, 2018")], .trusted()
        ) { world in
            try world.evidence(
                [world.certificate("new authority", by: world.otherRoot)], pins: [world.root.certificate])
        },
        TrustScenario(
            "injected-pinned-ca",
            english:
                "An attacker has a certificate for the name from another authority, and appends the pinned authority's certificate.",
            englishFault: "the pinned certificate is sent, but it is not in the path",
            from: [.trustKit("testVerifyAgainstInjectedCaPublicKey")], .trusted(), isDeceit: true
        ) { world in
            let leaf = try world.intercepted("misissued", by: world.otherRoot)
            return try world.evidence(
                [leaf, world.intermediate.certificate, world.root.certificate],
                pins: [world.intermediate.certificate, world.root.certificate])
        },
        TrustScenario(
            "pinning-test", english: "An authority that came with the system has certified the name for an attacker.",
            englishFault: "the key is not the pinned key",
            from: [.badSSL("pinning-test"), .incident("DigiNotar, 2011"), .trustKit("testVerifyAgainstBadPublicKey")],
            .trusted(), isDeceit: true
        ) { world in
            try world.evidence([world.intercepted("misissued", by: world.otherRoot)])
        },
        TrustScenario(
            "pinned-ca-bad-name",
            english: "The pinned authority is in the path, but the certificate is for another name.",
            englishFault: "another name", from: [.trustKit("testVerifyAgainstCaPublicKeyAndBadHostname")],
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
