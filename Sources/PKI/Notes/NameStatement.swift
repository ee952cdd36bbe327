import Trace

/// Whether the certificate names the host that was asked for (RFC 9525).
public enum NameStatement: StatementTopic {
    /// A name in the certificate fits the name that was asked for.
    case nameFits(name: String, asked: String)
    /// No name in the certificate fits the name that was asked for; a name that fits no host at all, nil if there is none.
    case nameDiffers(names: [String], asked: String, UnfitName?)
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

    /// A sentence about an underscore in a name; empty for a name without one.
    private static func underscore(_ name: String) -> String {
        guard name.contains("_") else { return "" }
        return
            " The name has an underscore, which the preferred name syntax does not have (RFC 5280 section 4.2.1.6). It is compared all the "
            + "same, as SecTrust and OpenSSL do it; a public authority may not issue it."
    }
}
