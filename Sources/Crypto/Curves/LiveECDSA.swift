internal import SwiftCrypto

/// ECDSA for live sessions: a signature takes the same time whatever the key and the nonce, which the library draws
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
        guard let signature = key.live?.signature(of: PrecomputedDigest(octets: hash.hash(message))) else {
            throw .privateKeyOutOfRange
        }
        return signature
    }

    /// Verifies a signature in DER: what ``ECDSA/verify(_:of:hash:by:)-(_,[UInt8],_,_)`` accepts, it accepts, and nothing else.
    ///
    /// The octets are read by the lesson's code, which takes DER and nothing but DER; the library decides about the two numbers.
    /// - Throws: ``EllipticCurveError/malformedSignature``, ``EllipticCurveError/invalidSignature``.
    public static func verify(
        _ der: [UInt8], of message: [UInt8], hash: HashAlgorithm, by key: EllipticCurvePublicKey
    ) throws(EllipticCurveError) {
        guard let curve = NamedCurve(key.curve) else { throw .invalidSignature }
        try curve.verify(der, of: message, hash: hash, byPoint: key.octets)
    }
}

/// The library's form of a private key on a curve.
///
/// The library multiplies the generator by the number that it is handed, which takes as long as a signature does. So its key is made
/// with ours, and not for each signature.
enum LiveSigningKey: Sendable {
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)

    /// The key of d; nil where the library has no such key.
    init?(_ d: Integer, on curve: EllipticCurve) {
        guard let name = NamedCurve(curve), let octets = d.bigEndian(count: curve.scalarSize) else { return nil }
        do {
            switch name {
            case .p256: self = .p256(try P256.Signing.PrivateKey(rawRepresentation: octets))
            case .p384: self = .p384(try P384.Signing.PrivateKey(rawRepresentation: octets))
            case .p521: self = .p521(try P521.Signing.PrivateKey(rawRepresentation: octets))
            }
        } catch {
            return nil
        }
    }

    /// The Ecdsa-Sig-Value in DER; nil where the library fails, which it does with none of this module's keys.
    fileprivate func signature(of digest: PrecomputedDigest) -> [UInt8]? {
        switch self {
        case .p256(let key): (try? key.signature(for: digest)).map { Array($0.derRepresentation) }
        case .p384(let key): (try? key.signature(for: digest)).map { Array($0.derRepresentation) }
        case .p521(let key): (try? key.signature(for: digest)).map { Array($0.derRepresentation) }
        }
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
