import PKI
import Render
import Trace

/// The report on certificates: their parts and their signatures, for a reader without knowledge of DER.
package struct TrustShowReport {
    private let certificates: [AnnotatedCertificate]
    private let sources: [CertificateSource]
    private let links: [ChainLink]

    /// The amount of detail.
    package enum Amount: String, CaseIterable, Sendable {
        /// Names, dates and keys, and whether each signature is valid.
        case summary
        /// Also every field, and the computation of each signature.
        case fields
        /// Also the octets.
        case bytes
    }

    /// The report on certificates.
    ///
    /// - Parameter sources: the files of the certificates, in the same order.
    package init(_ certificates: [AnnotatedCertificate], _ sources: [CertificateSource]) {
        self.certificates = certificates
        self.sources = sources
        links = ChainLink.links(of: certificates)
    }

    /// Summary, tree and signatures, in this order.
    package func whole(_ amount: Amount) -> Report {
        var parts: [Report.Part] = []
        for (index, certificate) in certificates.enumerated() {
            parts += [title(index), Self.facts(certificate)] + faults(index).prefix(5)
            if amount != .summary {
                parts += [.space] + (index == 0 ? [.text(ReportNote.tree), .space] : []) + tree(index)
            }
            if amount == .bytes { parts += [.space, .pane(Self.name(index), certificate.der, certificate.fields)] }
            parts.append(.space)
        }
        return Report(parts + signatures(amount))
    }

    /// The name that selects the signatures instead of a part of the tree.
    private static let signatures = "signatures"

    /// The parts of every tree that have one of these names, with everything inside them. The name "signatures" adds the signatures.
    ///
    /// - Throws: ``UnknownParts`` for names that no part of any certificate has.
    package func parts(named names: [String], _ amount: Amount) throws(UnknownParts) -> Report {
        var missing = names.filter { $0 != Self.signatures }
        var reports: [Report] = []
        for (index, certificate) in certificates.enumerated() {
            let found = certificate.elements.flatMap { Self.elements($0, named: names) }
            guard !found.isEmpty else { continue }
            let parts = found.map { Self.part($0.element, isInside: $0.isInside, certificate) }
            reports.append(Report([title(index), .tree(parts, of: certificate.der, name: Self.name(index))]))
            missing.removeAll { name in found.contains { $0.element.part.name == name } }
        }
        guard missing.isEmpty else { throw UnknownParts(names: missing) }
        return Report(apart: reports + (names.contains(Self.signatures) ? [Report(signatures(amount))] : []))
    }

    /// No certificate has a part with one of these names.
    package struct UnknownParts: Error, CustomStringConvertible {
        let names: [String]

        /// The message, with the names that no part has.
        package var description: String {
            "no certificate here has a part with the name " + names.joined(separator: ", ")
        }
    }

    /// The outermost elements with one of the names, and whether each of them is encoded inside a string.
    private static func elements(
        _ element: AnatomyElement, named names: [String], isInside: Bool = false
    ) -> [(element: AnatomyElement, isInside: Bool)] {
        if names.contains(element.part.name) { return [(element, isInside)] }
        return element.children.flatMap { elements($0, named: names, isInside: isInside || element.isWrapper) }
    }

    // MARK: Summary

    private static func name(_ index: Int) -> Words { Words(TrustShowNote.name(index + 1)) }

    private func title(_ index: Int) -> Report.Part {
        .title(TrustShowNote.title(index + 1, of: certificates.count, path: sources[index].path))
    }

    /// Names, dates and key of a certificate.
    private static func facts(_ certificate: AnnotatedCertificate) -> Report.Part {
        let names = certificate.alternativeNames
        let missing = Words(TrustShowNote.missing)
        let validity = certificate.validity.map { Words(TrustShowNote.validity($0.notBefore, $0.notAfter)) }
        let key = certificate.keyText ?? missing
        return .facts([
            (Words(TrustShowNote.subject), certificate.name(.subject) ?? missing),
            (Words(TrustShowNote.issuer), certificate.name(.issuer) ?? missing),
            (Words(TrustShowNote.valid), validity ?? missing),
            (Words(TrustShowNote.key), certificate.isAuthority ? key + Words(TrustShowNote.ofAuthority) : key),
            (Words(TrustShowNote.names), Words(TrustShowNote.list(names))),
        ])
    }

    private func faults(_ index: Int) -> [Report.Part] { complaints(index).map { .marked("✘", .bad, $0) } }

    /// The rules that the certificates break: "leaf.der: tbsCertificate.version at offset 8: …".
    package var complaints: [String] { certificates.indices.flatMap(complaints).map(\.english) }

    private func complaints(_ index: Int) -> [Words] {
        let (certificate, source) = (certificates[index], sources[index])
        return certificate.faults.map { fault in
            let name = certificate.element(at: fault.offset)?.part.name ?? "certificate"
            return Words(TrustShowNote.complaint(source, part: name, fault)).map { Text.legible($0) }
        }
    }

    // MARK: The tree

    private func anatomy(_ index: Int) -> Report.Part {
        let certificate = certificates[index]
        let parts = certificate.elements.map { Self.part($0, isInside: false, certificate) }
        return .tree(parts, of: certificate.der, name: Self.name(index))
    }

    private func tree(_ index: Int) -> [Report.Part] {
        // OpenSSL refuses a certificate that cannot be parsed to its end.
        guard !certificates[index].faults.contains(where: \.isFatal) else { return [anatomy(index)] }
        return [
            anatomy(index), .space, .text(TrustShowNote.leftColumn),
            .commands([sources[index].command("-outform der") + " | openssl asn1parse -inform der -i"]),
        ]
    }

    private static func part(
        _ element: AnatomyElement, isInside: Bool, _ certificate: AnnotatedCertificate
    ) -> StructureTree.Part {
        let faults = element.node.map { node in
            certificate.faults.filter { $0.offset == node.offset }.map { Words($0) }
        }
        return StructureTree.Part(
            place: place(element, isInside: isInside), depth: element.depth, name: Words(same: element.part.name),
            value: element.value, remark: element.remark, meaning: Words(element.part),
            cite: element.part.cite, faults: faults ?? [], octets: (element.header, element.content),
            children: element.children.map { part($0, isInside: isInside || element.isWrapper, certificate) })
    }

    /// The left column in the form of asn1parse: "  123:d=2  hl=2 l=  43 cons: SEQUENCE".
    private static func place(_ element: AnatomyElement, isInside: Bool) -> String {
        let mark = isInside ? "»" : ":"
        let offset = Text.pad(String(element.range.lowerBound), to: 5, side: .right)
        guard let node = element.node else {
            let count = Text.pad(String(element.range.count), to: 4, side: .right)
            return "\(offset)\(mark)d=\(Text.pad(String(element.depth), to: 2)) hl=0 l=\(count)       octets"
        }
        let length = Text.pad(String(node.length), to: 4, side: .right)
        return "\(offset)\(mark)d=\(Text.pad(String(node.depth), to: 2)) hl=\(node.headerLength) l=\(length) "
            + "\(node.tag.isConstructed ? "cons" : "prim"): \(node.tag.opensslName)"
    }

    // MARK: Signatures

    private func signatures(_ amount: Amount) -> [Report.Part] {
        let stories =
            amount == .summary
            ? links.map { SignatureStory($0, of: certificates, in: sources).outcome }
            : worked().flatMap { title, passages in [.title(title)] + passages }
        return [.title(TrustShowNote.whoSigned)] + chain + [.space] + stories
    }

    private var chain: [Report.Part] {
        let labels = certificates.map(\.label)
        return links.map { link in
            .text(link.words(labels: labels, issuerName: certificates[link.subject].name(.issuer)))
        }
    }

    /// The stories of the signatures, each with a title. The explanation of a kind of signature stands only in the first story of that kind.
    private func worked() -> [(title: Words, passages: [Report.Part])] {
        var said: Set<Words> = []
        return links.map { link in
            (
                Words(TrustShowNote.signature(link.subject + 1, certificates[link.subject].label)),
                SignatureStory(link, of: certificates, in: sources).passages(&said)
            )
        }
    }
}

