import PKI

/// A pin that a person names beside a chain: of a spare key, or of another authority.
package struct SparePin: Hashable, Sendable {
    package let pin: PublicKeyPin
    /// The key. Nil for a pin in base 64, which does not tell its key.
    package let key: SubjectKey?
    /// Whether it is the key of an authority's certificate. A server's spare key often has a certificate that it has signed itself, and
    /// OpenSSL makes such a certificate an authority's; it has host names, in contrast to an authority's.
    package let isAuthority: Bool

    /// The pin of a key without a certificate.
    package init(_ pin: PublicKeyPin, _ key: SubjectKey?) {
        self.pin = pin
        self.key = key
        isAuthority = false
    }

    /// The pin of the key in a certificate in DER.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` for octets that are not a certificate.
    package init(ofCertificate der: [UInt8]) throws(TrustError) {
        let structure = try CertificateStructure(der)
        pin = PublicKeyPin(of: structure)
        key = structure.key
        isAuthority = structure.isAuthority && structure.dnsNames.isEmpty
    }
}
