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
        // keyCompromise (RFC 5280 section 5.3.1).
        let revokedInfo = DERWriter.generalizedTime(revoked) + DERWriter.tagged(0, DERWriter.enumerated(1))
        let answers = [(DERWriter.tagged(1, revokedInfo), time)] + (goodTime.map { [(good, $0)] } ?? [])
        return try response(
            answers.flatMap { answer(serialNumber, of: issuer, $0, at: $1) }, by: issuer, at: time)
    }

    /// An OCSPResponse in DER that says that a certificate has not been revoked, with timestamps of logs (RFC 6962 section 3.3).
    ///
    /// - Parameters:
    ///   - serialNumber: the content of the certificate's serial number.
    ///   - time: the time of the response, in seconds since 1970. The response is valid for a week from then on.
    ///   - timestamps: a SignedCertificateTimestampList in octets.
    /// - Throws: ``TrustError/rsa(_:)`` if the issuer's key is too short to sign.
    package static func good(
        serialNumber: [UInt8], by issuer: CertificateAuthority, at time: Int64, timestamps: [UInt8]
    ) throws(TrustError) -> [UInt8] {
        let list = DERWriter.sequence(
            DERWriter.identifier(.timestampListOfResponse), DERWriter.octetString(DERWriter.octetString(timestamps)))
        let extensions = DERWriter.tagged(1, DERWriter.sequence(list))
        return try response(answer(serialNumber, of: issuer, good, at: time, extensions), by: issuer, at: time)
    }

    /// The status "good".
    private static let good = DERWriter.element(.context(0), [])

    /// SingleResponse: what is told about a certificate, and that it holds for a week from `time` on.
    private static func answer(
        _ serialNumber: [UInt8], of issuer: CertificateAuthority, _ status: [UInt8], at time: Int64,
        _ extensions: [UInt8] = []
    ) -> [UInt8] {
        DERWriter.sequence(
            certificate(serialNumber, of: issuer, SubjectKeyInfo(issuer.key.publicKey).identifier), status,
            DERWriter.generalizedTime(time),
            DERWriter.tagged(0, DERWriter.generalizedTime(time + 7 * CivilTime.day)), extensions)
    }

    /// OCSPResponse: successful, and the BasicOCSPResponse with these answers, which the issuer signs.
    private static func response(
        _ answers: [UInt8], by issuer: CertificateAuthority, at time: Int64
    ) throws(TrustError) -> [UInt8] {
        let algorithm = SignatureAlgorithm(usualFor: issuer.key)
        let data = DERWriter.sequence(
            DERWriter.tagged(2, DERWriter.octetString(SubjectKeyInfo(issuer.key.publicKey).identifier)),
            DERWriter.generalizedTime(time), DERWriter.sequence(answers))
        let basic = DERWriter.sequence(
            data, algorithm.encoded, DERWriter.bitString(try algorithm.sign(data, with: issuer.key)))
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
