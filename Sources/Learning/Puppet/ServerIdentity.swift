import Crypto
import PKI
import TLSSim

extension TLS13.Certificate {
    /// The message with the chain of an identity.
    init(of identity: Identity) {
        self = .blank
        entries = identity.chain.map { Entry($0) }
    }
}

extension Identity {
    /// A CertificateVerify over these octets; nil for a key that has no scheme.
    func proof(_ version: ProtocolVersion, over octets: [UInt8], using random: inout SeededRandomSource)
        -> HandshakeMessage?
    {
        guard let signer = signer(version) else { return nil }
        var message = CertificateVerify.blank
        message.scheme = signer.scheme
        message.signature = (try? signer.sign(octets, using: &random)) ?? []
        return message.message
    }

    /// A signature with the first scheme that fits the key.
    ///
    /// - Parameter version: TLS 1.3 has no signatures of PKCS #1 v1.5 (RFC 8446 section 4.2.3).
    func signer(_ version: ProtocolVersion) -> Signer? {
        let schemes = SignatureScheme.all.filter {
            version != .tls13 || ![.rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512].contains($0)
        }
        return schemes.lazy.compactMap { Signer(privateKey, by: $0, arithmetic: .live) }.first
    }
}
