import TCPSim
import Trace

/// A space of connections: two of them, or a host that listens and its clients.
///
/// A state names its parts by numbers. What a choice makes of the parts is remembered, so that a step is a matter of numbers. How the
/// parts are put into a state's sixteen octets, and which of them a choice moves, each space says for itself.
protocol ConnectionSpace: ExploredSpace where Action == Choice, Rule: Hashable {
    /// A state.
    associatedtype State: NumberedParts
    /// What a choice consists of: which parts meet which cause, and which segment leaves which queue.
    associatedtype Plan
    /// What the parts have done.
    associatedtype Moves

    /// How often what may happen.
    var bounds: TCPSpace.Bounds { get }
    /// Who is there, and what the users may do.
    var scope: TCPSpace.Scope { get }
    /// Rules that need not hold.
    var excused: Set<Rule> { get }

    /// What is to be seen of the connection at an end, which is one of the scope's.
    func view(of end: End, in state: State) -> TCPSpace.View
    /// What a choice consists of.
    func plan(_ choice: Choice, in state: State) -> Plan
    /// What a plan leads to but for what it uses up, and what moves; nil if that is not known.
    func carryOut(_ plan: Plan, _ state: State) -> (step: Step, moves: Moves)?
    /// Finds out what a plan leads to; false if there is no number left.
    mutating func learn(_ plan: Plan, in state: State) -> Bool
    /// Whether the segment that arrives next, once nothing goes wrong any more, is the oldest one under way to `end`, where there is one.
    func isNextDelivery(to end: End, in state: State) -> Bool
    /// The allowance without one of `item`; nil if it has no number yet.
    func spending(_ item: Allowance.Item, of allowance: UInt16) -> UInt16?
    /// The allowance without one of `item`; nil if there are too many allowances to give it a number.
    mutating func learnSpending(_ item: Allowance.Item, of allowance: UInt16) -> UInt16?

    // MARK: A ladder

    /// The segments that are under way to an end in `state`.
    func segments(to end: End, in state: PackedState) -> [Segment]
    /// The segment of a stranger or of an earlier connection that a choice brings, if it brings one.
    func foreignSegment(by action: Action, in state: PackedState) -> ForeignSegment?

    /// How wide the columns of a ladder are on a page of `columns`.
    func ladderColumns(_ columns: Int) -> LadderColumns
    /// The lines above a ladder.
    func heading(_ page: LadderColumns) -> [String]
    /// What stands on the left and on the right of a state that `action` has led to, or of the first state.
    func sides(in state: PackedState, after action: Action?) -> (left: String, right: String)
    /// What stands on the left of a segment that joins those on their way to an end.
    func label(of end: End) -> String
    /// The client or the stranger that a step is about; nil where A is the only client.
    func name(in step: RunStep<Self>) -> String?
}

extension ConnectionSpace {
    /// Bounds, who is there, users and the old SYN, as rows of a name and a value.
    package var settings: [(name: String, value: String)] {
        var rows = [("bounds", "\(bounds), data \(scope.data)" + (scope.isListening ? ", flood \(scope.flood)" : ""))]
        if scope.isListening {
            let cookies =
                switch scope.cookies {
                case nil: "none"
                case .whenFull: "when no further connection may wait"
                case .always: "for each SYN"
                }
            rows += [("clients", "\(scope.clients)"), ("backlog", "\(scope.backlog)"), ("cookies", cookies)]
        }
        var users: [String] = []
        if let buffer = scope.buffer {
            users.append("read when they like, from buffers of \(counted(buffer, "octet"))")
        }
        if scope.mayAbort { users.append("may abort") }
        if scope.mayReopen { users.append("may open once more") }
        if !users.isEmpty { rows.append(("users", users.joined(separator: "; "))) }
        let owner = scope.isListening ? "A1" : "A"
        return rows + [("old SYN", scope.oldSYN.map { "\($0) numbers before \(owner)'s" } ?? "none")]
    }

    /// The raw value of a rule that is broken, or 0 for none; 0 if the rule is excused.
    func unlessExcused(_ rule: UInt8) -> UInt8 {
        guard rule != 0, !excused.isEmpty, let broken = Rule(rawValue: rule) else { return rule }
        return excused.contains(broken) ? 0 : rule
    }

    /// What `choice` leads to, by the moves that are known already; nil if one of them is not.
    package func step(_ choice: Choice, in packed: PackedState) -> Step? {
        let state = State(packed)
        guard var step = carryOut(plan(choice, in: state), state)?.step else { return nil }
        if let item = choice.item {
            guard let rest = spending(item, of: state.allowance) else { return nil }
            var next = State(step.state)
            next.allowance = rest
            step.state = next.packed
        }
        if case .segment(let end, 0, .arrives) = choice { step.isForegone = isNextDelivery(to: end, in: state) }
        return step
    }

    /// Tries out the moves that `choice` needs and remembers them; nil if the tables have no number left.
    package mutating func learn(_ choice: Choice, in packed: PackedState) -> Step? {
        let state = State(packed)
        if let item = choice.item, learnSpending(item, of: state.allowance) == nil { return nil }
        guard learn(plan(choice, in: state), in: state) else { return nil }
        return step(choice, in: packed)
    }

    // MARK: Once nothing goes wrong any more

    /// The state with nothing left of the allowance: from here on nothing goes wrong. Nil if the rule about progress is excused.
    package func sequel(of packed: PackedState) -> PackedState? {
        unlessExcused(endless) == 0 ? nil : State(packed).sequel
    }

    /// The state after `choice`, found out if need be; nil if the tables have no number left.
    package mutating func follow(_ choice: Choice, from sequel: PackedState) -> PackedState? {
        let state = State(sequel)
        let plan = plan(choice, in: state)
        guard learn(plan, in: state) else { return nil }
        return carryOut(plan, state)?.step.state
    }
}
