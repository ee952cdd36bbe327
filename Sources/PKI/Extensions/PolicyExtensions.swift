import Crypto

/// A pair in policyMappings: a policy of the issuer, and the policy of the subject that counts as equal (RFC 5280 section 4.2.1.5).
struct PolicyMapping: Hashable, Sendable {
    /// issuerDomainPolicy.
    let issuer: OID
    /// subjectDomainPolicy.
    let subject: OID

    /// SEQUENCE { issuerDomainPolicy OBJECT IDENTIFIER, subjectDomainPolicy OBJECT IDENTIFIER }
    init(_ element: DERElement) throws {
        var parts = try element.parts(.sequence)
        issuer = try parts.next().identifier()
        subject = try parts.next().identifier()
    }

    /// The grammar of the value.
    static let grammar = Component.sequence(
        .policyMapping, [.identifier(.issuerDomainPolicy), .identifier(.subjectDomainPolicy)])
}

/// policyConstraints (RFC 5280 section 4.2.1.11).
struct PolicyConstraints: Hashable, Sendable {
    /// The number of further certificates after which a policy is required; nil if the extension does not say it.
    let requireExplicitPolicy: Int?
    /// The number of further certificates after which policies may no longer be mapped; nil if the extension does not say it.
    let inhibitPolicyMapping: Int?

    /// SEQUENCE { requireExplicitPolicy [0] INTEGER OPTIONAL, inhibitPolicyMapping [1] INTEGER OPTIONAL }, implicit tags, not empty.
    init(_ element: DERElement) throws {
        var values: [Int: Int] = [:]
        var last: Int?
        for part in try element.list({ $0 }) {
            let tag = part.node.tag
            guard tag.kind == .context, tag.number <= 1, last.map({ $0 < tag.number }) ?? true, !tag.isConstructed,
                let first = part.content.first, first < 0x80
            else { throw DERElement.Unreadable() }
            last = tag.number
            values[tag.number] =
                part.content.drop { $0 == 0 }.count <= 4 ? part.content.reduce(0) { $0 << 8 | Int($1) } : .max
        }
        requireExplicitPolicy = values[0]
        inhibitPolicyMapping = values[1]
    }

    /// The grammar of the value.
    static let grammar = Component.sequence(
        .policyConstraints,
        [
            Component(.requireExplicitPolicy, tagged: [.context(0)], .value(.integer), optional: true),
            Component(.inhibitPolicyMapping, tagged: [.context(1)], .value(.integer), optional: true),
        ])
}
