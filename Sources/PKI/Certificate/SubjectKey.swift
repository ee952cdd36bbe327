import Crypto
import Trace

/// The key that a certificate certifies, of any kind.
///
/// ``PublicKey`` has only the kinds that a handshake here can use. Authorities also use others.
package enum SubjectKey: Hashable, Sendable {
    /// An RSA key of any size.
    case rsa(RSAPublicKey)
    /// A point on a curve.
    case curve(NamedCurve, point: [UInt8])
    /// A point on a curve of ``EllipticCurve/others``, which no handshake here uses.
    case otherCurve(EllipticCurvePublicKey)
    /// An RSA key for RSASSA-PSS alone (RFC 4055 section 3.3), with the parameters that it demands of its signatures; nil for any. No
    /// handshake here uses it.
    case rsaPSS(RSAPublicKey, PSSParameters?)
    /// An Ed25519 key: the 32 octets of a point.
    case ed25519([UInt8])
    /// A key on a curve that is not known here, or that contains the parameters of its curve, which RFC 5480 section 2.1.1
    /// forbids; the name of the curve.
    case unknownCurve(String)
    /// A key for an algorithm that is not known here; the name of the algorithm.
    case other(String)
    /// Octets that are no key for the algorithm that they name; the name of the algorithm.
    case malformed(String)

    /// Reads a key. A key that cannot be read becomes ``unknownCurve(_:)``, ``other(_:)`` or ``malformed(_:)``.
    init(_ identifier: AlgorithmIdentifier, _ octets: [UInt8]) {
        switch identifier.algorithm {
        case .rsaEncryption:
            if let key = try? RSAPublicKey(pkcs1DER: octets), identifier.parameters?.isTagged(.null) == true {
                self = .rsa(key)
            } else {
                self = .malformed("rsaEncryption")
            }
        case .rsassaPSS: self = SubjectKey.forPSS(identifier, octets)
        case .ecPublicKey: self = SubjectKey.onCurve(identifier, octets)
        case .ed25519:
            let isKey = identifier.parameters == nil && (try? Ed25519PublicKey(octets)) != nil
            self = isKey ? .ed25519(octets) : .malformed("Ed25519")
        default: self = .other(identifier.algorithm.label)
        }
    }

    /// The key of a SubjectPublicKeyInfo in DER (RFC 5280 section 4.1).
    ///
    /// - Throws: an error for octets that are no such structure.
    package init(info: DERElement) throws {
        var parts = try info.parts(.sequence)
        let identifier = try AlgorithmIdentifier(try parts.next())
        let octets = try parts.next().wholeBits()
        try parts.end()
        self.init(identifier, Array(octets))
    }

    private static func onCurve(_ identifier: AlgorithmIdentifier, _ octets: [UInt8]) -> SubjectKey {
        guard let name = try? identifier.parameters?.identifier() else { return .unknownCurve(ownCurve) }
        if let curve = NamedCurve.allCases.first(where: { $0.identifier == name }) {
            return curve.isPoint(octets) ? .curve(curve, point: octets) : .malformed("ecPublicKey")
        }
        guard let other = EllipticCurve.others.first(where: { $0.identifier == name }) else {
            return .unknownCurve(name.label)
        }
        do throws(EllipticCurveError) {
            return .otherCurve(try EllipticCurvePublicKey(octets, on: other.curve))
        } catch {
            // The arithmetic of these curves reads no compressed points.
            if case .unsupportedPointFormat(2...3) = error { return .unknownCurve(name.label) }
            return .malformed("ecPublicKey")
        }
    }

    private static func forPSS(_ identifier: AlgorithmIdentifier, _ octets: [UInt8]) -> SubjectKey {
        let name = identifier.algorithm.label
        guard let key = try? RSAPublicKey(pkcs1DER: octets) else { return .malformed(name) }
        guard let element = identifier.parameters else { return .rsaPSS(key, nil) }
        return PSSParameters(element).map { .rsaPSS(key, $0) } ?? .malformed(name)
    }

    /// The kind and the size or the curve of the key in words: "RSA key of 2048 bits".
    package var name: String {
        switch self {
        case .rsa(let key): "RSA key of \(key.n.bitWidth) bits"
        case .curve(let curve, _): "ECDSA key on \(curve.rawValue)"
        case .otherCurve(let key): "key on \(key.curve.name)"
        case .rsaPSS(let key, _): "RSA key of \(key.n.bitWidth) bits for RSASSA-PSS alone"
        case .ed25519: "Ed25519 key"
        case .unknownCurve(let curve): "key on \(curve)"
        case .other(let algorithm): "key for \(algorithm)"
        case .malformed(let algorithm): "key for \(algorithm) that cannot be read"
        }
    }

    /// The same, in each language.
    package var phrase: Phrase { Phrase(english: name, chinese: nameInChinese) }

    /// The same in Chinese: "2048 位的 RSA 密钥".
    private var nameInChinese: String {
        switch self {
        case .rsa(let key): "\(key.n.bitWidth) 位的 RSA 密钥"
        case .curve(let curve, _): "\(curve.rawValue) 上的 ECDSA 密钥"
        case .otherCurve(let key): "\(key.curve.name) 上的密钥"
        case .rsaPSS(let key, _): "只用于 RSASSA-PSS 的 \(key.n.bitWidth) 位 RSA 密钥"
        case .ed25519: "Ed25519 密钥"
        case .unknownCurve(let curve): spaced(SubjectKey.chinese(curve), "上的密钥")
        case .other(let algorithm): "用于 \(algorithm) 的密钥"
        case .malformed(let algorithm): "用于 \(algorithm) 的密钥，但无法读取"
        }
    }

    /// What a key that cannot be used names: a curve or an algorithm.
    static func phrase(_ name: String) -> Phrase { Phrase(english: name, chinese: chinese(name)) }

    private static func chinese(_ name: String) -> String { name == ownCurve ? "自带参数的曲线" : name }

    private static let ownCurve = "a curve of its own"
}
