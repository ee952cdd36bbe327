import Trace

/// The leaf is for the host that the client asked for (RFC 9525).
///
/// Only subjectAltName counts. Clients once accepted a common name that looks like a host name, and swift-certificates still
/// does. RFC 9525 section 2 forbids it, and browsers stopped in 2017.
struct HostNamePolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        // Only a question about a server with a name has a name to compare.
        guard path.members.count == 1, let leaf = path.tip, question.purpose == .ssl, let asked = question.hostName
        else { return [] }
        return examine(leaf, for: asked, question)
    }

    private func examine(_ leaf: CandidatePath.Member, for asked: String, _ question: ChainQuestion) -> [CheckResult] {
        let cite = Citation.rfc(9525, "6")
        guard let wanted = HostName(asked) else {
            return [leaf.failed(.hostName, .name(.notAHostName(asked)), cite: cite, refusal: .badName)]
        }
        let entry = leaf.structure.meaning.subjectAlternativeNames
        if let entry, entry.value == nil {
            return [leaf.unreadable("subjectAltName", for: .hostName, cite: cite, at: entry.place)]
        }
        let names = entry?.value ?? []
        func fail(_ statement: NameStatement, cite: Citation = cite) -> [CheckResult] {
            [leaf.failed(.hostName, .name(statement), cite: cite, refusal: .badName, at: entry?.place)]
        }
        if question.profile == .secTrust, let wrong = names.first(where: \.isAddressOfWrongLength) {
            return fail(.addressVoidsNames(HostName.text(wrong)), cite: .secTrust("SSLHostname"))
        }
        let fitting = names.filter { wanted.fits($0.read(with: question.mistakes)) }
        if let name = fitting.first(where: { question.profile != .secTrust || $0.suffixBehindWildcard == nil }) {
            let statement = NameStatement.nameFits(name: HostName.text(name), asked: asked)
            return [leaf.passed(.hostName, .name(statement), cite: cite, at: entry?.place)]
        }
        if let name = fitting.first, let suffix = name.suffixBehindWildcard {
            let text = HostName.text(name)
            guard !PublicSuffixList.registries.contains(suffix) else {
                return fail(.wildcardOfRegistry(text, asked: asked), cite: .secTrust("SSLHostname"))
            }
            // The list of the platform is not known, and lists differ on the names of hosting companies.
            return [
                leaf.passed(
                    .hostName, .name(.nameFits(name: text, asked: asked)), cite: cite, at: entry?.place),
                leaf.noted(
                    .hostName, .name(.wildcardOfHosting(text)), cite: .secTrust("SSLHostname"), at: entry?.place),
            ]
        }
        guard !names.isEmpty else {
            let commonName = leaf.structure.subject.values(of: .commonName).first?.quotable
            return fail(.noNames(commonName: commonName, asked: asked))
        }
        return fail(.nameDiffers(names: names.map(HostName.phrase), asked: asked, UnfitName(among: names, for: wanted)))
    }
}

/// Why a name in a certificate fits no host, although its kind is one for hosts.
public enum UnfitName: Hashable, Sendable, Wording {
    case addressAsName(String)
    case endsInDot(String)
    /// A dNSName is no host name; the name.
    case noHostName(String)

    /// The first name that explains why nothing fits: an address that was asked for and stands as a dNSName, and otherwise a dNSName that
    /// is no host name. Nil if all are names of hosts.
    init?(among names: [GeneralName], for wanted: HostName) {
        let texts = names.compactMap { name -> String? in if case .dnsName(let text) = name { text } else { nil } }
        if case .address = wanted, let text = texts.first(where: { HostName($0) == wanted }) {
            self = .addressAsName(text.quotable)
        } else if let text = texts.first(where: { HostName(hostInDNSName: $0) == nil }) {
            self = text.hasSuffix(".") && text.count > 1 ? .endsInDot(text.quotable) : .noHostName(text.quotable)
        } else {
            return nil
        }
    }

    public var english: String {
        switch self {
        case .addressAsName(let text):
            "\(text) stands as a dNSName. An address has to stand as an iPAddress (RFC 9525 section 6.3)."
        case .endsInDot(let text):
            "\(text) ends in a dot, which a name in a certificate may not have (RFC 5280 section 4.2.1.6): it fits no host."
        case .noHostName(let text):
            "\(text) stands as a dNSName and is not a host name, so it fits no host (RFC 5280 section 4.2.1.6)."
        }
    }

    public var chinese: String {
        switch self {
        case .addressAsName(let text):
            "\(text) 写成了 dNSName。地址必须写成 iPAddress（RFC 9525 6.3 节）。"
        case .endsInDot(let text):
            "\(text) 以点结尾，而证书中的名称不能这样（RFC 5280 4.2.1.6 节）：它不与任何主机相符。"
        case .noHostName(let text):
            "\(text) 写成了 dNSName，却不是主机名，所以不与任何主机相符（RFC 5280 4.2.1.6 节）。"
        }
    }
}

extension GeneralName {
    /// Whether an iPAddress has neither 4 nor 16 octets.
    fileprivate var isAddressOfWrongLength: Bool {
        if case .ipAddress(let octets) = self { octets.count != 4 && octets.count != 16 } else { false }
    }

    /// The name behind a wildcard, if unrelated owners register names below it. Nil for another name.
    fileprivate var suffixBehindWildcard: String? {
        guard case .dnsName(let name) = self, name.hasPrefix("*.") else { return nil }
        let rest = String(name.dropFirst(2))
        return PublicSuffixList.few.contains(rest) ? rest : nil
    }
}

extension HostName {
    /// The name of a dNSName: that of a host, or the one behind a wildcard that is the whole first label. Nil for a text that is no name of
    /// a host, such as an address.
    package init?(hostInDNSName text: String) {
        let name = text.hasPrefix("*.") ? String(text.dropFirst(2)) : text
        guard !name.hasSuffix("."), let host = HostName(name), case .dns = host else { return nil }
        self = host
    }

    /// Whether a name in a certificate fits this host.
    fileprivate func fits(_ name: GeneralName) -> Bool {
        switch (self, name) {
        case (.dns(let labels), .dnsName(let presented)): HostName.dnsName(presented, fits: labels)
        case (.address(let octets), .ipAddress(let presented)): presented == octets
        default: false
        }
    }

    /// A name in a certificate as people write it, with its kind unless it is a host name or an address. It is
    /// `quotable`, because a stranger has written it.
    static func text(_ name: GeneralName) -> String {
        switch name {
        case .dnsName(let name): HostName(hostInDNSName: name) == nil ? "dNSName \"\(name.quotable)\"" : name.quotable
        case .ipAddress(let octets): HostName.text(address: octets)
        case .rfc822Name(let address): "mail address \(address.quotable)"
        case .uniformResourceIdentifier(let identifier): "URI \(identifier.quotable)"
        case .directoryName(let name): "\(name)"
        case .otherName, .x400Address, .ediPartyName, .registeredID: "a name of another kind"
        }
    }

    /// The same, in each language.
    static func phrase(_ name: GeneralName) -> Phrase {
        let chinese =
            switch name {
            case .rfc822Name(let address): "邮件地址 \(address.quotable)"
            case .otherName, .x400Address, .ediPartyName, .registeredID: "另一类名称"
            case .dnsName, .ipAddress, .uniformResourceIdentifier, .directoryName: text(name)
            }
        return Phrase(english: text(name), chinese: chinese)
    }
}
