/// Rows of a name and what there is to say of it, in columns; the last column is folded.
package struct NamedList: Sendable {
    private let rows: [[String]]

    /// Rows of as many cells each.
    package init(_ rows: [[String]]) { self.rows = rows }

    /// Its lines, each ended by a line feed. What is folded goes on below its own column.
    package func text(style: PageStyle = .plain) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<max(0, count - 1)).map { place in
            (rows.map { place < $0.count ? Text.width($0[place]) : 0 }.max() ?? 0) + 2
        }
        let indent = widths.reduce(0, +)
        return rows.map { row in
            let head = zip(row, widths).map { Text.pad($0, to: $1) }.joined()
            let words = row.count == count ? row[count - 1] : ""
            return Text.behind(head, words, indent: indent, columns: style.columns).map { Text.trimmed($0) + "\n" }
                .joined()
        }.joined()
    }
}
