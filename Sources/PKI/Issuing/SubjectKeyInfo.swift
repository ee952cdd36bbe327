import Crypto
package import SwiftASN1

/// A key as a certificate carries it, whether anybody should accept it or not.
package struct SubjectKeyInfo: Hashable, Sendable {
    /// SubjectPublicKeyInfo in DER (RFC 5280 section 4.1.2.7).
    package let info: [UInt8]
    /// The octets of subjectPublicKey, of which identifiers of keys are made.
    private let bits: [UInt8]

    /// The SHA-1 of the key: the usual subjectKeyIdentifier (RFC 5280 section 4.2.1.2, method 1).
    package var identifier: [UInt8] { HashAlgorithm.sha1.hash(bits) }

    package init(_ key: PublicKey) {
        switch key {
        case .rsa(let key): self.init(rsa: key)
        case .ecdsa(let key): self.init(curve: key)
        }
    }

    package init(rsa key: RSAPublicKey) {
        info = key.spkiDER
        bits = key.pkcs1DER
    }

    /// A key on P-256 or P-384 (RFC 5480 section 2.1.1).
    package init(curve key: EllipticCurvePublicKey) {
        let name: ASN1ObjectIdentifier = key.curve == .p384 ? [1, 3, 132, 0, 34] : [1, 2, 840, 10045, 3, 1, 7]
        self.init([1, 2, 840, 10045, 2, 1], parameters: name, key.octets)
    }

    /// A key for Ed25519: the 32 octets of a point (RFC 8410 section 4).
    package init(ed25519 point: [UInt8]) {
        self.init([1, 3, 101, 112], parameters: nil, point)
    }

    private init(_ algorithm: ASN1ObjectIdentifier, parameters: ASN1ObjectIdentifier?, _ key: [UInt8]) {
        bits = key
        info = DER.octets { serializer in
            try serializer.appendConstructedNode(identifier: .sequence) { structure in
                try structure.appendConstructedNode(identifier: .sequence) { identifier in
                    try identifier.serialize(algorithm)
                    if let parameters { try identifier.serialize(parameters) }
                }
                try structure.serialize(ASN1BitString(bytes: key[...]))
            }
        }
    }
}

extension DER {
    /// What is written into the serializer.
    ///
    /// - Returns: no octets where a value has no DER encoding, which numbers, octets and identifiers always have.
    package static func octets(_ write: (inout DER.Serializer) throws -> Void) -> [UInt8] {
        var serializer = DER.Serializer()
        do { try write(&serializer) } catch { return [] }
        return serializer.serializedBytes
    }
}
