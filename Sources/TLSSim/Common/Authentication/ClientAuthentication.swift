/// Whether a server asks its clients for a certificate, and whether it serves clients without one (RFC 5246 section 7.4.4).
public enum ClientAuthentication: Hashable, Sendable {
    /// The server does not ask. If a client sends a certificate nevertheless, that is an unexpected message.
    case none
    /// The server asks. It serves a client without a certificate, but not a client with a wrong certificate.
    ///
    /// `authorities` are the distinguished names, in DER, of the authorities whose certificates are accepted; empty for any authority.
    case requested(authorities: [[UInt8]] = [])
    /// The server asks, and refuses a client without a certificate.
    case required(authorities: [[UInt8]] = [])

    /// The distinguished names to send in CertificateRequest, in DER; nil if no CertificateRequest is sent.
    var authorities: [[UInt8]]? {
        switch self {
        case .none: nil
        case .requested(let authorities), .required(let authorities): authorities
        }
    }
}
