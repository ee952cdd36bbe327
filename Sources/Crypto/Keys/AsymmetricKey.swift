/// A public key of one of the kinds in certificates that this project can use.
public enum PublicKey: Hashable, Sendable {
    /// An RSA key. It verifies signatures and encrypts.
    case rsa(RSAPublicKey)
    /// A point on a curve. It verifies ECDSA signatures.
    case ecdsa(EllipticCurvePublicKey)

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

    /// The public key that belongs to it. It may be given to everyone.
    public var publicKey: PublicKey {
        switch self {
        case .rsa(let key): .rsa(key.publicKey)
        case .ecdsa(let key): .ecdsa(key.publicKey)
        }
    }

    /// The secret number, big-endian: the private exponent d of RSA, or d with Q = d · G on a curve.
    public var secret: [UInt8] {
        switch self {
        case .rsa(let key): key.d.bigEndian
        case .ecdsa(let key): key.octets
        }
    }

    /// The key as PKCS#8 in PEM.
    public var pkcs8PEM: String {
        switch self {
        case .rsa(let key): key.pkcs8PEM
        case .ecdsa(let key): key.pkcs8PEM
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
    /// - Throws: ``KeyFileError``; ``KeyFileError/otherAlgorithm(_:wanted:)`` for a key that is neither RSA nor on a curve.
    public init(spkiDER octets: [UInt8]) throws(KeyFileError) {
        do {
            self = .rsa(try RSAPublicKey(spkiDER: octets))
        } catch {
            guard case .otherAlgorithm = error else { throw error }
            self = .ecdsa(try EllipticCurvePublicKey(spkiDER: octets))
        }
    }

    /// The SubjectPublicKeyInfo structure. Its SHA-256 is what public-key pins are made of.
    public var spkiDER: [UInt8] {
        switch self {
        case .rsa(let key): key.spkiDER
        case .ecdsa(let key): key.spkiDER
        }
    }
}

extension PrivateKey {
    /// The algorithms that a key in a file may be for, in the words of an error.
    static let supported = "RSA (rsaEncryption, which also signs with PSS) or ECDSA on P-256, P-384 or P-521"

    /// The first private key in a PEM text: PKCS#1, SEC 1 or PKCS#8.
    ///
    /// - Throws: ``KeyFileError``.
    public init(pem text: String) throws(KeyFileError) {
        do {
            self = .rsa(try RSAPrivateKey(pem: text))
        } catch {
            guard case .otherAlgorithm = error else { throw error }
            do {
                self = .ecdsa(try EllipticCurvePrivateKey(pem: text))
            } catch {
                guard case .otherAlgorithm(let name, _) = error else { throw error }
                throw .otherAlgorithm(name, wanted: PrivateKey.supported)
            }
        }
    }
}
