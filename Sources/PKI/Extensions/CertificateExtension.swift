import Crypto

/// An extension of a certificate (RFC 5280 section 4.2).
package struct CertificateExtension: Hashable, Sendable {
    /// The identifier of the extension's kind.
    package let identifier: OID
    /// Whether a certificate must be refused where the extension is not understood.
    package let isCritical: Bool
    /// The content of its OCTET STRING.
    package let value: [UInt8]

    /// An extension with any octets as its value.
    package init(_ identifier: OID, critical: Bool, value: [UInt8]) {
        self.identifier = identifier
        isCritical = critical
        self.value = value
    }

    /// SEQUENCE { extnID OBJECT IDENTIFIER, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }. FALSE must not be written (X.690
    /// section 11.5).
    package init(_ element: DERElement) throws {
        var parts = try element.parts(.sequence)
        identifier = try parts.next().identifier()
        isCritical = try parts.optional(.boolean)?.boolean() ?? false
        let value = try parts.next()
        self.value = Array(try value.octetString())
        try parts.end()
        guard isCritical || element.node.children.count == 2 else { throw DERElement.Unreadable() }
    }

    /// The extension in DER.
    var encoded: [UInt8] {
        DERWriter.sequence(
            DERWriter.identifier(identifier), isCritical ? DERWriter.boolean(true) : [], DERWriter.octetString(value))
    }
}
