import Trace

/// Octets beside the tree of their parts. The element of each octet names its part, and the element of each part its octets.
struct WebAnatomy {
    private let name: Words
    /// The number of octets.
    private let count: Int
    private let fields: WebMarkup
    private let octets: WebMarkup

    /// The octets of the structure called `name`.
    init(_ parts: [StructureTree.Part], of octets: [UInt8], name: Words) {
        var tree = Tree(octets)
        self.name = name
        count = octets.count
        fields = tree.list(parts, level: 1)
        self.octets = tree.pieces.asOne
    }

    /// The octets and the tree as elements of a page.
    var markup: WebMarkup {
        .element(
            "div", ["class": "anatomy"],
            .element(
                "div", ["class": "octet-side"],
                .element(
                    "div",
                    [
                        "class": "octets", "tabindex": "0", "role": "region",
                        "aria-label": WebNote.octets(of: name).words,
                    ],
                    offsets(perLine: 16, "offsets wide"), offsets(perLine: 8, "offsets narrow"),
                    .element("p", ["class": "hex"], octets)),
                .element(
                    "p", ["class": "selected", "role": "status", "data-live-only": ""],
                    WebMarkup(WebNote.noOctetChosen))),
            .element(
                "div", ["class": "fields"],
                .element("ul", ["role": "tree", "aria-label": WebNote.fields(of: name).words], fields)))
    }

    private func offsets(perLine: Int, _ name: String) -> WebMarkup {
        let lines = stride(from: 0, to: count, by: perLine).map { offset in
            let digits = String(offset, radix: 16)
            return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return .element("p", ["class": name, "aria-hidden": "true"], WebMarkup(lines: lines))
    }

    /// Makes the elements of the tree, and of the octets in pieces that name their part.
    private struct Tree {
        private let octets: [UInt8]
        /// The elements of the octets, piece by piece.
        private(set) var pieces: [WebMarkup] = []
        /// How many parts have an element so far.
        private var count = 0
        /// The meanings that the tree shows so far: each is shown once.
        private var said: Set<Words> = []

        init(_ octets: [UInt8]) { self.octets = octets }

        mutating func list(_ parts: [StructureTree.Part], level: Int) -> WebMarkup {
            var items: [WebMarkup] = []
            for (place, part) in parts.enumerated() {
                items.append(item(part, level: level, position: place + 1, of: parts.count))
            }
            return items.asOne
        }

        private mutating func item(
            _ part: StructureTree.Part, level: Int, position: Int, of size: Int
        ) -> WebMarkup {
            let number = count
            count += 1
            let (header, content) = part.octets
            put(header, of: number, isHeader: true)
            let isNew = said.insert(part.meaning).inserted
            var end = content.lowerBound
            var children: [WebMarkup] = []
            for (place, child) in part.children.enumerated() {
                // Octets that no child covers belong to the part itself.
                put(end..<max(end, child.octets.header.lowerBound), of: number)
                children.append(item(child, level: level + 1, position: place + 1, of: part.children.count))
                end = max(end, child.octets.content.upperBound)
            }
            put(end..<max(end, content.upperBound), of: number)
            let range = header.lowerBound..<content.upperBound
            let place = WebNote.place(range, of: part.name).words
            let value = [Words(same: part.value), part.remark].filter { !$0.isEmpty }.joined(separator: "  ·  ")
            let label = WebNote.label(part.name, value: value.map { String($0.prefix(80)) }, part.meaning).words
            let broken = part.faults.map { WebMarkup.element("span", ["class": "fault"], WebMarkup($0)) }.asOne
            let attributes: WebMarkup.Attributes = [
                "role": "treeitem", "class": isNew ? nil : "again", "aria-level": "\(level)", "aria-setsize": "\(size)",
                "aria-posinset": "\(position)", "aria-selected": "false", "aria-label": label, "tabindex": "-1",
                "data-last": "\(count - 1)", "data-offset": "\(range.lowerBound)", "data-length": "\(range.count)",
                "data-place": place,
            ]
            return .element(
                "li", attributes,
                .element(
                    "div", ["class": "part"],
                    .element("span", ["class": "part-name"], WebMarkup(part.name)),
                    .element("span", ["class": "part-value"], WebMarkup(value)),
                    .element("span", ["class": "part-cite"], WebMarkup(part.cite.description)),
                    .element("span", ["class": "meaning"], WebMarkup(part.meaning)), broken),
                children.isEmpty ? .nothing : .element("ul", ["role": "group"], children.asOne))
        }

        private mutating func put(_ range: Range<Int>, of number: Int, isHeader: Bool = false) {
            let range = range.clamped(to: octets.indices)
            guard !range.isEmpty else { return }
            let two = Hex.spaced(octets[range]) + " "
            pieces.append(
                .element("span", ["data-of": String(number), "class": isHeader ? "header" : nil], WebMarkup(two)))
        }
    }
}
