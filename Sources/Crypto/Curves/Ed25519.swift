internal import SwiftCrypto

/// Ed25519 (RFC 8032 section 5.1), as certificates and TLS use it (RFC 8410, RFC 8422 section 5.10, RFC 8446 section 4.2.3).
///
/// The owner of the secret number a, whose public key is A = a · B, signs the message M:
///
///     r = SHA-512(prefix + M)        R = r · B
///     k = SHA-512(R + A + M)         S = r + k · a modulo L
///
/// The signature is R and S. The verifier knows A and not r, but S · B = R + k · A. The number r must be as secret as a, and must never
/// serve two messages, as with ``ECDSA``. Here it is computed from the message and a secret prefix, so no random generator can fail.
///
/// The message itself is signed, not its digest: r depends on the message, and k depends on R. So a signer reads the message twice.
public enum Ed25519 {
    /// The size of a public key in octets.
    public static let keySize = EdwardsCurve.size
    /// The size of a signature in octets: a point and a number.
    public static let signatureSize = 64

    /// Signs a message (RFC 8032 section 5.1.6). The signature is the same every time.
    public static func sign(_ message: [UInt8], with key: Ed25519PrivateKey) -> [UInt8] {
        let r = EdwardsCurve.number(HashAlgorithm.sha512.hash(key.prefix + message)).modulo(EdwardsCurve.order)
        let point = EdwardsCurve.basePoint.multiplied(by: r).octets
        let k = challenge(point, key.publicKey.octets, message)
        return point + EdwardsCurve.octets(of: (r + k * key.a).modulo(EdwardsCurve.order))
    }

    /// Verifies a signature. swift-crypto computes.
    ///
    /// - Throws: ``EllipticCurveError/wrongSignatureLength(count:needed:)``, ``EllipticCurveError/invalidSignature``.
    public static func verify(
        _ signature: [UInt8], of message: [UInt8], by key: Ed25519PublicKey
    ) throws(EllipticCurveError) {
        guard signature.count == signatureSize else {
            throw .wrongSignatureLength(count: signature.count, needed: signatureSize)
        }
        guard isValid(signature, of: message, by: key.octets) else { throw .invalidSignature }
    }

    /// A verification with its intermediate values (RFC 8032 section 5.1.7).
    public struct Verification: Hashable, Sendable {
        /// The signer's key.
        public let key: [UInt8]
        /// R, the first half of the signature.
        public let r: [UInt8]
        /// S, the second half, the least significant octet first.
        public let s: [UInt8]
        /// k: the SHA-512 of R, the key and the message, as a number modulo L.
        public let k: Integer
        /// S · B - k · A, which must be R. Nil if S is not below L, or if the key is no point.
        public let result: [UInt8]?
        /// Whether the owner of the key has signed this message with this signature.
        public let isValid: Bool

        /// Verifies a signature of 64 octets with a key of 32 octets. Other lengths are never valid.
        public init(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) {
            self.key = key
            r = Array(signature.prefix(signatureSize / 2))
            s = Array(signature.dropFirst(signatureSize / 2))
            k = Ed25519.challenge(r, key, message)
            isValid = Ed25519.isValid(signature, of: message, by: key)
            // The library says only whether the result is R. If it is not, the result is computed here, so that it can be shown.
            result = isValid ? r : Verification.result(EdwardsCurve.number(s), k, key)
        }

        private static func result(_ s: Integer, _ k: Integer, _ key: [UInt8]) -> [UInt8]? {
            guard s < EdwardsCurve.order, let point = try? EdwardsCurve.point(key) else { return nil }
            return (EdwardsCurve.basePoint.multiplied(by: s) + point.negated.multiplied(by: k)).octets
        }

        /// k in 32 octets, the least significant first.
        public var challenge: [UInt8] { EdwardsCurve.octets(of: k) }
    }

    /// Whether the owner of the key, 32 octets, has signed this message with this signature, 64 octets.
    public static func isValid(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else { return false }
        return unsafe signature.withUnsafeBytes { signature in
            unsafe message.withUnsafeBytes { message in unsafe key.isValidSignature(signature, for: message) }
        }
    }

