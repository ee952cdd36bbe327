import Trace

/// The remarks on a run to a counterexample.
enum TLSCaption: Remark {
    case title
    case titleOfSequel
    case titleOfSecond
    /// The rule that is broken, and the others that the same step breaks.
    case broken(TLSSpace.Rule, others: [TLSSpace.Rule], moves: Int, steps: Int)
    /// The sentence for a choice; `record` is the name of the record that it is about.
    case action(TLSChoice, record: String)
    case sequel
    /// A mistake that breaks nothing alone.
    case secondLock(TLSMistake)
    case madeUp

    var english: String {
        switch self {
        case .title: return "A counterexample"
        case .titleOfSequel: return "What follows"
        case .titleOfSecond: return "The second connection"
        case .broken(let rule, let others, let moves, let steps):
            let also = others.isEmpty ? "" : " The same step breaks \(others.map { "\($0)" }.joined(separator: ", "))."
            return
                "Broken with \(counted(moves, "move")) of the attacker, after \(counted(steps, "step")), and no fewer: \(rule.english)."
                + also
        case .action(let choice, let record): return Self.english(choice, record)
        case .sequel:
            return
                "From here on the attacker does nothing. Everything arrives, the programs close, and the transports end."
        case .secondLock(let mistake):
            let names = mistake.needed.map(\.rawValue).joined(separator: " and ")
            return "\(mistake.rawValue) breaks nothing alone: a second rule guards the same door. Add \(names)."
                + (mistake == .noEMS ? " With --visit-her it breaks binding." : "")
        case .madeUp:
            return
                "The records are real. TCP and IP are made up around them, and show what reaches each end. Time stands still while "
                + "exploring: the steps are dated ten milliseconds apart."
        }
    }

    private static func english(_ choice: TLSChoice, _ record: String) -> String {
        switch choice {
        case .call(.open, let role): "The \(role)'s program opens."
        case .call(.update, let role): "The \(role)'s program changes its keys, and asks for the same."
        case .call(.send, let role): "The \(role)'s program sends an octet."
        case .call(.close, let role): "The \(role)'s program closes."
        case .arrival(let role): "At the \(role) arrives \(record)."
        case .release(let role): "The attacker lets what she has kept arrive at the \(role): \(record)."
        case .pass(let role):
            "At the \(role) arrives \(record). The attacker has opened it and sealed it again, under keys that she has."
        case .drop(let role): "Move: the attacker takes off the wire what goes to the \(role): \(record)."
        case .hold(let role): "Move: the attacker holds back what goes to the \(role): \(record)."
        case .copy(let role): "Move: the attacker copies what goes to the \(role), to send it again: \(record)."
        case .reflect(let role):
            "Move: the attacker copies what goes to the \(role), to send it back to the \(role.peer): \(record)."
        case .cut(let role): "Move: the attacker ends the transport to the \(role)."
        case .reconnect: "The first connection is over. The second one begins\(record)."
        case .leadBack: "Move: the attacker leads the client back to its own host, which is a server as well."
        case .replay(_, let role):
            "Move: the attacker sends to the \(role) again what went to it in the first connection: \(record)."
        case .put(let insertion, let role): "Move: the attacker puts in, at the \(role), \(insertion.rawValue)."
        case .change(let alteration, let role):
            "Move: in \(record), which goes to the \(role), the attacker \(alteration.rawValue)."
        }
    }
}
