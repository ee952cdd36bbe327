import Crypto

/// A private key and a signature scheme for which this key can be used.
struct Signer: Hashable, Sendable {
    /// The scheme of the signatures.
    let scheme: SignatureScheme
    private let method: Method
    private let hash: HashAlgorithm
    private let arithmetic: CurveArithmetic
    /// WRONG: the number of different nonces that a signature of ECDSA chooses from (against RFC 6979); nil for the nonces of RFC 6979.
    var nonces: Int?

    /// The algorithm of the scheme, with a key of the type that it needs.
    private enum Method: Hashable, Sendable {
        case pkcs1(RSAPrivateKey)
        case pss(RSAPrivateKey)
        case ecdsa(EllipticCurvePrivateKey)
    }

    /// A signer with `key` and `scheme`; nil if the scheme is not implemented or needs a key of another algorithm.
    ///
    /// - Parameter arithmetic: which implementation of ECDSA signs: the one of `Crypto` with the deterministic nonces of RFC 6979, or
    ///   that of swift-crypto.
    init?(_ key: PrivateKey, by scheme: SignatureScheme, arithmetic: CurveArithmetic) {
        guard let hash = scheme.hash, let method = scheme.method else { return nil }
        switch (method, key) {
        case (.pkcs1, .rsa(let key)): self.method = .pkcs1(key)
        case (.pss, .rsa(let key)): self.method = .pss(key)
        case (.ecdsa, .ecdsa(let key)): self.method = .ecdsa(key)
        case (.pkcs1, .ecdsa), (.pss, .ecdsa), (.ecdsa, .rsa): return nil
        }
        self.scheme = scheme
        self.hash = hash
        self.arithmetic = arithmetic
    }

    /// The key that verifies the signatures.
    var publicKey: PublicKey {
        switch method {
        case .pkcs1(let key), .pss(let key): .rsa(key.publicKey)
        case .ecdsa(let key): .ecdsa(key.publicKey)
        }
    }

    /// Signs octets.
    ///
    /// - Throws: ``TLSError/internalFault(_:)`` if the signature cannot be made, for example because the key is too short for the digest.
    func sign<R: RandomSource>(_ octets: [UInt8], using random: inout R) throws(TLSError) -> [UInt8] {
        do {
            switch method {
            case .pkcs1(let key):
                return try PKCS1v15.sign(octets, hash: hash, with: key, blindedBy: &random)
            case .pss(let key):
                // RFC 8446 section 4.2.3: the salt is as long as the digest.
                let salt = random.octets(hash.outputLength)
                return try PSS.sign(octets, hash: hash, salt: salt, with: key, blindedBy: &random)
            case .ecdsa(let key):
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
            }
        } catch {
            throw .internalFault("signing: \(error)")
        }
    }
}
