@testable import PKI

extension RuleCase {
    /// A server that is asked for by `host` and has these names.
    private static func server(
        _ host: String, _ refusal: Check?, isBreach: Bool = false, rule: String = "RFC 9525 6", _ names: [UInt8]...
    ) -> RuleCase {
        let list = names.flatMap { $0 }
        return .changed(
            .leaf, "\(host) among \(String(decoding: list, as: UTF8.self))", rule, refusal, isBreach: isBreach,
            host: host
        ) {
            $0.subject = DistinguishedName([(.organizationName, "Example")])
            $0.set(Raw.item(.subjectAltName, Raw.node(0x30, list)))
        }
    }

    /// A server with this common name, whose alternative names are these and ``RuleWorld/host``.
    private static func called(_ commonNames: String..., among names: [[UInt8]] = [], refusal: Check? = nil) -> RuleCase
    {
        let list = names.flatMap { $0 }
        return .changed(
            .leaf, "called \(commonNames), with \(String(decoding: list, as: UTF8.self))", "RFC 9525 2", refusal,
            isBreach: refusal != nil
        ) {
            $0.subject = DistinguishedName(commonNames.map { (.commonName, $0) })
            $0.set(Raw.item(.subjectAltName, Raw.node(0x30, Raw.dns(RuleWorld.host) + list)))
        }
    }

    private static let local: [UInt8] = [192, 0, 2, 10]
    private static let local6: [UInt8] = [0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1]

    /// A common name decides nothing, whatever it looks like. In another spelling of an alternative name it misleads.
    static let commonNames: [RuleCase] = [
        called("www.example.com"), called("other.example"), called("www.example.com", "other.example"),
        called("The server of Example, v1.0"), called("Acme.Inc"), called("10.0.0.1"), called("0x7f000001"),
        called("a.example.net", among: [Raw.dns("*.example.net")]), called("bücher.example"), called("2001:db8::2"),
        called("192.0.2.10", among: [Raw.address(local)]), called("2001:db8::1", among: [Raw.address(local6)]),
        called("xn--bcher-kva.example", among: [Raw.dns("xn--bcher-kva.example")]),
        called("3221226000", among: [Raw.address([192, 0, 2, 16])]),
        called("xn--99999999999999999", among: [Raw.dns("xn--a")]),
        called("WWW.example.com", refusal: .subject), called("www.example.com.", refusal: .subject),
        called("www.example.com", "Www.Example.com", refusal: .subject),
        called("192.0.2.010", among: [Raw.address(local)], refusal: .subject),
        called("192.0.2.012", among: [Raw.address(local)], refusal: .subject),
        called("0xc000020a", among: [Raw.address(local)], refusal: .subject),
        called("0xc0.0x0.0x2.0xa", among: [Raw.address(local)], refusal: .subject),
        called("192.0.522", among: [Raw.address(local)], refusal: .subject),
        called("2001:0db8:0:0:0:0:0:1", among: [Raw.address(local6)], refusal: .subject),
        called("2001:DB8::1", among: [Raw.address(local6)], refusal: .subject),
        called("bücher.example", among: [Raw.dns("xn--bcher-kva.example")], refusal: .subject),
        // The first has the umlaut in one character, the second in two (Unicode's canonical equivalence).
        called("Bu\u{308}cher.example", among: [Raw.dns("xn--bcher-kva.example")], refusal: .subject),
        // RFC 3492 section 7.1 (I) and (B).
        called(
            "почемужеонинеговорятпорусски.example", among: [Raw.dns("xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.example")],
            refusal: .subject),
        called("他们为什么不说中文.example", among: [Raw.dns("xn--ihqwcrb4cv8a8dqg056pqjye.example")], refusal: .subject),
    ]

