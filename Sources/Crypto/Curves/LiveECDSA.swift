internal import SwiftCrypto

/// ECDSA by swift-crypto, for sessions with other programs. The time of a signature does not depend on the key or the nonce. The
/// library draws the nonce itself.
public enum LiveECDSA {
    /// Signs a message.
    ///
    /// - Returns: the Ecdsa-Sig-Value in DER, a different one each time. ``ECDSA/verify(_:of:hash:by:)-(_,[UInt8],_,_)`` accepts it.
    /// - Throws: ``EllipticCurveError/privateKeyOutOfRange`` if the library refuses the key. It refuses no key of this module.
    public static func sign(
        _ message: [UInt8], hash: HashAlgorithm, with key: EllipticCurvePrivateKey
    ) throws(EllipticCurveError) -> [UInt8] {
        guard let signature = key.live?.signature(of: PrecomputedDigest(octets: hash.hash(message))) else {
            throw .privateKeyOutOfRange
        }
        return signature
    }

    /// Verifies a signature in DER. It accepts exactly the signatures that ``ECDSA/verify(_:of:hash:by:)-(_,[UInt8],_,_)`` accepts.
    ///
    /// The code of this module reads the octets and accepts DER only. The library then verifies the two numbers.
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
/// To make it, the library multiplies the generator by the private number, which takes as long as a signature does. So it is made
/// once, with the ``EllipticCurvePrivateKey``, and not for each signature.
enum LiveSigningKey: Sendable {
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)

    /// The key with the number d; nil if the library does not support the curve.
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

    /// The Ecdsa-Sig-Value in DER; nil if the library fails, which does not happen with the keys of this module.
    fileprivate func signature(of digest: PrecomputedDigest) -> [UInt8]? {
        switch self {
        case .p256(let key): (try? key.signature(for: digest)).map { Array($0.derRepresentation) }
        case .p384(let key): (try? key.signature(for: digest)).map { Array($0.derRepresentation) }
        case .p521(let key): (try? key.signature(for: digest)).map { Array($0.derRepresentation) }
        }
    }
}

/// All values are equal. So two ``EllipticCurvePrivateKey`` values are equal if their numbers and curves are.
extension LiveSigningKey: Hashable {
    static func == (a: LiveSigningKey, b: LiveSigningKey) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// A digest from a ``HashAlgorithm`` in the form that the library's signatures take. It may have any length.
struct PrecomputedDigest: Digest {
    /// The protocol requires a length. The library's signatures use that of ``octets`` instead.
    static var byteCount: Int { 32 }
    let octets: [UInt8]

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe octets.withUnsafeBytes(body)
    }

    func makeIterator() -> Array<UInt8>.Iterator { octets.makeIterator() }
}
