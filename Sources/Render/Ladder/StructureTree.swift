import Trace

/// A structure in two columns: on the left what a machine reads, on the right what it means.
///
/// What a part of a kind means is said where it appears first; at every other place only the source stands.
package struct StructureTree: Sendable {
    /// One part of the structure.
    package struct Part: Sendable {
        /// What stands on the left: place and type.
        let place: String
        /// How many parts it is inside of.
        let depth: Int
        /// What it is called.
        let name: String
        /// What it says; empty for what is made of others.
        let value: String
        /// What is worth saying behind the value.
        let remark: String
        /// What a part of this kind means.
        let meaning: String
        /// Where that is defined.
        let cite: Citation
        /// Rules that it breaks, a sentence each.
        let faults: [String]
        /// The octets of its header, and those behind.
        let octets: (header: Range<Int>, content: Range<Int>)
        /// The parts inside of it.
        let children: [Part]

        /// A part.
        package init(
            place: String, depth: Int, name: String, value: String, remark: String = "", meaning: String,
            cite: Citation, faults: [String] = [], octets: (header: Range<Int>, content: Range<Int>), children: [Part]
        ) {
            self.place = place
            self.depth = depth
            self.name = name
            self.value = value
            self.remark = remark
            self.meaning = meaning
            self.cite = cite
            self.faults = faults
            self.octets = octets
            self.children = children
        }

        /// The part and all inside of it, in their order.
        var all: [Part] { [self] + children.flatMap(\.all) }
    }

    private let parts: [Part]
    /// Columns for what a machine reads.
    private static let left = 46
    /// Lines that a value may take before only its beginning and its end are shown.
    private static let longest = 3

    /// The outermost parts in their order.
    package init(_ parts: [Part]) { self.parts = parts }

    /// A row for each part, in at most the columns of `style`.
    package func text(style: PageStyle = .plain, ascii: Bool = false) -> String {
        let pen = Pen(style, ascii: ascii)
        var said: Set<String> = []
        var lines: [Line] = []
        for row in parts.flatMap(\.all) {
            let isNew = said.insert(row.name + " " + row.meaning).inserted
            lines += self.lines(row, isNew: isNew, pen)
        }
        return pen.draw(lines)
    }

    private func lines(_ row: Part, isNew: Bool, _ pen: Pen) -> [Line] {
        let indent = String(repeating: " ", count: min(row.depth, 12))
        let width = pen.columns - StructureTree.left - indent.count
        var right = named(row, width, pen)
        let source = Line(pen.legible(row.cite.description), .faint)
        if isNew, !row.meaning.isEmpty {
            var meaning = Text.wrap(pen.legible(row.meaning), to: width - 2).map { Line("  " + $0) }
            meaning = meaning.dropLast() + [meaning.last ?? Line()].noting(source, edge: width)
            right += meaning
        } else if source.width > 0 {
            right = right.noting(source, edge: width)
        }
        for fault in row.faults {
            right += Text.wrap(pen.legible(fault), to: width - 4).enumerated().map {
                Line("  " + ($0.offset == 0 ? pen.fail : " ") + " " + $0.element, .bad)
            }
        }
        return right.enumerated().map { index, line in
            Line(Text.pad(index == 0 ? pen.legible(row.place) : "", to: StructureTree.left) + indent, .faint) + line
        }
    }

    /// Name and value. What is too long for a few lines shows its beginning and its end.
    private func named(_ row: Part, _ width: Int, _ pen: Pen) -> [Line] {
        let name = pen.legible(row.name)
        guard !row.value.isEmpty || !row.remark.isEmpty else { return [Line(name, .strong)] }
        let remark = row.remark.isEmpty ? "" : " (\(pen.legible(row.remark)))"
        // A line feed in a value is a character of it, not a line.
        var value = pen.legible(row.value).replacing("\n", with: pen.dot)
        let room = (width - 2) * StructureTree.longest - name.count - remark.count - 2
        if Text.width(value) > room {
            value = String(value.prefix(20)) + pen.ellipsis + String(value.suffix(12))
        }
        let text = Text.wrap(value + remark, to: width - 2, first: width - name.count - 2)
        return text.enumerated().map { index, part in
            index == 0 ? Line(name, .segment) + ": " + Line(part) : Line("  " + part)
        }
    }
}
