/// Whether a server asks its clients for a certificate, and what it does about those that have none (RFC 5246 section 7.4.4).
public enum ClientAuthentication: Hashable, Sendable {
    /// It does not ask. A certificate that comes all the same is an unexpected message.
    case none
    /// It asks. A client without a certificate is served too; one with a wrong certificate is not.
    ///
    /// `authorities` are the distinguished names, in DER, of those whose certificates are welcome; empty for anyone's.
    case requested(authorities: [[UInt8]] = [])
    /// It asks, and refuses a client that shows no certificate.
    case required(authorities: [[UInt8]] = [])

    /// The distinguished names to send in CertificateRequest, in DER; nil if none is sent.
    var authorities: [[UInt8]]? {
        switch self {
        case .none: nil
        case .requested(let authorities), .required(let authorities): authorities
        }
    }
}
