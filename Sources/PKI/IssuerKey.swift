import Crypto
internal import SwiftASN1
internal import X509

// The library hands over what is to be signed as Foundation's DataProtocol.
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// An RSA key of this project in the clothes of the X.509 library: certificates are put together by the library and signed
/// by our own arithmetic.
struct IssuerKey: CustomPrivateKey {
    let key: RSAPrivateKey
    let publicKey: Certificate.PublicKey

    static let defaultPEMDiscriminator = "PRIVATE KEY"

    init(_ key: RSAPrivateKey) throws(TrustError) {
        self.key = key
        self.publicKey = try IssuerKey.libraryKey(.rsa(key.publicKey))
    }

    /// The library's form of a public key.
    static func libraryKey(_ key: PublicKey) throws(TrustError) -> Certificate.PublicKey {
        // swift-crypto reads no RSA key below this size.
        if let key = key.rsa, key.n.bitWidth < CertificateAuthority.leastKeyBits {
            throw .keyTooSmall(bits: key.n.bitWidth, least: CertificateAuthority.leastKeyBits)
        }
        do {
            return try Certificate.PublicKey(derEncoded: key.spkiDER)
        } catch {
            throw .cannotIssue("\(error)")
        }
    }

    var defaultSignatureAlgorithm: Certificate.SignatureAlgorithm { .sha256WithRSAEncryption }

    var supportedSignatureAlgorithms: [Certificate.SignatureAlgorithm] {
        [.sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption, .sha1WithRSAEncryption]
    }

    func signSynchronously(
        bytes: some DataProtocol, signatureAlgorithm: Certificate.SignatureAlgorithm
    ) throws -> Certificate.Signature {
        guard let hash = IssuerKey.hash(of: signatureAlgorithm) else {
            throw TrustError.cannotIssue("\(signatureAlgorithm) is not an algorithm of an RSA key")
        }
        // Blinding hides the computation and leaves the result as it is, so that a run stays repeatable with it.
        var blinding = SystemRandomSource()
        let signature = try PKCS1v15.sign(Array(bytes), hash: hash, with: key, blindedBy: &blinding)
        return try Certificate.Signature(
            signatureAlgorithm: signatureAlgorithm, signatureBytes: ASN1BitString(bytes: signature[...]))
    }

    /// The key as PKCS#8: the library asks every private key for a form that can be stored.
    func serialize(into coder: inout DER.Serializer) throws {
        coder.serializeRawBytes(key.pkcs8DER)
    }

    /// The hash function of an algorithm for RSA keys (RFC 8017 appendix A.2.4).
    private static func hash(of algorithm: Certificate.SignatureAlgorithm) -> HashAlgorithm? {
        switch algorithm {
        case .sha1WithRSAEncryption: .sha1
        case .sha256WithRSAEncryption: .sha256
        case .sha384WithRSAEncryption: .sha384
        case .sha512WithRSAEncryption: .sha512
        default: nil
        }
    }
}
