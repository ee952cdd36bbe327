import Trace

/// Whether the certificate names the host that was asked for (RFC 9525).
public enum NameStatement: StatementTopic {
    /// A name in the certificate fits the name that was asked for.
    case nameFits(name: String, asked: String)
    /// No name in the certificate fits the name that was asked for; a name that fits no host at all, nil if there is none.
    case nameDiffers(names: [Phrase], asked: String, UnfitName?)
    /// SecTrust takes no wildcard for a name directly below a registry; the wildcard.
    case wildcardOfRegistry(String, asked: String)
    /// It is not known whether SecTrust takes a wildcard for a name directly below a company's name; the wildcard.
    case wildcardOfHosting(String)
    /// An iPAddress has neither 4 nor 16 octets, and SecTrust then takes none of the names; the address.
    case addressVoidsNames(String)
    /// The certificate has no alternative names; its common name, nil if it has none.
    case noNames(commonName: String?, asked: String)
    /// The text that was asked for is neither a host name nor an address.
    case notAHostName(String)

    /// The subject is on the list of admitted names; its common name.
    case admitted(String)
    /// The subject is not on the list of admitted names; its common name, nil if it has none.
    case notAdmitted(String?)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .nameFits(let name, let asked) where name == asked:
            "\(it) is for \(name), the name that was asked for.\(Self.underscore(name))"
        case .nameFits(let name, let asked):
            "\(it) is for \(name), which covers \(asked), the name that was asked for.\(Self.underscore(name))"
        case .nameDiffers(let names, let asked, let unfit):
            "\(it) is for \(English.list(names)). The name that was asked for is \(asked). "
                + (unfit?.english ?? "The certificate is for another host.")
        case .wildcardOfRegistry(let name, let asked):
            "\(it) is for \(name), and \(asked) was asked for. Unrelated owners register names there, so SecTrust does not take such a wildcard."
        case .wildcardOfHosting(let name):
            "\(it) is for \(name). Unrelated owners have names there. SecTrust does not take a wildcard below a public suffix, and whether "
                + "its list has this one is not known."
        case .addressVoidsNames(let name):
            "\(it) has an iPAddress of a wrong length: \(name). SecTrust then takes none of the names."
        case .noNames(nil, let asked): "\(it) names no host. The name that was asked for is \(asked)."
        case .noNames(let commonName?, let asked):
            "\(it) names no host. The name that was asked for is \(asked). The common name, \(commonName), does not count; only "
                + "subjectAltName counts."
        case .admitted(let name): "\(it) is that of \(name), who is on the list of those who may come in."
        case .notAdmitted(let name):
            "\(it) is that of \(name ?? "a subject without a common name"), who is not on the list of those who may come in. The "
                + "certificate is valid all the same."
        case .notAHostName(let asked): "\"\(asked)\" was asked for. This is neither a host name nor an address."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .nameFits(let name, let asked) where name == asked:
            it.chinese("属于 \(name)，这正是要访问的名称。\(Self.chineseUnderscore(name))")
        case .nameFits(let name, let asked):
            it.chinese("属于 \(name)，它涵盖要访问的名称 \(asked)。\(Self.chineseUnderscore(name))")
        case .nameDiffers(let names, let asked, let unfit):
            it.chinese(
                spaced("属于", Chinese.list(names.map(\.chinese)))
                    + "，要访问的名称是 \(asked)。" + (unfit?.chinese ?? "这张证书属于另一台主机。"))
        case .wildcardOfRegistry(let name, let asked):
            it.chinese("属于 \(name)，而要访问的是 \(asked)。那里的名称由互不相干的持有者注册，所以 SecTrust 不接受这样的通配符。")
        case .wildcardOfHosting(let name):
            it.chinese(
                "属于 \(name)。那里有互不相干的持有者的名称。SecTrust 不接受公共后缀下面的通配符，"
                    + "而它的列表中有没有这个后缀，这里不知道。")
        case .addressVoidsNames(let name):
            it.chinese("有一个长度不对的 iPAddress：\(name)。于是 SecTrust 一个名称也不接受。")
        case .noNames(nil, let asked): it.chinese("没有写明主机。要访问的名称是 \(asked)。")
        case .noNames(let commonName?, let asked):
            it.chinese("没有写明主机。要访问的名称是 \(asked)。通用名称 \(commonName) 不算数，只有 subjectAltName 算数。")
        case .admitted(let name): it.chinese("属于 \(name)，准许进入的名单上有它。")
        case .notAdmitted(let name):
            it.chinese(spaced("属于", name ?? "没有通用名称的主体") + "，准许进入的名单上没有它。证书仍然是有效的。")
        case .notAHostName(let asked): "要访问的是 \"\(asked)\"。它既不是主机名，也不是地址。"
        }
    }

    /// A sentence about an underscore in a name; empty for a name without one.
    private static func underscore(_ name: String) -> String {
        guard name.contains("_") else { return "" }
        return
            " The name has an underscore, which the preferred name syntax does not have (RFC 5280 section 4.2.1.6). It is compared all the "
            + "same, as SecTrust and OpenSSL do it; a public authority may not issue it."
    }

    private static func chineseUnderscore(_ name: String) -> String {
        guard name.contains("_") else { return "" }
        return "名称中有下划线，而推荐的名称语法没有下划线（RFC 5280 4.2.1.6 节）。"
            + "这里仍然比较它，SecTrust 和 OpenSSL 也这样做；公共 CA 不得为它签发证书。"
    }
}
