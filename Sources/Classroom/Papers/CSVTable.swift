/// A table that was read from a file (RFC 4180): comma, semicolon or tab between the cells, with or without a byte order mark.
///
/// It is read as far as it can be: a file that comes from many hands may have one bad line.
package struct CSVTable: Sendable {
    /// A line of the table.
    package struct Row: Sendable {
        /// The line of the file in which it begins, from 1.
        package let line: Int
        /// Its cells; nil for one that is no UTF-8.
        package let cells: [String?]

        /// The cell of that column: "" where the row ends before it, nil where it is no UTF-8.
        package func cell(_ column: Int) -> String? { cells.indices.contains(column) ? cells[column] : "" }
    }

    /// The names of the columns, without spaces around them; nil for one that is no UTF-8.
    package let header: [String?]
    /// What stands below the header. Lines that hold nothing are left out.
    package let rows: [Row]
    /// Where it could not be read further.
    package let problem: (line: Int, note: ClassFileNote)?

    /// Reads a file.
    package init(_ octets: [UInt8]) {
        var reader = CSVReader(octets)
        var rows: [Row] = []
        var problem: (line: Int, note: ClassFileNote)?
        do throws(ClassFileError) {
            while let row = try reader.row() { if row.cells != [""] { rows.append(row) } }
        } catch {
            problem = (error.line ?? 1, error.note)
        }
        header = rows.first?.cells.map { $0?.trimmed } ?? []
        self.rows = Array(rows.dropFirst())
        self.problem = problem
    }

    /// The place of the column of that name, in whatever case; nil where there is none.
    package func column(_ name: String) -> Int? { header.firstIndex { $0?.lowercased() == name } }
}

extension String {
    /// Without spaces at its beginning and its end.
    fileprivate var trimmed: String {
        let rest = drop(while: \.isWhitespace)
        return String(rest.prefix(rest.count - rest.reversed().prefix(while: \.isWhitespace).count))
    }
}

/// Reads one row after the other.
private struct CSVReader {
    private let octets: [UInt8]
    private let separator: UInt8
    private var offset: Int
    private var line = 1

    private static let quote = UInt8(ascii: "\"")
    private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    init(_ octets: [UInt8]) {
        self.octets = octets
        offset = octets.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let first = octets[offset...].prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
        // The header has names without separators in them: the one that stands there most often separates.
        let counts = [",", ";", "\t"].map { mark in
            (mark: mark.utf8.first ?? 0, count: first.count { $0 == mark.utf8.first })
        }
        separator = counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.mark
    }

    private var next: UInt8? { offset < octets.count ? octets[offset] : nil }

    /// The next row; nil at the end.
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

    /// Reads up to the separator or the end of the line.
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
