/// The answers in a stapled OCSP response (RFC 6960 section 4.2.1), for display.
///
/// No signature is verified and no date is compared. ``ChainQuestion/stapledResponse`` has the response judged.
public struct StapledResponse: Hashable, Sendable {
    /// The status of the response: 0 successful, 1 malformedRequest, 2 internalError, 3 tryLater, 5 sigRequired, 6 unauthorized.
    public let status: Int
    /// The answer about each certificate; empty if the responder did not answer.
    public let certificates: [CertificateState]

    /// A responder's answer about a certificate.
    public enum CertificateState: String, Hashable, Sendable {
        /// The certificate is not revoked.
        case good
        /// The certificate is revoked.
        case revoked
        /// The responder does not know the certificate.
        case unknown
    }

    /// Reads an OCSPResponse in DER.
    ///
    /// - Throws: ``TrustError/malformedStatus(_:)`` with the name of the first part that cannot be read.
    public init(_ der: [UInt8]) throws(TrustError) {
        let response = try OCSPResponse(der)
        status = response.status
        certificates = (response.basic?.answers ?? []).map { answer in
            switch answer.state {
            case .good: .good
            case .revoked: .revoked
            case .unknown: .unknown
            }
        }
    }
}
