import PKI
import Trace

extension TrustScenario {
    /// Situations about names: whether the certificate is for the host in the URL (RFC 9525).
    static let names: [TrustScenario] = [
        named(
            "wrong-host", english: "The certificate is only for example.com, but www.example.com was asked for.",
            englishFault: "another name", from: [.badSSL("wrong.host"), .badSSL("subdomain.preloaded-hsts")],
            .refused(.badName), dnsNames: ["example.com"]),
        named(
            "wildcard-one-label", english: "A wildcard stands for the first label of the name.",
            from: [.rule(.rfc(9525, "6.3")), .alamofire("wildcard")], .trusted(), dnsNames: ["*.example.com"]),
        named(
            "wildcard-two-labels", english: "A wildcard would have to stand for two labels.",
            englishFault: "a wildcard is one label", from: [.rule(.rfc(9525, "6.3")), .badSSL("wrong.host")],
            .refused(.badName), dnsNames: ["*.example.com"], asked: "a.www.example.com"),
        named(
            "wildcard-no-label", english: "A wildcard would have to stand for no label at all.",
            englishFault: "a wildcard is one label", from: [.rule(.rfc(9525, "6.3"))], .refused(.badName),
            dnsNames: ["*.example.com"], asked: "example.com"),
        named(
            "partial-wildcard", english: "The wildcard is only a part of a label.",
            englishFault: "a wildcard is a whole label", from: [.rule(.rfc(9525, "6.3"))], .refused(.badName),
            dnsNames: ["w*.example.com"]),
        named(
            "wildcard-everything", english: "The certificate is for *.com, that is, for all names under com.",
            englishFault: "a wildcard for a whole registry", from: [.rule(.rfc(9525, "6.3"))], .refused(.badName),
            dnsNames: ["*.com"], asked: "example.com"),
        named(
            "several-names", english: "The name is one of three.", from: [.alamofire("multiple DNS names")], .trusted(),
            dnsNames: ["example.com", "www.example.com", "mail.example.com"]),
        named(
            "1000-sans", english: "The name is the last of a thousand.", from: [.badSSL("1000-sans")], .trusted(),
            dnsNames: (1..<1000).map { "site\($0).example.com" } + [ScenarioWorld.host]),
        named(
            "10000-sans", english: "The name is the last of ten thousand. The certificate has a quarter of a megabyte.",
            englishFault: "its size, perhaps", from: [.badSSL("10000-sans")], .trusted(),
            dnsNames: (1..<10000).map { "site\($0).example.com" } + [ScenarioWorld.host]),
        TrustScenario(
            "ip-address", english: "An address was asked for. The certificate contains it as an address.",
            from: [.rule(.rfc(5280, "4.2.1.6"))], .trusted(ats: .unspecified)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.ipAddresses = [[192, 0, 2, 1]]
            return try world.server("address", profile: profile, asked: "192.0.2.1")
        },
        TrustScenario(
            "ip-address-as-dns-name",
            english: "An address was asked for. The certificate contains it only as text among the host names.",
            englishFault: "an address is not a name", from: [.rule(.rfc(9525, "6.4"))], .refused(.badName)
        ) { world in
            var profile = ScenarioWorld.profile("192.0.2.1")
            profile.dnsNames = ["192.0.2.1"]
            return try world.server("address as name", profile: profile, asked: "192.0.2.1")
        },
        TrustScenario(
            "common-name-only",
            english: "The name is only in the subject's common name. Browsers accepted this until about 2017.",
            englishFault: "no subjectAltName", from: [.badSSL("no-san"), .rule(.rfc(9525, "2"))], .refused(.badName)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.dnsNames = []
            return try world.server("common name", profile: profile)
        },
        TrustScenario(
            "no-names", english: "There is no host name: no subjectAltName, and the subject is only an organization.",
            englishFault: "no names", from: [.badSSL("no-san"), .alamofire("missing DNS name")], .refused(.badName)
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
            from: [.badSSL("no-common-name")], .trusted()
        ) { world in
            try world.server("no common name") {
                $0.subject = DistinguishedName([(.organizationName, "HandshakeSim")])
            }
        },
        TrustScenario(
            "no-subject", english: "The subject is empty. In this case subjectAltName must be critical.",
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
            from: [.rule(.rfc(9525, "2"))], .trusted()
        ) { world in
            var profile = ScenarioWorld.profile(ScenarioWorld.otherHost)
            profile.dnsNames = [ScenarioWorld.host]
            return try world.server("common name differs", profile: profile)
        },
        TrustScenario(
            "name-as-uri", english: "The name is in subjectAltName, but only as a part of a URI.",
            englishFault: "a URI is not a name of a host", from: [.alamofire("URI certificate fails")],
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
            englishFault: "the user is misled, not the program", from: [.badSSL("spoof (xn--n1aae7f7o)")], .trusted(),
            dnsNames: ["xn--n1aae7f7o.example"], asked: "xn--n1aae7f7o.example"),
        named(
            "very-long-name", english: "A name of 63 letters, as long as a label may be.",
            from: [.badSSL("long-extended-subdomain-name…")], .trusted(),
            dnsNames: [String(repeating: "a", count: 63) + ".example.com"],
            asked: String(repeating: "a", count: 63) + ".example.com"),
    ]

    /// A situation with a genuine certificate for these names, when `host` is asked for.
    private static func named(
        _ name: String, english story: String, englishFault fault: String? = nil, from origins: [Origin],
        _ expectation: Expectation, dnsNames: [String], asked host: String = ScenarioWorld.host
    ) -> TrustScenario {
        TrustScenario(name, english: story, englishFault: fault, from: origins, expectation) { world in
            var profile = ScenarioWorld.profile("Example")
            profile.dnsNames = dnsNames
            return try world.server(name, profile: profile, asked: host)
        }
    }
}
