import Crypto

/// basicConstraints: whether the subject is an authority (RFC 5280 section 4.2.1.9).
package struct BasicConstraints: Hashable, Sendable {
    /// cA: whether the subject may issue certificates.
    package let isAuthority: Bool
    /// pathLenConstraint: the number of authorities that may stand between the subject and a leaf, self-issued ones not counted;
    /// nil for any number. A limit of more than eight octets counts as the largest `Int`.
    package let pathLength: Int?

    /// The content of the extension.
    package init(isAuthority: Bool, pathLength: Int? = nil) {
        self.isAuthority = isAuthority
        self.pathLength = pathLength
    }

    /// SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER (0..MAX) OPTIONAL }
    init(_ element: DERElement) throws {
        var parts = try element.parts(.sequence)
        isAuthority = try parts.optional(.boolean)?.boolean() ?? false
        pathLength = try parts.nextIfAny()?.count()
        try parts.end()
    }

    /// The grammar of the value.
    static let grammar = Component.sequence(
        .basicConstraints,
        [
            Component(.cA, tagged: [.boolean], .value(.boolean), default: [0]),
            Component(.pathLenConstraint, tagged: [.integer], .value(.integer), optional: true),
        ])

    /// The extension.
    package func asExtension(critical: Bool) -> CertificateExtension {
        CertificateExtension(
            .basicConstraints, critical: critical,
            value: DERWriter.sequence(
                isAuthority ? DERWriter.boolean(true) : [], pathLength.map { DERWriter.integer($0) } ?? []))
    }
}
