import Crypto

/// The extensions that a verdict depends on (RFC 5280 section 4.2), each decoded once. An extension that the certificate lacks is nil.
package struct KnownExtensions: Sendable {
    /// An extension of the certificate.
    package struct Entry<Value: Sendable>: Sendable {
        /// The value; nil if it cannot be read.
        package let value: Value?
        /// Whether it is critical.
        package let isCritical: Bool
        /// The place of the extension in the certificate.
        package let place: Range<Int>
    }

    package private(set) var basicConstraints: Entry<BasicConstraints>?
    package private(set) var keyUsage: Entry<KeyUsage>?
    package private(set) var extendedKeyUsage: Entry<[OID]>?
    package private(set) var subjectAlternativeNames: Entry<[GeneralName]>?
    /// The alternative names in the form in which they are compared with name constraints.
    private(set) var constrainedAlternatives: [ConstrainedName] = []
    private(set) var nameConstraints: Entry<NameConstraints>?
    package private(set) var subjectKeyIdentifier: Entry<[UInt8]>?
    package private(set) var authorityKeyIdentifier: Entry<AuthorityKeyIdentifier>?
    /// The descriptions in authorityInfoAccess: the method of the access, and the place.
    private(set) var access: Entry<[(method: OID, location: GeneralName)]>?
    private(set) var certificatePolicies: Entry<[OID]>?
    /// The first qualifier of a policy that is neither the address of a statement nor a notice to the user (RFC 5280 section 4.2.1.4).
    private(set) var unknownQualifier: OID?
    private(set) var policyMappings: Entry<[PolicyMapping]>?
    private(set) var policyConstraints: Entry<PolicyConstraints>?
    /// The number of further certificates after which anyPolicy no longer counts (RFC 5280 section 4.2.1.14).
    private(set) var inhibitAnyPolicy: Entry<Int>?
    /// The numbers of the TLS extensions that the server must support if the client offers them (RFC 7633 section 4).
    private(set) var tlsFeatures: Entry<[Int]>?
    /// The first extension that the certificate has a second time, which RFC 5280 section 4.2 forbids.
    private(set) var repeated: (identifier: OID, place: Range<Int>)?
    /// The critical extensions, in order, with their places.
    private(set) var critical: [(identifier: OID, place: Range<Int>)] = []
    /// The first critical extension that is known here and cannot be read.
    private(set) var unreadable: (identifier: OID, place: Range<Int>)?
    /// The first extension that is known here, is not critical and cannot be read.
    private(set) var unreadableNotCritical: (identifier: OID, place: Range<Int>)?

    /// Decodes extensions. The entry of an extension that cannot be read has no value. Of an extension that is there twice the
    /// first counts.
    ///
    /// - Parameter places: the place of each extension in the certificate.
    init(_ extensions: [CertificateExtension], at places: [Range<Int>]) {
        var seen: Set<OID> = []
        for (item, place) in zip(extensions, places) {
            if item.isCritical { critical.append((item.identifier, place)) }
            guard seen.insert(item.identifier).inserted else {
                if repeated == nil { repeated = (item.identifier, place) }
                continue
            }
            read(item, place)
        }
    }

    private mutating func read(_ item: CertificateExtension, _ place: Range<Int>) {
        func entry<Value>(_ read: (DERElement) throws -> Value) -> Entry<Value> {
            let value = try? read(try DERElement(item.value))
            if value == nil, item.isCritical, unreadable == nil { unreadable = (item.identifier, place) }
            if value == nil, !item.isCritical, unreadableNotCritical == nil {
                unreadableNotCritical = (item.identifier, place)
            }
            return Entry(value: value, isCritical: item.isCritical, place: place)
        }
        switch item.identifier {
        case .basicConstraints: basicConstraints = entry(BasicConstraints.init)
        case .keyUsage: keyUsage = entry(KeyUsage.init)
        case .extKeyUsage: extendedKeyUsage = entry { try $0.list { try $0.identifier() } }
        case .subjectAltName:
            let names = entry { try $0.list(ConstrainedName.init) }
            constrainedAlternatives = names.value ?? []
            subjectAlternativeNames = Entry(
                value: names.value.map { $0.map(\.original) }, isCritical: names.isCritical, place: names.place)
        case .nameConstraints: nameConstraints = entry(NameConstraints.init)
        case .subjectKeyIdentifier: subjectKeyIdentifier = entry { Array(try $0.octetString()) }
        case .authorityKeyIdentifier: authorityKeyIdentifier = entry(AuthorityKeyIdentifier.init)
        case .authorityInfoAccess:
            access = entry { element in
                try element.list { description in
                    var parts = try description.parts(.sequence)
                    return (try parts.next().identifier(), try GeneralName(try parts.next()))
                }
            }
        case .certificatePolicies:
            certificatePolicies = entry { element in
                try element.list { policy in
                    var parts = try policy.parts(.sequence)
                    let identifier = try parts.next().identifier()
                    let qualifiers = try parts.nextIfAny()?.list { qualifier in
                        var parts = try qualifier.parts(.sequence)
                        return try parts.next().identifier()
                    }
                    let unknown = qualifiers?.first { $0 != .cpsQualifier && $0 != .userNoticeQualifier }
                    if unknownQualifier == nil { unknownQualifier = unknown }
                    return identifier
                }
            }
        case .policyMappings: policyMappings = entry { try $0.list(PolicyMapping.init) }
        case .policyConstraints: policyConstraints = entry(PolicyConstraints.init)
        case .inhibitAnyPolicy: inhibitAnyPolicy = entry { try $0.count() }
        case .tlsFeature: tlsFeatures = entry { try $0.list { try $0.number() } }
        default: break
        }
    }
}
