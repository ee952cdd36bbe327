import Crypto
internal import SwiftASN1

/// The key that a certificate certifies, of whatever kind.
///
/// ``PublicKey`` is narrower: the kinds that a handshake here can use. Authorities use more.
enum SubjectKey: Hashable, Sendable {
    case rsa(RSAPublicKey)
    /// A point on a curve.
    case curve(NamedCurve, point: [UInt8])
    case ed25519([UInt8])
    /// A key on a curve that is not known here, or that brings its curve with it, which RFC 5480 section 2.1.1 forbids.
    case unknownCurve(String)
    /// A key for an algorithm that is not known here.
    case other(String)
    /// What names a known algorithm and is no key for it.
    case malformed(String)

    /// Reads a key; what cannot be read says so instead.
    init(_ identifier: AlgorithmIdentifier, _ octets: [UInt8], info: [UInt8]) {
        switch identifier.algorithm {
        case [1, 2, 840, 113549, 1, 1, 1]:
            if let key = try? RSAPublicKey(pkcs1DER: octets), identifier.parameters?.identifier == .null {
                self = .rsa(key)
            } else {
                self = .malformed("rsaEncryption")
            }
        case [1, 2, 840, 10045, 2, 1]: self = SubjectKey.onCurve(identifier, octets)
        case [1, 3, 101, 112]:
            self =
                octets.count == Ed25519.keySize && identifier.parameters == nil
                ? .ed25519(octets) : .malformed("Ed25519")
        default: self = .other(AlgorithmNames.name(identifier.algorithm))
        }
    }

    private static func onCurve(_ identifier: AlgorithmIdentifier, _ octets: [UInt8]) -> SubjectKey {
        guard let parameters = identifier.parameters, let curve = try? ASN1ObjectIdentifier(derEncoded: parameters)
        else {
            return .unknownCurve("a curve of its own")
        }
        let known: NamedCurve? =
            switch curve {
            case [1, 2, 840, 10045, 3, 1, 7]: .p256
            case [1, 3, 132, 0, 34]: .p384
            case [1, 3, 132, 0, 35]: .p521
            default: nil
            }
        guard let known else { return .unknownCurve(AlgorithmNames.name(curve)) }
        return known.isPoint(octets) ? .curve(known, point: octets) : .malformed("ecPublicKey")
    }

    /// "RSA key of 2048 bits".
    var name: String {
        switch self {
        case .rsa(let key): "RSA key of \(key.n.bitWidth) bits"
        case .curve(let curve, _): "ECDSA key on \(curve.rawValue)"
        case .ed25519: "Ed25519 key"
        case .unknownCurve(let curve): "key on \(curve)"
        case .other(let algorithm): "key for \(algorithm)"
        case .malformed(let algorithm): "key for \(algorithm) that is none"
        }
    }
}
