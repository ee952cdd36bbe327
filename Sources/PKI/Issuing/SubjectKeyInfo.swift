import Crypto

/// The SubjectPublicKeyInfo of a key, also of a key that must be refused.
package struct SubjectKeyInfo: Hashable, Sendable {
    /// SubjectPublicKeyInfo in DER (RFC 5280 section 4.1.2.7).
    package let info: [UInt8]
    /// The octets of subjectPublicKey. The identifier of the key is their hash.
    private let bits: [UInt8]

    /// The SHA-1 of subjectPublicKey: the usual subjectKeyIdentifier (RFC 5280 section 4.2.1.2, method 1).
    package var identifier: [UInt8] { HashAlgorithm.sha1.hash(bits) }

    /// A key of a kind that a handshake can use.
    package init(_ key: PublicKey) {
        switch key {
        case .rsa(let key): self.init(rsa: key)
        case .ecdsa(let key): self.init(curve: key)
        case .ed25519(let key): self.init(ed25519: key.octets)
        }
    }

    /// An RSA key of any size.
    package init(rsa key: RSAPublicKey) {
        info = key.spkiDER
        bits = key.pkcs1DER
    }

    /// A key on P-256, P-384 or P-521 (RFC 5480 section 2.1.1).
    package init(curve key: EllipticCurvePublicKey) {
        info = key.spkiDER
        bits = key.octets
    }

    /// A key for Ed25519: the 32 octets of a point (RFC 8410 section 4).
    package init(ed25519 point: [UInt8]) { self.init(point, for: .ed25519) }

    /// Octets of a key for an algorithm without parameters.
    package init(_ octets: [UInt8], for algorithm: OID) {
        bits = octets
        info = DERWriter.sequence(DERWriter.sequence(DERWriter.identifier(algorithm)), DERWriter.bitString(octets))
    }
}
