import Crypto
import PKI
import Trace

/// The chain is verified, and the server has agreed to staple an OCSP response about it. The server may still leave the response out
/// (RFC 6066 section 8), so any other message goes to the ``next`` state.
struct ExpectCertificateStatus: Hashable, Sendable {
    let configuration: Client.Configuration
    let negotiated: Negotiated
    let chain: VerifiedChain
    let use: CertifiedKeyUse

    func receive(_ message: HandshakeMessage, _ session: inout Session) throws(TLSError) -> ClientState {
        let status = try session.read(message, CertificateStatus.read)
        session.explain(status)
        session.transcript.add(message)
        session.emit(.stapled(status.response))
        session.tell(stapled: status.response)
        // The chain was judged before the response arrived.
        if let finding = chain.revocation(stapledResponse: status.response, at: session.now) {
            try session.apply(finding)
        }
        return next
    }

    /// The state that follows the certificate in this key exchange.
    var next: ClientState {
        switch use {
        case .encrypts(let offer):
            .expectServerHelloDone(
                ExpectServerHelloDone(
                    configuration: configuration, chain: chain, negotiated: negotiated, offer: .rsa(offer)))
        case .signs:
            .expectServerKeyExchange(
                ExpectServerKeyExchange(configuration: configuration, negotiated: negotiated, chain: chain))
        }
    }
}
