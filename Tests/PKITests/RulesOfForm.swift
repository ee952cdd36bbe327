import Crypto
import Trace

@testable import PKI

extension RuleCase {
    /// Extensions that are missing, unknown, malformed or there twice (RFC 5280 section 4.2).
    static let extensions: [RuleCase] =
        [Place.leaf, .intermediate, .root].flatMap { place -> [RuleCase] in
            let isLeaf = place == .leaf
            let isRoot = place == .root
            return [
                .changed(place, "as it should be", "RFC 5280 6.1", nil) { _ in },
                .changed(place, "unknown and critical", "RFC 5280 4.2", .criticalExtensions) {
                    $0.extensions.append(Raw.item(Raw.unknown, [5, 0], critical: true))
                },
                .changed(place, "unknown", "RFC 5280 4.2", nil) { $0.extensions.append(Raw.item(Raw.unknown, [0xff])) },
                .changed(place, "unknown twice", "RFC 5280 4.2", .duplicateExtensions) {
                    $0.extensions += [Raw.item(Raw.unknown, [5, 0]), Raw.item(Raw.unknown, [5, 0])]
                },
                .changed(place, "keyUsage twice", "RFC 5280 4.2", .duplicateExtensions) {
                    $0.extensions.append(Raw.item(.keyUsage, [3, 2, 7, 0x80], critical: true))
                },
                .changed(
                    place, "no subjectKeyIdentifier", "RFC 5280 4.2.1.2", isLeaf ? nil : .keyIdentifiers,
                    isBreach: !isLeaf
                ) {
                    $0.remove(.subjectKeyIdentifier)
                },
                .changed(
                    place, "no authorityKeyIdentifier", "RFC 5280 4.2.1.1", isRoot ? nil : .keyIdentifiers,
                    isBreach: !isRoot
                ) {
                    $0.remove(.authorityKeyIdentifier)
                },
                .changed(
                    place, "authorityKeyIdentifier without a key", "RFC 5280 4.2.1.1", .keyIdentifiers, isBreach: true
                ) {
                    $0.set(Raw.item(.authorityKeyIdentifier, Raw.sequence([0x82, 1, 5])))
                },
                .changed(place, "another authorityKeyIdentifier", "RFC 5280 4.2.1.1", .keyIdentifiers, isBreach: true) {
                    $0.set(Raw.item(.authorityKeyIdentifier, Raw.sequence([0x80, 2, 1, 2])))
                },
                .changed(place, "malformed authorityInfoAccess", "RFC 5280 4.2.2.1", .form, isBreach: true) {
                    $0.extensions.append(Raw.item(.authorityInfoAccess, [5, 0]))
                },
                .changed(place, "critical cRLDistributionPoints", "RFC 5280 4.2.1.13", nil) {
                    let point = Raw.sequence(Raw.node(0xa0, Raw.node(0xa0, Raw.uri("http://crl.example/"))))
                    $0.extensions.append(Raw.item(.cRLDistributionPoints, Raw.sequence(point), critical: true))
                },
                .changed(place, "malformed keyUsage", "RFC 5280 4.2.1.3", .keyUsage) {
                    $0.set(Raw.item(.keyUsage, [5, 0], critical: true))
                },
                .changed(place, "malformed extKeyUsage", "RFC 5280 4.2.1.12", isRoot ? nil : .extendedKeyUsage) {
                    $0.set(Raw.item(.extKeyUsage, Raw.sequence(), critical: false))
                },
                .changed(place, "purpose of a client", "RFC 5280 4.2.1.12", isRoot ? nil : .extendedKeyUsage) {
                    $0.set(Raw.purposes(.clientAuth))
                },
                .changed(place, "critical extKeyUsage", "decided", nil) {
                    $0.set(Raw.purposes(.serverAuth, critical: true))
                },
                .changed(place, "a policy twice", "RFC 5280 4.2.1.4", .form, isBreach: true) {
                    $0.extensions.append(Raw.policies([1, 2, 3], [1, 2, 3]))
                },
            ]
        } + [
            .changed(.leaf, "no extKeyUsage", "BR 7.1.2.7", .extendedKeyUsage, isBreach: true) {
                $0.remove(.extKeyUsage)
            },
            .changed(.leaf, "any purpose", "BR 7.1.2.7", .extendedKeyUsage, isBreach: true) {
                $0.set(Raw.purposes(.anyExtendedKeyUsage))
            },
            .changed(
                .leaf, "any purpose is asked for", "RFC 5280 4.2.1.12", nil,
                ask: { $0.usages = ["anyExtendedKeyUsage"] }
            ) { $0.set(Raw.purposes(.clientAuth)) },
            .changed(.leaf, "an authority", "BR 7.1.2.7", .subject, isBreach: true) {
                $0.set(Raw.item(.basicConstraints, Raw.sequence([1, 1, 0xff]), critical: true))
            },
            .changed(.leaf, "keyCertSign", "RFC 5280 4.2.1.3", .subject, isBreach: true) {
                $0.set(Raw.item(.keyUsage, [3, 2, 2, 0x84], critical: true))
            },
            .changed(.intermediate, "no basicConstraints", "RFC 5280 4.2.1.9", .basicConstraints) {
                $0.remove(.basicConstraints)
            },
            .changed(.root, "basicConstraints not critical", "RFC 5280 4.2.1.9", .basicConstraints, isBreach: true) {
                $0.set(Raw.item(.basicConstraints, Raw.sequence([1, 1, 0xff])))
            },
            .changed(.leaf, "critical FALSE is written", "X.690 11.5", .form, isBreach: true) {
                $0.set(Raw.item(.extKeyUsage, Raw.sequence(Raw.oid(.serverAuth)), writesDefault: true))
            },
            .changed(.intermediate, "minimum 0 is written", "X.690 11.5", .nameConstraints, isBreach: true) {
                let subtree = Raw.sequence(Raw.dns("example.com"), [0x80, 1, 0])
                $0.extensions.append(
                    Raw.item(.nameConstraints, Raw.sequence(Raw.node(0xa0, subtree)), critical: true))
            },
            .changed(.intermediate, "minimum 1", "RFC 5280 4.2.1.10", .nameConstraints) {
                let subtree = Raw.sequence(Raw.dns("example.com"), [0x80, 1, 1])
                $0.extensions.append(
                    Raw.item(.nameConstraints, Raw.sequence(Raw.node(0xa0, subtree)), critical: true))
            },
            .changed(.leaf, "an unknown qualifier, critical", "RFC 5280 4.2.1.4", .criticalExtensions) {
                $0.extensions.append(Raw.qualified(critical: true))
            },
            .changed(.leaf, "an unknown qualifier, not critical", "RFC 5280 4.2.1.4", nil) {
                $0.extensions.append(Raw.qualified(critical: false))
            },
            .changed(.intermediate, "a negative path length", "RFC 5280 4.2.1.9", .basicConstraints) {
                $0.set(Raw.item(.basicConstraints, Raw.sequence([1, 1, 0xff], [2, 1, 0xff]), critical: true))
            },
            .changed(.intermediate, "no keyUsage", "RFC 5280 4.2.1.3", .keyUsage, isBreach: true) {
                $0.remove(.keyUsage)
            },
            .changed(.intermediate, "cRLSign alone", "RFC 5280 4.2.1.3", .keyUsage) {
                $0.set(Raw.item(.keyUsage, [3, 2, 1, 2], critical: true))
            },
        ]

