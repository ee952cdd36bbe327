import PKI
import Trace

extension TrustScenario {
    /// Situations about the issuers' right to sign, and about the limits that they set.
    static let authorities: [TrustScenario] = [
        TrustScenario(
            "issuer-not-a-ca",
            english: "The owner of a certificate for another site has signed a certificate for this name with its key.",
            englishFault: "the issuer is no authority",
            from: [.rule(.rfc(5280, "4.2.1.9")), .incident("Internet Explorer, 2002; iOS, 2011")],
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
            englishFault: "no basicConstraints", from: [.rule(.rfc(5280, "6.1.4"))], .refused(.notAnAuthority)
        ) { world in
            try world.below("No Constraints CA") { $0.remove(.basicConstraints) }
        },
        TrustScenario(
            "path-length-exceeded",
            english: "An authority that may have no authority below it has certified another authority.",
            englishFault: "pathLenConstraint 0, and one authority below", from: [.rule(.rfc(5280, "4.2.1.9"))],
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
            englishFault: "keyUsage without keyCertSign", from: [.rule(.rfc(5280, "4.2.1.3"))],
            .refused(.notAnAuthority)
        ) { world in
            try world.below("No Cert Sign CA") {
                $0.set(KeyUsage.cRLSign.asExtension(critical: true))
            }
        },
        TrustScenario(
            "client-auth-only", english: "The certificate is only for clients.",
            englishFault: "extKeyUsage without serverAuth", from: [.rule(.rfc(5280, "4.2.1.12"))], .refused(.wrongUsage)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.extendedKeyUsage = [.clientAuth]
            return try world.server("client only", profile: profile)
        },
        TrustScenario(
            "no-extended-key-usage",
            english: "The certificate does not say what it is for. In RFC 5280 this means: for anything.",
            englishFault: "no extKeyUsage, which iOS 13 demands",
            from: [.rule(.rfc(5280, "4.2.1.12")), .rule(Citation("Apple HT210176"))], .refused(.wrongUsage)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.extendedKeyUsage = nil
            return try world.server("any use", profile: profile)
        },
        TrustScenario(
            "issuer-for-clients", english: "The authority may only certify clients, but it has certified a server.",
            englishFault: "the issuer's extKeyUsage", from: [.rule(Citation("CA/Browser Forum BR", "7.1.2.10.6"))],
            .refused(.wrongUsage)
        ) { world in
            try world.below("Client CA") {
                $0.extensions.append(.extendedKeyUsage([.clientAuth]))
            }
        },
        TrustScenario(
            "wrong-key-usage", english: "The server's key may sign lists of revoked certificates, but no handshake.",
            englishFault: "keyUsage without digitalSignature, which SecTrust does not look at",
            from: [.rule(.rfc(5280, "4.2.1.3"))], .trusted(ats: .unspecified)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.keyUsage = [.cRLSign]
            return try world.server("wrong use", profile: profile)
        },
        TrustScenario(
            "name-constraint-kept", english: "The authority may certify names under example.com, and it has done so.",
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
            englishFault: "the name is not among those permitted", from: [.rule(.rfc(5280, "4.2.1.10"))],
            .refused(.badName)
        ) { world in
            try world.below("Organization's CA") {
                $0.extensions.append(
                    NameConstraints.asExtension(permitted: [.dnsName("example.org")]))
            }
        },
        TrustScenario(
            "name-excluded", english: "The authority may certify any name except those under example.com.",
            englishFault: "the name is excluded", from: [.rule(.rfc(5280, "4.2.1.10"))], .refused(.badName)
        ) { world in
            try world.below("Not Example CA") {
                $0.extensions.append(
                    NameConstraints.asExtension(excluded: [.dnsName("example.com")])
                )
            }
        },
        TrustScenario(
            "unknown-critical-extension", english: "The certificate has a critical extension that no program knows.",
            englishFault: "an unknown critical extension", from: [.rule(.rfc(5280, "4.2"))],
            .refused(.unsupportedExtension)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.hasUnknownCriticalExtension = true
            return try world.server("critical", profile: profile)
        },
        TrustScenario(
            "unknown-extension",
            english: "The certificate has an extension that no program knows. The extension is not critical.",
            from: [.rule(.rfc(5280, "4.2"))], .trusted()
        ) { world in
            try world.server("not critical") {
                $0.extensions.append(CertificateExtension([2, 25, 4711], critical: false, value: [0x05, 0x00]))
            }
        },
        TrustScenario(
            "version-1-intermediate",
            english: "The issuer's certificate is of version 1, which cannot contain basicConstraints.",
            englishFault: "nothing says that it is an authority", from: [.rule(.rfc(5280, "6.1.4"))],
            .refused(.notAnAuthority)
        ) { world in
            try world.below("Version 1 CA") { $0.version = 1 }
        },
        TrustScenario(
            "version-1-root",
            english:
                "The root is of version 1, which cannot contain basicConstraints. It is an authority because the device trusts it.",
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
            englishFault: "authorityKeyIdentifier matches no issuer", from: [.rule(.rfc(5280, "4.2.1.1"))],
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
