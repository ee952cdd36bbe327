/// The two distinguished names in a certificate, octet for octet as they stand there (RFC 5280 sections 4.1.2.4 and 4.1.2.6).
public struct CertificateNames: Hashable, Sendable {
    /// The subject's name in DER.
    public let subject: [UInt8]
    /// The issuer's name in DER.
    public let issuer: [UInt8]

    /// Takes the names out of a certificate in DER without judging it.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)``.
    public init(ofCertificate octets: [UInt8]) throws(TrustError) {
        let structure = try CertificateStructure(octets)
        subject = structure.subject.encoded
        issuer = structure.issuer.encoded
    }

    /// The first common name of the subject of a certificate in DER; nil if the subject has no common name that is text.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)``.
    public static func commonName(ofSubjectIn octets: [UInt8]) throws(TrustError) -> String? {
        try CertificateStructure(octets).subject.values(of: .commonName).first
    }
}

extension TrustStore {
    /// The distinguished names of the authorities in DER, in the order of the anchors. A server that asks for a client's
    /// certificate sends them in CertificateRequest (RFC 5246 section 7.4.4). An anchor that cannot be read is left out.
    public var authorityNames: [[UInt8]] {
        anchors.compactMap { try? CertificateNames(ofCertificate: $0).subject }
    }
}
