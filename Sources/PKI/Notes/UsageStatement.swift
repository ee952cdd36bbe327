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
    case unsupportedKey(Phrase)

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

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .keyUsageFits(nil): it.chinese("不限制它的密钥的用途。")
        case .keyUsageFits(let uses?): it.chinese("的密钥可以用于这里。它的用途：\(Chinese.list(uses))。")
        case .keyUsageLacks(let needed, let has):
            it.chinese(
                (has.isEmpty ? "的密钥什么用途都没有。" : "的密钥可以用于 \(Chinese.list(has))。")
                    + "这里必须能用于 \(Chinese.list(needed, or: true))。")
        case .extendedKeyUsageFits(nil, _): it.chinese("不限制自己的用途。")
        case .extendedKeyUsageFits(let uses?, let purpose):
            it.chinese("可以用于 TLS \(Self.chinese(purpose))。它的用途：\(Chinese.list(uses))。")
        case .extendedKeyUsageLacks(let has, let purpose):
            it.chinese(
                (has.isEmpty ? "什么用途都没有，" : "可以用于 \(Chinese.list(has))，")
                    + "不能用于 TLS \(Self.chinese(purpose))（\(purpose)Auth）。")
        case .serverAuthNotListed(.min, let kind):
            it.chinese("没有在扩展密钥用法中列出 serverAuth。在\(Chinese.origin(kind))锚点之下，服务器的证书必须列出它。")
        case .serverAuthNotListed(let since, let kind):
            it.chinese(
                "没有在扩展密钥用法中列出 serverAuth。在\(Chinese.origin(kind))锚点之下，"
                    + "自 \(CivilTime.text(since)) 起签发的服务器证书必须列出它。")
        case .criticalExtensionsUnderstood([]): it.chinese("没有关键扩展。")
        case .criticalExtensionsUnderstood(let names): it.chinese("的每个关键扩展都能理解：\(Chinese.list(names))。")
        case .criticalExtensionUnknown(let name):
            it.chinese("有一个关键扩展在这里无法理解：\(name)。关键的意思是：不理解这个扩展的程序必须拒绝这张证书。")
        case .extensionUnreadable(let name): it.chinese("的扩展 \(name) 无法读取。")
        case .rsaKey(let bits): it.chinese("含有 \(bits) 位的 RSA 密钥。")
        case .keyTooSmall(let bits, let least):
            it.chinese("含有 \(bits) 位的 RSA 密钥。少于 \(least) 位的密钥不够强。")
        case .ecdsaKey(let curve): it.chinese("含有 \(curve) 上的 ECDSA 密钥。")
        case .ed25519Key: it.chinese("含有 Ed25519 密钥。")
        case .unsupportedKey(let algorithm): it.chinese(spaced("含有", algorithm.chinese) + "。这里的密钥交换都不能使用这样的密钥。")
        }
    }

    private static func chinese(_ purpose: String) -> String { purpose == "server" ? "服务器" : "客户端" }
}
