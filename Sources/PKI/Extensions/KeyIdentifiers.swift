import Crypto

/// authorityKeyIdentifier: the issuer's key that signed the certificate (RFC 5280 section 4.2.1.1).
package struct AuthorityKeyIdentifier: Hashable, Sendable {
    /// The identifier of the issuer's key; nil if the extension has none.
    package let keyIdentifier: [UInt8]?
    /// Whether the extension also names the issuer or the serial number of the issuer's certificate, which the rules of the Web
    /// PKI forbid.
    let hasCertificate: Bool

    /// SEQUENCE { keyIdentifier [0], authorityCertIssuer [1], authorityCertSerialNumber [2] }, all optional and with implicit tags.
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

    /// The extension with nothing but the identifier of a key.
    package static func asExtension(_ keyIdentifier: [UInt8]) -> CertificateExtension {
        CertificateExtension(
            .authorityKeyIdentifier, critical: false,
            value: DERWriter.sequence(DERWriter.element(.context(0), keyIdentifier)))
    }
}
