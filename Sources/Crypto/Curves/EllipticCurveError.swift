/// Errors of a key, a point or a signature on an elliptic curve.
public enum EllipticCurveError: Error, Hashable, Sendable {
    /// The public key does not have the length that its curve requires.
    case wrongPublicKeyLength(count: Int, needed: Int)
    /// The private key does not have the length that its curve requires.
    case wrongPrivateKeyLength(count: Int, needed: Int)
    /// The point is not in the uncompressed form, 04. TLS allows no other form (RFC 8422 section 5.1.2).
    case unsupportedPointFormat(UInt8)
    /// A coordinate is not below the prime of the field (SEC 1 section 2.3.4).
    case coordinateOutOfRange
    /// The coordinates do not satisfy the curve's equation.
    case pointNotOnCurve
    /// The point is the point at infinity, which is not a public key (SEC 1 section 3.2.2.1).
    case pointAtInfinity
    /// The private key is not from 1 to n - 1 (SEC 1 section 3.2.1).
    case privateKeyOutOfRange
    /// The public key in a file does not belong to the private key.
    case publicKeyDoesNotMatch
    /// The shared secret of X25519 is all zeros, because the peer's point has a small order. Such a secret is not
    /// secret (RFC 7748 section 6.1, RFC 8422 section 5.11).
    case zeroSharedSecret
    /// The nonce of a signature is not from 1 to n - 1, or gives a signature of zero.
    case nonceOutOfRange
    /// The octets are not a DER SEQUENCE of two INTEGERs that are not negative (RFC 8422 section 5.4).
    case malformedSignature
    /// The signature does not have the length that its algorithm requires (RFC 8032 section 5.1.7).
    case wrongSignatureLength(count: Int, needed: Int)
    /// The owner of this key has not signed this message with this signature.
    case invalidSignature
}

extension EllipticCurveError: CustomStringConvertible {
    /// The rule that was broken.
    public var description: String {
        switch self {
        case .wrongPublicKeyLength(let count, let needed): "public key of \(count) octets where \(needed) are needed"
        case .wrongPrivateKeyLength(let count, let needed): "private key of \(count) octets where \(needed) are needed"
        case .unsupportedPointFormat(let octet): "public key in point format \(octet), where 4 (uncompressed) is needed"
        case .coordinateOutOfRange: "public key with a coordinate that is not below p"
        case .pointNotOnCurve: "public key is not a point on the curve"
        case .pointAtInfinity: "public key is the point at infinity"
        case .privateKeyOutOfRange: "private key is not from 1 to n - 1"
        case .publicKeyDoesNotMatch: "public key does not belong to the private key"
        case .zeroSharedSecret: "all-zero shared secret: the public key is a point of small order"
        case .nonceOutOfRange: "nonce is not from 1 to n - 1, or gives a signature of zero"
        case .malformedSignature: "malformed signature: not the DER of two positive INTEGERs"
        case .wrongSignatureLength(let count, let needed): "signature of \(count) octets where \(needed) are needed"
        case .invalidSignature: "invalid signature"
        }
    }
}
