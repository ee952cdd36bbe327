import Crypto
import PKI
import Trace

extension TrustScenario {
    /// Situations about published keys, revoked certificates and the logs of Certificate Transparency.
    static let interception: [TrustScenario] = [
        leaked(
            "superfish", "Superfish, 2015",
            english:
                "A laptop's maker has installed an authority. The private key is in the program, so anyone can find it.",
            chinese: "笔记本电脑的厂商安装了一个 CA。私钥就在程序里，谁都能找到。"
        ),
        leaked(
            "edellroot", "eDellRoot, 2015",
            english: "A maker's support program has installed an authority together with its private key.",
            chinese: "厂商的支持程序安装了一个 CA，连同它的私钥。"),
        leaked(
            "dsdtestprovider", "DSDTestProvider, 2015",
            english: "A second support program of the same maker has done the same.",
            chinese: "同一家厂商的第二个支持程序也这样做了。"),
        leaked(
            "preact-cli", "preact-cli, 2018",
            english:
                "A developer has installed the authority of a development server. Every copy of the program contains the same private key.",
            chinese: "开发者安装了开发服务器的 CA。这个程序的每一份都含有同一个私钥。"
        ),
        leaked(
            "webpack-dev-server", "webpack-dev-server, 2018",
            english:
                "A developer has installed the authority of another development server. Its private key is public too.",
            chinese: "开发者安装了另一个开发服务器的 CA。它的私钥也是公开的。"),
        TrustScenario(
            "leaked-root-not-installed",
            english:
                "An attacker uses the published key of such an authority, but the device does not trust this authority.",
            chinese: "攻击者使用这样一个 CA 的已公开的密钥，但设备不信任这个 CA。",
            fault: Words(english: "no anchor", chinese: "没有锚点"),
            from: [.badSSL("superfish")], .refused(.unknownCA)
        ) { world in
            let root = try world.published("Superfish, Inc.")
            return try world.evidence([world.intercepted("published key", by: root)])
        },
        TrustScenario(
            "revoked",
            english: "The certificate has been revoked. The chain does not show it, but the stapled response does.",
            chinese: "证书已吊销。从证书链看不出来，从装订的响应看得出来。",
            fault: Words(english: "revoked, as the stapled response proves", chinese: "已吊销，装订的响应可以证明"),
            from: [.badSSL("revoked"), .rule(.rfc(6960, "2.2"))], .refused(.revoked)
        ) { world in
            let evidence = try world.server("revoked")
            let response = try RevocationStatement.revoked(
                serialNumber: world.serial("revoked"), by: world.intermediate, since: ScenarioWorld.time - 3600,
                at: ScenarioWorld.time - 60)
            var stapled = evidence
            stapled.stapledResponse = response
            return stapled
        },
        TrustScenario(
            "no-sct", english: "No log has promised to publish the certificate, so it may stay unknown.",
            chinese: "没有一个日志承诺公布这张证书，所以它可能一直不为人知。",
            fault: Words(english: "no signed certificate timestamp", chinese: "没有签名的证书时间戳"),
            from: [.badSSL("no-sct"), .rule(.rfc(6962, "3.3"))],
            .refused(.badCertificate)
        ) { world in
            try world.server("no promises", isLogged: false)
        },
        TrustScenario(
            "one-sct", english: "One log has promised to publish the certificate. Two are required.",
            chinese: "有一个日志承诺公布这张证书，而要求是两个。",
            fault: Words(english: "one signed certificate timestamp", chinese: "只有一个签名的证书时间戳"),
            from: [.rule(Citation("Apple's CT policy"))],
            .refused(.badCertificate)
        ) { world in
            try world.server("one promise", isLogged: false) { content in
                content.extensions.append(
                    TransparencyLog.promises(
                        of: Array(world.logs.prefix(1)), content: try content.encoded(),
                        issuer: SubjectKeyInfo(world.intermediate.key.publicKey), time: content.notBefore))
            }
        },
        TrustScenario(
            "sct-of-another-certificate",
            english: "The logs' promises in the certificate belong to another certificate.",
            chinese: "证书中的日志承诺属于另一张证书。",
            fault: Words(english: "the logs' signatures do not fit", chinese: "日志的签名不相符"),
            from: [.badSSL("invalid-expected-sct"), .rule(.rfc(6962, "3.2"))], .refused(.badCertificate)
        ) { world in
            try world.server("another's promises", isLogged: false) { content in
                var another = content
                another.serialNumber = world.serial("another")
                content.extensions.append(
                    TransparencyLog.promises(
                        of: world.logs(for: content), content: try another.encoded(),
                        issuer: SubjectKeyInfo(world.intermediate.key.publicKey), time: content.notBefore))
            }
        },
        TrustScenario(
            "sct-in-handshake",
            english: "The logs' promises are not in the certificate. The server sends them in the handshake.",
            chinese: "日志的承诺不在证书中。服务器在握手中发送它们。",
            from: [.rule(.rfc(6962, "3.3.1"))], .trusted()
        ) { world in
            try world.unlogged("promises in the handshake") { $0.sentTimestamps = .seen($1(2)) }
        },
        TrustScenario(
            "sct-in-staple",
            english:
                "The logs' promises are not in the certificate. They are in the OCSP response that the server staples.",
            chinese: "日志的承诺不在证书中，而在服务器装订的 OCSP 响应中。",
            from: [.rule(.rfc(6962, "3.3"))], .trusted()
        ) { world in
            try world.unlogged("promises in the staple") { evidence, list in
                evidence.stapledResponse = try RevocationStatement.good(
                    serialNumber: world.serial("promises in the staple"), by: world.intermediate,
                    at: ScenarioWorld.time, timestamps: list(2))
            }
        },
        TrustScenario(
            "one-sct-in-handshake",
            english:
                "Only one log has promised to publish the certificate. The server sends the promise in the handshake.",
            chinese: "只有一个日志承诺公布这张证书。服务器在握手中发送这个承诺。",
            fault: Words(english: "one signed certificate timestamp", chinese: "只有一个签名的证书时间戳"),
            from: [.rule(Citation("Apple's CT policy"))],
            .refused(.badCertificate)
        ) { world in
            try world.unlogged("one promise in the handshake") { $0.sentTimestamps = .seen($1(1)) }
        },
        TrustScenario(
            "extended-validation",
            english: "The authority has also checked who the owner is. The number of a policy says so.",
            chinese: "CA 还检查了持有者是谁。一个策略编号表明了这一点。",
            from: [.badSSL("extended-validation"), .rule(Citation("CA/Browser Forum EVG", "9.7"))], .trusted()
        ) { world in
            try world.server("extended validation") { content in
                content.subject = DistinguishedName([
                    (.countryName, "US"), (.organizationName, "Example Corporation"), (.commonName, ScenarioWorld.host),
                ])
                // certificatePolicies with one PolicyInformation, 2.23.140.1.1 (RFC 5280 section 4.2.1.4).
                let value: [UInt8] = [0x30, 0x09, 0x30, 0x07, 0x06, 0x05, 0x67, 0x81, 0x0c, 0x01, 0x01]
                content.extensions.append(
                    CertificateExtension(.certificatePolicies, critical: false, value: value))
            }
        },
    ]