    /// Whom a certificate is for (RFC 9525, RFC 5280 section 4.2.1.6).
    static let names: [RuleCase] = [
        server("www.example.com", nil, Raw.dns("WWW.example.com")),
        server("www.example.com.", nil, Raw.dns("www.example.com")),
        server("www.example.com", .hostName, Raw.dns("example.com")),
        server("www.example.com", nil, Raw.dns("*.example.com")),
        server("example.com", .hostName, Raw.dns("*.example.com")),
        server("a.b.example.com", .hostName, Raw.dns("*.example.com")),
        server("www.example.com", .hostName, Raw.dns("w*.example.com")),
        server("www.example.com", .subject, isBreach: true, Raw.dns("www.example.com"), Raw.dns("w*.example.com")),
        server("www.example.com", .subject, isBreach: true, Raw.dns("www.example.com"), Raw.dns("*.com")),
        server("www.example.com", .subject, isBreach: true, Raw.dns("www.example.com"), Raw.dns("*")),
        server("www.example.com", .subject, isBreach: true, Raw.dns("www.example.com"), Raw.dns("")),
        server("www.example.com", .subject, isBreach: true, Raw.dns("www.example.com"), Raw.dns("-a.example.com")),
        server("www.example.com", .subject, isBreach: true, Raw.dns("www.example.com"), Raw.dns("1.2.3.4")),
        server("a_b.example.com", nil, Raw.dns("a_b.example.com")),
        server("xn--bcher-kva.example", nil, Raw.dns("xn--bcher-kva.example")),
        server("www.example.com", .hostName, Raw.mail("www@www.example.com")),
        server("192.0.2.1", nil, Raw.address([192, 0, 2, 1])),
        server("192.0.2.1", .hostName, Raw.dns("192.0.2.1")),
        server("192.0.2.1.", .hostName, Raw.address([192, 0, 2, 1])),
        server("::ffff:192.0.2.1", nil, Raw.address([UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 1])),
        server("192.0.2.1", .hostName, Raw.address([UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 1])),
        server("192.0.2.1", .subject, isBreach: true, Raw.address([192, 0, 2, 1]), Raw.address([1, 2, 3, 4, 5])),
        .changed(.leaf, "a common name alone", "RFC 9525 2", .hostName) { $0.remove(.subjectAltName) },
        .changed(.leaf, "no subject, names not critical", "RFC 5280 4.2.1.6", .subject, isBreach: true) {
            $0.subject = DistinguishedName()
        },
        .changed(.leaf, "no subject", "RFC 5280 4.2.1.6", nil) {
            $0.subject = DistinguishedName()
            $0.set(Raw.names(Raw.dns(RuleWorld.host), critical: true))
        },
        .changed(.leaf, "an issuer written otherwise", "RFC 5280 7.1", nil) {
            $0.issuer = DistinguishedName([(.organizationName, "handshakesim"), (.commonName, "  ISSUING ")])
        },
        .changed(.leaf, "an issuer in another order", "RFC 5280 7.1", .signature) {
            $0.issuer = DistinguishedName([(.commonName, "Issuing"), (.organizationName, "HandshakeSim")])
        },
    ]

    /// An authority with constraints and a server with these names, asked for by nobody in particular.
    private static func constrained(
        _ name: String, _ refusal: Check?, isBreach: Bool = false, permitted: [[UInt8]] = [], excluded: [[UInt8]] = [],
        _ names: [UInt8]...
    ) -> RuleCase {
        let list = names.flatMap { $0 }
        return RuleCase(
            name: name, rule: "RFC 5280 4.2.1.10", refusal: refusal, isBreach: isBreach, host: nil
        ) { world in
            let root = try world.root()
            let below = try world.authority("Issuing", by: root) {
                $0.extensions.append(Raw.constraints(permitted: permitted, excluded: excluded))
            }
            let leaf = try world.server(by: below) {
                $0.set(Raw.item(.subjectAltName, Raw.node(0x30, list)))
                $0.subject = DistinguishedName([(.organizationName, "Example")])
            }
            return RuleChain(leaf: leaf, extra: [below.certificate], anchors: [root.certificate])
        }
    }

    private static let network: [UInt8] = Raw.address([192, 0, 2, 0, 255, 255, 255, 0])

