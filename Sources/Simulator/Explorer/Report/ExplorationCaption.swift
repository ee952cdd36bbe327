import TCPSim
import Trace

/// The remarks on a run to a counterexample.
enum ExplorationCaption: Remark {
    case title
    case titleOfSequel
    case broken(any Remark, steps: Int)
    /// The sentence for a choice. If B is a host, `about` names the client or the stranger that the choice is about; else it is nil.
    case action(Choice, about: String?)
    case sequel
    case endless
    case datedApart

    var english: String {
        switch self {
        case .title: "A counterexample"
        case .titleOfSequel: "What follows"
        case .broken(let rule, let steps):
            "Broken after \(steps) \(steps == 1 ? "step" : "steps"), and no fewer: \(rule.english)."
        case .action(let choice, let name): Self.english(choice, name)
        case .sequel: "From here on the network carries every segment, and the users close."
        case .endless: "And so on."
        case .datedApart: "Time stands still while exploring: the steps are dated ten milliseconds apart."
        }
    }

    private static func english(_ choice: Choice, _ name: String?) -> String {
        func who(_ end: End) -> String { name ?? end.peer.letter }
        let about = name ?? ""
        switch choice {
        case .open where name != nil: return "\(about)'s user opens."
        case .open(.a): return "A's user opens actively."
        case .open: return "B's user opens passively."
        case .send(let end): return "\(who(end))'s user sends an octet."
        case .close(let end): return "\(who(end))'s user closes."
        case .read(let end): return "\(who(end))'s user reads what has arrived."
        case .abort(let end): return "\(who(end))'s user aborts."
        case .timeout(let end, let timer): return "\(who(end))'s \(timer.rawValue) timer runs out."
        case .segment(let end, let place, let fate): return english(fate, at: place, to: end, about: name)
        case .oldArrives:
            let owner = name.map { " of \($0)" } ?? ""
            return "A SYN of an earlier connection\(owner), long delayed, arrives at B."
        case .forge(_, let forgery) where name != nil:
            return "At B arrives a forged acknowledgment in the name of \(about): \(english(forgery))."
        case .forge(let end, let forgery): return "At \(who(end)) arrives a forged segment: \(english(forgery))."
        case .accept: return "B's user accepts the connection with \(about)."
        case .stopListening: return "B's user closes the listening socket."
        case .leave: return "B's user closes the connection with \(about)."
        case .hostTimeout(_, let timer): return "B's \(timer.rawValue) timer for \(about) runs out."
        case .flood: return "A stranger's SYN arrives at B, in the name of \(about), a host that does not exist."
        }
    }

    private static func english(_ fate: SegmentFate, at place: Int, to end: End, about name: String?) -> String {
        let sender = end.peer == .b ? name : nil
        let owner = sender.map { " of \($0)" } ?? ""
        let receiver = end.peer == .b ? "B" : name ?? "A"
        let way = owner.isEmpty ? " to \(receiver)" : owner
        return switch fate {
        case .arrives where place == 0: "The next segment\(owner) arrives at \(receiver)."
        case .arrives: "A segment\(owner) overtakes others and arrives at \(receiver)."
        case .isLost: "The network loses a segment\(way)."
        case .isCopied: "The network makes a copy of a segment\(way)."
        }
    }

    private static func english(_ forgery: TCPSpace.Forgery) -> String {
        switch forgery {
        case .resetInWindow: "a reset near the right number"
        case .resetOutside: "a reset with a wrong number"
        case .synInWindow: "a SYN with a number in the window"
        case .synOutside: "a SYN with a number before the window"
        case .unsentAcknowledged: "an acknowledgment of what was never sent"
        case .oldAcknowledged: "an acknowledgment of what is long past"
        case .dataInWindow: "an octet that acknowledges what was never sent"
        case .dataOutside: "an octet with a number before the window"
        case .guessed: "a guess"
        case .otherSize: "its cookie with another MSS"
        case .otherSocket: "the cookie of a stranger's socket"
        case .otherNumber: "the cookie of another initial sequence number"
        case .expired: "a cookie of more than two minutes ago"
        }
    }
}
