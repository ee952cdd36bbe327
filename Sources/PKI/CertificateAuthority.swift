import Crypto
internal import SwiftASN1
internal import X509

/// Someone who vouches with a signature for whose key a key is.
///
/// Deterministic: keys and serial numbers come from the given source of randomness and dates from the profile, never from a
/// clock. PKCS#1 v1.5 signatures have no randomness in them. The same arguments give the same certificates to the octet.
public struct CertificateAuthority: Sendable {
    /// The authority's own certificate in DER.
    public let certificate: [UInt8]
    /// Its public key.
    public var publicKey: RSAPublicKey { key.key.publicKey }

    /// The least size of a key that can be certified, in bits: the X.509 library reads no smaller ones, and nobody has
    /// trusted them since 2014.
    public static let leastKeyBits = 2048

    private let key: IssuerKey
    private let name: DistinguishedName
    private let keyIdentifier: SubjectKeyIdentifier

    /// An authority that vouches for itself: a root. Its signature under its own name proves nothing; it is trusted by
    /// those who keep its certificate as an anchor.
    ///
    /// - Throws: ``TrustError``: a key that is too small, a time that no certificate can express.
    public static func root<R: RandomSource>(
        _ profile: CertificateProfile, keyBits: Int = 2048, using random: inout R
    ) throws(TrustError) -> CertificateAuthority {
        let key = try IssuerKey(newKey(bits: keyBits, using: &random))
        let name = try distinguishedName(profile)
        let identifier = SubjectKeyIdentifier(hash: key.publicKey)
        let certificate = try issue(
            profile, name: name, to: key.publicKey, by: key, named: name, identifiedBy: identifier, using: &random)
        return CertificateAuthority(certificate: certificate, key: key, name: name, keyIdentifier: identifier)
    }

    /// An authority under this one.
    ///
    /// - Throws: ``TrustError``, as ``root(_:keyBits:using:)``.
    public func issueAuthority<R: RandomSource>(
        _ profile: CertificateProfile, keyBits: Int = 2048, using random: inout R
    ) throws(TrustError) -> CertificateAuthority {
        let key = try IssuerKey(CertificateAuthority.newKey(bits: keyBits, using: &random))
        let certificate = try issue(profile, to: .rsa(key.key.publicKey), using: &random)
        return CertificateAuthority(
            certificate: certificate, key: key, name: try CertificateAuthority.distinguishedName(profile),
            keyIdentifier: SubjectKeyIdentifier(hash: key.publicKey))
    }

    /// Certifies that `publicKey` belongs to the subject of the profile, whatever the profile says: an authority that is
    /// careless or lies is made with it too.
    ///
    /// - Returns: the certificate in DER.
    /// - Throws: ``TrustError``, as ``root(_:keyBits:using:)``.
    public func issue<R: RandomSource>(
        _ profile: CertificateProfile, to publicKey: PublicKey, using random: inout R
    ) throws(TrustError) -> [UInt8] {
        try CertificateAuthority.issue(
            profile, name: try CertificateAuthority.distinguishedName(profile), to: IssuerKey.libraryKey(publicKey),
            by: key, named: name, identifiedBy: keyIdentifier, using: &random)
    }

    /// Who holds the private key of a server's certificate can use it as if it were an authority's; whether that works is
    /// for others to judge. This makes such an impostor.
    ///
    /// - Throws: ``TrustError`` if the identity has no readable certificate.
    public init(impersonating identity: Identity) throws(TrustError) {
        guard let leaf = identity.chain.first else { throw .emptyChain }
        let structure = try CertificateStructure(leaf)
        guard case .rsa(let privateKey) = identity.privateKey else {
            throw .cannotIssue("an impostor here needs an RSA key")
        }
        let key = try IssuerKey(privateKey)
        self.init(
            certificate: leaf, key: key, name: structure.subject,
            keyIdentifier: SubjectKeyIdentifier(hash: key.publicKey))
    }

    private init(
        certificate: [UInt8], key: IssuerKey, name: DistinguishedName, keyIdentifier: SubjectKeyIdentifier
    ) {
        self.certificate = certificate
        self.key = key
        self.name = name
        self.keyIdentifier = keyIdentifier
    }

    // MARK: - Putting a certificate together

    private static func newKey<R: RandomSource>(
        bits: Int, using random: inout R
    ) throws(TrustError) -> RSAPrivateKey {
        guard bits >= leastKeyBits else { throw .keyTooSmall(bits: bits, least: leastKeyBits) }
        do {
            return try RSAPrivateKey.generate(bits: bits, using: &random)
        } catch {
            throw .rsa(error)
        }
    }

