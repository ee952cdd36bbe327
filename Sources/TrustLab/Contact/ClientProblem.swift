import PKI
import TLSSim
import Trace

/// Why a client and this server made no connection, and what to do.
package enum ClientProblem: Hashable, Sendable, Remark {
    /// The client does not speak TLS; what it says.
    case notTLS(ContactProblem.Greeting)
    case certificateRefused(AlertDescription)
    /// The client went away without an alert in the middle of the handshake; whether by a reset.
    case wentAway(isReset: Bool)
    case nothingInCommon
    case noProtocol
    case otherHost
    case noCertificate
    case ownRefused(RefusalKind)
    /// The client has sent nothing; whether it reset the connection.
    case saidNothing(isReset: Bool)
    case stoppedInHello
    case otherSecret

    /// The alerts of a client that refuses a certificate (RFC 5246 section 7.2.2, RFC 8446 section 6.2).
    package static let refusals: [AlertDescription] = [
        .badCertificate, .unsupportedCertificate, .certificateRevoked, .certificateExpired, .certificateUnknown,
        .unknownCA,
    ]

    package var english: String {
        switch self {
        case .notTLS(.http): "The client speaks plain HTTP, without TLS."
        case .notTLS(.ssh): "The client speaks SSH, which is not TLS."
        case .notTLS(.mail): "The client speaks as a mail client, without TLS."
        case .notTLS(.other(let octets)):
            "The client begins with the octets \(Hex.string(octets)), which are no record of TLS."
        case .certificateRefused(.unknownCA):
            "The client does not trust the authority of the server's certificate."
        case .certificateRefused(let alert): "The client refuses the server's certificate: its alert is \(alert)."
        case .wentAway(let isReset):
            "The client \(isReset ? "reset" : "ended") the connection in the middle of the handshake, without a fatal alert. Clients do so "
                + "that refuse the certificate, and clients that only look whether a server answers."
        case .nothingInCommon: "The client offers nothing that this server accepts."
        case .noProtocol: "The client offers no application protocol that this server speaks."
        case .otherHost: "The client asks for a host for which the certificate is not valid."
        case .noCertificate: "The client showed no certificate, which --client-ca demands."
        case .ownRefused(.unknownCA):
            "The client's certificate does not come from an authority of --client-ca, or a certificate between them is missing."
        case .ownRefused: "This server refuses the client's certificate."
        case .saidNothing(let isReset):
            "The client \(isReset ? "reset" : "ended") the connection and had sent nothing. Programs do so that only look whether a server is there."
        case .stoppedInHello: "The client ended the connection in the middle of its first message."
        case .otherSecret: "The client knows another secret by the name of --psk-identity."
        }
    }

    package var englishRemedy: String {
        switch self {
        case .notTLS(.http): "Use https:// in the URL."
        case .notTLS: "Use a client that speaks TLS from its first octet on."
        case .certificateRefused(.unknownCA), .wentAway:
            "Give the client the authority of the certificate (curl --cacert, openssl -CAfile, connect --ca)."
        case .certificateRefused: "Look at the certificate with HandshakeSim trust show."
        case .nothingInCommon: "Allow more at the server: leave --tls, --cipher and --group out."
        case .noProtocol: "Name a protocol of the client with --alpn, or leave --alpn out."
        case .otherHost: "Get a certificate for that host, or leave --strict-server-name out."
        case .noCertificate:
            "Give the client a certificate of that authority and its key (curl --cert --key, connect --cert --key)."
        case .ownRefused:
            "Give the client a certificate that an authority of --client-ca has issued, that is valid now and that is for clients (clientAuth), with "
                + "the certificates between them."
        case .saidNothing, .stoppedInHello: "Look at the client: this server has nothing to answer."
        case .otherSecret: Remedy.giveSameSecret.english
        }
    }
}
