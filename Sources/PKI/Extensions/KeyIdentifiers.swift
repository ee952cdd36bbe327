/// Which key of the issuer signed (RFC 5280 section 4.2.1.1).
package struct AuthorityKeyIdentifier: Hashable, Sendable {
    /// The key's name; nil where there is none.
    package let keyIdentifier: [UInt8]?
    /// Whether the issuer's issuer or its serial number is named too, which the Web PKI does not want.
    let hasCertificate: Bool

    /// SEQUENCE { keyIdentifier [0], authorityCertIssuer [1], authorityCertSerialNumber [2] }, each optional and with implicit tags
    init(_ element: DERElement) throws {
        var parts = try element.parts(.sequence)
        keyIdentifier = try parts.optional(.context(0)).map { Array(try $0.octetString(.context(0))) }
        let issuer = try parts.optional(.context(1)).map { try $0.parts.all(GeneralName.init) }
        let serialNumber = try parts.optional(.context(2)).map { try $0.integer(.context(2)) }
        try parts.end()
        guard (serialNumber?.first ?? 0) < 0x80 else { throw DERElement.Unreadable() }
        hasCertificate = issuer != nil || serialNumber != nil
    }

    /// The grammar of the value.
    static let grammar = Component.sequence(
        .authorityKeyIdentifier,
        [
            Component(.keyIdentifier, tagged: [.context(0)], .value(.octets), optional: true),
            Component(
                .authorityCertIssuer, tagged: [.contextConstructed(1)], .list(GeneralName.grammar), optional: true),
            Component(.authorityCertSerialNumber, tagged: [.context(2)], .value(.integer), optional: true),
        ])

    /// The extension with the name of a key alone.
    package static func asExtension(_ keyIdentifier: [UInt8]) -> CertificateExtension {
        CertificateExtension(
            .authorityKeyIdentifier, critical: false,
            value: DERWriter.sequence(DERWriter.element(.context(0), keyIdentifier)))
    }
}
