import Render
import TCPSim
import Trace

/// A run in the line form of RFC 9293 3.5: numbered lines, the states of both sides, and the segment between its arrows.
struct ScenarioFigure: Sendable {
    /// One row: the marks of both sides, with a segment and its arrows between them if there is one.
    struct Row: Hashable, Sendable {
        /// The number of its line, if the row is the first of that line; else nil.
        var number: Int?
        /// The number of the line that it belongs to.
        var line = 0
        var left: Words = ""
        var leftArrow: Words = ""
        var segment: Words = ""
        var rightArrow: Words = ""
        var right: Words = ""
    }

    private(set) var rows: [Row] = []
    /// The number of the line that the next row begins; nil if it begins none.
    private var pending: Int?
    /// The number of the present line.
    private var line = 0

    /// Begins the line of that number with the next row.
    mutating func begin(_ number: Int) {
        pending = number
        line = number
    }

    mutating func add(_ row: Row) {
        var row = row
        row.number = pending
        row.line = line
        pending = nil
        rows.append(row)
    }

    /// The rows in columns, below the names of the peers.
    ///
    /// - Parameter page: the largest number of columns of a line. If that is too few, each segment stands below its states.
    func lines(page: Int, language: Language) -> [String] {
        let columns = Columns(rows, page: page - 5, language: language)
        func numbered(_ number: String, _ text: String) -> String {
            text.isEmpty ? number : Text.pad(number, to: 4) + " " + text
        }
        return [numbered("", columns.heads), ""]
            + rows.flatMap { row in
                columns.lines(row).enumerated().map { index, text in
                    numbered(index == 0 ? row.number.map { "\($0)." } ?? "" : "", text)
                }
            }
    }

    /// The widths of the columns of one figure, or of several figures together.
    struct Columns {
        private let left: Int
        /// The widths of the left and the right arrow, and of the segment between them.
        private let near: Int
        private let middle: Int
        private let far: Int
        /// The width of a line of states, if each segment stands below its states; nil if a row takes one line.
        private let folded: Int?
        private let language: Language

        /// Widths that `rows` fit into. A line has at most `page` columns, unless a single cell is wider.
        init(_ rows: [Row], page: Int = .max, language: Language) {
            func width(_ cell: KeyPath<Row, Words>) -> Int {
                rows.map { Text.width($0[keyPath: cell].sentence(in: language)) }.max() ?? 0
            }
            self.language = language
            left = max(Peer.a.name.count, width(\.left))
            near = width(\.leftArrow)
            middle = width(\.segment)
            far = width(\.rightArrow)
            let right = max(Peer.b.name.count, width(\.right))
            let whole = left + near + middle + far + right + 4
            folded = whole > page ? max(left + right + 1, min(page, 60)) : nil
        }

        /// The names of the peers over their columns.
        var heads: String {
            lines(Row(left: Words(same: Peer.a.name), right: Words(same: Peer.b.name))).joined()
        }

        /// A row as one line, or as two if the segment stands below the states.
        func lines(_ row: Row) -> [String] {
            guard let folded else { return [text(row)] }
            let (left, right) = (row.left.sentence(in: language), row.right.sentence(in: language))
            let space = String(repeating: " ", count: max(1, folded - Text.width(left) - Text.width(right)))
            let states = right.isEmpty ? left : left + space + right
            let segment = [row.leftArrow, row.segment, row.rightArrow].filter { !$0.isEmpty }
                .map { $0.sentence(in: language) }.joined(separator: " ")
            return [states] + (segment.isEmpty ? [] : ["    " + segment])
        }

        /// A row as one line, without spaces at its end.
        func text(_ row: Row) -> String {
            let cells = [
                (row.left, left), (row.leftArrow, near), (row.segment, middle), (row.rightArrow, far), (row.right, 0),
            ]
            return Text.trimmed(
                cells.map { Text.pad($0.0.sentence(in: language), to: $0.1) }.joined(separator: " "))
        }
    }

    /// A segment in the notation of RFC 9293 3.5. A number that has a symbol is shown as its letter.
    static func notation(_ segment: Segment, _ symbols: [Scenario.Symbol]) -> String {
        func name(_ number: SequenceNumber) -> String {
            for symbol in symbols {
                if number == symbol.number { return symbol.letter }
                if number == symbol.number + 1 { return "\(symbol.letter)+1" }
            }
            return number.description
        }
        var text = "<SEQ=\(name(segment.sequence))>"
        if segment.control.contains(.ack) { text += "<ACK=\(name(segment.acknowledgment))>" }
        if !segment.payload.isEmpty { text += "<DATA=\(segment.payload.count)>" }
        if !segment.control.isEmpty { text += "<CTL=\(segment.control)>" }
        return text
    }
}
