import Crypto
import Trace

/// Makes an issuer's answer to the question whether a certificate is revoked: an OCSP response (RFC 6960 section 4.2.1), which a
/// server may staple to its handshake.
package enum RevocationStatement {
    /// An OCSPResponse in DER that says that a certificate has been revoked because its key is no longer secret.
    ///
    /// - Parameters:
    ///   - serialNumber: the content of the certificate's serial number.
    ///   - revoked: the time of the revocation, in seconds since 1970.
    ///   - time: the time of the response, in seconds since 1970. The response is valid for a week from then on.
    ///   - goodTime: the time of a second answer in the same response, which says that the certificate has not been revoked. Nil for one
    ///     answer alone.
    /// - Throws: ``TrustError/rsa(_:)`` if the issuer's key is too short to sign.
    package static func revoked(
        serialNumber: [UInt8], by issuer: CertificateAuthority, since revoked: Int64, at time: Int64,
        goodAt goodTime: Int64? = nil
    ) throws(TrustError) -> [UInt8] {
        let issuerKey = SubjectKeyInfo(issuer.key.publicKey).identifier
        let algorithm = SignatureAlgorithm(usualFor: issuer.key)
        // keyCompromise (RFC 5280 section 5.3.1).
        let revokedInfo = DERWriter.generalizedTime(revoked) + DERWriter.tagged(0, DERWriter.enumerated(1))
        func answer(_ status: [UInt8], at time: Int64) -> [UInt8] {
            DERWriter.sequence(
                certificate(serialNumber, of: issuer, issuerKey), status, DERWriter.generalizedTime(time),
                DERWriter.tagged(0, DERWriter.generalizedTime(time + 7 * CivilTime.day)))
        }
        let good = goodTime.map { answer(DERWriter.element(.context(0), []), at: $0) } ?? []
        let data = DERWriter.sequence(
            DERWriter.tagged(2, DERWriter.octetString(issuerKey)), DERWriter.generalizedTime(time),
            DERWriter.sequence(answer(DERWriter.tagged(1, revokedInfo), at: time), good))
        let basic = DERWriter.sequence(
            data, algorithm.encoded, DERWriter.bitString(try algorithm.sign(data, with: issuer.key)))
        // OCSPResponse: successful, and the BasicOCSPResponse.
        return DERWriter.sequence(
            DERWriter.enumerated(0),
            DERWriter.tagged(
                0, DERWriter.sequence(DERWriter.identifier(.basicOCSPResponse), DERWriter.octetString(basic))))
    }

    /// CertID: hashes of the issuer's name and key, and the serial number. SHA-1 only makes short names here; it protects nothing.
    private static func certificate(
        _ serialNumber: [UInt8], of issuer: CertificateAuthority, _ issuerKey: [UInt8]
    ) -> [UInt8] {
        DERWriter.sequence(
            DERWriter.sequence(DERWriter.identifier(HashAlgorithm.sha1.identifier), DERWriter.null),
            DERWriter.octetString(HashAlgorithm.sha1.hash(issuer.name.encoded)), DERWriter.octetString(issuerKey),
            DERWriter.integer(serialNumber))
    }
}
