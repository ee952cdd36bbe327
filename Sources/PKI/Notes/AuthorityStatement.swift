import Trace

/// Whether an issuer may issue certificates (RFC 5280 section 4.2.1.9).
public enum AuthorityStatement: StatementTopic {
    /// basicConstraints says that the issuer is an authority.
    case isAuthority
    /// The issuer's certificate is of version 1, which has no basicConstraints. The issuer is an authority because it is an anchor.
    case isAuthorityByDecree
    /// The issuer is no authority. `saysSo`: basicConstraints says so; otherwise the certificate has no basicConstraints.
    case isNotAuthority(saysSo: Bool)
    /// The issuer's path length is not exceeded; the number of intermediates below that count, and the limit, nil for no limit.
    case pathLengthKept(below: Int, limit: Int?)
    /// More intermediates stand below the issuer than its path length allows.
    case pathLengthExceeded(below: Int, limit: Int)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .isAuthority: "\(it) belongs to an authority, which may issue certificates."
        case .isAuthorityByDecree:
            "\(it) is of version 1, and version 1 cannot say that it belongs to an authority. It counts as an authority because the "
                + "\(it.judge) trusts it."
        case .isNotAuthority(true):
            "\(it) says that it does not belong to an authority, but its key has signed certificates."
        case .isNotAuthority(false):
            "\(it) does not say that it belongs to an authority, so its key must not sign certificates."
        case .pathLengthKept(let below, nil):
            "\(it) sets no limit to the authorities below it; there \(English.are(below))."
        case .pathLengthKept(let below, let limit?):
            "\(it) allows at most \(counted(limit, "further authority")) below it; there \(English.are(below))."
        case .pathLengthExceeded(let below, let limit):
            "\(it) allows at most \(counted(limit, "further authority")) below it, but there \(English.are(below))."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .isAuthority: it.chinese("属于一个 CA，它可以签发证书。")
        case .isAuthorityByDecree:
            it.chinese("是版本 1 的证书，而版本 1 无法写明它属于 CA。它算作 CA 的证书，因为\(it.judgeInChinese)信任它。")
        case .isNotAuthority(true): it.chinese("写明自己不属于 CA，但它的密钥给证书签了名。")
        case .isNotAuthority(false): it.chinese("没有写明自己属于 CA，所以它的密钥不能给证书签名。")
        case .pathLengthKept(let below, nil): it.chinese("不限制下面的 CA；\(Chinese.below(below))。")
        case .pathLengthKept(let below, let limit?):
            it.chinese("最多允许下面还有 \(limit) 个 CA；\(Chinese.below(below))。")
        case .pathLengthExceeded(let below, let limit):
            it.chinese("最多允许下面还有 \(limit) 个 CA，但\(Chinese.below(below))。")
        }
    }
}
