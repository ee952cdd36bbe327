internal import SwiftCrypto

/// The curves of NIST that this project verifies signatures of certificates on (RFC 5480 section 2.1.1.1).
///
/// swift-crypto verifies. ``arithmetic`` gives the curve of this module, with which the numbers can be shown.
public enum NamedCurve: String, Hashable, Sendable, CaseIterable {
    /// secp256r1, by its other name.
    case p256 = "P-256"
    /// secp384r1.
    case p384 = "P-384"
    /// secp521r1.
    case p521 = "P-521"

    /// The size of a coordinate and of the numbers in a signature, in octets.
    public var coordinateSize: Int { arithmetic.fieldSize }

    /// The same curve with the arithmetic of this module.
    public var arithmetic: EllipticCurve {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        }
    }

    /// The name of a curve of this module; nil for any other curve.
    public init?(_ arithmetic: EllipticCurve) {
        guard let curve = NamedCurve.allCases.first(where: { $0.arithmetic == arithmetic }) else { return nil }
        self = curve
    }

    /// Whether the octets are a point of the curve, compressed or not (SEC 1 section 2.3.4).
    public func isPoint(_ octets: [UInt8]) -> Bool {
        switch self {
        case .p256: (try? P256.Signing.PublicKey(point: octets)) != nil
        case .p384: (try? P384.Signing.PublicKey(point: octets)) != nil
        case .p521: (try? P521.Signing.PublicKey(point: octets)) != nil
        }
    }

    /// Verifies an ECDSA signature in DER (RFC 5480; FIPS 186).
    ///
    /// - Parameters:
    ///   - point: the public key, compressed or not.
    ///   - hash: any hash function. If a digest is longer than the order of the group, only its leftmost bits are used.
    /// - Throws: ``EllipticCurveError/malformedSignature``; ``EllipticCurveError/invalidSignature``, also if `point` is
    ///   not a point of the curve.
    public func verify(
        _ der: [UInt8], of message: [UInt8], hash: HashAlgorithm, byPoint point: [UInt8]
    ) throws(EllipticCurveError) {
        guard try isValid(ECDSA.Signature(der: der), ofDigest: hash.hash(message), byPoint: point) else {
            throw .invalidSignature
        }
    }

    /// Whether the library accepts a signature of a digest by the owner of a point.
    func isValid(_ signature: ECDSA.Signature, ofDigest digest: [UInt8], byPoint point: [UInt8]) -> Bool {
        guard let r = signature.r.bigEndian(count: coordinateSize), let s = signature.s.bigEndian(count: coordinateSize)
        else { return false }
        let (octets, digest) = (r + s, PrecomputedDigest(octets: digest))
        switch self {
        case .p256:
            guard let key = try? P256.Signing.PublicKey(point: point),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: octets)
            else { return false }
            return key.isValidSignature(signature, for: digest)
        case .p384:
            guard let key = try? P384.Signing.PublicKey(point: point),
                let signature = try? P384.Signing.ECDSASignature(rawRepresentation: octets)
            else { return false }
            return key.isValidSignature(signature, for: digest)
        case .p521:
            guard let key = try? P521.Signing.PublicKey(point: point),
                let signature = try? P521.Signing.ECDSASignature(rawRepresentation: octets)
            else { return false }
            return key.isValidSignature(signature, for: digest)
        }
    }
}

extension P256.Signing.PublicKey {
    /// A point in octets: 04 begins an uncompressed point, 02 or 03 a compressed point.
    fileprivate init(point: [UInt8]) throws {
        try self = point.first == 4 ? .init(x963Representation: point) : .init(compressedRepresentation: point)
    }
}

extension P384.Signing.PublicKey {
    fileprivate init(point: [UInt8]) throws {
        try self = point.first == 4 ? .init(x963Representation: point) : .init(compressedRepresentation: point)
    }
}

extension P521.Signing.PublicKey {
    fileprivate init(point: [UInt8]) throws {
        try self = point.first == 4 ? .init(x963Representation: point) : .init(compressedRepresentation: point)
    }
}
