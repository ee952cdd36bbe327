import PKI
import Render
import Trace

/// Certificates taken apart, as text for a reader without knowledge of DER.
package struct TrustShowText {
    private let style: PageStyle
    private let certificates: [AnnotatedCertificate]
    private let sources: [CertificateSource]

    /// How much is told.
    package enum Amount: String, CaseIterable, Sendable {
        /// Names, dates and keys, and what came of each signature.
        case summary
        /// Every field, and each signature worked out.
        case fields
        /// The octets as well.
        case bytes
    }

    /// The text on certificates, each with the place where it was read.
    package init(style: PageStyle, certificates: [AnnotatedCertificate], sources: [CertificateSource]) {
        self.style = style
        self.certificates = certificates
        self.sources = sources
    }

    /// Summary, tree and signatures, in this order.
    package func whole(_ amount: Amount) -> String {
        var text = ""
        for index in certificates.indices {
            text += title(index) + summary(index)
            if amount != .summary { text += "\n" + tree(index, isFirst: index == 0) }
            if amount == .bytes { text += "\n" + pane(index) }
            text += "\n"
        }
        return text + signatures(amount)
    }

    private func signatures(_ amount: Amount) -> String {
        let links = ChainLink.links(of: certificates)
        var text = heading("Who signed whom") + links.map(link).joined() + "\n"
        var said: Set<String> = []
        for link in links { text += signature(link, amount, &said) }
        return text
    }

    /// What a name stands for that picks out the signatures rather than a part of the tree.
    private static let signatures = "signatures"

    /// The parts of every tree that have one of these names, with all that is inside them; and the signatures, if asked for.
    ///
    /// - Throws: ``UnknownParts`` where no certificate has a part of a name.
    package func parts(named names: [String], _ amount: Amount) throws(UnknownParts) -> String {
        var missing = names.filter { $0 != Self.signatures }
        var parts: [String] = []
        for index in certificates.indices {
            let found = certificates[index].elements.flatMap { Self.elements($0, named: names) }
            guard !found.isEmpty else { continue }
            let lines = found.flatMap { rows($0.element, isInside: $0.isInside, certificates[index]) }
            parts.append(title(index) + StructureTree(lines).text(style: style))
            missing.removeAll { name in found.contains { $0.element.part.name == name } }
        }
        guard missing.isEmpty else { throw UnknownParts(names: missing) }
        if names.contains(Self.signatures) { parts.append(signatures(amount)) }
        return parts.joined(separator: "\n")
    }

    /// No certificate here has a part that is called so.
    package struct UnknownParts: Error, CustomStringConvertible {
        let names: [String]

        /// What is wrong, in a sentence.
        package var description: String {
            "no certificate here has a part with the name " + names.joined(separator: ", ")
        }
    }

    /// The outermost elements with one of the names, and whether they are packed inside a string.
    private static func elements(
        _ element: AnatomyElement, named names: [String], isInside: Bool = false
    ) -> [(element: AnatomyElement, isInside: Bool)] {
        if names.contains(element.part.name) { return [(element, isInside)] }
        return element.children.flatMap { elements($0, named: names, isInside: isInside || element.isWrapper) }
    }

    // MARK: Summary

    private func title(_ index: Int) -> String {
        heading("Certificate \(index + 1) of \(certificates.count): \(sources[index].path)")
    }

    /// Names, dates and key of a certificate, by name.
    static func facts(_ certificate: AnnotatedCertificate) -> [(name: String, value: String)] {
        let names = certificate.alternativeNames
        let shown = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", … (\(names.count) in all)" : "")
        let missing = "(could not be read)"
        return [
            ("subject", certificate.name(.subject) ?? missing),
            ("issuer", certificate.name(.issuer) ?? missing),
            ("valid", certificate.validity.map { "\($0.notBefore) to \($0.notAfter)" } ?? missing),
            ("key", (certificate.keyText ?? missing) + (certificate.isAuthority ? "; of an authority" : "")),
            ("names", names.isEmpty ? "(none, except the subject)" : shown),
        ]
    }

    private func summary(_ index: Int) -> String {
        let certificate = certificates[index]
        let text = Self.facts(certificate).map { labelled($0.name, $0.value) }.joined()
        guard !certificate.faults.isEmpty else { return text }
        return text
            + certificate.faults.prefix(5).map {
                LabelledParagraph("✘", .bad, Self.complaint($0, certificate, sources[index])).text(style: style)
            }.joined()
    }

    /// "leaf.der: tbsCertificate.version at offset 8: …".
    package static func complaint(
        _ fault: DERFault, _ certificate: AnnotatedCertificate, _ source: CertificateSource
    ) -> String {
        let file = source.count > 1 ? "\(source.path), certificate \(source.number)" : source.path
        let name = certificate.element(at: fault.offset)?.part.name ?? "certificate"
        return Text.legible(
            "\(file): \(name) at offset \(fault.offset): \(fault.sentence(in: .english)) [\(fault.cite)]")
    }

    // MARK: The tree

    private static let legend = """
        DER is boxes in boxes. A box has three parts: a tag, which names its kind, a length, and the content. The content is a value, or \
        more boxes. The left column shows each box as 'openssl asn1parse' prints it: the offset of its tag, its depth (d), the length of \
        its header (hl) and of its content (l), whether it contains boxes (cons) or a value (prim), and its type. The right column shows \
        the name, the value, the purpose and the source. The purpose of each kind of field is told only once. A » instead of : marks a \
        box that is packed inside a string; asn1parse shows it only with -strparse. Octets in a string that are not boxes have no header.
        """

    private func tree(_ index: Int, isFirst: Bool) -> String {
        let certificate = certificates[index]
        let lines = certificate.elements.flatMap { rows($0, isInside: false, certificate) }
        let text = (isFirst ? style.paragraph(Self.legend) + "\n" : "") + StructureTree(lines).text(style: style)
        // OpenSSL takes no certificate that cannot be read to its end.
        guard !certificate.faults.contains(where: \.isFatal) else { return text }
        return text + "\n"
            + style.paragraph("OpenSSL prints the left column with:")
            + commands([sources[index].command("-outform der") + " | openssl asn1parse -inform der -i"])
    }

    private func rows(
        _ element: AnatomyElement, isInside: Bool, _ certificate: AnnotatedCertificate
    ) -> [StructureTree.Row] {
        let faults = element.node.map { node in
            certificate.faults.filter { $0.offset == node.offset }.map { $0.sentence(in: .english) }
        }
        let row = StructureTree.Row(
            place: Self.place(element, isInside: isInside), depth: element.depth, name: element.part.name,
            value: element.value, remark: element.remark, meaning: element.part.sentence(in: .english),
            cite: element.part.cite, faults: faults ?? [])
        return [row]
            + element.children.flatMap { rows($0, isInside: isInside || element.isWrapper, certificate) }
    }

    /// "  123:d=2  hl=2 l=  43 cons: SEQUENCE", as asn1parse has it.
    private static func place(_ element: AnatomyElement, isInside: Bool) -> String {
        let mark = isInside ? "»" : ":"
        let offset = Text.pad(String(element.range.lowerBound), to: 5, side: .right)
        guard let node = element.node else {
            let count = Text.pad(String(element.range.count), to: 4, side: .right)
            return "\(offset)\(mark)d=\(Text.pad(String(element.depth), to: 2)) hl=0 l=\(count)       octets"
        }
        let length = Text.pad(node.length.map { String($0) } ?? "inf", to: 4, side: .right)
        return "\(offset)\(mark)d=\(Text.pad(String(node.depth), to: 2)) hl=\(node.headerLength) l=\(length) "
            + "\(node.tag.isConstructed ? "cons" : "prim"): \(node.tag.opensslName)"
    }

    private func pane(_ index: Int) -> String {
        HexPane(
            title: "certificate \(index + 1)", bytes: certificates[index].der, fields: certificates[index].fields
        ).text(style: style)
    }

    // MARK: Signatures

    private func link(_ link: ChainLink) -> String {
        style.paragraph(
            link.sentence(
                labels: certificates.map(\.label), issuerName: certificates[link.subject].name(.issuer), in: .english))
    }

    /// - Parameter said: what has been said of all signatures of a kind.
    private func signature(
        _ link: ChainLink, _ amount: Amount, _ said: inout Set<String>
    ) -> String {
        let story = SignatureStory(link, of: certificates, in: sources)
        if amount == .summary { return verdict(story.verified, story.outcome(in: .english)) }
        let title = "The signature on certificate \(link.subject + 1), \(certificates[link.subject].label)"
        let passages = story.passages(in: .english).filter { passage in
            if case .background(let text) = passage { said.insert(text).inserted } else { true }
        }
        return heading(title) + passages.map(passage).joined(separator: "\n") + "\n"
    }

    private func passage(_ passage: Passage) -> String {
        switch passage {
        case .paragraph(let text), .background(let text): style.paragraph(text)
        case .quantities(let list): quantities(list)
        case .verdict(let verified, let sentence): verdict(verified, sentence)
        case .commands(let lines): style.paragraph("The same with OpenSSL:") + commands(lines)
        }
    }

    private func verdict(_ verified: Bool?, _ sentence: String) -> String {
        guard let verified else { return labelled("?", sentence) }
        return LabelledParagraph(verified ? "✔" : "✘", verified ? .good : .bad, sentence).text(style: style)
    }

    /// Names and octets in two columns, the octets over as many lines as they take.
    private func quantities(_ list: [Calculation.Quantity]) -> String {
        let width = list.map { Text.width($0.name) }.max() ?? 0
        var text = ""
        for quantity in list {
            let said = quantity.note(in: .english)
            let note = said.isEmpty ? [] : ["(\(said))"]
            let octets = quantity.octets
            let perLine = 8 * max(1, min(4, (style.columns - width - 4) / 16))
            let hex = stride(from: 0, to: octets.count, by: perLine).map {
                Hex.string(octets[$0..<min($0 + perLine, octets.count)])
            }
            let whole = hex.count == 1 ? hex[0] + note.map { " " + $0 }.joined() : ""
            let fits = hex.count == 1 && Text.width(whole) <= style.columns - width - 4
            let lines = fits ? [whole] : hex + note.flatMap { Text.wrap($0, to: style.columns - width - 4) }
            for (index, line) in lines.enumerated() {
                text += "  " + Text.pad(index == 0 ? quantity.name : "", to: width) + "  " + line + "\n"
            }
        }
        return text
    }

    // MARK: Layout

    private func heading(_ title: String) -> String { Heading(title).text(style: style) }

    private func labelled(_ label: String, _ text: String) -> String {
        style.paragraph(text, behind: label, indent: 8)
    }

    /// Shell commands, which still are the same when they are pasted.
    private func commands(_ lines: [String]) -> String {
        lines.filter { !$0.isEmpty }.map { line in
            Text.shell(Text.legible(line), to: style.columns - 4).map { "    " + $0 + "\n" }.joined()
        }.joined()
    }
}
