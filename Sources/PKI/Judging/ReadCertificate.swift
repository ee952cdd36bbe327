/// A certificate that has been read, for judging it more than once. Reading a certificate takes about as long as judging it.
public struct ReadCertificate: Sendable {
    /// The certificate in DER.
    public var der: [UInt8] { structure.der }
    let structure: CertificateStructure

    /// Reads a certificate in DER. It is not judged.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` if the octets are no certificate.
    public init(_ der: [UInt8]) throws(TrustError) { structure = try CertificateStructure(der) }
}
