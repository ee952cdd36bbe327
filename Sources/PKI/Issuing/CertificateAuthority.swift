import Crypto
import Trace

/// An authority: it certifies with its signature that a key belongs to a subject.
///
/// It signs any certificate, right or wrong. So it can also play an authority that is careless or lies, and the owner of a leaf
/// who acts as an authority. The properties of ``TBSCertificate`` are the things that can be wrong.
///
/// The same arguments give the same certificates, octet for octet. Keys and serial numbers come from the given source of
/// randomness, dates come from the profile and never from a clock, and signatures use no randomness.
public struct CertificateAuthority: Sendable {
    /// The authority's own certificate in DER.
    public let certificate: [UInt8]
    /// The authority's name.
    package let name: DistinguishedName
    /// The authority's private key.
    package let key: PrivateKey

    /// The public half of the authority's key.
    public var publicKey: PublicKey { key.publicKey }

    /// The smallest RSA key that the public functions certify, in bits. Browsers have trusted no smaller keys since 2014. The
    /// functions that make wrong certificates on purpose have no limit.
    public static let leastKeyBits = 2048

    package init(certificate: [UInt8], name: DistinguishedName, key: PrivateKey) {
        self.certificate = certificate
        self.name = name
        self.key = key
    }

    /// The owner of an identity, who uses the private key like that of an authority. A correct client refuses the certificates
    /// that it issues.
    ///
    /// - Throws: ``TrustError/emptyChain`` if the identity has no certificate, ``TrustError/malformedCertificate(_:)`` if its
    ///   first certificate cannot be read.
    public init(impersonating identity: Identity) throws(TrustError) {
        guard let leaf = identity.chain.first else { throw .emptyChain }
        self.init(certificate: leaf, name: try CertificateStructure(leaf).subject, key: identity.privateKey)
    }

    // MARK: With new keys

    /// A root with a new key: an authority that certifies itself. Its signature on its own certificate proves nothing. A client
    /// trusts it if the client has the certificate among its anchors.
    ///
    /// - Throws: ``TrustError/keyTooSmall(bits:least:)``; ``TrustError/rsa(_:)`` for a key size that cannot be made;
    ///   ``TrustError/timeOutOfRange(_:)`` for a date that no certificate can express.
    public static func root<R: RandomSource>(
        _ profile: CertificateProfile, keyBits: Int = 2048, using random: inout R
    ) throws(TrustError) -> CertificateAuthority {
        let key = try newKey(bits: keyBits, using: &random)
        return try root(profile, key: key, serialNumber: serialNumber(using: &random))
    }

    /// An authority with a new key, which this authority certifies.
    ///
    /// - Throws: ``TrustError``, as ``root(_:keyBits:using:)``.
    public func issueAuthority<R: RandomSource>(
        _ profile: CertificateProfile, keyBits: Int = 2048, using random: inout R
    ) throws(TrustError) -> CertificateAuthority {
        let key = try CertificateAuthority.newKey(bits: keyBits, using: &random)
        return try authority(profile, key: key, serialNumber: CertificateAuthority.serialNumber(using: &random))
    }

    /// Certifies that `publicKey` belongs to the subject of the profile. The profile is not checked.
    ///
    /// - Returns: the certificate in DER.
    /// - Throws: ``TrustError``, as ``root(_:keyBits:using:)``.
    public func issue<R: RandomSource>(
        _ profile: CertificateProfile, to publicKey: PublicKey, using random: inout R
    ) throws(TrustError) -> [UInt8] {
        if let key = publicKey.rsa { try CertificateAuthority.require(bits: key.n.bitWidth) }
        return try certify(
            profile, key: SubjectKeyInfo(publicKey),
            serialNumber: CertificateAuthority.serialNumber(using: &random))
    }

    private static func require(bits: Int) throws(TrustError) {
        guard bits >= leastKeyBits else { throw .keyTooSmall(bits: bits, least: leastKeyBits) }
    }

    private static func newKey<R: RandomSource>(bits: Int, using random: inout R) throws(TrustError) -> PrivateKey {
        try require(bits: bits)
        do {
            return .rsa(try RSAPrivateKey.generate(bits: bits, using: &random))
        } catch {
            throw .rsa(error)
        }
    }

    /// A serial number of 16 octets. It is unpredictable, so that an attacker cannot prepare a collision of the hash for it. It
    /// is positive and has at most 20 octets (RFC 5280 section 4.1.2.2).
    private static func serialNumber<R: RandomSource>(using random: inout R) -> [UInt8] {
        var octets = random.octets(16)
        if let first = octets.first { octets[0] = first & 0x7f | 0x40 }
        return octets
    }

    // MARK: With given keys, and with errors

