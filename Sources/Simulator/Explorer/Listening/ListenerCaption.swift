import TCPSim
import Trace

/// What a choice is in the space of a listener.
enum ListenerCaption: Remark {
    /// A choice that is about the client or the stranger of that name.
    case action(ListenerSpace.Action, about: String)

    var english: String {
        switch self {
        case .action(let action, let name): Self.english(action, name)
        }
    }

    private static func english(_ action: ListenerSpace.Action, _ name: String) -> String {
        switch action {
        case .open: "\(name)'s user opens."
        case .send: "\(name)'s user sends an octet."
        case .close: "\(name)'s user closes."
        case .abort: "\(name)'s user aborts."
        case .timeout(_, let timer): "\(name)'s \(timer.rawValue) timer runs out."
        case .toClient(_, 0, .arrives): "The next segment arrives at \(name)."
        case .toClient(_, _, .arrives): "A segment overtakes others and arrives at \(name)."
        case .toClient(_, _, .isLost): "The network loses a segment to \(name)."
        case .toClient(_, _, .isCopied): "The network makes a copy of a segment to \(name)."
        case .toHost(_, 0, .arrives): "The next segment of \(name) arrives at B."
        case .toHost(_, _, .arrives): "A segment of \(name) overtakes others and arrives at B."
        case .toHost(_, _, .isLost): "The network loses a segment of \(name)."
        case .toHost(_, _, .isCopied): "The network makes a copy of a segment of \(name)."
        case .accept: "B's user accepts the connection with \(name)."
        case .stopListening: "B's user closes the listening socket."
        case .leave: "B's user closes the connection with \(name)."
        case .hostTimeout(_, let timer): "B's \(timer.rawValue) timer for \(name) runs out."
        case .oldArrives: "A SYN of an earlier connection of \(name), long delayed, arrives at B."
        case .flood: "A stranger's SYN arrives at B, in the name of \(name), a host that does not exist."
        case .forge(_, let cookie): "At B arrives a forged acknowledgment in the name of \(name): \(english(cookie))."
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
