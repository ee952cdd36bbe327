import PKI
import Trace

/// The notes on the authentication of a client.
public enum ClientAuthenticationNote: StepNote, Hashable {
    /// The server requests a certificate and names so many authorities. `required` says whether it refuses a client without one; nil if the
    /// endpoint does not know, because only the server does.
    case certificateRequest(authorities: Int, required: Bool?)
    case clientCertificate(count: Int)
    /// The client sends an empty list. `hasOne` says whether it has a certificate; nil if the endpoint does not know.
    case noClientCertificate(hasOne: Bool?)
    case clientAnonymous
    case clientMaySign
    case handshakeSigned(SignatureScheme)
    case certificateVerify(SignatureScheme)
    case verifyingMessages(SignatureScheme)
    case clientProved(SignatureScheme)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .certificateRequest: ("tls.certificate_request", .rfc(5246, "7.4.4"))
        case .clientCertificate, .noClientCertificate: ("tls.certificate", .rfc(5246, "7.4.6"))
        case .clientAnonymous: ("tls.check.client_anonymous", .rfc(5246, "7.4.6"))
        case .clientMaySign: ("tls.check.key_usage", .rfc(5246, "7.4.6"))
        case .handshakeSigned: ("tls.calc.certificate_verify", .rfc(5246, "7.4.8"))
        case .certificateVerify: ("tls.certificate_verify", .rfc(5246, "7.4.8"))
        case .verifyingMessages: ("tls.calc.certificate_verification", .rfc(5246, "7.4.8"))
        case .clientProved: ("tls.check.certificate_verify", .rfc(5246, "7.4.8"))
        }
    }

    /// The sentence: why the server asks, and what the client's answer proves.
    public var english: String {
        switch self {
        case .certificateRequest(let authorities, let required):
            """
            Now the server asks who the client is. The message lists the kinds of key and signature that the server can verify, and \
            \(authorities == 0 ? "no authorities: the client may choose" : "the names of the authorities it trusts (\(authorities))"). \
            \(Self.consequence(required))
            """
        case .clientCertificate(let count):
            """
            The client's chain, \(count) \(count == 1 ? "certificate" : "certificates"). In TLS 1.2 it goes in clear: everyone on \
            the path reads who the client is. Anyone can copy it. So, like the server's, it proves nothing by itself.
            """
        case .noClientCertificate(let hasOne):
            """
            An empty list: \(Self.reason(hasOne)). The client must send this message all the same; to leave it out is an error.
            """
        case .clientAnonymous:
            "The client does not say who it is, and it need not. The handshake goes on without the client's signature."
        case .clientMaySign:
            "The client's certificate lets its key sign (digitalSignature), as CertificateVerify needs."
        case .handshakeSigned:
            """
            The client's private key is used once, here. It only signs; the keys of the connection do not depend on it. A later \
            thief of this key can pose as the client, but decrypts no recording.
            """
        case .certificateVerify(let scheme):
            """
            The proof that belongs to the client's certificate: a signature (\(scheme)) over all handshake messages so far, from \
            ClientHello to ClientKeyExchange. Only the certified key can make it. Both randoms are in those messages, so a \
            signature from another handshake does not fit.
            """
        case .verifyingMessages(let scheme):
            """
            The server \
            \(scheme.english(hashing: "the messages that it has sent and received itself", keyIn: "the client's certificate")) \
            \(scheme.englishTest)
            """
        case .clientProved(let scheme):
            """
            The signature (\(scheme)) over all handshake messages verifies with the key in the client's certificate. So the other \
            end has that key, now and in this handshake. An attacker with a copied certificate fails here.
            """
        }
    }

    /// What happens to a client without a certificate.
    private static func consequence(_ isRequired: Bool?) -> String {
        switch isRequired {
        case true?: "A client without a certificate is not served."
        case false?: "A client without a certificate is served too."
        case nil: "The message does not tell whether a client without a certificate is served."
        }
    }

    /// Why a client sends no certificate.
    private static func reason(_ hasOne: Bool?) -> String {
        switch hasOne {
        case true?: "the client has a certificate, but none that the server asked for"
        case false?: "the client has no certificate"
        case nil: "the client has no certificate, or none that the server asked for"
        }
    }
}
