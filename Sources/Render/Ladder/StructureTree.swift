import Trace

/// A structure in two columns: the encoding on the left, the meaning on the right.
///
/// The meaning of a kind of part stands at the first part of that kind. The other parts of the kind only have the source.
package struct StructureTree: Sendable {
    /// One part of the structure.
    package struct Part: Sendable {
        /// The text of the left column: place and type.
        let place: String
        /// The number of parts that enclose this part.
        let depth: Int
        /// The name of the part.
        let name: Words
        /// The value of the part; empty for a part that consists of other parts.
        let value: String
        /// A note behind the value; empty for none.
        let remark: Words
        /// The meaning of a part of this kind.
        let meaning: Words
        /// The document that defines the part.
        let cite: Citation
        /// The rules that the part breaks, a sentence each.
        let faults: [Words]
        /// The octets of the part's header, and those of its content.
        let octets: (header: Range<Int>, content: Range<Int>)
        /// The parts directly inside this part.
        let children: [Part]

        /// A part.
        package init(
            place: String, depth: Int, name: Words, value: String, remark: Words = "", meaning: Words,
            cite: Citation, faults: [Words] = [], octets: (header: Range<Int>, content: Range<Int>), children: [Part]
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

        /// The part and all parts inside it, in their order.
        var all: [Part] { [self] + children.flatMap(\.all) }
    }

    private let parts: [Part]
    /// The width of the left column.
    private static let left = 46
    /// The most lines of a value. Of a longer value only the beginning and the end are shown.
    private static let longest = 3

    /// The outermost parts in their order.
    package init(_ parts: [Part]) { self.parts = parts }

    /// A row for each part, in at most the columns of `style`.
    package func text(style: PageStyle = .plain) -> String {
        let pen = Pen(style)
        var said: Set<Words> = []
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
        var right = nameAndValue(of: row, width: width, pen)
        let source = Line(pen.legible(row.cite.description), .faint)
        if isNew, !row.meaning.isEmpty {
            var meaning = Text.wrap(pen.legible(pen.say(row.meaning)), to: width - 2).map { Line("  " + $0) }
            meaning = meaning.dropLast() + [meaning.last ?? Line()].noting(source, edge: width)
            right += meaning
        } else if source.width > 0 {
            right = right.noting(source, edge: width)
        }
        for fault in row.faults {
            right += Text.wrap(pen.legible(pen.say(fault)), to: width - 4).enumerated().map {
                Line("  " + ($0.offset == 0 ? pen.fail : " ") + " " + $0.element, .bad)
            }
        }
        return right.enumerated().map { index, line in
            Line(Text.pad(index == 0 ? pen.legible(row.place) : "", to: StructureTree.left) + indent, .faint) + line
        }
    }

    /// Name and value, in lines of at most `width` columns. Of a value that is too long for ``longest`` lines, the beginning and
    /// the end are shown.
    private func nameAndValue(of row: Part, width: Int, _ pen: Pen) -> [Line] {
        let name = pen.legible(pen.say(row.name))
        guard !row.value.isEmpty || !row.remark.isEmpty else { return [Line(name, .strong)] }
        let remark = row.remark.isEmpty ? "" : pen.inBrackets(pen.legible(pen.say(row.remark)))
        // A line feed in a value is one of its characters, and ends no line.
        var value = pen.legible(row.value).replacing("\n", with: pen.dot)
        let room = (width - 2) * StructureTree.longest - Text.width(name) - Text.width(remark) - 2
        if Text.width(value) > room {
            value = String(value.prefix(20)) + pen.ellipsis + String(value.suffix(12))
        }
        let text = Text.wrap(value + remark, to: width - 2, first: width - Text.width(name) - 2)
        return text.enumerated().map { index, part in
            index == 0 ? Line(name, .segment) + ": " + Line(part) : Line("  " + part)
        }
    }
}
