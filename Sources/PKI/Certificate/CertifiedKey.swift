import Crypto

/// The key that a certificate certifies, taken out without judging the certificate.
public enum CertifiedKey {
    /// The key in a certificate of any age, size and quality, such as a capture may hold.
    ///
    /// Nothing is verified, so the key must not be used to encrypt.
    /// - Throws: ``TrustError`` where the octets are no certificate or the key is of a kind that is not known here.
    public static func key(inCertificate octets: [UInt8]) throws(TrustError) -> PublicKey {
        try CertificateStructure(octets).certifiedKey()
    }
}

extension CertificateStructure {
    /// The subject's key, if it is one that signs or decrypts here: RSA, or ECDSA on P-256, P-384 or P-521.
    ///
    /// - Throws: ``TrustError/unsupportedKey(_:)``, ``TrustError/malformedCertificate(_:)``.
    package func certifiedKey() throws(TrustError) -> PublicKey {
        // It has been read already.
        if case .rsa(let key) = key { return .rsa(key) }
        do {
            return try PublicKey(spkiDER: publicKeyInfo)
        } catch {
            guard case .otherAlgorithm = error else { throw .malformedCertificate("subjectPublicKeyInfo: \(error)") }
            throw .unsupportedKey(keyAlgorithm.label)
        }
    }
}
