import Crypto

/// A private key and a signature scheme for which this key can be used.
package struct Signer: Hashable, Sendable {
    /// The scheme of the signatures.
    package let scheme: SignatureScheme
    private let method: Method
    private let arithmetic: CurveArithmetic
    /// WRONG: the number of different nonces that a signature of ECDSA chooses from (against RFC 6979); nil for the nonces of RFC 6979.
    var nonces: Int?

    /// The algorithm of the scheme, with a key of the type that it needs.
    private enum Method: Hashable, Sendable {
        case pkcs1(HashAlgorithm, RSAPrivateKey)
        case pss(HashAlgorithm, RSAPrivateKey)
        case ecdsa(HashAlgorithm, EllipticCurvePrivateKey)
        case ed25519(Ed25519PrivateKey)
    }

    /// A signer with `key` and `scheme`; nil if the scheme is not implemented or needs a key of another algorithm.
    ///
    /// - Parameter arithmetic: which implementation of ECDSA and Ed25519 signs: the one of `Crypto`, whose signatures are the same every
    ///   time (RFC 6979, RFC 8032), or that of swift-crypto.
    package init?(_ key: PrivateKey, by scheme: SignatureScheme, arithmetic: CurveArithmetic) {
        guard let method = scheme.method else { return nil }
        switch (method, key) {
        case (.pkcs1(let hash), .rsa(let key)): self.method = .pkcs1(hash, key)
        case (.pss(let hash), .rsa(let key)): self.method = .pss(hash, key)
        case (.ecdsa(let hash), .ecdsa(let key)): self.method = .ecdsa(hash, key)
        case (.ed25519, .ed25519(let key)): self.method = .ed25519(key)
        case (.pkcs1, .ecdsa), (.pkcs1, .ed25519), (.pss, .ecdsa), (.pss, .ed25519), (.ecdsa, .rsa),
            (.ecdsa, .ed25519), (.ed25519, .rsa), (.ed25519, .ecdsa):
            return nil
        }
        self.scheme = scheme
        self.arithmetic = arithmetic
    }

    /// The key that verifies the signatures.
    var publicKey: PublicKey {
        switch method {
        case .pkcs1(_, let key), .pss(_, let key): .rsa(key.publicKey)
        case .ecdsa(_, let key): .ecdsa(key.publicKey)
        case .ed25519(let key): .ed25519(key.publicKey)
        }
    }

    /// Signs octets.
    ///
    /// - Throws: ``TLSError/internalFault(_:)`` if the signature cannot be made, for example because the key is too short for the digest.
    package func sign<R: RandomSource>(_ octets: [UInt8], using random: inout R) throws(TLSError) -> [UInt8] {
        do {
            switch method {
            case .pkcs1(let hash, let key):
                return try PKCS1v15.sign(octets, hash: hash, with: key, blindedBy: &random)
            case .pss(let hash, let key):
                // RFC 8446 section 4.2.3: the salt is as long as the digest.
                let salt = random.octets(hash.outputLength)
                return try PSS.sign(octets, hash: hash, salt: salt, with: key, blindedBy: &random)
            case .ecdsa(let hash, let key):
                if let nonces {
                    let state = random.integer(below: Integer(nonces))
                    let nonce = Integer(bigEndian: HashAlgorithm.sha256.hash(key.octets + state.bigEndian))
                    return try ECDSA.sign(
                        octets, hash: hash, with: key, nonce: nonce.modulo(key.curve.order - 1) + 1
                    ).der
                }
                return arithmetic == .live
                    ? try LiveECDSA.sign(octets, hash: hash, with: key)
                    : ECDSA.sign(octets, hash: hash, with: key).der
            case .ed25519(let key):
                return arithmetic == .live
                    ? try LiveEd25519.sign(octets, with: key) : Ed25519.sign(octets, with: key)
            }
        } catch {
            throw .internalFault("signing: \(error)")
        }
    }
}
