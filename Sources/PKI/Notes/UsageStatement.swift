import Trace

/// The uses of the certificate and of its key (RFC 5280 sections 4.2.1.3 and 4.2.1.12).
public enum UsageStatement: StatementTopic {
    /// keyUsage lists the use that is needed; the uses in it, nil if the certificate has no such extension.
    case keyUsageFits([String]?)
    /// keyUsage does not list the use that is needed.
    case keyUsageLacks(needed: [String], has: [String])
    /// extKeyUsage lists the purpose, "server" or "client"; the purposes in it, nil if the certificate has no such extension.
    case extendedKeyUsageFits([String]?, purpose: String)
    /// extKeyUsage does not list the purpose, "server" or "client".
    case extendedKeyUsageLacks(has: [String], purpose: String)
    /// extKeyUsage does not list serverAuth. A platform demands it under an anchor of this kind, of certificates issued at that time
    /// or later, in seconds since 1970.
    case serverAuthNotListed(since: Int64, under: AnchorKind)
    /// All critical extensions are understood; their names.
    case criticalExtensionsUnderstood([String])
    /// A critical extension is not understood; its name or its object identifier.
    case criticalExtensionUnknown(String)
    /// An extension cannot be read; its name.
    case extensionUnreadable(String)
    /// The leaf has an RSA key.
    case rsaKey(bits: Int)
    /// The leaf has an ECDSA key.
    case ecdsaKey(curve: String)
    /// The leaf has an Ed25519 key.
    case ed25519Key
    /// A certificate has an RSA key of too few bits.
    case keyTooSmall(bits: Int, least: Int)
    /// The leaf's key is of a kind that no key exchange here can use; its kind.
    case unsupportedKey(String)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .keyUsageFits(nil): "\(it) does not restrict what its key is used for."
        case .keyUsageFits(let uses?):
            "The key of \(it.inSentence) may be used for this. Its uses: \(English.list(uses))."
        case .keyUsageLacks(let needed, let has):
            "The key of \(it.inSentence) may be used for \(English.list(has)). Here it must be \(English.list(needed, or: true))."
        case .extendedKeyUsageFits(nil, _): "\(it) does not restrict what it is used for."
        case .extendedKeyUsageFits(let uses?, let purpose):
            "\(it) may be used for TLS \(purpose)s. Its uses: \(English.list(uses))."
        case .extendedKeyUsageLacks(let has, let purpose):
            "\(it) may be used for \(English.list(has)), not for TLS \(purpose)s (\(purpose)Auth)."
        case .serverAuthNotListed(.min, let kind):
            "\(it) does not list serverAuth in its extended key usage. Under an anchor that \(English.origin(kind)) a server's certificate "
                + "must list it."
        case .serverAuthNotListed(let since, let kind):
            "\(it) does not list serverAuth in its extended key usage. Under an anchor that \(English.origin(kind)) a server's certificate "
                + "issued since \(English.date(since)) must list it."
        case .criticalExtensionsUnderstood([]): "\(it) has no critical extensions."
        case .criticalExtensionsUnderstood(let names):
            "Each critical extension of \(it.inSentence) is understood: \(English.list(names))."
        case .criticalExtensionUnknown(let name):
            "\(it) has a critical extension that is not understood here, \(name). "
                + "Critical means: a program that does not understand the extension must refuse the certificate."
        case .extensionUnreadable(let name): "The extension \(name) of \(it.inSentence) cannot be read."
        case .rsaKey(let bits): "\(it) holds an RSA key of \(bits) bits."
        case .keyTooSmall(let bits, let least):
            "\(it) holds an RSA key of \(bits) bits. A key of less than \(least) bits is not strong enough."
        case .ecdsaKey(let curve): "\(it) holds an ECDSA key on \(curve)."
        case .ed25519Key: "\(it) holds an Ed25519 key."
        case .unsupportedKey(let algorithm):
            "\(it) holds \(English.a(algorithm)). No key exchange here can use such a key."
        }
    }
}
