import Trace

/// Draws the rows of the figure of a run.
extension ScenarioRun {
    /// A row with the segment and its arrows. There is an arrow on the side where the segment leaves its sender or reaches its receiver.
    /// On the other side stand dots, for the network, or `end`, which says where the segment has ended.
    func row(
        of flight: Flight, from peer: Peer, held: Bool, isReleased: Bool = false, end: Words = "..."
    ) -> ScenarioFigure.Row {
        let arrow: Words = peer == .a ? "-->" : "<--"
        let departure = isReleased ? "..." : arrow
        let arrival = held && !isReleased ? end : arrow
        return ScenarioFigure.Row(
            leftArrow: peer == .a ? departure : arrival,
            segment: Words(same: ScenarioFigure.notation(flight.segment, scenario.symbols)),
            rightArrow: peer == .a ? arrival : departure)
    }

    /// The state of a peer's connection.
    func state(of peer: Peer) -> String { self[peer]?.connection.state.rawValue ?? "" }

    /// Writes the mark of one side into a row: the present state of that peer, or words of the script.
    func mark(
        _ row: inout ScenarioFigure.Row, at peer: Peer, with mark: Scenario.Mark, if condition: Bool = true
    ) {
        guard condition else { return }
        let text =
            switch mark {
            case .state: Words(same: state(of: peer))
            case .words(let words): words
            }
        if peer == .a { row.left = text } else { row.right = text }
    }

    /// Draws a row with a mark on each side.
    mutating func draw(_ row: ScenarioFigure.Row, a: Scenario.Mark, b: Scenario.Mark) {
        var row = row
        mark(&row, at: .a, with: a)
        mark(&row, at: .b, with: b)
        draw(row)
    }

    /// Adds a row to the figure, unless the figure has not begun yet.
    mutating func draw(_ row: ScenarioFigure.Row) {
        if isDrawn { drawing.add(row) }
    }
}
