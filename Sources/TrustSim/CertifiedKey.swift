import Crypto

/// The key that a certificate certifies, taken out without judging the certificate.
public enum CertifiedKey {
    /// The RSA key in a certificate of any age, size and quality, such as a capture may hold.
    ///
    /// Nobody should encrypt to it on the strength of this: nothing is verified.
    /// - Throws: ``TrustError`` where the octets are no certificate or the key is not for RSA.
    public static func rsa(inCertificate octets: [UInt8]) throws(TrustError) -> RSAPublicKey {
        try CertificateStructure(octets).rsaKey()
    }
}
