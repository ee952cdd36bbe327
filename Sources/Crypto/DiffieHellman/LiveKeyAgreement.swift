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
        switch group {
        case .secp256r1:
            guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
                throw .privateKeyOutOfRange
            }
            self = .secp256r1(key)
        case .secp384r1:
            guard let key = try? P384.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
                throw .privateKeyOutOfRange
            }
            self = .secp384r1(key)
        case .secp521r1:
            guard let key = try? P521.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
                throw .privateKeyOutOfRange
            }
            self = .secp521r1(key)
        case .x25519:
            guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
                throw .wrongPrivateKeyLength(count: privateKey.count, needed: X25519.size)
            }
            self = .x25519(key)
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
            // The library has one error for all flaws of a point; the check of the lesson says which it is. A public key is
            // no secret.
            let checked = try EllipticCurvePublicKey(peer)
            guard let point = try? P256.KeyAgreement.PublicKey(x963Representation: checked.octets),
                let secret = try? key.sharedSecretFromKeyAgreement(with: point)
            else { throw .pointNotOnCurve }
            return secret.octets
        case .secp384r1(let key):
            let checked = try EllipticCurvePublicKey(peer, on: .p384)
            guard let point = try? P384.KeyAgreement.PublicKey(x963Representation: checked.octets),
                let secret = try? key.sharedSecretFromKeyAgreement(with: point)
            else { throw .pointNotOnCurve }
            return secret.octets
        case .secp521r1(let key):
            let checked = try EllipticCurvePublicKey(peer, on: .p521)
            guard let point = try? P521.KeyAgreement.PublicKey(x963Representation: checked.octets),
                let secret = try? key.sharedSecretFromKeyAgreement(with: point)
            else { throw .pointNotOnCurve }
            return secret.octets
        case .x25519(let key):
            guard let point = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer) else {
                throw .wrongPublicKeyLength(count: peer.count, needed: X25519.size)
            }
            guard let secret = try? key.sharedSecretFromKeyAgreement(with: point) else { throw .zeroSharedSecret }
            // On Linux the library hands zeros over as if they were a secret: the check is up to us.
            return try X25519.refusingZeros(secret.octets)
        }
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
