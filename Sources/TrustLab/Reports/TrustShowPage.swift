import Crypto
import PKI
import Render
import Trace

/// Certificates as a page: their octets beside their fields and sentences, and the signatures worked out.
package struct TrustShowPage {
    /// The most certificates of a page. A chain that is longer is no chain for a reader.
    package static let most = 32

    private let certificates: [AnnotatedCertificate]
    private let sources: [CertificateSource]

    /// There are more certificates than a page holds.
    package struct TooMany: Error, CustomStringConvertible {
        let count: Int

        /// What is wrong, in a sentence.
        package var description: String {
            "there are \(counted(count, "certificate")); a page holds at most \(TrustShowPage.most). --json has no such limit"
        }
    }

    /// The page of certificates, each with the place where it was read.
    ///
    /// - Throws: ``TooMany``.
    package init(_ certificates: [AnnotatedCertificate], _ sources: [CertificateSource]) throws(TooMany) {
        guard certificates.count <= Self.most else { throw TooMany(count: certificates.count) }
        self.certificates = certificates
        self.sources = sources
    }

    /// The whole file.
    package func html() throws -> String {
        let count = certificates.count
        return try WebReport(
            .certificate, title: "\(count == 1 ? "A certificate" : "\(count) certificates"), octet by octet",
            about: "A field, its octets and its sentence belong together: each leads to the others.", content: content
        ).html()
    }

    private var content: WebMarkup {
        let links = ChainLink.links(of: certificates)
        let entries = certificates.indices.map { index in
            WebMarkup.element(
                "li", [:],
                .element("a", ["href": "#certificate-\(index + 1)"], "\(index + 1). \(certificates[index].label)"))
        }
        let labels = certificates.map(\.label)
        let chain = links.map { link in
            WebMarkup.element(
                "p", [:],
                WebMarkup(
                    link.sentence(labels: labels, issuerName: certificates[link.subject].name(.issuer), in: .english)))
        }
        return .element(
            "main", [:],
            .element(
                "nav", ["aria-label": "On this page"],
                .element(
                    "ul", ["class": "chain-list"],
                    (entries + [WebMarkup.element("li", [:], .element("a", ["href": "#signatures"], "Who signed whom"))])
                        .asOne)),
            certificates.indices.map(section).asOne,
            .element(
                "section", ["id": "signatures", "class": "signature"], .element("h2", [:], "Who signed whom"),
                chain.asOne,
                signatures(links)))
    }

    // MARK: A certificate

    private func section(_ index: Int) -> WebMarkup {
        let certificate = certificates[index]
        let facts = TrustShowText.facts(certificate).map { fact in
            [WebMarkup.element("dt", [:], WebMarkup(fact.name)), .element("dd", [:], WebMarkup(fact.value))].asOne
        }
        let faults = certificate.faults.map { fault in
            WebMarkup.element("li", [:], WebMarkup(TrustShowText.complaint(fault, certificate, sources[index])))
        }
        let of = certificates.count > 1 ? " of \(certificates.count)" : ""
        return .element(
            "section", ["class": "certificate", "id": "certificate-\(index + 1)"],
            .element("h2", [:], "Certificate \(index + 1)\(of): \(sources[index].path)"),
            .element("dl", ["class": "facts"], facts.asOne),
            faults.isEmpty ? .nothing : .element("ul", ["class": "faults"], faults.asOne), anatomy(index))
    }

    private func anatomy(_ index: Int) -> WebMarkup {
        var tree = Tree(certificates[index])
        let name = "certificate \(index + 1)"
        let fields = tree.list(certificates[index].elements, level: 1)
        let count = certificates[index].der.count
        return .element(
            "div", ["class": "anatomy"],
            .element(
                "div", ["class": "octet-side"],
                .element(
                    "div", ["class": "octets", "tabindex": "0", "role": "region", "aria-label": "Octets of \(name)"],
                    offsets(count, perLine: 16, "offsets wide"), offsets(count, perLine: 8, "offsets narrow"),
                    .element("p", ["class": "hex"], tree.octets.asOne)),
                .element(
                    "p", ["class": "selected", "role": "status", "data-live-only": ""],
                    "Choose an octet or a field: by pointer, or with the arrow keys.")),
            .element(
                "div", ["class": "fields"],
                .element("ul", ["role": "tree", "aria-label": "Fields of \(name)"], fields)))
    }

    private func offsets(_ count: Int, perLine: Int, _ name: String?) -> WebMarkup {
        let lines = stride(from: 0, to: count, by: perLine).map { offset in
            let digits = String(offset, radix: 16)
            return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return .element("p", ["class": name, "aria-hidden": "true"], WebMarkup(lines: lines))
    }

    /// The tree of one certificate, and its octets in pieces that know their element.
    private struct Tree {
        private let certificate: AnnotatedCertificate
        /// The octets, piece by piece.
        private(set) var octets: [WebMarkup] = []
        private var count = 0
        /// What has been said: the purpose of each kind of field stands in sight once.
        private var said: Set<String> = []

        init(_ certificate: AnnotatedCertificate) { self.certificate = certificate }

        mutating func list(_ elements: [AnatomyElement], level: Int) -> WebMarkup {
            var items: [WebMarkup] = []
            for (place, element) in elements.enumerated() {
                items.append(item(element, level: level, position: place + 1, of: elements.count))
            }
            return items.asOne
        }

        private mutating func item(_ element: AnatomyElement, level: Int, position: Int, of size: Int) -> WebMarkup {
            let number = count
            count += 1
            put(element.header, of: number, isHeader: true)
            let meaning = element.part.sentence(in: .english)
            let isNew = said.insert(meaning).inserted
            var end = element.content.lowerBound
            var children: [WebMarkup] = []
            for (place, child) in element.children.enumerated() {
                // What no child covers belongs to the element itself.
                put(end..<max(end, child.range.lowerBound), of: number)
                children.append(item(child, level: level + 1, position: place + 1, of: element.children.count))
                end = max(end, child.range.upperBound)
            }
            put(end..<max(end, element.content.upperBound), of: number)
            let faults = certificate.faults.filter { fault in element.node.map { $0.offset == fault.offset } ?? false }
            let range = element.range
            let place =
                range.isEmpty
                ? "\(element.part.name): no octets, at offset \(range.lowerBound)"
                : "\(element.part.name): octets \(range.lowerBound) to \(range.upperBound - 1), \(range.count) in all"
            let value = [element.value, element.remark].filter { !$0.isEmpty }.joined(separator: "  ·  ")
            let label = "\(element.part.name)\(value.isEmpty ? "" : ": \(value.prefix(80))"). \(meaning)"
            let broken = faults.map {
                WebMarkup.element("span", ["class": "fault"], WebMarkup($0.sentence(in: .english)))
            }.asOne
            let part = WebMarkup.element(
                "div", ["class": "part"],
                .element("span", ["class": "part-name"], WebMarkup(element.part.name)),
                .element("span", ["class": "part-value"], WebMarkup(value)),
                .element("span", ["class": "part-cite"], WebMarkup(element.part.cite.description)),
                .element("span", ["class": "meaning"], WebMarkup(meaning)),
                broken)
            let attributes: WebMarkup.Attributes = [
                "role": "treeitem", "class": isNew ? nil : "again", "aria-level": "\(level)", "aria-setsize": "\(size)",
                "aria-posinset": "\(position)", "aria-selected": "false", "aria-label": label, "tabindex": "-1",
                "data-last": "\(count - 1)", "data-offset": "\(range.lowerBound)", "data-length": "\(range.count)",
                "data-place": place,
            ]
            let below =
                children.isEmpty ? WebMarkup.nothing : WebMarkup.element("ul", ["role": "group"], children.asOne)
            return WebMarkup.element("li", attributes, part, below)
        }

        private mutating func put(_ range: Range<Int>, of number: Int, isHeader: Bool = false) {
            guard !range.isEmpty else { return }
            let two = certificate.der[range].map { Hex.string([$0]) }.joined(separator: " ") + " "
            octets.append(
                .element("span", ["data-of": String(number), "class": isHeader ? "header" : nil], WebMarkup(two)))
        }
    }

    // MARK: Signatures

    private func signatures(_ links: [ChainLink]) -> WebMarkup {
        var said: Set<String> = []
        return links.map { link in
            let passages = SignatureStory(link, of: certificates, in: sources).passages(in: .english).filter {
                passage in
                if case .background(let text) = passage { said.insert(text).inserted } else { true }
            }
            let title = "The signature on certificate \(link.subject + 1), \(certificates[link.subject].label)"
            return [WebMarkup.element("h3", [:], WebMarkup(title)), passages.map(passage).asOne].asOne
        }.asOne
    }

    private func passage(_ passage: Passage) -> WebMarkup {
        switch passage {
        case .paragraph(let text), .background(let text): .element("p", [:], WebMarkup(text))
        case .quantities(let list):
            .element(
                "dl", ["class": "facts"],
                list.map { quantity in
                    let note = quantity.note(in: .english)
                    return [
                        WebMarkup.element("dt", [:], WebMarkup(quantity.name)),
                        .element(
                            "dd", [:], WebMarkup(Hex.string(quantity.octets)),
                            note.isEmpty ? .nothing : .element("span", ["class": "quiet"], " (\(note))")),
                    ].asOne
                }.asOne)
        case .verdict(let verified, let sentence):
            .element(
                "p", ["class": "outcome", "data-good": verified.map { $0 ? "yes" : "no" } ?? "unknown"],
                WebMarkup(sentence))
        case .commands(let lines):
            [
                WebMarkup.element("p", [:], "The same with OpenSSL:"),
                .element("pre", ["tabindex": "0"], WebMarkup(lines: lines.filter { !$0.isEmpty })),
            ].asOne
        }
    }

}
