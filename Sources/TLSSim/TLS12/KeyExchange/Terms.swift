import Crypto
import PKI

/// What the server brings to its move.
public struct ServerTerms: Sendable {
    let identity: Identity
    /// The finite-field group, for DHE.
    let group: FiniteFieldGroup
    /// The curve, for ECDHE.
    let curve: NamedGroup?
    let scheme: SignatureScheme
    let arithmetic: CurveArithmetic
    let clientRandom: [UInt8]
    let serverRandom: [UInt8]

    /// The message with the parameters and the signature over client_random + server_random + params (RFC 5246 section 7.4.3).
    func sign<R: RandomSource>(
        _ params: ServerKeyExchange.Params, using random: inout R
    ) throws(TLSError) -> ServerKeyExchange {
        let signature = try scheme.sign(
            signedOctets(clientRandom, serverRandom, params), with: identity.privateKey, arithmetic: arithmetic,
            using: &random)
        return ServerKeyExchange(params: params, scheme: scheme, signature: signature)
    }
}

/// What the client holds against the server's move.
struct ClientTerms {
    let peer: VerifiedChain
    let schemes: [SignatureScheme]
    let groupPolicy: DHEKeyExchange.GroupPolicy
    let curves: [NamedGroup]
    let arithmetic: CurveArithmetic
    let clientRandom: [UInt8]
    let serverRandom: [UInt8]

    /// Checks that the parameters were signed by the key in the certificate, with a scheme that was offered, for this handshake.
    func verify(_ message: ServerKeyExchange) throws(TLSError) {
        guard schemes.contains(message.scheme) else { throw .signatureSchemeNotOffered(message.scheme) }
        try message.scheme.verify(
            message.signature, of: signedOctets(clientRandom, serverRandom, message.params), by: peer.leafKey,
            arithmetic: arithmetic, what: "ServerKeyExchange")
    }
}

/// client_random + server_random + params: what the signature covers (RFC 5246 section 7.4.3).
///
/// The randoms bind it to this handshake; without them, recorded parameters could be played back.
func signedOctets(
    _ clientRandom: [UInt8], _ serverRandom: [UInt8], _ params: ServerKeyExchange.Params
) -> [UInt8] {
    clientRandom + serverRandom + params.bytes
}

extension ServerTerms {
    /// The group that a suite uses of these; nil for RSA key transport.
    func groupName(for suite: CipherSuite) -> String? {
        switch suite.keyExchange {
        case .rsa: nil
        case .dheRSA: group.name
        case .ecdheRSA, .ecdheECDSA: curve?.name
        }
    }
}
