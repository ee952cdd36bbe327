import Trace

/// Whether the certificate names the host that was asked for (RFC 9525).
public enum NameStatement: StatementTopic {
    /// The name in the certificate that fits, and the one that was asked for.
    case nameFits(name: String, asked: String)
    /// The names in the certificate, none of which fits.
    case nameDiffers(names: [String], asked: String)
    /// No names in the certificate, but for a common name perhaps.
    case noNames(commonName: String?, asked: String)
    /// What was asked for is no host name.
    case notAHostName(String)

    func sentence(in language: Language, about subject: StatementSubject) -> String {
        switch language {
        case .english: english(subject)
        }
    }

    private func english(_ it: StatementSubject) -> String {
        switch self {
        case .nameFits(let name, let asked) where name == asked: "\(it) names \(name); asked for \(asked)."
        case .nameFits(let name, let asked): "\(it) names \(name), which fits; asked for \(asked)."
        case .nameDiffers(let names, let asked):
            "\(it) names \(English.list(names)); asked for \(asked). It proves who someone else is."
        case .noNames(nil, let asked): "\(it) names no host; asked for \(asked)."
        case .noNames(let commonName?, let asked):
            "\(it) names no host; asked for \(asked). Its common name, \(commonName), does not count: "
                + "only subjectAltName does."
        case .notAHostName(let asked): "Asked for \"\(asked)\", which is neither a host name nor an address."
        }
    }
}
