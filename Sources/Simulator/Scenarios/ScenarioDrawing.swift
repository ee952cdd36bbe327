/// How a run is drawn.
extension ScenarioRun {
    /// A row with the segment and its arrows. A segment on its way out of the sender or into the receiver has an arrow
    /// there; dots are for the network, unless `end` says where the segment has ended.
    func row(
        of flight: Flight, from peer: Peer, held: Bool, isReleased: Bool = false, end: String = "..."
    ) -> ScenarioFigure.Row {
        let arrow = peer == .a ? "-->" : "<--"
        let departure = isReleased ? "..." : arrow
        let arrival = held && !isReleased ? end : arrow
        return ScenarioFigure.Row(
            leftArrow: peer == .a ? departure : arrival,
            segment: ScenarioFigure.notation(flight.segment, scenario.symbols),
            rightArrow: peer == .a ? arrival : departure)
    }

    /// The state of a peer's connection.
    func state(of peer: Peer) -> String { self[peer]?.connection.state.rawValue ?? "" }

    /// Writes beside a row what stands there on one side: its state as of now, or the script's words.
    func mark(
        _ row: inout ScenarioFigure.Row, _ peer: Peer, _ mark: Scenario.Mark, if condition: Bool = true
    ) {
        guard condition else { return }
        let text =
            switch mark {
            case .state: state(of: peer)
            case .words(let words): words
            }
        if peer == .a { row.left = text } else { row.right = text }
    }

    /// Draws a row with what stands on both sides of it.
    mutating func draw(_ row: ScenarioFigure.Row, _ a: Scenario.Mark, _ b: Scenario.Mark) {
        var row = row
        mark(&row, .a, a)
        mark(&row, .b, b)
        draw(row)
    }

    mutating func draw(_ row: ScenarioFigure.Row) {
        if isDrawn { drawing.add(row) }
    }
}
