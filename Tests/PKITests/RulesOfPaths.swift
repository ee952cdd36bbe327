import Crypto

@testable import PKI

extension RuleCase {
    private static let a: OID = [1, 2, 3, 1]
    private static let b: OID = [1, 2, 3, 2]
    private static let any: OID = [2, 5, 29, 32, 0]
    private static let require = Raw.item(.policyConstraints, Raw.sequence([0x80, 1, 0]), critical: true)
    private static let noAny = Raw.item(.inhibitAnyPolicy, [2, 1, 0], critical: true)

    private static func mapping(_ from: OID, _ to: OID) -> CertificateExtension {
        let pair = Raw.sequence(Raw.oid(from), Raw.oid(to))
        return Raw.item(.policyMappings, Raw.sequence(pair), critical: true)
    }

    private static func policy(
        _ name: String, _ refusal: Check?, above: [CertificateExtension], leaf: [CertificateExtension]
    ) -> RuleCase {
        RuleCase(name: name, rule: "RFC 5280 6.1", refusal: refusal) { world in
            let root = try world.root()
            let issuing = try world.authority("Issuing", by: root) { $0.extensions += above }
            return RuleChain(
                leaf: try world.server(by: issuing) { $0.extensions += leaf }, extra: [issuing.certificate],
                anchors: [root.certificate])
        }
    }

    /// Policies that an authority requires (RFC 5280 section 6.1).
    static let policies: [RuleCase] = [
        policy("the policy that is required", nil, above: [Raw.policies(a), require], leaf: [Raw.policies(a)]),
        policy("no policy", .certificatePolicies, above: [Raw.policies(a), require], leaf: []),
        policy("another policy", .certificatePolicies, above: [Raw.policies(a), require], leaf: [Raw.policies(b)]),
        policy("an authority of any", nil, above: [Raw.policies(any), require], leaf: [Raw.policies(b)]),
        policy("any", nil, above: [Raw.policies(a), require], leaf: [Raw.policies(any)]),
        policy(
            "any, inhibited", .certificatePolicies, above: [Raw.policies(a), require, noAny],
            leaf: [Raw.policies(any)]),
        policy("mapped", nil, above: [Raw.policies(a), mapping(a, b), require], leaf: [Raw.policies(b)]),
        policy(
            "not mapped", .certificatePolicies, above: [Raw.policies(a), mapping(a, b), require],
            leaf: [Raw.policies(a)]),
        policy("any mapped", .certificatePolicies, above: [Raw.policies(any), mapping(any, b)], leaf: []),
        policy("not required", nil, above: [Raw.policies(a)], leaf: [Raw.policies(b)]),
    ]

    private static func line(
        _ names: String..., refusal: Check?, depth: Int? = nil, rootLength: Int? = nil, lengths: [Int: Int] = [:]
    ) -> RuleCase {
        let limits =
            "root \(rootLength.map(String.init) ?? "-"), \(lengths.sorted { $0.key < $1.key }), depth \(depth ?? -1)"
        return RuleCase(
            name: "\(names): \(limits)", rule: "RFC 5280 6.1.4", refusal: refusal, ask: { $0.longestPath = depth }
        ) { world in try world.line(names, rootLength: rootLength, lengths: lengths) }
    }

    /// How many authorities may follow one another (RFC 5280 section 6.1.4): self-issued ones do not count.
    static let lengths: [RuleCase] = [
        line(refusal: nil, depth: 0, rootLength: 0),
        line("A", refusal: .pathLength, rootLength: 0),
        line("A", refusal: nil, rootLength: 1, lengths: [0: 0]),
        line("Root", refusal: nil, depth: 0, rootLength: 0),
        line("A", "B", refusal: .pathLength, lengths: [0: 0]),
        line("A", "A", refusal: nil, lengths: [0: 0]),
        line("A", "A", "A", refusal: nil, lengths: [0: 0]),
        line("A", "B", "B", refusal: nil, depth: 2, lengths: [0: 1]),
        line("A", "B", "C", refusal: .pathLength, lengths: [0: 5, 1: 0]),
        line("A", refusal: nil, depth: 1), line("A", refusal: .pathDepth, depth: 0),
        line("A", "B", "B", refusal: .pathDepth, depth: 1),
    ]

    private static func path(
        _ name: String, _ refusal: Check?, _ make: @escaping @Sendable (RuleWorld) throws -> RuleChain
    ) -> RuleCase {
        RuleCase(name: name, rule: "RFC 4158", refusal: refusal, make: make)
    }

