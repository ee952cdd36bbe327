/// A certificate that has been read, to be judged more than once: to read it takes about as long as to judge it.
public struct ReadCertificate: Sendable {
    /// The certificate in DER.
    public var der: [UInt8] { structure.der }
    let structure: CertificateStructure

    /// Reads a certificate in DER, without an opinion on it.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)``.
    public init(_ der: [UInt8]) throws(TrustError) { structure = try CertificateStructure(der) }
}
