/// Columns of wrapped cells.
struct Table {
    struct Column {
        let title: String
        let width: Int
        var side: Text.Side = .left
    }

    struct Cell {
        /// The text of the cell. A line feed in it ends a line.
        let text: String
        var tone: Tone = .normal
        /// Spaces before every line of the cell.
        var indent = 0
    }

    let columns: [Column]
    /// Spaces between two columns.
    var gap = 2

    /// The titles, and a rule under each.
    func head(_ pen: Pen) -> [Line] {
        [
            row(columns.map { Cell(text: $0.title, tone: .strong) }),
            row(columns.map { Cell(text: String(repeating: pen.rule, count: $0.width), tone: .faint) }),
        ].flatMap { $0 }
    }

    /// One row: as many lines as its highest cell has after wrapping.
    func row(_ cells: [Cell]) -> [Line] {
        let wrapped = zip(columns, cells).map { column, cell in
            Text.wrap(lines: cell.text, to: column.width - cell.indent).map {
                String(repeating: " ", count: cell.indent) + $0
            }
        }
        let height = wrapped.map(\.count).max() ?? 0
        return (0..<height).map { index in
            var line = Line()
            for (place, column) in columns.enumerated() where place < cells.count {
                if place > 0 { line = line + String(repeating: " ", count: gap) }
                let text = index < wrapped[place].count ? wrapped[place][index] : ""
                line = line + Line(Text.pad(text, to: column.width, side: column.side), cells[place].tone)
            }
            return line
        }
    }
}
