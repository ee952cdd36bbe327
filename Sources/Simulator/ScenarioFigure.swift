import TCPSim

/// A run in the line form of RFC 9293 3.5: numbered lines, the states of both sides, and the segment between its arrows.
struct ScenarioFigure: Sendable {
    /// One row: a segment with its arrows, or only what stands on either side.
    struct Row: Hashable, Sendable {
        var number: Int?
        var left = ""
        var leftArrow = ""
        var segment = ""
        var rightArrow = ""
        var right = ""
    }

    private(set) var rows: [Row] = []
    /// The number that the next row bears.
    private var pending: Int?

    /// The next row begins the line of that number.
    mutating func begin(_ number: Int) { pending = number }

    /// Adds a row.
    mutating func add(_ row: Row) {
        var row = row
        row.number = pending
        pending = nil
        rows.append(row)
    }

    /// The rows in columns, below the names of the peers. Nothing stands at the end of a line that is not seen.
    var lines: [String] {
        let left = rows.map(\.left.count).max() ?? 0
        let near = rows.map(\.leftArrow.count).max() ?? 0
        let middle = rows.map(\.segment.count).max() ?? 0
        let far = rows.map(\.rightArrow.count).max() ?? 0
        func columns(_ number: String, _ row: Row) -> String {
            let cells = [
                (number, 4), (row.left, left), (row.leftArrow, near), (row.segment, middle), (row.rightArrow, far),
                (row.right, 0),
            ]
            var line = cells.map { $0.0 + String(repeating: " ", count: max(0, $0.1 - $0.0.count)) }
                .joined(separator: " ")
            while line.last == " " { line.removeLast() }
            return line
        }
        return [columns("", Row(left: "TCP Peer A", right: "TCP Peer B")), ""]
            + rows.map { columns($0.number.map { "\($0)." } ?? "", $0) }
    }

    /// A segment in the RFC's notation, with letters for the numbers that have one.
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