    /// A server that vouches for itself, and is the anchor.
    private static func ownAnchor(
        _ name: String, _ refusal: Check?, isBreach: Bool = false, _ change: @escaping RuleWorld.Change
    ) -> RuleCase {
        RuleCase(name: name, rule: "RFC 5280 6.1.1 (d)", refusal: refusal, isBreach: isBreach) { world in
            let leaf = try world.root("Own") {
                $0.subject = DistinguishedName(commonName: RuleWorld.host)
                $0.issuer = $0.subject
                $0.set(Raw.names(Raw.dns(RuleWorld.host)))
                $0.set(Raw.purposes(.serverAuth))
                $0.set(Raw.item(.basicConstraints, Raw.sequence(), critical: true))
                $0.set(Raw.item(.keyUsage, [3, 2, 7, 0x80], critical: true))
                try change(&$0)
            }.certificate
            return RuleChain(leaf: leaf, extra: [], anchors: [leaf])
        }
    }

    /// An anchor is a name and a key: what else its certificate says limits nothing (RFC 5280 section 6.1.1 (d)).
    static let anchors: [RuleCase] = [
        .changed(.root, "no keyUsage", "RFC 5280 6.1.1 (d)", nil) { $0.remove(.keyUsage) },
        .changed(.root, "cRLSign alone", "RFC 5280 4.2.1.3", .keyUsage) {
            $0.set(Raw.item(.keyUsage, [3, 2, 1, 2], critical: true))
        },
        ownAnchor("its own anchor", nil) { _ in },
        ownAnchor("its own anchor, and may sign certificates", nil) {
            $0.set(Raw.item(.keyUsage, [3, 2, 2, 0x84], critical: true))
        },
        ownAnchor("its own anchor, and an authority", nil) {
            $0.set(Raw.item(.keyUsage, [3, 2, 2, 0x84], critical: true))
            $0.set(Raw.item(.basicConstraints, Raw.sequence([1, 1, 0xff]), critical: true))
        },
        ownAnchor("its own anchor, for clients", .extendedKeyUsage) { $0.set(Raw.purposes(.clientAuth)) },
    ]

