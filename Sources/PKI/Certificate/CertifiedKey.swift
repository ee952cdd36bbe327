import Crypto

/// Reads the key that a certificate certifies. The certificate is not judged.
public enum CertifiedKey {
    /// The key in a certificate of any age, size and quality, such as one in a capture.
    ///
    /// Nothing is verified, so the key must not be used to encrypt.
    /// - Throws: ``TrustError/malformedCertificate(_:)`` if the octets are no certificate, ``TrustError/unsupportedKey(_:)`` for
    ///   a key of a kind that is not known here.
    public static func key(inCertificate octets: [UInt8]) throws(TrustError) -> PublicKey {
        try CertificateStructure(octets).certifiedKey()
    }
}

extension CertificateStructure {
    /// The subject's key, if a handshake here can use it: RSA, ECDSA on P-256, P-384 or P-521, or Ed25519.
    ///
    /// - Throws: ``TrustError/unsupportedKey(_:)`` for a key of another kind, ``TrustError/malformedCertificate(_:)`` for a key
    ///   that cannot be read.
    package func certifiedKey() throws(TrustError) -> PublicKey {
        // An RSA key was read together with the certificate.
        if case .rsa(let key) = key { return .rsa(key) }
        do {
            return try PublicKey(spkiDER: publicKeyInfo)
        } catch {
            guard case .otherAlgorithm = error else { throw .malformedCertificate("subjectPublicKeyInfo: \(error)") }
            throw .unsupportedKey(keyAlgorithm.label)
        }
    }
}
