import Trace

/// Whether a key of the path is pinned (RFC 7469 section 2.6).
public enum PinStatement: StatementTopic {
    /// A key of the path is pinned; the SHA-256 of that key, in hexadecimal.
    case pinFits(sha256: String)
    /// No key of the path is pinned; the SHA-256 of the leaf's key, in hexadecimal.
    case pinDiffers(sha256: String)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .pinFits(let digest): "\(it) contains a pinned key. Its SHA-256 is \(digest)."
        case .pinDiffers(let digest):
            "\(it) contains no pinned key. The SHA-256 of the leaf's key is \(digest)."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .pinFits(let digest): it.chinese("含有锁定的密钥。它的 SHA-256 是 \(digest)。")
        case .pinDiffers(let digest): it.chinese("不含锁定的密钥。叶子证书的密钥的 SHA-256 是 \(digest)。")
        }
    }
}
