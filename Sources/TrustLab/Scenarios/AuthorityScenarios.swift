import PKI
import Trace

extension TrustScenario {
    /// Situations about the issuers' right to sign, and about the limits that they set.
    static let authorities: [TrustScenario] = [
        TrustScenario(
            "issuer-not-a-ca",
            english: "The owner of a certificate for another site has signed a certificate for this name with its key.",
            chinese: "另一个网站的证书的持有者用这张证书的密钥给本名称的证书签了名。",
            fault: Words(english: "the issuer is no authority", chinese: "颁发者不是 CA"),
            from: [
                .rule(.rfc(5280, "4.2.1.9")),
                .incident(
                    Words(
                        english: "Internet Explorer, 2002; iOS, 2011", chinese: "Internet Explorer，2002；iOS，2011")),
            ],
            .refused(.notAnAuthority)
        ) { world in
            let owner = CertificateAuthority(
                certificate: try world.otherSite("other site, same authority", by: world.intermediate),
                name: DistinguishedName(commonName: ScenarioWorld.otherHost), key: .ecdsa(world.otherKey))
            let leaf = try world.certificate(
                "issuer is a server", by: owner, key: SubjectKeyInfo(curve: world.otherKey.publicKey), isLogged: false)
            return try world.evidence([leaf, owner.certificate, world.intermediate.certificate])
        },
        TrustScenario(
            "issuer-without-constraints",
            english: "The issuer's certificate does not say whether it belongs to an authority.",
            chinese: "颁发者的证书没有说明它是否属于 CA。",
            fault: Words(english: "no basicConstraints", chinese: "没有 basicConstraints"),
            from: [.rule(.rfc(5280, "6.1.4"))], .refused(.notAnAuthority)
        ) { world in
            try world.below("No Constraints CA") { $0.remove(.basicConstraints) }
        },
        TrustScenario(
            "path-length-exceeded",
            english: "An authority that may have no authority below it has certified another authority.",
            chinese: "一个下面不能再有 CA 的 CA，给另一个 CA 签发了证书。",
            fault: Words(
                english: "pathLenConstraint 0, and one authority below", chinese: "pathLenConstraint 0，下面却有一个 CA"),
            from: [.rule(.rfc(5280, "4.2.1.9"))],
            .refused(.notAnAuthority)
        ) { world in
            let deeper = try world.issuer(below: world.intermediate, "Too Deep CA")
            let leaf = try world.certificate("too deep", by: deeper)
            return try world.evidence(
                [leaf, deeper.certificate, world.intermediate.certificate], pins: [leaf])
        },
        TrustScenario(
            "no-key-cert-sign",
            english: "The issuer's key may sign lists of revoked certificates, but no certificates.",
            chinese: "颁发者的密钥可以给证书吊销列表签名，但不能给证书签名。",
            fault: Words(english: "keyUsage without keyCertSign", chinese: "keyUsage 中没有 keyCertSign"),
            from: [.rule(.rfc(5280, "4.2.1.3"))],
            .refused(.notAnAuthority)
        ) { world in
            try world.below("No Cert Sign CA") {
                $0.set(KeyUsage.cRLSign.asExtension(critical: true))
            }
        },
        TrustScenario(
            "client-auth-only", english: "The certificate is only for clients.",
            chinese: "证书只用于客户端。",
            fault: Words(english: "extKeyUsage without serverAuth", chinese: "extKeyUsage 中没有 serverAuth"),
            from: [.rule(.rfc(5280, "4.2.1.12"))], .refused(.wrongUsage)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.extendedKeyUsage = [.clientAuth]
            return try world.server("client only", profile: profile)
        },
        TrustScenario(
            "no-extended-key-usage",
            english: "The certificate does not say what it is for. In RFC 5280 this means: for anything.",
            chinese: "证书没有说明用途。在 RFC 5280 中，这表示什么用途都可以。",
            fault: Words(english: "no extKeyUsage, which iOS 13 demands", chinese: "没有 iOS 13 要求的 extKeyUsage"),
            from: [.rule(.rfc(5280, "4.2.1.12")), .rule(Citation("Apple HT210176"))], .refused(.wrongUsage)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.extendedKeyUsage = nil
            return try world.server("any use", profile: profile)
        },
        TrustScenario(
            "issuer-for-clients", english: "The authority may only certify clients, but it has certified a server.",
            chinese: "这个 CA 只能给客户端签发证书，却给一台服务器签发了证书。",
            fault: Words(english: "the issuer's extKeyUsage", chinese: "颁发者的 extKeyUsage"),
            from: [.rule(Citation("CA/Browser Forum BR", "7.1.2.10.6"))],
            .refused(.wrongUsage)
        ) { world in
            try world.below("Client CA") {
                $0.extensions.append(.extendedKeyUsage([.clientAuth]))
            }
        },
        TrustScenario(
            "wrong-key-usage", english: "The server's key may sign lists of revoked certificates, but no handshake.",
            chinese: "服务器的密钥可以给证书吊销列表签名，但不能给握手签名。",
            fault: Words(
                english: "keyUsage without digitalSignature, which SecTrust does not look at",
                chinese: "keyUsage 中没有 digitalSignature，而 SecTrust 不看这一项"),
            from: [.rule(.rfc(5280, "4.2.1.3"))], .trusted(ats: .unspecified)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.keyUsage = [.cRLSign]
            return try world.server("wrong use", profile: profile)
        },
        TrustScenario(
            "name-constraint-kept", english: "The authority may certify names under example.com, and it has done so.",
            chinese: "这个 CA 可以给 example.com 之下的名称签发证书，它也正是这样做的。",
            from: [.rule(.rfc(5280, "4.2.1.10"))], .trusted()
        ) { world in
            try world.below("Example CA") {
                $0.extensions.append(
                    NameConstraints.asExtension(permitted: [.dnsName("example.com")]))
            }
        },
        TrustScenario(
            "name-constraint-violated",
            english: "The authority may certify names under example.org, but it has certified www.example.com.",
            chinese: "这个 CA 可以给 example.org 之下的名称签发证书，却给 www.example.com 签发了证书。",
            fault: Words(english: "the name is not among those permitted", chinese: "这个名称不在允许之列"),
            from: [.rule(.rfc(5280, "4.2.1.10"))],
            .refused(.badName)
        ) { world in
            try world.below("Organization's CA") {
                $0.extensions.append(
                    NameConstraints.asExtension(permitted: [.dnsName("example.org")]))
            }
        },
        TrustScenario(
            "name-excluded", english: "The authority may certify any name except those under example.com.",
            chinese: "这个 CA 可以给任何名称签发证书，但 example.com 之下的除外。",
            fault: Words(english: "the name is excluded", chinese: "这个名称已排除在外"),
            from: [.rule(.rfc(5280, "4.2.1.10"))], .refused(.badName)
        ) { world in
            try world.below("Not Example CA") {
                $0.extensions.append(
                    NameConstraints.asExtension(excluded: [.dnsName("example.com")])
                )
            }
        },
        TrustScenario(
            "unknown-critical-extension", english: "The certificate has a critical extension that no program knows.",
            chinese: "证书中有一个任何程序都不认识的关键扩展。",
            fault: Words(english: "an unknown critical extension", chinese: "一个未知的关键扩展"),
            from: [.rule(.rfc(5280, "4.2"))],
            .refused(.unsupportedExtension)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.hasUnknownCriticalExtension = true
            return try world.server("critical", profile: profile)
        },
        TrustScenario(
            "unknown-extension",
            english: "The certificate has an extension that no program knows. The extension is not critical.",
            chinese: "证书中有一个任何程序都不认识的扩展。这个扩展不是关键扩展。",
            from: [.rule(.rfc(5280, "4.2"))], .trusted()
        ) { world in
            try world.server("not critical") {
                $0.extensions.append(CertificateExtension([2, 25, 4711], critical: false, value: [0x05, 0x00]))
            }
        },
        TrustScenario(
            "version-1-intermediate",
            english: "The issuer's certificate is of version 1, which cannot contain basicConstraints.",
            chinese: "颁发者的证书是版本 1，其中不能有 basicConstraints。",
            fault: Words(english: "nothing says that it is an authority", chinese: "没有任何内容说明它是 CA"),
            from: [.rule(.rfc(5280, "6.1.4"))],
            .refused(.notAnAuthority)
        ) { world in
            try world.below("Version 1 CA") { $0.version = 1 }
        },
        TrustScenario(
            "version-1-root",
            english:
                "The root is of version 1, which cannot contain basicConstraints. It is an authority because the device trusts it.",
            chinese: "根证书是版本 1，其中不能有 basicConstraints。它是 CA，因为设备信任它。",
            from: [.rule(.rfc(5280, "6.1.1"))], .trusted()
        ) { world in
            let old = try CertificateAuthority.root(
                .root(named: "Version 1 Root CA", at: ScenarioWorld.time), key: .ecdsa(world.otherKey),
                serialNumber: world.serial("Version 1 Root CA")
            ) { $0.version = 1 }
            let leaf = try world.certificate("version 1 root", by: old)
            return try world.evidence([leaf], pins: [leaf]) { $0.systemAnchors = [old.certificate] }
        },
        TrustScenario(
            "wrong-authority-key-identifier",
            english:
                "The hint at the issuer's key names another key. RFC 5280 has it as a hint, and SecTrust takes it for a rule.",
            chinese: "对颁发者密钥的提示指向另一个密钥。在 RFC 5280 中它只是提示，SecTrust 却把它当作规则。",
            fault: Words(
                english: "authorityKeyIdentifier matches no issuer", chinese: "authorityKeyIdentifier 与任何颁发者都不相符"),
            from: [.rule(.rfc(5280, "4.2.1.1"))],
            .refused(.badCertificate)
        ) { world in
            try world.server("wrong hint") {
                $0.set(AuthorityKeyIdentifier.asExtension([1, 2, 3, 4, 5, 6, 7, 8]))
            }
        },
    ]
}

extension ScenarioWorld {
    /// A chain through an authority below the root. The leaf has the genuine server's key, and the app has bundled it.
    ///
    /// - Parameters:
    ///   - pathLength: the number of authorities that may follow below the authority.
    ///   - profile: the contents of the leaf.
    ///   - change: changes the authority's certificate before it is signed.
    func below(
        _ name: String, pathLength: Int? = 0, leaf profile: CertificateProfile = profile(),
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws -> TrustEvidence {
        let issuer = try issuer(below: root, name, pathLength: pathLength, change)
        let leaf = try certificate(name, by: issuer, profile: profile)
        return try evidence([leaf, issuer.certificate], pins: [leaf])
    }
}
