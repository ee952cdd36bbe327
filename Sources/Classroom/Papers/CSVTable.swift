/// A table that was read from a CSV file (RFC 4180). The separator is a comma, a semicolon or a tab. A byte order mark may come first.
///
/// A quotation mark in a wrong place ends the reading. The rows before it stay usable, and ``problem`` says where it is.
package struct CSVTable: Sendable {
    /// A row of the table.
    package struct Row: Sendable {
        /// The number of the line in which it begins, from 1.
        package let line: Int
        /// Its cells; nil for a cell that is not UTF-8.
        package let cells: [String?]

        /// The cell in a column: "" if the row is too short, nil if the cell is not UTF-8.
        package func cell(_ column: Int) -> String? { cells.indices.contains(column) ? cells[column] : "" }
    }

    /// The names of the columns, without the spaces around them; nil for a name that is not UTF-8.
    package let header: [String?]
    /// The rows below the header. Empty lines are left out.
    package let rows: [Row]
    /// The error at which the reading ended, with its line; nil if the whole file was read.
    package let problem: ClassFileError?

    /// Reads a file.
    package init(_ octets: [UInt8]) {
        var reader = CSVReader(octets)
        var rows: [Row] = []
        var problem: ClassFileError?
        do throws(ClassFileError) {
            while let row = try reader.row() { if row.cells != [""] { rows.append(row) } }
        } catch {
            problem = error
        }
        header = rows.first?.cells.map { $0?.trimmed } ?? []
        self.rows = Array(rows.dropFirst())
        self.problem = problem
    }

    /// The index of a column; nil if there is no such column.
    ///
    /// - Parameter name: the name in lower case. The header may have it in any case.
    package func column(_ name: String) -> Int? { header.firstIndex { $0?.lowercased() == name } }
}

extension String {
    /// The text without white space at its beginning and its end.
    fileprivate var trimmed: String {
        let rest = drop(while: \.isWhitespace)
        return String(rest.prefix(rest.count - rest.reversed().prefix(while: \.isWhitespace).count))
    }
}

/// Reads a CSV file row by row.
private struct CSVReader {
    private let octets: [UInt8]
    private let separator: UInt8
    private var offset: Int
    private var line = 1

    private static let quote = UInt8(ascii: "\"")
    private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    init(_ octets: [UInt8]) {
        self.octets = octets
        offset = CSVText.withoutStart(octets).startIndex
        let first = octets[offset...].prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
        // The names of columns have no separators in them. So the candidate that is most frequent in the header is the separator.
        let counts = [",", ";", "\t"].map { mark in
            (mark: mark.utf8.first ?? 0, count: first.count { $0 == mark.utf8.first })
        }
        separator = counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.mark
    }

    private var next: UInt8? { offset < octets.count ? octets[offset] : nil }

    /// The next row; nil at the end of the file.
    mutating func row() throws(ClassFileError) -> CSVTable.Row? {
        guard offset < octets.count else { return nil }
        let start = line
        var cells: [String?] = []
        while true {
            cells.append(try cell(from: start))
            guard let mark = next else { break }
            offset += 1
            if mark == separator { continue }
            if mark == Self.carriageReturn, next == Self.lineFeed { offset += 1 }
            line += 1
            break
        }
        return CSVTable.Row(line: start, cells: cells)
    }

    /// Reads a cell, up to the separator or the end of the line.
    ///
    /// - Parameter start: the line in which the row begins. It is the line of the error if a quotation mark is never closed.
    private mutating func cell(from start: Int) throws(ClassFileError) -> String? {
        guard next == Self.quote else {
            let begin = offset
            while let octet = next, !endsCell(octet) { offset += 1 }
            return String(validating: octets[begin..<offset], as: UTF8.self)
        }
        offset += 1
        var text: [UInt8] = []
        while let octet = next {
            offset += 1
            if octet == Self.quote {
                guard next == Self.quote else {
                    if let octet = next, !endsCell(octet) { throw ClassFileError(line, .afterQuote) }
                    return String(validating: text, as: UTF8.self)
                }
                offset += 1
            }
            if octet == Self.lineFeed { line += 1 }
            text.append(octet)
        }
        throw ClassFileError(start, .openQuote)
    }

    private func endsCell(_ octet: UInt8) -> Bool {
        octet == separator || octet == Self.lineFeed || octet == Self.carriageReturn
    }
}