    /// Within which names an authority may certify (RFC 5280 section 4.2.1.10).
    static let constraints: [RuleCase] = [
        constrained("a host below", nil, permitted: [Raw.dns("example.com")], Raw.dns("a.example.com")),
        constrained("a host beside", .nameConstraints, permitted: [Raw.dns("example.com")], Raw.dns("badexample.com")),
        constrained("one of two", .nameConstraints, permitted: [Raw.dns("b.com")], Raw.dns("b.com"), Raw.dns("c.com")),
        constrained("excluded", .nameConstraints, excluded: [Raw.dns("EXAMPLE.com")], Raw.dns("a.example.com")),
        constrained("reached by *", .nameConstraints, excluded: [Raw.dns("a.example.com")], Raw.dns("*.example.com")),
        constrained("all hosts excluded", .nameConstraints, excluded: [Raw.dns("")], Raw.dns("a.example.com")),
        constrained(
            "a dot before", .nameConstraints, isBreach: true, permitted: [Raw.dns(".example.com")],
            Raw.dns("a.example.com")),
        constrained("*", .nameConstraints, permitted: [Raw.dns("*.example.com")], Raw.dns("a.example.com")),
        constrained("an address within", nil, permitted: [network], Raw.address([192, 0, 2, 9])),
        constrained("an address outside", .nameConstraints, permitted: [network], Raw.address([192, 0, 3, 9])),
        constrained(
            "an address of the other version", .nameConstraints, permitted: [network],
            Raw.address([UInt8](repeating: 1, count: 16))),
        constrained("a host under a range of addresses", nil, permitted: [network], Raw.dns("a.example.com")),
        constrained(
            "half a range", .nameConstraints, permitted: [Raw.address([192, 0, 2, 0, 255, 0, 255, 0])],
            Raw.address([192, 0, 2, 9])),
        constrained("a mailbox", nil, permitted: [Raw.mail("a@b.com")], Raw.mail("a@B.com")),
        constrained("another mailbox", .nameConstraints, permitted: [Raw.mail("a@b.com")], Raw.mail("A@b.com")),
        constrained("mail of a host below", .nameConstraints, permitted: [Raw.mail("b.com")], Raw.mail("a@c.b.com")),
        constrained("mail of a domain", nil, permitted: [Raw.mail(".b.com")], Raw.mail("a@c.b.com")),
        constrained("a URI", nil, permitted: [Raw.uri("b.com")], Raw.uri("https://u@B.com:1/x")),
        constrained(
            "a URI with an address", .nameConstraints, permitted: [Raw.uri("b.com")], Raw.uri("https://192.0.2.1/")),
        constrained("a URI without a host", .nameConstraints, excluded: [Raw.uri("b.com")], Raw.uri("urn:b.com")),
        constrained(
            "a kind that cannot be compared", .nameConstraints, permitted: [Raw.registered], Raw.dns("a.example.com"),
            Raw.registered),
        constrained("a kind that is not there", nil, permitted: [Raw.registered], Raw.dns("a.example.com")),
        constrained("nothing", .nameConstraints, Raw.dns("a.example.com")),
        constrained(
            "too many", .nameConstraints, excluded: (0..<400).map { Raw.dns("x\($0).org") },
            (0..<400).flatMap { Raw.dns("h\($0).example.com") }),
        .changed(.leaf, "constraints of a server", "RFC 5280 4.2.1.10", .nameConstraints, isBreach: true) {
            $0.extensions.append(Raw.constraints(permitted: [Raw.dns("example.com")]))
        },
        .changed(.leaf, "a second mail address in the subject", "RFC 5280 4.2.1.10", .nameConstraints) { _ in }
            .below(Raw.constraints(excluded: [Raw.mail("evil.example")])) {
                $0.subject = DistinguishedName([
                    (.organizationName, "Example"), (.emailAddress, "a@good.example"),
                    (.emailAddress, "a@evil.example"),
                ])
            },
    ]

    /// The same with an intermediate that has an extension more, and the leaf changed.
    private func below(_ item: CertificateExtension, _ change: @escaping RuleWorld.Change) -> RuleCase {
        RuleCase(name: name, rule: rule, refusal: refusal, isBreach: isBreach, host: host) { world in
            let root = try world.root()
            let issuing = try world.authority("Issuing", by: root) { $0.extensions.append(item) }
            return RuleChain(
                leaf: try world.server(by: issuing, change), extra: [issuing.certificate], anchors: [root.certificate])
        }
    }
}
