import Crypto
import Trace

/// The part of a certificate that is signed (RFC 5280 section 4.1.2). Nothing in it is checked, so it can be what a bad authority
/// or an attacker would write.
///
/// It also makes certificates that must be refused, so that the refusals can be tested and shown.
package struct TBSCertificate {
    /// The version, 1 to 3. Only version 3 is written with its extensions.
    package var version = 3
    /// The content of the INTEGER: two's complement, so a first bit of 1 makes the number negative.
    package var serialNumber: [UInt8]
    /// The algorithm that the certificate names in both places, and with which the issuer signs.
    package var algorithm: SignatureAlgorithm
    package var issuer: DistinguishedName
    /// The first second of validity, in seconds since 1970.
    package var notBefore: Int64
    /// The last second of validity, in seconds since 1970.
    package var notAfter: Int64
    package var subject: DistinguishedName
    package var key: SubjectKeyInfo
    /// The extensions, in this order. The same extension may be there more than once.
    package var extensions: [CertificateExtension]

    /// The DER encoding.
    ///
    /// - Throws: ``TrustError/timeOutOfRange(_:)`` for a date that no certificate can express.
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

    /// The certificate: these contents with a signature by `key`.
    ///
    /// - Throws: ``TrustError/timeOutOfRange(_:)``; ``TrustError/cannotIssue(_:)`` or ``TrustError/rsa(_:)`` if the key cannot
    ///   make such a signature.
    func signed(by key: PrivateKey) throws(TrustError) -> [UInt8] {
        let content = try encoded()
        return algorithm.certificate(content, try algorithm.sign(content, with: key))
    }

    // MARK: Extensions

    /// Replaces the extensions of the same identifier by `item`, or appends `item` if there are none.
    package mutating func set(_ item: CertificateExtension) {
        let place = extensions.firstIndex { $0.identifier == item.identifier } ?? extensions.count
        remove(item.identifier)
        extensions.insert(item, at: min(place, extensions.count))
    }

    /// Removes every extension with that identifier.
    package mutating func remove(_ identifier: OID) {
        extensions.removeAll { $0.identifier == identifier }
    }
}

extension SignatureAlgorithm {
    /// A certificate in DER from its signed part and its signature.
    fileprivate func certificate(_ content: [UInt8], _ signature: [UInt8]) -> [UInt8] {
        DERWriter.sequence(content, encoded, DERWriter.bitString(signature))
    }
}

extension CertificateAuthority {
    /// A certificate with the same contents and another signature, as an attacker without the issuer's key can make it.
    ///
    /// - Parameter sign: makes the signature of the octets that are signed.
    /// - Throws: ``TrustError/malformedCertificate(_:)``; ``TrustError/emptyChain`` if the algorithm of the signature is not
    ///   known here.
    package static func resigned(
        _ certificate: [UInt8], _ sign: ([UInt8]) -> [UInt8]
    ) throws(TrustError) -> [UInt8] {
        let structure = try CertificateStructure(certificate)
        guard let algorithm = SignatureAlgorithm(structure.signatureIdentifier) else { throw .emptyChain }
        return algorithm.certificate(structure.tbsOctets, sign(structure.tbsOctets))
    }
}
