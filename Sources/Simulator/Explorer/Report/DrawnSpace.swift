import TCPSim

/// A space of which rules can be excused, and whose runs can be drawn as ladders.
protocol DrawnSpace: ExploredSpace where Action: Equatable, Rule: Hashable {
    /// Rules that need not hold.
    var excused: Set<Rule> { get }

    /// All lanes, in the order in which a ladder draws what joins them.
    var lanes: [Lane] { get }
    /// The segments that are in a lane in `state`.
    func segments(in lane: Lane, of state: PackedState) -> [Segment]
    /// What a choice does to a segment under way, if it is about one.
    func passage(of action: Action) -> Passage?
    /// The segment of a stranger or of an earlier connection that a choice brings, if it brings one.
    func foreignSegment(by action: Action, in state: PackedState) -> ForeignSegment?

    /// How wide the columns of a ladder are on a page of `columns`.
    func ladderColumns(_ columns: Int) -> LadderColumns
    /// The lines above a ladder.
    func heading(_ page: LadderColumns) -> [String]
    /// What stands on the left and on the right of a state that `action` has led to, or of the first state.
    func sides(in state: PackedState, after action: Action?) -> (left: String, right: String)
    /// What stands on the left of a segment that joins a lane.
    func label(of lane: Lane) -> String
    /// What a choice is.
    func caption(of step: RunStep<Self>) -> ExplorationCaption
}

extension DrawnSpace {
    /// The raw value of a rule that is broken, or 0 for none; 0 if the rule is excused.
    func unlessExcused(_ rule: UInt8) -> UInt8 {
        guard rule != 0, !excused.isEmpty, let broken = Rule(rawValue: rule) else { return rule }
        return excused.contains(broken) ? 0 : rule
    }
}
