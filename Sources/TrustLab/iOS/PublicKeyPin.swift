import Crypto
import PKI
import Trace

/// A pin of a public key: the SHA-256 of its SubjectPublicKeyInfo (RFC 7469 section 2.4).
///
/// The digest covers the whole structure with the algorithm. A digest of the bare key is a different number.
package struct PublicKeyPin: Hashable, Sendable {
    /// The digest, 32 octets.
    package let digest: [UInt8]

    /// The SHA-256 of zero octets. No key has this pin. It results from a pipe with `openssl rsa`: that command refuses a key
    /// that is not RSA and writes nothing, and the next program in the pipe digests the empty input.
    package static let ofNothing = HashAlgorithm.sha256.hash([])

    /// Why a text is not a pin.
    package enum Problem: Error, Hashable, Sendable {
        /// The text is not base 64 of 32 octets. The value is the number of octets, or nil for a text that is not base 64.
        case notADigest(octets: Int?)
        /// The digest is that of no octets.
        case digestOfNothing
    }

    /// The pin of the key in a certificate in DER.
    ///
    /// - Throws: ``TrustError/malformedCertificate(_:)`` for octets that are not a certificate.
    package init(ofCertificate der: [UInt8]) throws(TrustError) {
        self.init(of: try CertificateStructure(der))
    }

    /// The pin of the key in a certificate that has been read.
    init(of structure: CertificateStructure) { self.init(ofInfo: structure.publicKeyInfo) }

    /// The pin of a SubjectPublicKeyInfo in DER.
    init(ofInfo info: [UInt8]) { digest = HashAlgorithm.sha256.hash(info) }

    /// The pin of the key in a certificate in DER. Nil for octets that are not a certificate.
    init?(ifOfCertificate der: [UInt8]) {
        guard let structure = TrustMemory.structure(of: der) else { return nil }
        self.init(of: structure)
    }

    /// A pin in base 64, as apps write it.
    ///
    /// - Throws: ``Problem`` for a text that is not the pin of a key.
    package init(base64 text: String) throws(Problem) {
        guard let octets = Base64.octets(text) else { throw .notADigest(octets: nil) }
        guard octets.count == 32 else { throw .notADigest(octets: octets.count) }
        guard octets != PublicKeyPin.ofNothing else { throw .digestOfNothing }
        digest = octets
    }

    /// A pin in the text of an Info.plist, as the system reads it: characters that are not of base 64 are passed over, and what is left
    /// at the end of less than an octet is dropped.
    ///
    /// - Throws: ``Problem`` for a text that can fit no key.
    package init(propertyList text: String) throws(Problem) {
        let octets = Base64.octets(lenient: text)
        guard octets.count == 32 else { throw .notADigest(octets: octets.count) }
        guard octets != PublicKeyPin.ofNothing else { throw .digestOfNothing }
        digest = octets
    }

    /// The digest in base 64, as apps write it.
    package var base64: String { Base64.string(digest) }
}

extension PublicKeyPin.Problem: CustomStringConvertible {
    /// The error in a sentence.
    package var description: String {
        switch self {
        case .notADigest(nil): "it is not base 64"
        case .notADigest(let octets?): "it is base 64 of \(counted(octets, "octet")); a SHA-256 has 32"
        case .digestOfNothing:
            "it is the SHA-256 of nothing at all. `openssl rsa` refuses a key that is not RSA, writes nothing, and the next "
                + "program in the pipe digests that; use `openssl pkey`. No key has this pin"
        }
    }

    /// The same in Chinese.
    package var chinese: String {
        switch self {
        case .notADigest(nil): "它不是 base 64"
        case .notADigest(let octets?): "它是 \(octets) 字节的 base 64，而 SHA-256 有 32 字节"
        case .digestOfNothing:
            "它是空内容的 SHA-256。`openssl rsa` 拒绝不是 RSA 的密钥，什么也不写，而管道中的下一个程序对此计算摘要；请用 `openssl pkey`。没有密钥有这个锁定值"
        }
    }
}
