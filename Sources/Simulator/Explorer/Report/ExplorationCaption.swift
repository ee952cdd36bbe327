import TCPSim
import Trace

/// What is said of a run to a counterexample.
enum ExplorationCaption: Remark {
    /// The title of the run.
    case title
    /// The title of what follows it.
    case titleOfSequel
    /// A rule that so many steps break.
    case broken(any Remark, steps: Int)
    /// What a choice is.
    case action(TCPSpace.Action)
    /// What a choice in the space of a listener is, about the client or the stranger of that name.
    case listenerAction(ListenerSpace.Action, about: String)
    /// What follows is no choice any more.
    case sequel
    /// A sequel goes on in the same way for ever.
    case endless
    /// That the record's times mean nothing.
    case datedApart

    var english: String {
        switch self {
        case .title: "A counterexample"
        case .titleOfSequel: "What follows"
        case .broken(let rule, let steps):
            "Broken after \(steps) \(steps == 1 ? "step" : "steps"), and no fewer: \(rule.english)."
        case .action(let action): Self.english(action)
        case .listenerAction(let action, let name): Self.english(action, name)
        case .sequel: "From here on the network carries every segment, and the users close."
        case .endless: "And so on."
        case .datedApart: "Time stands still while exploring: the steps are dated ten milliseconds apart."
        }
    }

    private static func english(_ action: TCPSpace.Action) -> String {
        switch action {
        case .open(.a): "A's user opens actively."
        case .open(.b): "B's user opens passively."
        case .send(let peer): "\(peer.letter)'s user sends an octet."
        case .close(let peer): "\(peer.letter)'s user closes."
        case .read(let peer): "\(peer.letter)'s user reads what has arrived."
        case .abort(let peer): "\(peer.letter)'s user aborts."
        case .deliver(let peer, 0): "The next segment arrives at \(peer.letter)."
        case .deliver(let peer, _): "A segment overtakes others and arrives at \(peer.letter)."
        case .lose(let peer, _): "The network loses a segment to \(peer.letter)."
        case .duplicate(let peer, _): "The network makes a copy of a segment to \(peer.letter)."
        case .oldArrives: "A SYN of an earlier connection, long delayed, arrives at B."
        case .timeout(let peer, let timer): "\(peer.letter)'s \(timer.rawValue) timer runs out."
        case .forge(let peer, let forgery): "At \(peer.letter) arrives a forged segment: \(english(forgery))."
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
        }
    }

    private static func english(_ action: ListenerSpace.Action, _ name: String) -> String {
        switch action {
        case .open: "\(name)'s user opens."
        case .send: "\(name)'s user sends an octet."
        case .close: "\(name)'s user closes."
        case .abort: "\(name)'s user aborts."
        case .timeout(_, let timer): "\(name)'s \(timer.rawValue) timer runs out."
        case .segment(let lane, let place, let fate): english(lane, place, fate, name)
        case .accept: "B's user accepts the connection with \(name)."
        case .stopListening: "B's user closes the listening socket."
        case .leave: "B's user closes the connection with \(name)."
        case .hostTimeout(_, let timer): "B's \(timer.rawValue) timer for \(name) runs out."
        case .oldArrives: "A SYN of an earlier connection of \(name), long delayed, arrives at B."
        case .flood: "A stranger's SYN arrives at B, in the name of \(name), a host that does not exist."
        case .forge(_, let cookie): "At B arrives a forged acknowledgment in the name of \(name): \(english(cookie))."
        }
    }

    private static func english(_ lane: Lane, _ place: Int, _ fate: SegmentFate, _ name: String) -> String {
        switch (fate, lane.to) {
        case (.arrives, .a) where place == 0: "The next segment arrives at \(name)."
        case (.arrives, .a): "A segment overtakes others and arrives at \(name)."
        case (.arrives, .b) where place == 0: "The next segment of \(name) arrives at B."
        case (.arrives, .b): "A segment of \(name) overtakes others and arrives at B."
        case (.isLost, let peer): "The network loses a segment \(peer == .a ? "to" : "of") \(name)."
        case (.isCopied, let peer): "The network makes a copy of a segment \(peer == .a ? "to" : "of") \(name)."
        }
    }

    private static func english(_ cookie: ListenerSpace.FalseCookie) -> String {
        switch cookie {
        case .guessed: "a guess"
        case .otherSize: "its cookie with another MSS"
        case .otherSocket: "the cookie of a stranger's socket"
        case .otherNumber: "the cookie of another initial sequence number"
        case .expired: "a cookie of more than two minutes ago"
        }
    }
}