    /// An attacker uses the published key of an authority that is installed on the device.
    private static func leaked(_ name: String, _ incident: String, english story: String, chinese: String)
        -> TrustScenario
    {
        TrustScenario(
            name, english: story, chinese: chinese,
            fault: Words(english: "the authority's private key is public", chinese: "这个 CA 的私钥是公开的"),
            from: [
                .badSSL(name), .incident(Words(english: incident, chinese: incident.replacing(", ", with: "，"))),
            ],
            .trusted(),
            isDeceit: true
        ) { world in
            let root = try world.published(name)
            return try world.evidence([world.intercepted(name, by: root)]) { $0.userAnchors = [root.certificate] }
        }
    }
}

extension ScenarioWorld {
    /// The evidence for a server whose certificate has no timestamps inside.
    ///
    /// - Parameter change: changes the evidence; it gets a function for the list of timestamps of as many logs.
    fileprivate func unlogged(
        _ label: String, _ change: (inout TrustEvidence, _ list: (Int) -> [UInt8]) throws -> Void
    ) throws -> TrustEvidence {
        let leaf = try certificate(label, isLogged: false)
        return try evidence([leaf, intermediate.certificate], pins: [leaf]) { evidence in
            try change(&evidence) { count in
                TransparencyLog.list(
                    of: logs.prefix(count).map { $0.promise(whole: leaf, time: ScenarioWorld.time - TrustScenario.day) }
                )
            }
        }
    }

    /// An authority whose private key is published. The real ones had keys of 1024 bits. Here the key has 3072, so that the size of
    /// the key is no reason to refuse the chain.
    fileprivate func published(_ name: String) throws(TrustError) -> CertificateAuthority {
        guard let key = PublishedKeys.rsa(bits: 3072) else { throw .cannotIssue("no key of 3072 bits") }
        return try .root(
            .root(named: name, at: ScenarioWorld.time), key: .rsa(key), serialNumber: serial("leaked " + name))
    }
}
