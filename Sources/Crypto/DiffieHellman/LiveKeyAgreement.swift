internal import SwiftCrypto

/// A key of a live session, used by swift-crypto: the same results as the lessons', in a time that does not depend on the key.
///
/// The library computes the public key when it is handed the private one; so its key is kept, and not made again for the secret.
enum LiveKeyAgreement: Sendable {
    case secp256r1(P256.KeyAgreement.PrivateKey)
    case secp384r1(P384.KeyAgreement.PrivateKey)
    case secp521r1(P521.KeyAgreement.PrivateKey)
    case x25519(Curve25519.KeyAgreement.PrivateKey)

    /// The key of a secret that is already there.
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

    /// The octets that are sent.
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
            // On Linux the library hands zeros over as if they were a secret: the check is up to us.
            return try X25519.refusingZeros(secret.octets)
        }
    }

    /// The secret shared with the owner of a point on a curve of NIST.
    ///
    /// The library has one error for all flaws of a point. So the point was checked by the lesson's arithmetic, which says what is wrong
    /// with it: a public key is no secret.
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
