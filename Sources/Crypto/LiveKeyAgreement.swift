internal import SwiftCrypto

/// The elliptic-curve operations of live sessions, from swift-crypto: the same results as the lessons', in a time that does
/// not depend on the keys.
enum LiveKeyAgreement {
    /// The public key that belongs to a private key.
    static func publicKey(of privateKey: [UInt8], in group: KeyAgreementGroup) throws(EllipticCurveError) -> [UInt8] {
        switch group {
        case .secp256r1:
            guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
                throw .privateKeyOutOfRange
            }
            return Array(key.publicKey.x963Representation)
        case .x25519:
            guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
                throw .wrongPrivateKeyLength(count: privateKey.count, needed: X25519.size)
            }
            return Array(key.publicKey.rawRepresentation)
        }
    }

    /// The secret shared with the owner of a public key.
    static func sharedSecret(
        _ privateKey: [UInt8], with peer: [UInt8], in group: KeyAgreementGroup
    ) throws(EllipticCurveError) -> [UInt8] {
        switch group {
        case .secp256r1:
            guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
                throw .privateKeyOutOfRange
            }
            // The library has one error for all flaws of a point; the check of the lesson says which it is. A public key is
            // no secret.
            let checked = try EllipticCurvePublicKey(peer)
            guard let point = try? P256.KeyAgreement.PublicKey(x963Representation: checked.octets),
                let secret = try? key.sharedSecretFromKeyAgreement(with: point)
            else { throw .pointNotOnCurve }
            return secret.octets
        case .x25519:
            guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
                throw .wrongPrivateKeyLength(count: privateKey.count, needed: X25519.size)
            }
            guard let point = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer) else {
                throw .wrongPublicKeyLength(count: peer.count, needed: X25519.size)
            }
            guard let secret = try? key.sharedSecretFromKeyAgreement(with: point) else { throw .zeroSharedSecret }
            // On Linux the library hands zeros over as if they were a secret: the check is up to us.
            return try X25519.refusingZeros(secret.octets)
        }
    }
}

/// ECDSA on P-256 for live sessions: a signature takes the same time whatever the key and the nonce, which the library draws
/// itself.
public enum LiveECDSA {
    /// Signs a message.
    ///
    /// - Returns: the Ecdsa-Sig-Value in DER, another one each time; ``ECDSA/verify(_:of:hash:by:)-(_,[UInt8],_,_)`` takes it.
    /// - Throws: ``EllipticCurveError/privateKeyOutOfRange`` where the library refuses the key, which it does with none of
    ///   this module's.
    public static func sign(
        _ message: [UInt8], hash: HashAlgorithm, with key: EllipticCurvePrivateKey
    ) throws(EllipticCurveError) -> [UInt8] {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: key.octets),
            let signature = try? key.signature(for: PrecomputedDigest(octets: hash.hash(message)))
        else { throw .privateKeyOutOfRange }
        return Array(signature.derRepresentation)
    }
}

/// A digest that one of our hash functions has given, as the library's signatures take it.
private struct PrecomputedDigest: Digest {
    static var byteCount: Int { 32 }
    let octets: [UInt8]

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe octets.withUnsafeBytes(body)
    }

    func makeIterator() -> Array<UInt8>.Iterator { octets.makeIterator() }
}

extension SwiftCrypto.SharedSecret {
    fileprivate var octets: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
