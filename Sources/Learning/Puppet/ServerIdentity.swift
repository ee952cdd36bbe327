import Crypto
import PKI
import TLSSim

extension Identity {
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
