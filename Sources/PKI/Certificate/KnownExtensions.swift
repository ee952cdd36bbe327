internal import SwiftASN1
internal import X509

/// The extensions that mean something to a verdict (RFC 5280 section 4.2), taken apart once.
struct KnownExtensions: Sendable {
    /// An extension that is there.
    struct Entry<Value: Sendable>: Sendable {
        /// What it says; nil where it cannot be read.
        let value: Value?
        let isCritical: Bool
        /// Where in the certificate it is.
        let place: Range<Int>
    }

    /// What basicConstraints says (RFC 5280 section 4.2.1.9).
    struct Constraints: Hashable, Sendable {
        let isAuthority: Bool
        /// A limit too large for anybody to reach counts as the largest number.
        let pathLength: Int?
    }

    private(set) var basicConstraints: Entry<Constraints>?
    private(set) var keyUsage: Entry<KeyUsage>?
    private(set) var extendedKeyUsage: Entry<[ASN1ObjectIdentifier]>?
    private(set) var subjectAlternativeNames: Entry<[GeneralName]>?
    /// The same names as they are compared with constraints.
    private(set) var constrainedAlternatives: [ConstrainedName] = []
    private(set) var nameConstraints: Entry<NameConstraints>?
    private(set) var subjectKeyIdentifier: Entry<[UInt8]>?
    private(set) var authorityKeyIdentifier: Entry<AuthorityKeyIdentifier>?
    private(set) var authorityInformationAccess: Entry<Int>?
    private(set) var certificatePolicies: Entry<[ASN1ObjectIdentifier]>?
    private(set) var policyMappings: Entry<[PolicyMapping]>?
    private(set) var policyConstraints: Entry<PolicyConstraints>?
    /// After how many further certificates anyPolicy no longer counts (RFC 5280 section 4.2.1.14).
    private(set) var inhibitAnyPolicy: Entry<Int>?
    /// The first extension that is there a second time, which RFC 5280 section 4.2 forbids.
    private(set) var repeated: (identifier: ASN1ObjectIdentifier, place: Range<Int>)?
    /// The critical ones, in order, with their places.
    private(set) var critical: [(identifier: ASN1ObjectIdentifier, place: Range<Int>)] = []
    /// The first critical one that is known and cannot be read.
    private(set) var unreadable: (identifier: ASN1ObjectIdentifier, place: Range<Int>)?

    /// Takes extensions apart; what cannot be read is marked so.
    init(_ extensions: [Certificate.Extension], at places: [Range<Int>]) {
        var seen: Set<ASN1ObjectIdentifier> = []
        for (item, place) in zip(extensions, places) {
            if item.critical { critical.append((item.oid, place)) }
            guard seen.insert(item.oid).inserted else {
                if repeated == nil { repeated = (item.oid, place) }
                continue
            }
            read(item, place)
        }
    }

    private mutating func read(_ item: Certificate.Extension, _ place: Range<Int>) {
        func entry<Value>(_ value: (ASN1Node) throws -> Value) -> Entry<Value> {
            let value = try? value(try DER.parse(Array(item.value)))
            if value == nil, item.critical, unreadable == nil { unreadable = (item.oid, place) }
            return Entry(value: value, isCritical: item.critical, place: place)
        }
        switch item.oid {
        case .X509ExtensionID.basicConstraints: basicConstraints = entry(Constraints.init)
        case .X509ExtensionID.keyUsage: keyUsage = entry { _ in try KeyUsage(item) }
        case .X509ExtensionID.extendedKeyUsage:
            extendedKeyUsage = entry { try KnownExtensions.list($0) { try ASN1ObjectIdentifier(derEncoded: $0) } }
        case .X509ExtensionID.subjectAlternativeName:
            let names = entry { try KnownExtensions.list($0, ConstrainedName.init) }
            constrainedAlternatives = names.value ?? []
            subjectAlternativeNames = Entry(
                value: names.value.map { $0.map(\.original) }, isCritical: names.isCritical, place: names.place)
        case .X509ExtensionID.nameConstraints: nameConstraints = entry(NameConstraints.init)
        case .X509ExtensionID.subjectKeyIdentifier:
            subjectKeyIdentifier = entry { Array(try ASN1OctetString(derEncoded: $0).bytes) }
        case .X509ExtensionID.authorityKeyIdentifier:
            authorityKeyIdentifier = entry { _ in try AuthorityKeyIdentifier(item) }
        case .X509ExtensionID.authorityInformationAccess:
            authorityInformationAccess = entry { node in
                try KnownExtensions.list(node) { item in
                    var parts = try Parts(item, tagged: .sequence)
                    _ = try ASN1ObjectIdentifier(derEncoded: try parts.next())
                    return try GeneralName(derEncoded: try parts.next())
                }.count
            }
        case KnownExtensions.certificatePoliciesIdentifier:
            certificatePolicies = entry { node in
                try KnownExtensions.list(node) { item in
                    var parts = try Parts(item, tagged: .sequence)
                    return try ASN1ObjectIdentifier(derEncoded: try parts.next())
                }
            }
        case KnownExtensions.policyMappingsIdentifier:
            policyMappings = entry { try KnownExtensions.list($0, PolicyMapping.init) }
        case KnownExtensions.policyConstraintsIdentifier: policyConstraints = entry(PolicyConstraints.init)
        case KnownExtensions.inhibitAnyPolicyIdentifier: inhibitAnyPolicy = entry(KnownExtensions.count)
        default: break
        }
    }

    /// The items of a SEQUENCE SIZE (1..MAX).
    static func list<Item>(_ node: ASN1Node, _ read: (ASN1Node) throws -> Item) throws -> [Item] {
        var parts = try Parts(node, tagged: .sequence)
        var items: [Item] = []
        while let item = parts.nextIfAny() { items.append(try read(item)) }
        guard !items.isEmpty else { throw Empty() }
        return items
    }

    private struct Empty: Error {}

    /// A number that is not negative; one too large for anybody to reach counts as the largest.
    static func count(_ node: ASN1Node) throws -> Int {
        guard let first = try CertificateStructure.integer(node).first, first < 0x80 else { throw Negative() }
        return (try? Int(derEncoded: node)) ?? .max
    }

    private struct Negative: Error {}

    static let distributionPointsIdentifier: ASN1ObjectIdentifier = [2, 5, 29, 31]
    static let certificatePoliciesIdentifier: ASN1ObjectIdentifier = [2, 5, 29, 32]
    static let policyMappingsIdentifier: ASN1ObjectIdentifier = [2, 5, 29, 33]
    static let policyConstraintsIdentifier: ASN1ObjectIdentifier = [2, 5, 29, 36]
    static let inhibitAnyPolicyIdentifier: ASN1ObjectIdentifier = [2, 5, 29, 54]
}

extension KnownExtensions.Constraints {
    private struct Wrong: Error {}

    /// BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER (0..MAX) OPTIONAL }
    init(_ node: ASN1Node) throws {
        var parts = try Parts(node, tagged: .sequence)
        var next = parts.nextIfAny()
        var isAuthority = false
        if let flag = next, flag.identifier == .boolean {
            isAuthority = try Bool(derEncoded: flag)
            next = parts.nextIfAny()
        }
        var pathLength: Int?
        if let number = next {
            pathLength = try KnownExtensions.count(number)
            next = parts.nextIfAny()
        }
        guard next == nil else { throw Wrong() }
        self.init(isAuthority: isAuthority, pathLength: pathLength)
    }
}
