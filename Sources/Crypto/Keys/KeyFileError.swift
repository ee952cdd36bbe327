/// Errors of a key file.
public enum KeyFileError: Error, Hashable, Sendable {
    /// There is no line "-----BEGIN …-----" in the text.
    case notPEM
    /// There is such a line, but no matching END line, or there is text between the two that is not base 64.
    case malformedPEM
    /// The key is encrypted with a password. Decrypt it first: `openssl pkey -in FILE -out UNLOCKED`.
    case encrypted
    /// The file does not contain a key of the requested kind; `found` are the labels that it contains.
    case noSuchKey(wanted: String, found: [String])
    /// The key is for another algorithm than the requested one.
    case otherAlgorithm(String, wanted: String = "RSA")
    /// The key is on another curve than P-256, P-384 and P-521: its name if that is known, and its object identifier.
    case otherCurve(String)
    /// The DER does not begin with the tag of a SEQUENCE (0x30), with which every key begins.
    case notDER
    /// The DER has `count` octets, but its length says `needed`.
    case truncated(count: Int, needed: Int)
    /// `count` octets follow the DER of the key, which has `after` octets.
    case trailingBytes(count: Int, after: Int)
    /// A field of the structure is missing or has another type.
    case malformed(field: String)
    /// The structure contains more fields after its last known field.
    case unexpectedField(in: String)
    /// A version that this module does not know. Version 1 of an RSAPrivateKey has more than two primes.
    case unsupportedVersion(field: String)
    /// The file is well formed, but its numbers are not an RSA key.
    case invalidKey(RSAError)
    /// The file is well formed, but its numbers are not a key on the curve.
    case invalidCurveKey(EllipticCurveError)
}

extension KeyFileError: CustomStringConvertible {
    /// The fault and its place.
    public var description: String {
        switch self {
        case .notPEM: "not PEM: no line -----BEGIN …-----"
        case .malformedPEM: "malformed PEM: no matching END line, or not lines of base 64 before it"
        case .encrypted: "the key is encrypted: unlock it first, for example with openssl pkey"
        case .noSuchKey(let wanted, let found):
            "no \(wanted) in the file, which holds \(found.joined(separator: ", "))"
        case .otherAlgorithm(let name, let wanted): "key for \(name), not for \(wanted)"
        case .otherCurve(let name): "key on the curve \(name); keys on P-256, P-384 and P-521 are supported"
        case .notDER: "not DER: the first octet is not 0x30"
        case .truncated(let count, let needed): "truncated: \(count) octets where \(needed) are needed"
        case .trailingBytes(let count, let after): "\(count) octets too many after the key's \(after)"
        case .malformed(let field): "malformed or missing field \(field)"
        case .unexpectedField(let structure): "more fields in \(structure) than it has"
        case .unsupportedVersion(let field): "unsupported version in \(field)"
        case .invalidKey(let error): "invalid key: \(error)"
        case .invalidCurveKey(let error): "invalid key: \(error)"
        }
    }
}