    /// Root, intermediate and server; the algorithm beside the signature of one of them is replaced by these octets, and is not
    /// the one that is signed any more.
    private static func announced(
        _ place: Place, _ name: String, _ refusal: Check?, isBreach: Bool = false, _ algorithm: [UInt8]
    ) -> RuleCase {
        RuleCase(name: "\(place): \(name)", rule: "RFC 5280 4.1.1.2", refusal: refusal, isBreach: isBreach) { world in
            func changed(_ certificate: [UInt8]) throws -> [UInt8] {
                var parts = try DERElement(certificate).parts
                let signed = Array(try parts.next().encoded)
                _ = try parts.next()
                return Raw.sequence(signed, algorithm, Array(try parts.next().encoded))
            }
            let root = try world.root()
            let issuing = try world.authority("Issuing", by: root)
            let leaf = try world.server(by: issuing)
            return RuleChain(
                leaf: place == .leaf ? try changed(leaf) : leaf,
                extra: [place == .intermediate ? try changed(issuing.certificate) : issuing.certificate],
                anchors: [place == .root ? try changed(root.certificate) : root.certificate])
        }
    }

    /// The algorithm is compared by its identifier, and only where a signature is checked.
    static let algorithms: [RuleCase] =
        [Place.leaf, .intermediate].flatMap { place -> [RuleCase] in
            [
                announced(place, "with other parameters", .form, isBreach: true, algorithm(.ecdsaWithSHA256, [5, 0])),
                announced(place, "another algorithm", .form, algorithm(.ecdsaWithSHA384, [])),
            ]
        } + [
            announced(.root, "with other parameters", nil, algorithm(.ecdsaWithSHA256, [5, 0])),
            announced(.root, "another algorithm", nil, algorithm(.ecdsaWithSHA384, [])),
        ]

    private static func algorithm(_ identifier: OID, _ parameters: [UInt8]) -> [UInt8] {
        Raw.sequence(Raw.oid(identifier), parameters)
    }

    /// Version, serial number, dates and algorithms (RFC 5280 section 4.1).
    static let forms: [RuleCase] = [Place.leaf, .intermediate, .root].flatMap { place -> [RuleCase] in
        let isRoot = place == .root
        return [
            .changed(place, "serial number 0", "RFC 5280 4.1.2.2", isRoot ? nil : .serialNumber, isBreach: !isRoot) {
                $0.serialNumber = [0]
            },
            .changed(
                place, "a negative serial number", "RFC 5280 4.1.2.2", isRoot ? nil : .serialNumber, isBreach: !isRoot
            ) {
                $0.serialNumber = [0xfb]
            },
            .changed(place, "20 octets of serial number", "RFC 5280 4.1.2.2", nil) {
                $0.serialNumber = [UInt8](repeating: 0x7f, count: 20)
            },
            .changed(
                place, "21 octets of serial number", "RFC 5280 4.1.2.2", isRoot ? nil : .serialNumber, isBreach: !isRoot
            ) {
                $0.serialNumber = [UInt8](repeating: 0x7f, count: 21)
            },
            .changed(place, "its last second", "RFC 5280 4.1.2.5", nil) { $0.notAfter = RuleWorld.time },
            .changed(place, "a second too late", "RFC 5280 4.1.2.5", .dates) { $0.notAfter = RuleWorld.time - 1 },
            .changed(place, "its first second", "RFC 5280 4.1.2.5", nil) { $0.notBefore = RuleWorld.time },
            .changed(place, "a second too early", "RFC 5280 4.1.2.5", .dates) { $0.notBefore = RuleWorld.time + 1 },
            .changed(place, "over before it begins", "RFC 5280 4.1.2.5", .dates) {
                ($0.notBefore, $0.notAfter) = (RuleWorld.time + 1, RuleWorld.time - 1)
            },
            .changed(place, "the last second of 9999", "RFC 5280 4.1.2.5", nil) {
                $0.notAfter = CivilTime.expressible.upperBound
            },
            .changed(place, "SHA-1", "RFC 6194", isRoot ? nil : .signatureAlgorithm) { $0.algorithm = .ecdsaWithSHA1 },
            .changed(
                place, "an Ed25519 key", "BR 6.1.5", place == .leaf ? .keyStrength : .signature,
                isBreach: place == .leaf
            ) {
                $0.key = SubjectKeyInfo(ed25519: RuleWorld.ed25519)
            },
        ]
    }
}