    /// k: the SHA-512 of R, A and the message, as a number modulo L.
    private static func challenge(_ r: [UInt8], _ key: [UInt8], _ message: [UInt8]) -> Integer {
        EdwardsCurve.number(HashAlgorithm.sha512.hash(r + key + message)).modulo(EdwardsCurve.order)
    }
}

/// Ed25519 by swift-crypto, for sessions with other programs. The time of a signature does not depend on the key.
public enum LiveEd25519 {
    /// Signs a message. The signature is that of ``Ed25519/sign(_:with:)``; on Apple's systems it is another one each time, which is
    /// valid too.
    ///
    /// - Throws: ``EllipticCurveError/privateKeyOutOfRange`` if the library refuses the key. It refuses no key of this module.
    public static func sign(_ message: [UInt8], with key: Ed25519PrivateKey) throws(EllipticCurveError) -> [UInt8] {
        guard let signing = try? Curve25519.Signing.PrivateKey(rawRepresentation: key.seed),
            let signature = try? signing.signature(for: message)
        else { throw .privateKeyOutOfRange }
        return Array(signature)
    }
}

/// A public key for Ed25519: a point of the curve.
public struct Ed25519PublicKey: Hashable, Sendable {
    /// The point in 32 octets: y, and the lowest bit of x.
    public let octets: [UInt8]

    /// A key from its 32 octets, which must be a point of the curve in its only encoding (RFC 8032 section 5.1.3).
    ///
    /// - Throws: ``EllipticCurveError/wrongPublicKeyLength(count:needed:)``, ``EllipticCurveError/coordinateOutOfRange``,
    ///   ``EllipticCurveError/pointNotOnCurve``.
    public init(_ octets: [UInt8]) throws(EllipticCurveError) {
        _ = try EdwardsCurve.point(octets)
        self.octets = octets
    }

    fileprivate init(_ point: EdwardsCurve.Point) { octets = point.octets }
}

/// A private key for Ed25519: a seed, of which the secret number and the prefix are the two halves of the hash.
public struct Ed25519PrivateKey: Hashable, Sendable {
    /// The 32 octets of the seed, which RFC 8032 calls the private key. Any value is allowed.
    public let seed: [UInt8]
    /// The public key that belongs to it. It may be given to everyone.
    public let publicKey: Ed25519PublicKey
    /// a, the secret number.
    fileprivate let a: Integer
    /// What makes r unpredictable for everyone else.
    fileprivate let prefix: [UInt8]

    /// The key with a given seed (RFC 8032 section 5.1.5).
    ///
    /// - Throws: ``EllipticCurveError/wrongPrivateKeyLength(count:needed:)``.
    public init(seed: [UInt8]) throws(EllipticCurveError) {
        guard seed.count == Ed25519.keySize else {
            throw .wrongPrivateKeyLength(count: seed.count, needed: Ed25519.keySize)
        }
        let hash = HashAlgorithm.sha512.hash(seed)
        self.seed = seed
        // The number is made of the octets as that of X25519 is.
        a = try X25519.decodeScalar(Array(hash.prefix(Ed25519.keySize)))
        prefix = Array(hash.dropFirst(Ed25519.keySize))
        publicKey = Ed25519PublicKey(EdwardsCurve.basePoint.multiplied(by: a))
    }

    /// Draws a key.
    public static func generate<R: RandomSource>(using random: inout R) -> Ed25519PrivateKey {
        guard let key = try? Ed25519PrivateKey(seed: random.octets(Ed25519.keySize)) else {
            preconditionFailure("every seed of 32 octets is a key")
        }
        return key
    }
}

// MARK: - Secrets stay out of messages

extension Ed25519PrivateKey: CustomStringConvertible {
    /// The algorithm, without the secret. Debuggers and failing tests print this text.
    public var description: String { "private key for Ed25519" }
}
