import Trace

/// The leaf is for the host that the client asked for (RFC 9525).
///
/// Only subjectAltName counts. Clients once accepted a common name that looks like a host name, and swift-certificates still
/// does. RFC 9525 section 2 forbids it, and browsers stopped in 2017.
struct HostNamePolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        // Only a question about a server with a name has a name to compare.
        guard path.members.count == 1, let leaf = path.tip, question.purpose == .ssl, let asked = question.hostName
        else { return [] }
        return [examine(leaf, for: asked, with: question.mistakes)]
    }

    private func examine(
        _ leaf: CandidatePath.Member, for asked: String, with mistakes: Set<Mistake>
    ) -> Finding {
        let cite = Citation.rfc(9525, "6")
        guard let wanted = HostName(asked) else {
            return leaf.failed(.hostName, .name(.notAHostName(asked)), cite: cite, refusal: .badName)
        }
        let entry = leaf.structure.meaning.subjectAlternativeNames
        if let entry, entry.value == nil {
            return leaf.unreadable("subjectAltName", for: .hostName, cite: cite, at: entry.place)
        }
        let names = entry?.value ?? []
        if let fitting = names.first(where: { wanted.fits($0.read(with: mistakes)) }) {
            let statement = Statement.name(.nameFits(name: HostName.text(fitting), asked: asked))
            return leaf.passed(.hostName, statement, cite: cite, at: entry?.place)
        }
        let statement: Statement
        if names.isEmpty {
            let commonName = leaf.structure.subject.values(of: .commonName).first?.quotable
            statement = .name(.noNames(commonName: commonName, asked: asked))
        } else {
            statement = .name(.nameDiffers(names: names.map(HostName.text), asked: asked))
        }
        return leaf.failed(.hostName, statement, cite: cite, refusal: .badName, at: entry?.place)
    }
}

extension HostName {
    /// Whether a name in a certificate fits this host.
    fileprivate func fits(_ name: GeneralName) -> Bool {
        switch (self, name) {
        case (.dns(let labels), .dnsName(let presented)): HostName.dnsName(presented, fits: labels)
        case (.address(let octets), .ipAddress(let presented)): presented == octets
        default: false
        }
    }

    /// A name in a certificate as people write it, made `quotable` because a stranger has written it.
    static func text(_ name: GeneralName) -> String {
        switch name {
        case .dnsName(let name): name.quotable
        case .ipAddress(let octets): HostName.text(address: octets)
        case .rfc822Name(let address): "mail address \(address.quotable)"
        case .uniformResourceIdentifier(let identifier): identifier.quotable
        case .directoryName(let name): "\(name)"
        default: "a name of another kind"
        }
    }
}
