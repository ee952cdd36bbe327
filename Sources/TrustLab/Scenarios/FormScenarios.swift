import PKI
import Trace

extension TrustScenario {
    /// Situations about form: whether the octets are a certificate in the form of RFC 5280, and unchanged since it was signed.
    static let form: [TrustScenario] = [
        TrustScenario(
            "tampered-name", english: "An attacker on the path has replaced the name in another site's certificate.",
            chinese: "路径上的攻击者替换了另一个网站的证书中的名称。",
            fault: Words(english: "the signature is for other octets", chinese: "签名属于另外的字节"),
            from: [.rule(.rfc(5280, "6.1.3"))],
            .refused(.badSignature)
        ) { world in
            // A name of the same length, so that nothing else has to change.
            let honest = try world.certificate("tampered", profile: ScenarioWorld.profile("www.exemple.com"))
            let forged = honest.replacing(Array("exemple".utf8), with: Array("example".utf8))
            return try world.evidence([forged, world.intermediate.certificate])
        },
        TrustScenario(
            "tampered-key", english: "An attacker on the path has replaced the key in the genuine certificate.",
            chinese: "路径上的攻击者替换了真证书中的密钥。",
            fault: Words(english: "the signature is for other octets", chinese: "签名属于另外的字节"),
            from: [.rule(.rfc(5280, "6.1.3"))],
            .refused(.badSignature)
        ) { world in
            let forged = try world.genuine().replacing(
                world.serverKey.publicKey.octets, with: world.otherKey.publicKey.octets)
            return try world.evidence([forged, world.intermediate.certificate])
        },
        TrustScenario(
            "truncated", english: "The second half of the certificate is missing.",
            chinese: "证书缺了后半部分。",
            fault: Words(english: "no certificate", chinese: "没有证书"),
            from: [.rule(.rfc(5280, "4.1"))], .refused(.badCertificate)
        ) { world in
            let leaf = try world.genuine()
            return try world.evidence([Array(leaf.prefix(leaf.count / 2)), world.intermediate.certificate])
        },
        TrustScenario(
            "no-certificate", english: "The server sends an empty list.",
            chinese: "服务器发送了一个空列表。",
            fault: Words(english: "no certificate", chinese: "没有证书"),
            from: [.rule(.rfc(5246, "7.4.2"))], .refused(.badCertificate)
        ) { world in
            try world.evidence([])
        },
        TrustScenario(
            "negative-serial", english: "The serial number is negative. Some old programs wrote such numbers.",
            chinese: "序列号是负数。有些旧程序写过这样的序列号。",
            fault: Words(english: "a number that authorities must not use", chinese: "CA 不得使用的序列号"),
            from: [.rule(.rfc(5280, "4.1.2.2"))],
            .trusted(ats: .unspecified)
        ) { world in
            try world.server("negative") { $0.serialNumber[0] ^= 0xc0 }
        },
        TrustScenario(
            "zero-serial", english: "The serial number is zero.",
            chinese: "序列号是零。",
            fault: Words(english: "a number that authorities must not use", chinese: "CA 不得使用的序列号"),
            from: [.rule(.rfc(5280, "4.1.2.2"))],
            .trusted(ats: .unspecified)
        ) { world in
            try world.server("zero") { $0.serialNumber = [0] }
        },
        TrustScenario(
            "long-serial", english: "The serial number has 21 octets, one more than the limit.",
            chinese: "序列号有 21 字节，比上限多一个字节。",
            fault: Words(english: "a number that authorities must not use", chinese: "CA 不得使用的序列号"),
            from: [.rule(.rfc(5280, "4.1.2.2"))],
            .trusted(ats: .unspecified)
        ) { world in
            try world.server("long") { $0.serialNumber += [1, 2, 3, 4, 5] }
        },
        TrustScenario(
            "duplicate-extension", english: "subjectAltName is there twice. No rule says which of the two counts.",
            chinese: "subjectAltName 出现了两次。没有规则说明以哪一个为准。",
            fault: Words(english: "an extension twice", chinese: "同一个扩展出现两次"),
            from: [.rule(.rfc(5280, "4.2"))], .refused(.badCertificate)
        ) { world in
            try world.server("twice") { content in
                content.extensions.append(
                    .subjectAlternativeNames([.dnsName(ScenarioWorld.otherHost)], critical: false))
            }
        },
        TrustScenario(
            "unreadable-extension", english: "The extension basicConstraints of the leaf cannot be read.",
            chinese: "叶子证书的扩展 basicConstraints 无法读取。",
            fault: Words(english: "an extension that cannot be read", chinese: "一个无法读取的扩展"),
            from: [.rule(.rfc(5280, "4.2.1.9"))],
            .refused(.badCertificate)
        ) { world in
            try world.server("unreadable") {
                $0.set(
                    CertificateExtension(
                        .basicConstraints, critical: true, value: [0x0c, 0x02, 0x6e, 0x6f]))
            }
        },
        TrustScenario(
            "version-1-leaf", english: "The leaf is of version 1, so it cannot have a subjectAltName.",
            chinese: "叶子证书是版本 1，所以不能有 subjectAltName。",
            fault: Words(english: "no subjectAltName", chinese: "没有 subjectAltName"),
            from: [.rule(.rfc(5280, "4.1.2.1"))], .refused(.badName)
        ) { world in
            try world.server("version 1") { $0.version = 1 }
        },
        TrustScenario(
            "ca-as-server", english: "The server uses a certificate that says it belongs to an authority.",
            chinese: "服务器使用的证书说它属于 CA。",
            fault: Words(english: "the leaf has the CA bit", chinese: "叶子证书带有 CA 标志位"),
            from: [.rule(Citation("CA/Browser Forum BR", "7.1.2.7.8"))],
            .trusted(ats: .unspecified)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.constraints = .authority(pathLength: nil)
            profile.keyUsage = [.digitalSignature, .keyCertSign]
            return try world.below("Careless CA", pathLength: 1, leaf: profile)
        },
    ]
}
