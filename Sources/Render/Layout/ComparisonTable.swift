import Trace

/// A comparison of several things, row by row. Each thing has a column where the page is wide enough; else the cells of a
/// row stand one under the other.
package struct ComparisonTable: Sendable {
    /// A part of the table.
    package enum Part: Sendable {
        /// The title of the rows that follow.
        case title(Words)
        /// The name of the property that is compared, and a cell for each thing. A line feed in a cell begins a new line.
        case row(Words, [Words])
    }

    private let heads: [Words]
    private let parts: [Part]
    private let pen: Pen

    /// The width of the column with the names of the properties.
    private static let label = 26
    /// The narrowest column of a cell.
    private static let narrowest = 21
    /// The widest column of a cell: longer lines are hard to compare.
    private static let widest = 36
    private static let gap = 2

    /// A table of `parts` under `heads`, the names of what is compared.
    package init(_ heads: [Words], _ parts: [Part], style: PageStyle = .plain) {
        self.heads = heads
        self.parts = parts
        pen = Pen(style)
    }

    /// The width of a cell if the things stand beside each other.
    private var width: Int {
        min(Self.widest, (pen.columns - Self.label) / max(1, heads.count) - Self.gap)
    }

    /// The lines of the table, each ended by a line feed.
    package func text() -> String {
        pen.draw(width >= Self.narrowest ? besideEachOther() : underEachOther())
    }

    private func besideEachOther() -> [Line] {
        let table = Table(
            columns: [Table.Column(title: "", width: Self.label)]
                + heads.map { Table.Column(title: pen.legible(pen.say($0)), width: width) }, gap: Self.gap)
        // No rule stands under the titles: the first column has no title, so its rule would stand under nothing.
        var lines = table.row([.init(text: "")] + heads.map { .init(text: pen.legible(pen.say($0)), tone: .strong) })
        for part in parts {
            switch part {
            case .title(let title): lines += [Line(), Line(pen.legible(pen.say(title)), .heading)]
            case .row(let label, let cells):
                lines += table.row(
                    [.init(text: pen.legible(pen.say(label)))]
                        + cells.map { .init(text: pen.legible(lines: pen.say($0))) })
            }
        }
        return lines
    }

    private func underEachOther() -> [Line] {
        let names = (heads.map { Text.width(pen.legible(pen.say($0))) }.max() ?? 0) + 4
        var lines: [Line] = []
        for part in parts {
            switch part {
            case .title(let title): lines += [Line(), Line(pen.legible(pen.say(title)), .heading)]
            case .row(let label, let cells):
                lines.append(Line(pen.legible(pen.say(label))))
                for (head, cell) in zip(heads, cells) {
                    // Here the lines of a cell stand in one line, with commas between them.
                    let words = pen.list(pen.legible(lines: pen.say(cell)).split(separator: "\n").map { String($0) })
                    lines += pen.behind(Line("  " + pen.legible(pen.say(head)), .strong), words, indent: names)
                }
            }
        }
        return lines
    }
}
