import Trace

/// Whether the certificate names the host that was asked for (RFC 9525).
public enum NameStatement: StatementTopic {
    /// A name in the certificate fits the name that was asked for.
    case nameFits(name: String, asked: String)
    /// No name in the certificate fits the name that was asked for.
    case nameDiffers(names: [String], asked: String)
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
        case .nameDiffers(let names, let asked):
            "\(it) is for \(English.list(names)). The name that was asked for is \(asked)."
                + (Self.dot(names) ?? " It is a valid certificate for another host.")
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

    /// A sentence about an underscore in a name; empty for a name without one.
    private static func underscore(_ name: String) -> String {
        guard name.contains("_") else { return "" }
        return
            " The name has an underscore, which the preferred name syntax does not have (RFC 5280 section 4.2.1.6). It is compared all the "
            + "same, as SecTrust and OpenSSL do it; a public authority may not issue it."
    }

    /// A sentence about the first host name that ends in a dot; nil if there is none. Directory names and URIs may end in a dot.
    private static func dot(_ names: [String]) -> String? {
        let ended = names.first {
            $0.hasSuffix(".") && HostName($0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0) != nil
        }
        return ended.map { name in
            " \(name) ends in a dot, which a name in a certificate may not have (RFC 5280 section 4.2.1.6): it fits no host."
        }
    }
}