    /// A root with a given key.
    ///
    /// - Parameter change: changes the contents before they are signed.
    /// - Throws: ``TrustError``, as ``certify(_:key:serialNumber:_:)``.
    package static func root(
        _ profile: CertificateProfile, key: PrivateKey, serialNumber: [UInt8],
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws(TrustError) -> CertificateAuthority {
        let name = DistinguishedName(commonName: profile.commonName)
        return try CertificateAuthority(certificate: [], name: name, key: key)
            .authority(profile, key: key, serialNumber: serialNumber, change)
    }

    /// An authority with a given key, which this authority certifies.
    ///
    /// - Parameter change: changes the contents before they are signed.
    /// - Throws: ``TrustError``, as ``certify(_:key:serialNumber:_:)``.
    package func authority(
        _ profile: CertificateProfile, key: PrivateKey, serialNumber: [UInt8],
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws(TrustError) -> CertificateAuthority {
        let certificate = try certify(profile, key: SubjectKeyInfo(key.publicKey), serialNumber: serialNumber, change)
        return CertificateAuthority(
            certificate: certificate, name: DistinguishedName(commonName: profile.commonName), key: key)
    }

    /// Signs the contents that the profile describes.
    ///
    /// - Parameter change: changes the contents before they are signed.
    /// - Returns: the certificate in DER.
    /// - Throws: what `change` throws, as a ``TrustError``; ``TrustError/timeOutOfRange(_:)`` for a date that no certificate can
    ///   express; ``TrustError/cannotIssue(_:)`` or ``TrustError/rsa(_:)`` if the key cannot make such a signature.
    package func certify(
        _ profile: CertificateProfile, key subjectKey: SubjectKeyInfo, serialNumber: [UInt8],
        _ change: (inout TBSCertificate) throws -> Void = { _ in }
    ) throws(TrustError) -> [UInt8] {
        let extensions = profile.extensions(
            subject: subjectKey.identifier, issuedBy: SubjectKeyInfo(key.publicKey).identifier)
        var content = TBSCertificate(
            serialNumber: serialNumber, algorithm: profile.algorithm(for: key), issuer: name,
            notBefore: profile.notBefore, notAfter: profile.notAfter,
            subject: DistinguishedName(commonName: profile.commonName), key: subjectKey, extensions: extensions)
        do {
            try change(&content)
        } catch let error as TrustError {
            throw error
        } catch {
            throw .cannotIssue("\(error)")
        }
        return try content.signed(by: key)
    }
}

extension CertificateProfile {
    /// The signature algorithm of an authority with this key.
    fileprivate func algorithm(for key: PrivateKey) -> SignatureAlgorithm {
        switch key {
        case .rsa where usesSHA1: .sha1WithRSA
        case .ecdsa where usesSHA1: .ecdsaWithSHA1
        case .rsa, .ecdsa, .ed25519: SignatureAlgorithm(usualFor: key)
        }
    }

    /// The extensions, in the order in which OpenSSL and most authorities write them.
    ///
    /// - Parameters:
    ///   - subject: the identifier of the subject's key.
    ///   - issuer: the identifier of the issuer's key.
    fileprivate func extensions(subject: [UInt8], issuedBy issuer: [UInt8]) -> [CertificateExtension] {
        var extensions: [CertificateExtension] = []
        switch constraints {
        case .authority(let pathLength):
            extensions.append(
                BasicConstraints(isAuthority: true, pathLength: pathLength).asExtension(critical: true))
        case .notAnAuthority: extensions.append(BasicConstraints(isAuthority: false).asExtension(critical: true))
        case nil: break
        }
        if let keyUsage {
            extensions.append(KeyUsage(keyUsage.map(\.usage)).asExtension(critical: true))
        }
        if let extendedKeyUsage {
            extensions.append(.extendedKeyUsage(extendedKeyUsage.map(\.identifier)))
        }
        let names = dnsNames.map { GeneralName.dnsName($0) } + ipAddresses.map { .ipAddress($0) }
        if !names.isEmpty { extensions.append(.subjectAlternativeNames(names, critical: false)) }
        extensions.append(
            CertificateExtension(.subjectKeyIdentifier, critical: false, value: DERWriter.octetString(subject)))
        extensions.append(AuthorityKeyIdentifier.asExtension(issuer))
        if hasUnknownCriticalExtension {
            // 2.25 is the arc of UUIDs, which needs no registration (ITU-T X.667).
            extensions.append(CertificateExtension([2, 25, 4711], critical: true, value: DERWriter.null))
        }
        return extensions
    }
}

extension CertificateExtension {
    /// extKeyUsage with these purposes.
    package static func extendedKeyUsage(_ purposes: [OID]) -> CertificateExtension {
        CertificateExtension(
            .extKeyUsage, critical: false, value: DERWriter.sequence(purposes.map(DERWriter.identifier)))
    }

    /// subjectAltName with these names.
    package static func subjectAlternativeNames(_ names: [GeneralName], critical: Bool) -> CertificateExtension {
        CertificateExtension(.subjectAltName, critical: critical, value: DERWriter.sequence(names.map(\.encoded)))
    }
}

extension CertificateProfile.KeyPurpose {
    /// The bit of keyUsage for this purpose.
    fileprivate var usage: KeyUsage {
        switch self {
        case .digitalSignature: .digitalSignature
        case .keyEncipherment: .keyEncipherment
        case .keyAgreement: .keyAgreement
        case .keyCertSign: .keyCertSign
        case .cRLSign: .cRLSign
        }
    }
}

extension CertificateProfile.ExtendedPurpose {
    /// The object identifier of this purpose.
    fileprivate var identifier: OID {
        switch self {
        case .serverAuth: .serverAuth
        case .clientAuth: .clientAuth
        case .codeSigning: .codeSigning
        case .any: .anyExtendedKeyUsage
        }
    }
}
