import Crypto
import PKI
import Trace

/// The facts in a server's certificate that App Transport Security and Apple's rules for certificates (HT210176) check.
package struct ATSLeaf: Hashable, Sendable {
    /// The certified key.
    package enum Key: Hashable, Sendable {
        /// An RSA key, with the length of its modulus in bits.
        case rsa(bits: Int)
        /// A key on an elliptic curve, with the size of its field in bits.
        case ellipticCurve(bits: Int)
        /// A key of another kind, by its name.
        case other(String)

        /// The key in words: "RSA, 2048 bits", "Ed25519".
        var name: String {
            switch self {
            case .rsa(let bits): "RSA, \(bits) bits"
            case .ellipticCurve(let bits): "elliptic curve, \(bits) bits"
            case .other(let name): name
            }
        }

        /// The key in words in Chinese: "RSA，2048 位", "Ed25519".
        var chineseName: String {
            switch self {
            case .rsa(let bits): "RSA，\(bits) 位"
            case .ellipticCurve(let bits): "椭圆曲线，\(bits) 位"
            case .other(let name): name
            }
        }
    }

    package let key: Key
    /// The schemes with which the key can sign a handshake of TLS 1.3 (RFC 8446 section 4.2.3). Empty for a key of which no scheme is known.
    package let schemes: [UInt16]
    /// The algorithm of the signature: "sha256WithRSAEncryption".
    package let signatureAlgorithm: String
    /// The output length in bits of the hash in that signature. Nil if the hash is not known.
    package let hashBits: Int?
    /// The first second of validity, since 1970.
    package let notBefore: Int64
    /// The last second of validity, since 1970.
    package let notAfter: Int64
    /// Whether subjectAltName has a name of a host: a dNSName or an iPAddress.
    package let hasHostNames: Bool
    /// The common name of the subject, which no check reads. Nil if there is none.
    package let commonName: String?
    /// Whether extKeyUsage lists serverAuth. Nil if the certificate has no such extension.
    package let allowsServers: Bool?
    /// The number of logs of which the certificate contains a timestamp (RFC 6962 section 3.3), counted and not verified.
    package let transparencyLogs: Int

    /// The lifetime in days. A part of a day counts as a whole day.
    package let days: Int64
    /// The lifetime in seconds.
    package let lifetime: Int64
    /// The purposes in keyUsage if it does not list digitalSignature. Nil if it does, or is absent, or cannot be read.
    package let usagesWithoutSignature: [String]?
    /// Whether extKeyUsage is absent, or lists serverAuth or a usage that SecTrust takes for it.
    package let isForServersLoosely: Bool

    /// Reads a certificate in DER.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` for octets that are not a certificate.
    package init(_ der: [UInt8]) throws(TrustError) {
        let structure = try CertificateStructure(der)
        key = structure.atsKey
        schemes = structure.schemes
        signatureAlgorithm = structure.signatureAlgorithm.label
        hashBits = structure.signatureHashBits
        notBefore = structure.notBefore
        notAfter = structure.notAfter
        commonName = structure.subject.values(of: .commonName).first?.quotable
        hasHostNames = (structure.meaning.subjectAlternativeNames?.value ?? []).contains { name in
            switch name {
            case .dnsName, .ipAddress: true
            default: false
            }
        }
        allowsServers = structure.meaning.extendedKeyUsage.map { $0.value?.contains(.serverAuth) ?? false }
        transparencyLogs = Set(SignedTimestamp.list(in: structure).map(\.log)).count
        days = structure.days
        lifetime = structure.lifetime
        usagesWithoutSignature = structure.meaning.keyUsage?.value.flatMap {
            $0.contains(.digitalSignature) ? nil : $0.purposes
        }
        isForServersLoosely = structure.meaning.extendedKeyUsage.map { $0.value?.allowServersLoosely ?? false } ?? true
    }
}

extension CertificateStructure {
    fileprivate var atsKey: ATSLeaf.Key {
        if case .rsa(let key)? = try? certifiedKey() { return .rsa(bits: key.n.bitWidth) }
        guard keyAlgorithm == .ecPublicKey, let bits = fieldBits else {
            return .other(keyAlgorithm.label)
        }
        return .ellipticCurve(bits: bits)
    }

    fileprivate var schemes: [UInt16] {
        if case .rsa? = try? certifiedKey() { return [0x0804, 0x0805, 0x0806] }
        if keyAlgorithm == .ed25519 { return [0x0807] }
        guard keyAlgorithm == .ecPublicKey, let curve = try? keyIdentifier.parameters?.identifier() else { return [] }
        let schemes: [OID: [UInt16]] = [.secp256r1: [0x0403], .secp384r1: [0x0503], .secp521r1: [0x0603]]
        return schemes[curve] ?? []
    }

    /// The size in bits of the field of a curve key: by the name of its curve (RFC 5480 section 2.1.1.1), or else by the length of a
    /// coordinate. Nil for a key without parameters or without octets.
    private var fieldBits: Int? {
        let curves: [OID: Int] = [
            .secp192r1: 192, .secp224r1: 224, .secp256r1: 256, .secp256k1: 256,
            .secp384r1: 384, .secp521r1: 521,
        ]
        guard let parameters = keyIdentifier.parameters else { return nil }
        if let curve = try? parameters.identifier(), let bits = curves[curve] { return bits }
        // SEC 1 section 2.3.3: the octet 4 and both coordinates, or the octet 2 or 3 and one coordinate.
        guard let form = keyOctets.first else { return nil }
        return (form == 4 ? (keyOctets.count - 1) / 2 : keyOctets.count - 1) * 8
    }

    /// The output length in bits of the hash that the issuer signed. Nil for an unknown algorithm.
    fileprivate var signatureHashBits: Int? {
        switch SignatureAlgorithm(signatureIdentifier) {
        case .pkcs1(let hash)?: hash.outputLength * 8
        case .pss(let parameters)?: parameters.hash.outputLength * 8
        case .ecdsa(let hash)?: hash.outputLength * 8
        // RFC 8032: Ed25519 hashes with SHA-512 by itself.
        case .ed25519?: 512
        case nil: signatureAlgorithm == .md2WithRSA ? 128 : nil
        }
    }
}