// MARK: - The page

extension TrustShowReport {
    /// The largest number of certificates on a page. A longer chain would be too long for a reader.
    private static let most = 32

    /// There are more certificates than a page can have.
    package struct TooMany: Error, CustomStringConvertible {
        let count: Int

        /// The message, with the number of certificates and the limit.
        package var description: String {
            "there are \(counted(count, "certificate")); a page holds at most \(TrustShowReport.most). --json has no such limit"
        }
    }

    /// The page: the octets beside their fields and sentences, and the computation of each signature.
    ///
    /// - Throws: ``TooMany`` for more certificates than a page can have.
    package func page() throws(TooMany) -> WebReport {
        let count = certificates.count
        guard count <= Self.most else { throw TooMany(count: count) }
        return WebReport(
            .certificate, title: Words(TrustShowNote.octetByOctet(count)), about: Words(ReportNote.page),
            content: content)
    }

    private var content: WebMarkup {
        let entries = certificates.enumerated().map { index, certificate -> (String, Words) in
            ("#certificate-\(index + 1)", "\(index + 1). \(certificate.label)")
        }
        let list = (entries + [("#signatures", Words(TrustShowNote.whoSigned))]).map {
            WebMarkup.element("li", [:], .element("a", ["href": $0], WebMarkup($1)))
        }
        let stories = worked().map { title, passages in
            [WebMarkup.element("h3", [:], WebMarkup(title)), passages.map(\.markup).asOne].asOne
        }
        return .element(
            "main", [:],
            .element(
                "nav", ["aria-label": Words(TrustShowNote.onThisPage)],
                .element("ul", ["class": "chain-list"], list.asOne)),
            certificates.indices.map(section).asOne,
            .element(
                "section", ["id": "signatures", "class": "signature"],
                .element("h2", [:], WebMarkup(TrustShowNote.whoSigned)),
                chain.map(\.markup).asOne, stories.asOne))
    }

    private func section(_ index: Int) -> WebMarkup {
        let title = TrustShowNote.section(index + 1, of: certificates.count, path: sources[index].path)
        let faults = complaints(index).map { WebMarkup.element("li", [:], WebMarkup($0)) }
        return .element(
            "section", ["class": "certificate", "id": "certificate-\(index + 1)"],
            .element("h2", [:], WebMarkup(title)),
            Self.facts(certificates[index]).markup,
            faults.isEmpty ? .nothing : .element("ul", ["class": "faults"], faults.asOne), anatomy(index).markup)
    }
}
