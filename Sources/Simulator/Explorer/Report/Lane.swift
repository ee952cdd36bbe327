import TCPSim

/// The segments that are under way from one side to the other, the oldest first. Of two connections A is client 0.
public struct Lane: Hashable, Sendable {
    /// The client at the one end.
    public let client: Int
    /// The side that they go to.
    public let to: Peer

    /// The way back.
    var back: Lane { Lane(client: client, to: to.other) }
}

/// What can be done to a segment that is under way.
public enum SegmentFate: Hashable, Sendable {
    /// It arrives.
    case arrives
    /// The network loses it.
    case isLost
    /// The network makes a copy of it, which goes to the end of the lane.
    case isCopied
}

/// What becomes of the segment at a place of a lane.
struct Passage {
    let lane: Lane
    let place: Int
    let fate: SegmentFate

    /// Whether the segment leaves the lane.
    var isTaken: Bool { fate != .isCopied }
}

/// A segment that turns up at a side, and that the other side has not sent in this run.
struct Intruder {
    let segment: Segment
    let to: Peer
}

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
    func intruder(by action: Action, in state: PackedState) -> Intruder?

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
