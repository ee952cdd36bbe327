/// The authorities that are trusted: a decision of the relying party, not a result of a computation.
public struct TrustStore: Hashable, Sendable {
    /// The certificates of the authorities in DER, without repetitions.
    public let anchors: [[UInt8]]

    /// Trusts these certificates, and nothing else. That they can be read is seen when they are needed.
    public init(anchors: [[UInt8]]) {
        var seen: Set<[UInt8]> = []
        self.anchors = anchors.filter { seen.insert($0).inserted }
    }

    /// Trusts the certificates in a PEM text.
    ///
    /// - Throws: ``TrustError/malformedPEM(_:)``, or ``TrustError/malformedCertificate(_:)`` for one that cannot be read: an
    ///   anchor that would silently not count is a surprise for later.
    public init(pem text: String) throws(TrustError) {
        let certificates = try CertificatePEM.decode(text)
        for certificate in certificates { _ = try CertificateStructure(certificate) }
        self.init(anchors: certificates)
    }
}
