import Crypto

/// An extension of a certificate (RFC 5280 section 4.2).
package struct CertificateExtension: Hashable, Sendable {
    /// extnID: the identifier of the kind of extension.
    package let identifier: OID
    /// Whether a program that does not understand the extension must refuse the certificate.
    package let isCritical: Bool
    /// The content of the OCTET STRING extnValue.
    package let value: [UInt8]
    /// Whether critical is written although it is FALSE. DER leaves the default out (X.690 section 11.5).
    let writesDefault: Bool

    /// An extension with any octets as its value.
    ///
    /// - Parameter writesDefault: whether critical is written although it is FALSE.
    package init(_ identifier: OID, critical: Bool, value: [UInt8], writesDefault: Bool = false) {
        self.identifier = identifier
        isCritical = critical
        self.value = value
        self.writesDefault = writesDefault
    }

    /// SEQUENCE { extnID OBJECT IDENTIFIER, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }
    package init(_ element: DERElement) throws {
        var parts = try element.parts(.sequence)
        identifier = try parts.next().identifier()
        let written = try parts.optional(.boolean)?.boolean()
        isCritical = written ?? false
        writesDefault = written == false
        value = Array(try parts.next().octetString())
        try parts.end()
    }

    /// authorityInfoAccess with one address at which the certificate of the issuer can be fetched (RFC 5280 section 4.2.2.1).
    package static func issuerAddress(_ address: String) -> CertificateExtension {
        let location = GeneralName.uniformResourceIdentifier(address).encoded
        let description = DERWriter.sequence(DERWriter.identifier(.caIssuers), location)
        return CertificateExtension(.authorityInfoAccess, critical: false, value: DERWriter.sequence(description))
    }

    /// The extension in DER.
    var encoded: [UInt8] {
        DERWriter.sequence(
            DERWriter.identifier(identifier), isCritical || writesDefault ? DERWriter.boolean(isCritical) : [],
            DERWriter.octetString(value))
    }
}
