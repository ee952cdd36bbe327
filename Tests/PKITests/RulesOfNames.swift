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
        .changed(.leaf, "another common name", "BR 7.1.4.2", .subject, isBreach: true) {
            $0.subject = DistinguishedName([(.commonName, "other.example")])
        },
        .changed(.leaf, "a second common name", "BR 7.1.4.2", .subject, isBreach: true) {
            $0.subject = DistinguishedName([(.commonName, "www.example.com"), (.commonName, "other.example")])
        },
        .changed(.leaf, "a label for people", "BR 7.1.4.2", nil) {
            $0.subject = DistinguishedName([(.commonName, "The server of Example, v1.0")])
        },
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
