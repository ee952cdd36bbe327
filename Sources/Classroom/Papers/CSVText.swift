/// Tables for spreadsheets (RFC 4180): comma, CRLF, UTF-8 with a byte order mark.
///
/// A spreadsheet runs a cell that begins as a formula. Names and answers are other people's, so such a cell gets an apostrophe in front.
package enum CSVText {
    /// What a cell holds.
    package enum Cell: Sendable, ExpressibleByStringLiteral {
        /// Text, perhaps of a stranger.
        case text(String)
        /// A number of the program's own.
        case number(Double)

        /// Text.
        package init(stringLiteral text: String) { self = .text(text) }
    }

    /// What a file begins with.
    package static let start = "\u{feff}"

    /// With these characters a formula begins, or what a spreadsheet drops before it.
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

    /// A line of texts.
    package static func line(_ texts: [String]) -> String { line(texts.map { .text($0) }) }

    /// A number as it is written in results: "2", "1.5".
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
