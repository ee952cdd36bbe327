import Trace

/// Whether the certificate names the host that was asked for (RFC 9525).
public enum NameStatement: StatementTopic {
    /// The name in the certificate that fits, and the one that was asked for.
    case nameFits(name: String, asked: String)
    /// The names in the certificate, none of which fits.
    case nameDiffers(names: [String], asked: String)
    /// No names in the certificate, but for a common name perhaps.
    case noNames(commonName: String?, asked: String)
    /// The name that was asked for is no host name.
    case notAHostName(String)

    /// The subject is on the list of those who may come.
    case admitted(String)
    /// It is not, or has no common name.
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

    private static func underscore(_ name: String) -> String {
        guard name.contains("_") else { return "" }
        return
            " The name has an underscore, which the preferred name syntax does not have (RFC 5280 section 4.2.1.6). It is compared all the "
            + "same, as SecTrust and OpenSSL do it; a public authority may not issue it."
    }

    /// What is wrong with a name of a host that ends in a dot; nil where there is none. Directory names and URIs may end in one.
    private static func dot(_ names: [String]) -> String? {
        let ended = names.first {
            $0.hasSuffix(".") && HostName($0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0) != nil
        }
        return ended.map { name in
            " \(name) ends in a dot, which a name in a certificate may not have (RFC 5280 section 4.2.1.6): it fits no host."
        }
    }
}
