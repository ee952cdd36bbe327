import PKI
import Trace

extension Note {
    /// The notes on client authentication and stapling in English; empty for others.
    var englishOfClientAuthentication: String {
        switch self {
        case .certificateStatus(let octets):
            """
            Stapled to the certificate: \(octets) octets that its authority has signed about it lately. The server fetched them \
            beforehand; otherwise the client would have to ask the authority, which would then know who visits whom.
            """
        case .certificateRequest(let authorities, let required):
            """
            Now the server asks who the client is: which kinds of key and signature it can verify, and \
            \(authorities == 0 ? "no list of authorities, so that the client may choose" : "the names of authorities it trusts "
                + "(\(authorities))"). \
            \(required ? "A client that does not say is not served." : "A client that does not say is served too.")
            """
        case .clientCertificate(let count):
            """
            The client's chain, \(count) \(count == 1 ? "certificate" : "certificates"). In TLS 1.2 it goes in clear: everyone on \
            the path reads who the client is. Like the server's it proves nothing by itself, because anyone can copy it.
            """
        case .noClientCertificate(let hasOne):
            """
            An empty list: \(hasOne ? "the client has a certificate, but none that the server asked for"
                : "the client has no certificate"). It has to say so; leaving the message out would be an error.
            """
        case .certificateVerify(let scheme):
            """
            The proof that goes with the client's certificate: a signature (\(scheme)) over every handshake message so far, from \
            ClientHello to ClientKeyExchange, which only the certified key can make. Both randoms are in those messages, so no \
            recorded signature fits.
            """
        case .handshakeSigned:
            """
            The client's private key is used once, here, and stays where it is. It signs; the keys of the connection do not depend \
            on it, so whoever steals it later can pose as the client but opens no recording.
            """
        case .statusStapled(let octets, let response):
            "The stapled response has \(octets) octets. \(Note.contents(of: response)) That is only what is written "
                + "there: whether it proves anything is for the judge of the chain."
        case .clientAnonymous:
            "The client does not say who it is, and does not have to: the handshake goes on without a signature of it."
        case .clientMaySign:
            "The client's certificate lets its key sign (digitalSignature), as CertificateVerify needs."
        case .clientProved(let scheme):
            """
            The signature (\(scheme)) over all handshake messages verifies with the key in the client's certificate: whoever \
            is at the other end has that key, now and in this handshake. A copied certificate does not get past this point.
            """
        default: ""
        }
    }

    private static func contents(of response: StapledResponse?) -> String {
        guard let response else { return "It cannot be read as an OCSP response." }
        guard response.status == 0 else { return "The responder could not answer (status \(response.status))." }
        let states = response.certificates.map(\.rawValue)
        return states.isEmpty
            ? "It speaks of no certificate." : "It says: \(states.joined(separator: ", "))."
    }
}
