internal import SwiftCrypto

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
        guard let signature = try? key.live?.key.signature(for: PrecomputedDigest(octets: hash.hash(message))) else {
            throw .privateKeyOutOfRange
        }
        return Array(signature.derRepresentation)
    }

    /// Verifies a signature in DER: what ``ECDSA/verify(_:of:hash:by:)-(_,[UInt8],_,_)`` accepts, it accepts, and nothing else.
    ///
    /// The octets are read by the lesson's code, which takes DER and nothing but DER; the library decides about the two numbers.
    /// - Throws: ``EllipticCurveError/malformedSignature``, ``EllipticCurveError/invalidSignature``.
    public static func verify(
        _ der: [UInt8], of message: [UInt8], hash: HashAlgorithm, by key: EllipticCurvePublicKey
    ) throws(EllipticCurveError) {
        let signature = try ECDSA.Signature(der: der)
        let size = key.curve.scalarSize
        guard let r = signature.r.bigEndian(count: size), let s = signature.s.bigEndian(count: size),
            let signed = try? P256.Signing.ECDSASignature(rawRepresentation: r + s),
            let key = try? P256.Signing.PublicKey(x963Representation: key.octets),
            key.isValidSignature(signed, for: PrecomputedDigest(octets: hash.hash(message)))
        else { throw .invalidSignature }
    }
}

/// The library's form of a private key on P-256.
///
/// The library multiplies the generator by the number that it is handed, which takes as long as a signature does. So its key is made
/// with ours, and not for each signature.
struct LiveSigningKey: Sendable {
    fileprivate let key: P256.Signing.PrivateKey

    /// The key of d; nil where the library has no such key.
    init?(_ d: Integer, on curve: EllipticCurve) {
        guard curve == .p256, let octets = d.bigEndian(count: curve.scalarSize),
            let key = try? P256.Signing.PrivateKey(rawRepresentation: octets)
        else { return nil }
        self.key = key
    }
}

/// All are equal, so that two private keys are equal if their numbers are.
extension LiveSigningKey: Hashable {
    static func == (a: LiveSigningKey, b: LiveSigningKey) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// A digest that one of our hash functions has given, as the library's signatures take it.
struct PrecomputedDigest: Digest {
    static var byteCount: Int { 32 }
    let octets: [UInt8]

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe octets.withUnsafeBytes(body)
    }

    func makeIterator() -> Array<UInt8>.Iterator { octets.makeIterator() }
}
