internal import SwiftCrypto

/// A key for ``CurveArithmetic/live``: swift-crypto computes with it, with the same results and in a time that does not depend on the
/// key.
///
/// The library computes the public key when its private key is made. So this value keeps the library's key for the shared secret.
enum LiveKeyAgreement: Sendable {
    case secp256r1(P256.KeyAgreement.PrivateKey)
    case secp384r1(P384.KeyAgreement.PrivateKey)
    case secp521r1(P521.KeyAgreement.PrivateKey)
    case x25519(Curve25519.KeyAgreement.PrivateKey)

    /// The key with a given secret.
    ///
    /// - Throws: ``EllipticCurveError/privateKeyOutOfRange`` on a curve of NIST,
    ///   ``EllipticCurveError/wrongPrivateKeyLength(count:needed:)`` with X25519.
    init(_ privateKey: [UInt8], in group: KeyAgreementGroup) throws(EllipticCurveError) {
        do {
            self =
                switch group {
                case .secp256r1: .secp256r1(try P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey))
                case .secp384r1: .secp384r1(try P384.KeyAgreement.PrivateKey(rawRepresentation: privateKey))
                case .secp521r1: .secp521r1(try P521.KeyAgreement.PrivateKey(rawRepresentation: privateKey))
                case .x25519: .x25519(try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey))
                }
        } catch {
            guard group == .x25519 else { throw .privateKeyOutOfRange }
            throw .wrongPrivateKeyLength(count: privateKey.count, needed: X25519.size)
        }
    }

    /// The public key in the form that TLS sends.
    var publicKey: [UInt8] {
        switch self {
        case .secp256r1(let key): Array(key.publicKey.x963Representation)
        case .secp384r1(let key): Array(key.publicKey.x963Representation)
        case .secp521r1(let key): Array(key.publicKey.x963Representation)
        case .x25519(let key): Array(key.publicKey.rawRepresentation)
        }
    }

    /// The secret shared with the owner of a public key.
    func sharedSecret(with peer: [UInt8]) throws(EllipticCurveError) -> [UInt8] {
        switch self {
        case .secp256r1(let key):
            let octets = try EllipticCurvePublicKey(peer).octets
            return try Self.secret(key, try? P256.KeyAgreement.PublicKey(x963Representation: octets))
        case .secp384r1(let key):
            let octets = try EllipticCurvePublicKey(peer, on: .p384).octets
            return try Self.secret(key, try? P384.KeyAgreement.PublicKey(x963Representation: octets))
        case .secp521r1(let key):
            let octets = try EllipticCurvePublicKey(peer, on: .p521).octets
            return try Self.secret(key, try? P521.KeyAgreement.PublicKey(x963Representation: octets))
        case .x25519(let key):
            guard let point = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer) else {
                throw .wrongPublicKeyLength(count: peer.count, needed: X25519.size)
            }
            guard let secret = try? key.sharedSecretFromKeyAgreement(with: point) else { throw .zeroSharedSecret }
            // On Linux the library returns zeros like any other secret. So the check is made here.
            return try X25519.refusingZeros(secret.octets)
        }
    }

    /// The secret shared with the owner of a point on a curve of NIST.
    ///
    /// The library has one error for all faults of a point. So the callers check the point first with the arithmetic of this module,
    /// whose errors name the fault. The check need not take constant time, because a public key is not secret.
    private static func secret<Key: DiffieHellmanKeyAgreement>(
        _ key: Key, _ point: Key.PublicKey?
    ) throws(EllipticCurveError) -> [UInt8] {
        guard let point, let secret = try? key.sharedSecretFromKeyAgreement(with: point) else { throw .pointNotOnCurve }
        return secret.octets
    }
}

extension LiveKeyAgreement: Hashable {
    /// Keys are equal if their public keys are equal.
    static func == (a: LiveKeyAgreement, b: LiveKeyAgreement) -> Bool { a.publicKey == b.publicKey }

    func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}

extension SwiftCrypto.SharedSecret {
    fileprivate var octets: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
