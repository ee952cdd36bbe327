/// A public key of one of the kinds in certificates that this project can use.
public enum PublicKey: Hashable, Sendable {
    /// An RSA key. It verifies signatures and encrypts.
    case rsa(RSAPublicKey)
    /// A point on a curve. It verifies ECDSA signatures.
    case ecdsa(EllipticCurvePublicKey)
    /// A point on the curve of Ed25519. It verifies signatures.
    case ed25519(Ed25519PublicKey)

    /// The RSA key; nil for a key of another kind.
    public var rsa: RSAPublicKey? {
        if case .rsa(let key) = self { key } else { nil }
    }

    /// The key on a curve; nil for a key of another kind.
    public var ecdsa: EllipticCurvePublicKey? {
        if case .ecdsa(let key) = self { key } else { nil }
    }
}

/// A private key that belongs to a ``PublicKey``.
public enum PrivateKey: Hashable, Sendable {
    /// An RSA key.
    case rsa(RSAPrivateKey)
    /// A number d. The public key is d · G.
    case ecdsa(EllipticCurvePrivateKey)
    /// A seed, of which the secret number of Ed25519 is a hash.
    case ed25519(Ed25519PrivateKey)

    /// The public key that belongs to it. It may be given to everyone.
    public var publicKey: PublicKey {
        switch self {
        case .rsa(let key): .rsa(key.publicKey)
        case .ecdsa(let key): .ecdsa(key.publicKey)
        case .ed25519(let key): .ed25519(key.publicKey)
        }
    }

    /// The secret number, big-endian: the private exponent d of RSA, or d with Q = d · G on a curve. For Ed25519 the
    /// octets of the seed.
    public var secret: [UInt8] {
        switch self {
        case .rsa(let key): key.d.bigEndian
        case .ecdsa(let key): key.octets
        case .ed25519(let key): key.seed
        }
    }

    /// The PKCS#8 structure.
    public var pkcs8DER: [UInt8] {
        switch self {
        case .rsa(let key): key.pkcs8DER
        case .ecdsa(let key): key.pkcs8DER
        case .ed25519(let key): key.pkcs8DER
        }
    }

    /// The RSA key; nil for a key of another kind.
    public var rsa: RSAPrivateKey? {
        if case .rsa(let key) = self { key } else { nil }
    }
}

extension PublicKey {
    /// A key in the SubjectPublicKeyInfo structure, the form that certificates carry.
    ///
    /// - Throws: ``KeyFileError``; ``KeyFileError/otherAlgorithm(_:wanted:)`` for a key for another algorithm than
    ///   these three.
    public init(spkiDER octets: [UInt8]) throws(KeyFileError) {
        do {
            self = .rsa(try RSAPublicKey(spkiDER: octets))
            return
        } catch { try PrivateKey.passOver(error) }
        do {
            self = .ecdsa(try EllipticCurvePublicKey(spkiDER: octets))
            return
        } catch { try PrivateKey.passOver(error) }
        do {
            self = .ed25519(try Ed25519PublicKey(spkiDER: octets))
        } catch { throw PrivateKey.last(error) }
    }

    /// The SubjectPublicKeyInfo structure. Its SHA-256 is what public-key pins are made of.
    public var spkiDER: [UInt8] {
        switch self {
        case .rsa(let key): key.spkiDER
        case .ecdsa(let key): key.spkiDER
        case .ed25519(let key): key.spkiDER
        }
    }
}

extension PrivateKey {
    /// The algorithms that a key in a file may be for, in the words of an error.
    static let supported =
        "RSA (rsaEncryption, which also signs with PSS), ECDSA on P-256, P-384 or P-521, or Ed25519"

    /// Throws an error of a reader, unless it says only that the key is for another algorithm: then the next reader tries.
    package static func passOver(_ error: KeyFileError) throws(KeyFileError) {
        guard case .otherAlgorithm = error else { throw error }
    }

    /// The error of the last reader. If it says that the key is for another algorithm, it names all that are supported.
    package static func last(_ error: KeyFileError) -> KeyFileError {
        guard case .otherAlgorithm(let name, _) = error else { return error }
        return .otherAlgorithm(name, wanted: supported)
    }
}