    /// The good path, and a sibling of the intermediate with the same name.
    private static func sibling(
        _ name: String, key: String? = nil, _ change: @escaping RuleWorld.Change = { _ in }
    ) -> RuleCase {
        path("beside \(name)", nil) { world in
            let root = try world.root()
            let good = try world.authority("Issuing", by: root)
            let bad = try world.authority("Issuing", by: root, key: key, change)
            return RuleChain(
                leaf: try world.server(by: good), extra: [bad.certificate, good.certificate, bad.certificate],
                anchors: [root.certificate])
        }
    }

    /// Paths among many certificates.
    static let paths: [RuleCase] = [
        sibling("one of another key", key: "other"),
        sibling("one of another key with the same identifier", key: "other") {
            let identifier = SubjectKeyInfo(curve: RuleWorld().key("Issuing").publicKey).identifier
            $0.set(Raw.item(.subjectKeyIdentifier, Raw.node(4, identifier)))
        },
        sibling("an expired one") { $0.notAfter = RuleWorld.time - 1 },
        sibling("one that is no authority") { $0.remove(.basicConstraints) },
        sibling("one for clients") { $0.extensions.append(Raw.purposes(.clientAuth)) },
        sibling("one for other names") { $0.extensions.append(Raw.constraints(permitted: [Raw.dns("x.org")])) },
        sibling("one with an unknown demand") { $0.extensions.append(Raw.item(Raw.unknown, [], critical: true)) },
        sibling("one signed with SHA-1") { $0.algorithm = .ecdsaWithSHA1 },
        sibling("one with the serial number 0") { $0.serialNumber = [0] },
        path("a detour that is longer than the way", nil) { world in
            let (root, other) = (try world.root(), try world.root("Other"))
            let short = try world.authority("A", by: root, pathLength: 0)
            let long = try world.authority("A", by: other)
            let issuing = try world.authority("Issuing", by: short)
            return RuleChain(
                leaf: try world.server(by: issuing), extra: [short, long, issuing].map(\.certificate),
                anchors: [root, other].map(\.certificate))
        },
        path("a cross-signed root", nil) { world in
            let (root, other) = (try world.root(), try world.root("Other"))
            let cross = try world.authority("Root", by: other)
            let issuing = try world.authority("Issuing", by: root)
            return RuleChain(
                leaf: try world.server(by: issuing), extra: [root, cross, issuing].map(\.certificate),
                anchors: [other.certificate])
        },
        path("an intermediate as anchor", nil) { world in
            let issuing = try world.authority("Issuing", by: try world.root())
            return RuleChain(leaf: try world.server(by: issuing), extra: [], anchors: [issuing.certificate])
        },
        path("two that only certify each other", .signature) { world in
            let (one, two) = (try world.root("One"), try world.root("Two"))
            let crossed = [try world.authority("One", by: two), try world.authority("Two", by: one)]
            return RuleChain(
                leaf: try world.server(by: one), extra: crossed.map(\.certificate),
                anchors: [try world.root().certificate])
        },
        path("a full mesh of 6", nil) { try $0.mesh(of: 6, by: try $0.root()) },
        path("a full mesh that is expired where it matters", .dates) { world in
            try world.mesh(of: 5, by: try world.root()) { $0.notAfter = RuleWorld.time - 1 }
        },
        path("a full mesh below a stranger with the anchor's name", .signature) { world in
            try world.mesh(of: 5, by: try world.root(key: "stranger")) {
                let identifier = SubjectKeyInfo(curve: RuleWorld().key("Root").publicKey).identifier
                $0.set(Raw.item(.authorityKeyIdentifier, Raw.sequence(Raw.node(0x80, identifier))))
            }
        },
        path("the same four thousand times", nil) { world in
            let root = try world.root()
            let issuing = try world.authority("Issuing", by: root)
            return RuleChain(
                leaf: try world.server(by: issuing), extra: Array(repeating: issuing.certificate, count: 4096),
                anchors: [root.certificate])
        },
        path("among a hundred and fifty strangers", nil) { world in
            let (root, stranger) = (try world.root(), try world.root("Stranger"))
            let issuing = try world.authority("Issuing", by: root)
            let others = try (0..<150).map { try world.authority("S\($0)", by: stranger, key: "S").certificate }
            return RuleChain(
                leaf: try world.server(by: issuing), extra: others + [issuing.certificate],
                anchors: [root.certificate])
        },
        path("forty of one name", nil) { world in
            let root = try world.root()
            let issuing = try world.authority("Issuing", by: root)
            let identifier = SubjectKeyInfo(curve: world.key("Issuing").publicKey).identifier
            let others = try (0..<40).map { place in
                try world.authority("Issuing", by: root, key: "other \(place)") {
                    $0.set(Raw.item(.subjectKeyIdentifier, Raw.node(4, identifier)))
                }.certificate
            }
            return RuleChain(
                leaf: try world.server(by: issuing), extra: others + [issuing.certificate],
                anchors: [root.certificate])
        },
    ]
}
