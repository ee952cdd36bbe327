/// Several things that are compared line by line: a column for each where there is room, else one under the other within each row.
package struct ComparisonTable: Sendable {
    /// A part of the table.
    package enum Part: Sendable {
        /// The title of the rows that follow.
        case title(String)
        /// What is compared, and a cell for each thing. A line feed in a cell begins a new line.
        case row(String, [String])
    }

    private let heads: [String]
    private let parts: [Part]
    private let pen: Pen

    /// The columns of what is compared.
    private static let label = 26
    /// The narrowest column of a cell.
    private static let narrowest = 21
    /// The widest column of a cell: longer lines are hard to compare.
    private static let widest = 36
    private static let gap = 2

    /// A table of `parts` under `heads`, the names of what is compared.
    package init(_ heads: [String], _ parts: [Part], style: PageStyle = .plain, ascii: Bool = false) {
        self.heads = heads
        self.parts = parts
        pen = Pen(style, ascii: ascii)
    }

    /// The width of a cell's column if all stand beside each other.
    private var width: Int {
        min(Self.widest, (pen.columns - Self.label) / max(1, heads.count) - Self.gap)
    }

    /// Whether the columns of the style are enough for all to stand beside each other.
    package var isBeside: Bool { width >= Self.narrowest }

    /// Its lines, each ended by a line feed.
    package func text() -> String { pen.draw(isBeside ? besideEachOther() : underEachOther()) }

    private func besideEachOther() -> [Line] {
        let table = Table(
            columns: [Table.Column(title: "", width: Self.label)]
                + heads.map { Table.Column(title: pen.legible($0), width: width) }, gap: Self.gap)
        // The rule under the empty title of the labels is left out.
        var lines = table.row([.init(text: "")] + heads.map { .init(text: pen.legible($0), tone: .strong) })
        for part in parts {
            switch part {
            case .title(let title): lines += [Line(), Line(pen.legible(title), .heading)]
            case .row(let label, let cells):
                lines += table.row(
                    [.init(text: pen.legible(label))] + cells.map { .init(text: pen.legible(lines: $0)) })
            }
        }
        return lines
    }

    private func underEachOther() -> [Line] {
        let names = (heads.map { Text.width(pen.legible($0)) }.max() ?? 0) + 4
        var lines: [Line] = []
        for part in parts {
            switch part {
            case .title(let title): lines += [Line(), Line(pen.legible(title), .heading)]
            case .row(let label, let cells):
                lines.append(Line(pen.legible(label)))
                for (head, cell) in zip(heads, cells) {
                    // What is one a line in a narrow column goes on in the same line here.
                    let words = pen.legible(lines: cell).split(separator: "\n").joined(separator: ", ")
                    for (index, piece) in Text.wrap(words, to: pen.columns - names).enumerated() {
                        lines.append(
                            Line(index == 0 ? "  " + pen.legible(head) : "", .strong).padded(to: names) + piece)
                    }
                }
            }
        }
        return lines
    }
}
