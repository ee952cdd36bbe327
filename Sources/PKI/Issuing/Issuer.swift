import Crypto
internal import SwiftASN1
package import X509

/// Someone who signs whatever is put before them: an authority, good or bad, or the owner of a leaf who plays one.
///
/// ``CertificateAuthority`` is the honest sort, whose certificates are put together by the X.509 library. This one can also
/// err, in every way that ``TBSCertificate`` has, and with keys and algorithms that the library does not have.
package struct Issuer: Sendable {
    /// Its own certificate in DER.
    package let certificate: [UInt8]
    /// Its name.
    package let name: DistinguishedName
    /// Its key.
    package let key: PrivateKey

    /// An issuer with a certificate that exists already.
    package init(certificate: [UInt8], name: DistinguishedName, key: PrivateKey) {
        self.certificate = certificate
        self.name = name
        self.key = key
    }

    /// The same name and key with another certificate: a cross-certificate, or a renewal.
    package func holding(_ certificate: [UInt8]) -> Issuer { Issuer(certificate: certificate, name: name, key: key) }

    /// One that vouches for itself.
    ///
    /// - Throws: ``TrustError``.
    package static func root(
        _ profile: CertificateProfile, key: PrivateKey, serialNumber: [UInt8],
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws(TrustError) -> Issuer {
        let name = try name(profile.commonName)
        let itself = Issuer(certificate: [], name: name, key: key)
        let certificate = try itself.certify(
            profile, key: SubjectKeyInfo(key.publicKey), serialNumber: serialNumber, change)
        return itself.holding(certificate)
    }

    /// One below this.
    ///
    /// - Throws: ``TrustError``.
    package func authority(
        _ profile: CertificateProfile, key: PrivateKey, serialNumber: [UInt8],
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws(TrustError) -> Issuer {
        let certificate = try certify(profile, key: SubjectKeyInfo(key.publicKey), serialNumber: serialNumber, change)
        return Issuer(certificate: certificate, name: try Issuer.name(profile.commonName), key: key)
    }

    /// Signs what the profile says about the subject, after a last change to it.
    ///
    /// - Returns: the certificate in DER.
    /// - Throws: ``TrustError``.
    package func certify(
        _ profile: CertificateProfile, key subjectKey: SubjectKeyInfo, serialNumber: [UInt8],
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws(TrustError) -> [UInt8] {
        var content = TBSCertificate(
            serialNumber: serialNumber, algorithm: SigningAlgorithm(usualFor: key), issuer: name,
            notBefore: profile.notBefore, notAfter: profile.notAfter, subject: try Issuer.name(profile.commonName),
            key: subjectKey, extensions: [])
        do {
            content.extensions = Array(
                try CertificateAuthority.extensions(
                    profile, subject: SubjectKeyIdentifier(keyIdentifier: subjectKey.identifier[...]),
                    issuedBy: SubjectKeyIdentifier(keyIdentifier: SubjectKeyInfo(key.publicKey).identifier[...])))
            try change(&content)
        } catch let error as TrustError {
            throw error
        } catch {
            throw .cannotIssue("\(error)")
        }
        return try content.signed(by: key)
    }

    /// The distinguished name that goes with a common name.
    private static func name(_ commonName: String) throws(TrustError) -> DistinguishedName {
        do {
            return try DistinguishedName {
                OrganizationName("HandshakeSim")
                CommonName(commonName)
            }
        } catch {
            throw .cannotIssue("\(error)")
        }
    }
}
