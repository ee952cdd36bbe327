import PKI
import Trace

extension TrustScenario {
    /// Situations about names: whether the certificate is for the host in the URL (RFC 9525).
    static let names: [TrustScenario] = [
        named(
            "wrong-host", english: "The certificate is only for example.com, but www.example.com was asked for.",
            chinese: "证书只属于 example.com，要访问的却是 www.example.com。",
            fault: Words(english: "another name", chinese: "另一个名称"),
            from: [.badSSL("wrong.host"), .badSSL("subdomain.preloaded-hsts")],
            .refused(.badName), dnsNames: ["example.com"]),
        named(
            "wildcard-one-label", english: "A wildcard stands for the first label of the name.",
            chinese: "通配符代表名称的第一个标签。",
            from: [.rule(.rfc(9525, "6.3")), .alamofire("wildcard")], .trusted(), dnsNames: ["*.example.com"]),
        named(
            "wildcard-two-labels", english: "A wildcard would have to stand for two labels.",
            chinese: "通配符必须代表两个标签才行。",
            fault: Words(english: "a wildcard is one label", chinese: "通配符只代表一个标签"),
            from: [.rule(.rfc(9525, "6.3")), .badSSL("wrong.host")],
            .refused(.badName), dnsNames: ["*.example.com"], asked: "a.www.example.com"),
        named(
            "wildcard-no-label", english: "A wildcard would have to stand for no label at all.",
            chinese: "通配符必须一个标签也不代表才行。",
            fault: Words(english: "a wildcard is one label", chinese: "通配符只代表一个标签"),
            from: [.rule(.rfc(9525, "6.3"))], .refused(.badName),
            dnsNames: ["*.example.com"], asked: "example.com"),
        named(
            "partial-wildcard", english: "The wildcard is only a part of a label.",
            chinese: "通配符只是标签的一部分。",
            fault: Words(english: "a wildcard is a whole label", chinese: "通配符必须是整个标签"),
            from: [.rule(.rfc(9525, "6.3"))], .refused(.badName),
            dnsNames: ["w*.example.com"]),
        named(
            "wildcard-everything", english: "The certificate is for *.com, that is, for all names under com.",
            chinese: "证书属于 *.com，也就是 com 之下的所有名称。",
            fault: Words(english: "a wildcard for a whole registry", chinese: "通配符涵盖整个注册域"),
            from: [.rule(.rfc(9525, "6.3"))], .refused(.badName),
            dnsNames: ["*.com"], asked: "example.com"),
        named(
            "several-names", english: "The name is one of three.",
            chinese: "这个名称是三个之一。",
            from: [.alamofire("multiple DNS names")], .trusted(),
            dnsNames: ["example.com", "www.example.com", "mail.example.com"]),
        named(
            "1000-sans", english: "The name is the last of a thousand.",
            chinese: "这个名称是一千个中的最后一个。",
            from: [.badSSL("1000-sans")], .trusted(),
            dnsNames: (1..<1000).map { "site\($0).example.com" } + [ScenarioWorld.host]),
        named(
            "10000-sans", english: "The name is the last of ten thousand. The certificate has a quarter of a megabyte.",
            chinese: "这个名称是一万个中的最后一个。证书有四分之一兆字节大。",
            fault: Words(english: "its size, perhaps", chinese: "也许是它的大小"),
            from: [.badSSL("10000-sans")], .trusted(),
            dnsNames: (1..<10000).map { "site\($0).example.com" } + [ScenarioWorld.host]),
        TrustScenario(
            "ip-address", english: "An address was asked for. The certificate contains it as an address.",
            chinese: "要访问的是一个地址。证书把它作为地址写入。",
            from: [.rule(.rfc(5280, "4.2.1.6"))], .trusted(ats: .unspecified)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.ipAddresses = [[192, 0, 2, 1]]
            return try world.server("address", profile: profile, asked: "192.0.2.1")
        },
        TrustScenario(
            "ip-address-as-dns-name",
            english: "An address was asked for. The certificate contains it only as text among the host names.",
            chinese: "要访问的是一个地址。证书只在主机名中把它写成文本。",
            fault: Words(english: "an address is not a name", chinese: "地址不是名称"),
            from: [.rule(.rfc(9525, "6.4"))], .refused(.badName)
        ) { world in
            var profile = ScenarioWorld.profile("192.0.2.1")
            profile.dnsNames = ["192.0.2.1"]
            return try world.server("address as name", profile: profile, asked: "192.0.2.1")
        },
        TrustScenario(
            "common-name-only",
            english: "The name is only in the subject's common name. Browsers accepted this until about 2017.",
            chinese: "名称只在主体的通用名称（common name）中。浏览器大约到 2017 年为止接受这种证书。",
            fault: Words(english: "no subjectAltName", chinese: "没有 subjectAltName"),
            from: [.badSSL("no-san"), .rule(.rfc(9525, "2"))], .refused(.badName)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.dnsNames = []
            return try world.server("common name", profile: profile)
        },
        TrustScenario(
            "no-names", english: "There is no host name: no subjectAltName, and the subject is only an organization.",
            chinese: "没有主机名：没有 subjectAltName，主体也只是一个组织。",
            fault: Words(english: "no names", chinese: "没有名称"),
            from: [.badSSL("no-san"), .alamofire("missing DNS name")], .refused(.badName)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.dnsNames = []
            return try world.server("no names", profile: profile) {
                $0.subject = DistinguishedName([(.organizationName, "HandshakeSim")])
            }
        },
        TrustScenario(
            "no-common-name",
            english: "The subject has no common name. The host name is in subjectAltName, where it belongs.",
            chinese: "主体没有通用名称。主机名在 subjectAltName 中，它本来就该在那里。",
            from: [.badSSL("no-common-name")], .trusted()
        ) { world in
            try world.server("no common name") {
                $0.subject = DistinguishedName([(.organizationName, "HandshakeSim")])
            }
        },
        TrustScenario(
            "no-subject", english: "The subject is empty. In this case subjectAltName must be critical.",
            chinese: "主体是空的。这时 subjectAltName 必须是关键扩展。",
            from: [.badSSL("no-subject"), .rule(.rfc(5280, "4.1.2.6"))], .trusted()
        ) { world in
            try world.server("no subject") { content in
                content.subject = DistinguishedName()
                content.set(
                    .subjectAlternativeNames([.dnsName(ScenarioWorld.host)], critical: true))
            }
        },
        TrustScenario(
            "common-name-differs",
            english: "The common name is that of another site. The right name is in subjectAltName.",
            chinese: "通用名称是另一个网站的。正确的名称在 subjectAltName 中。",
            from: [.rule(.rfc(9525, "2"))], .trusted()
        ) { world in
            var profile = ScenarioWorld.profile(ScenarioWorld.otherHost)
            profile.dnsNames = [ScenarioWorld.host]
            return try world.server("common name differs", profile: profile)
        },
        TrustScenario(
            "name-as-uri", english: "The name is in subjectAltName, but only as a part of a URI.",
            chinese: "名称在 subjectAltName 中，但只是一个 URI 的一部分。",
            fault: Words(english: "a URI is not a name of a host", chinese: "URI 不是主机的名称"),
            from: [.alamofire("URI certificate fails")],
            .refused(.badName)
        ) { world in
            try world.server("URI") { content in
                let name = GeneralName.uniformResourceIdentifier("https://www.example.com/")
                content.set(.subjectAlternativeNames([name], critical: false))
            }
        },
        named(
            "homograph",
            english:
                "The user has tapped a link to a name in Cyrillic letters that looks like another name. The certificate is valid for that name.",
            chinese: "用户点了一个链接，其中的名称用西里尔字母写成，看上去像另一个名称。证书对那个名称有效。",
            fault: Words(english: "the user is misled, not the program", chinese: "受骗的是用户，不是程序"),
            from: [.badSSL("spoof (xn--n1aae7f7o)")], .trusted(),
            dnsNames: ["xn--n1aae7f7o.example"], asked: "xn--n1aae7f7o.example"),
        named(
            "very-long-name", english: "A name of 63 letters, as long as a label may be.",
            chinese: "一个 63 个字母的名称，标签最长就是这么长。",
            from: [.badSSL("long-extended-subdomain-name…")], .trusted(),
            dnsNames: [String(repeating: "a", count: 63) + ".example.com"],
            asked: String(repeating: "a", count: 63) + ".example.com"),
    ]

    /// A situation with a genuine certificate for these names, when `host` is asked for.
    private static func named(
        _ name: String, english story: String, chinese: String, fault: Words? = nil, from origins: [Origin],
        _ expectation: Expectation, dnsNames: [String], asked host: String = ScenarioWorld.host
    ) -> TrustScenario {
        TrustScenario(name, english: story, chinese: chinese, fault: fault, from: origins, expectation) { world in
            var profile = ScenarioWorld.profile("Example")
            profile.dnsNames = dnsNames
            return try world.server(name, profile: profile, asked: host)
        }
    }
}