    private static func distinguishedName(_ profile: CertificateProfile) throws(TrustError) -> DistinguishedName {
        do {
            return try DistinguishedName {
                OrganizationName("HandshakeSim")
                CommonName(profile.commonName)
            }
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    /// A serial number of 16 octets: unpredictable, so that nobody can prepare a collision of the hash for it, and at most
    /// 20 octets and positive (RFC 5280 section 4.1.2.2).
    private static func serialNumber<R: RandomSource>(using random: inout R) -> Certificate.SerialNumber {
        var octets = random.octets(16)
        if let first = octets.first { octets[0] = first & 0x7f | 0x40 }
        return Certificate.SerialNumber(bytes: octets)
    }

    private static func issue<R: RandomSource>(
        _ profile: CertificateProfile, name: DistinguishedName, to publicKey: Certificate.PublicKey,
        by issuer: IssuerKey, named issuerName: DistinguishedName, identifiedBy issuerIdentifier: SubjectKeyIdentifier,
        using random: inout R
    ) throws(TrustError) -> [UInt8] {
        for time in [profile.notBefore, profile.notAfter] where !CertificateTime.expressible.contains(time) {
            throw .timeOutOfRange(time)
        }
        let serialNumber = serialNumber(using: &random)
        do {
            let certificate = try Certificate(
                version: .v3, serialNumber: serialNumber, publicKey: publicKey,
                notValidBefore: CertificateTime.date(profile.notBefore),
                notValidAfter: CertificateTime.date(profile.notAfter), issuer: issuerName, subject: name,
                signatureAlgorithm: profile.usesSHA1 ? .sha1WithRSAEncryption : .sha256WithRSAEncryption,
                extensions: try extensions(
                    profile, subject: SubjectKeyIdentifier(hash: publicKey), issuedBy: issuerIdentifier),
                issuerPrivateKey: Certificate.PrivateKey(issuer))
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return serializer.serializedBytes
        } catch let error as TrustError {
            throw error
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    /// The extensions, in the order in which OpenSSL and most authorities write them.
    static func extensions(
        _ profile: CertificateProfile, subject: SubjectKeyIdentifier, issuedBy issuer: SubjectKeyIdentifier
    ) throws -> Certificate.Extensions {
        var extensions = Certificate.Extensions()
        switch profile.constraints {
        case .authority(let pathLength):
            try extensions.append(Critical(BasicConstraints.isCertificateAuthority(maxPathLength: pathLength)))
        case .notAnAuthority: try extensions.append(Critical(BasicConstraints.notCertificateAuthority))
        case nil: break
        }
        if let purposes = profile.keyUsage {
            let usage = KeyUsage(
                digitalSignature: purposes.contains(.digitalSignature),
                keyEncipherment: purposes.contains(.keyEncipherment), keyAgreement: purposes.contains(.keyAgreement),
                keyCertSign: purposes.contains(.keyCertSign), cRLSign: purposes.contains(.cRLSign))
            try extensions.append(Critical(usage))
        }
        if let purposes = profile.extendedKeyUsage {
            try extensions.append(ExtendedKeyUsage(purposes.map(\.usage)))
        }
        let names =
            profile.dnsNames.map(GeneralName.dnsName)
            + profile.ipAddresses.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) }
        if !names.isEmpty { try extensions.append(SubjectAlternativeNames(names)) }
        try extensions.append(subject)
        try extensions.append(AuthorityKeyIdentifier(keyIdentifier: issuer.keyIdentifier))
        if profile.hasUnknownCriticalExtension {
            // 2.25 is the arc of UUIDs, which needs no registration (ITU-T X.667).
            try extensions.append(Certificate.Extension(oid: [2, 25, 4711], critical: true, value: [0x05, 0x00]))
        }
        return extensions
    }
}

extension Certificate.Extensions {
    fileprivate mutating func append(_ value: some CertificateExtensionConvertible) throws {
        try append(value.makeCertificateExtension())
    }
}

extension CertificateProfile.ExtendedPurpose {
    /// The library's name for it.
    var usage: ExtendedKeyUsage.Usage {
        switch self {
        case .serverAuth: .serverAuth
        case .clientAuth: .clientAuth
        case .codeSigning: .codeSigning
        case .any: .any
        }
    }
}
