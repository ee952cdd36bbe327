/// The answers in a stapled OCSP response (RFC 6960 section 4.2.1). The responder is not checked.
///
/// Nothing is decided by it here: no signature is verified and no date compared. ``Question/stapledResponse`` is for that.
public struct StapledResponse: Hashable, Sendable {
    /// The status of the response: 0 successful, 1 malformedRequest, 2 internalError, 3 tryLater, 5 sigRequired, 6 unauthorized.
    public let status: Int
    /// The answer about each certificate; empty where the request was not successful.
    public let certificates: [CertificateState]

    /// A responder's answer about a certificate.
    public enum CertificateState: String, Hashable, Sendable {
        /// Not revoked.
        case good
        /// Revoked.
        case revoked
        /// The responder does not know the certificate.
        case unknown
    }

    /// Reads an OCSPResponse in DER.
    ///
    /// - Throws: ``TrustError/malformedStatus(_:)`` with the part at fault.
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
