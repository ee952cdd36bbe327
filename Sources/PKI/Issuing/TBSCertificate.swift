import Crypto
import Trace

/// What is to be signed: everything in a certificate but the signature (RFC 5280 section 4.1.2), as raw as a bad authority
/// or an attacker could write it.
///
/// It also makes certificates that must be refused, so that the refusals can be tried.
package struct TBSCertificate {
    /// 1 to 3; version 1 has no extensions, whatever the list says.
    package var version = 3
    /// The content of the INTEGER: two's complement, so that a first bit of 1 makes it negative.
    package var serialNumber: [UInt8]
    /// The algorithm that the issuer says it signs with, and signs with.
    package var algorithm: SignatureAlgorithm
    package var issuer: DistinguishedName
    /// Seconds since 1970.
    package var notBefore: Int64
    /// Seconds since 1970.
    package var notAfter: Int64
    package var subject: DistinguishedName
    package var key: SubjectKeyInfo
    /// The extensions in this order. An extension may stand more than once.
    package var extensions: [CertificateExtension]

    /// Its DER encoding.
    ///
    /// - Throws: ``TrustError/timeOutOfRange(_:)``.
    package func encoded() throws(TrustError) -> [UInt8] {
        for time in [notBefore, notAfter] where !CivilTime.expressible.contains(time) { throw .timeOutOfRange(time) }
        let hasExtensions = version == 3 && !extensions.isEmpty
        return DERWriter.sequence(
            version > 1 ? DERWriter.tagged(0, DERWriter.integer(version - 1)) : [],
            DERWriter.integer(serialNumber),
            algorithm.encoded,
            issuer.encoded,
            DERWriter.sequence(DERWriter.time(notBefore), DERWriter.time(notAfter)),
            subject.encoded,
            key.info,
            hasExtensions ? DERWriter.tagged(3, DERWriter.sequence(extensions.map(\.encoded))) : [])
    }

    /// The certificate: this and a signature by `key`.
    ///
    /// - Throws: ``TrustError``.
    func signed(by key: PrivateKey) throws(TrustError) -> [UInt8] {
        let content = try encoded()
        return algorithm.certificate(content, try algorithm.sign(content, with: key))
    }

    // MARK: Extensions

    /// Puts an extension in the place of those with its identifier, or behind all others.
    package mutating func set(_ item: CertificateExtension) {
        let place = extensions.firstIndex { $0.identifier == item.identifier } ?? extensions.count
        remove(item.identifier)
        extensions.insert(item, at: min(place, extensions.count))
    }

    /// Takes every extension with that identifier away.
    package mutating func remove(_ identifier: OID) {
        extensions.removeAll { $0.identifier == identifier }
    }
}

extension SignatureAlgorithm {
    fileprivate func certificate(_ content: [UInt8], _ signature: [UInt8]) -> [UInt8] {
        DERWriter.sequence(content, encoded, DERWriter.bitString(signature))
    }
}

extension CertificateAuthority {
    /// A certificate with another signature over the same content: what an attacker makes who lacks the issuer's key.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)``.
    package static func resigned(
        _ certificate: [UInt8], _ sign: ([UInt8]) -> [UInt8]
    ) throws(TrustError) -> [UInt8] {
        let structure = try CertificateStructure(certificate)
        guard let algorithm = SignatureAlgorithm(structure.signatureIdentifier) else { throw .emptyChain }
        return algorithm.certificate(structure.tbsOctets, sign(structure.tbsOctets))
    }
}
