import Crypto
import SwiftASN1

/// The key that a certificate certifies, taken out without judging the certificate.
public enum CertifiedKey {
    /// The RSA key in a certificate of any age, size and quality, such as a capture may hold.
    ///
    /// Only what stands before the key is walked over (RFC 5280 section 4.1); nothing is verified.
    /// - Throws: ``KeyFileError`` where the octets are no certificate or the key is not for RSA.
    public static func rsa(inCertificate octets: [UInt8]) throws(KeyFileError) -> RSAPublicKey {
        try RSAPublicKey(spkiDER: subjectPublicKeyInfo(octets))
    }

    /// subjectPublicKeyInfo in DER.
    private static func subjectPublicKeyInfo(_ octets: [UInt8]) throws(KeyFileError) -> [UInt8] {
        guard let certificate = try? DER.parse(octets), let body = parts(certificate).first else {
            throw .malformed(field: "Certificate.tbsCertificate")
        }
        var fields = parts(body)[...]
        // version is [0] EXPLICIT and absent in version 1 certificates.
        if fields.first?.identifier.tagClass == .contextSpecific { fields = fields.dropFirst() }
        // serialNumber, signature, issuer, validity, subject.
        guard let key = fields.dropFirst(5).first else {
            throw .malformed(field: "TBSCertificate.subjectPublicKeyInfo")
        }
        return Array(key.encodedBytes)
    }

    private static func parts(_ node: ASN1Node) -> [ASN1Node] {
        guard case .constructed(let nodes) = node.content else { return [] }
        return Array(nodes)
    }
}
