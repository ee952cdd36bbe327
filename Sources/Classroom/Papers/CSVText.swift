/// Writes tables for spreadsheets (RFC 4180): commas between the cells, CRLF at the end of a line, UTF-8 with a byte order mark.
///
/// A spreadsheet computes a cell that begins like a formula. Other people write the names and answers in the tables, and could hide a
/// formula in them. So a cell that begins like a formula gets an apostrophe in front.
package enum CSVText {
    /// The content of a cell.
    package enum Cell: Sendable, ExpressibleByStringLiteral {
        /// Text, which other people may have written.
        case text(String)
        /// A number that the program has computed. It may begin with a minus sign, and gets no apostrophe.
        case number(Double)

        package init(stringLiteral text: String) { self = .text(text) }
    }

    /// The byte order mark, with which a file begins.
    package static let start = "\u{feff}"

    /// The octets of a file in UTF-8, without the byte order mark that some programs write in front.
    static func withoutStart(_ octets: [UInt8]) -> ArraySlice<UInt8> {
        octets.starts(with: start.utf8) ? octets.dropFirst(start.utf8.count) : octets[...]
    }

    /// The characters with which a formula can begin. A spreadsheet ignores a tab or a carriage return before the formula.
    private static let beginsFormula: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r"]

    /// A line of a file.
    package static func line(_ cells: [Cell]) -> String {
        cells.map { cell in
            switch cell {
            case .text(let text): quoted(text)
            case .number(let number): decimal(number)
            }
        }.joined(separator: ",") + "\r\n"
    }

    package static func line(_ texts: [String]) -> String { line(texts.map { .text($0) }) }

    /// A number in decimal, without a fraction if it is whole: "2", "1.5".
    package static func decimal(_ number: Double) -> String {
        Int64(exactly: number).map { String($0) } ?? String(number)
    }

    private static func quoted(_ text: String) -> String {
        let needsMark = text.unicodeScalars.first.map(beginsFormula.contains) == true
        var cell = needsMark ? "'" : ""
        var needsQuotes = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": cell += "\"\""
            case _ where scalar.properties.generalCategory == .control: cell += "\u{fffd}"
            default: cell.unicodeScalars.append(scalar)
            }
            if scalar == "\"" || scalar == "," || scalar == ";" { needsQuotes = true }
        }
        return needsQuotes ? "\"\(cell)\"" : cell
    }
}
