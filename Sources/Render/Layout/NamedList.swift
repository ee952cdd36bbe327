/// Rows of a name and the words about it, in columns. The last column is wrapped.
package struct NamedList: Sendable {
    private let rows: [[String]]

    /// A list of `rows`. The last column is wrapped in the rows that have as many cells as the longest row.
    package init(_ rows: [[String]]) { self.rows = rows }

    /// The lines of the list, each ended by a line feed. A wrapped cell goes on below its own column.
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
